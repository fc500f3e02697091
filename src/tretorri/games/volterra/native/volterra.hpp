// The rules of Volterra, the same as in rules.py, with towers as numbers and sets as bit boards.
#pragma once

#include "core/types.hpp"
#include "material/volterra.hpp"

namespace tretorri::volterra {

namespace material = tretorri::material::volterra;

using Square = int;           // 8 * row + column: a row has spare columns, so shifts never wrap
using Squares = std::uint32_t;  // a set of squares
using Colour = int;           // index into the colours of the material: 0 light, 1 dark
using Tower = std::uint32_t;  // a leading 1, then the pieces from bottom to top; 1 is no tower

inline constexpr int STRIDE = 8;
inline constexpr int COLUMNS = material::field::columns_;
inline constexpr int ROWS = material::field::rows_;
inline constexpr int PIECES = material::field::pieces_;
inline constexpr int MOST_LIFTED = 2;  // V9
inline constexpr int LAYING_TURNS = 2 * PIECES;             // V16
inline constexpr int LAYOUT_TURNS = LAYING_TURNS + 2;       // V16
inline constexpr Square NOWHERE = STRIDE - 1;  // a spare column
static_assert(COLUMNS < STRIDE && ROWS * STRIDE <= 32 && 2 * PIECES < 31);

constexpr Squares bit(Square square) { return Squares{1} << square; }
inline Square first(Squares squares) { return std::countr_zero(squares); }

constexpr Squares whole_field() {
  Squares field = 0;
  for (int row = 0; row < ROWS; ++row)
    for (int column = 0; column < COLUMNS; ++column) field |= bit(STRIDE * row + column);
  return field;
}
inline constexpr Squares FIELD = whole_field();

/// The squares of the set and all their neighbours.
constexpr Squares widened(Squares squares) {
  const Squares rows = squares | squares << 1 | squares >> 1;
  return (rows | rows << STRIDE | rows >> STRIDE) & FIELD;
}

constexpr std::array<Squares, 32> neighbours() {
  std::array<Squares, 32> around{};
  for (Square square = 0; square < 32; ++square)
    if (FIELD & bit(square)) around[square] = widened(bit(square)) & ~bit(square);
  return around;
}
inline constexpr std::array<Squares, 32> AROUND = neighbours();

/// The squares of `towers` with a side that is off the field or empty [V7].
constexpr Squares with_free_side(Squares towers) {
  const Squares walled =
      towers << 1 & towers >> 1 & towers << STRIDE & (ROWS > 1 ? towers >> STRIDE : 0);
  return towers & ~walled;
}

/// By the three by three squares around a middle (9 bits, rows from below): whether the squares
/// beside the middle are connected among themselves, so that nothing splits without it.
constexpr std::array<bool, 512> whole_without_middle() {
  std::array<bool, 512> whole{};
  for (unsigned pattern = 0; pattern < 512; ++pattern) {
    const unsigned ring = pattern & ~16u;
    unsigned reached = ring & (0 - ring);
    for (int step = 0; step < 8; ++step) {
      const unsigned sideways = reached | (reached & 0333u) << 1 | (reached & 0666u) >> 1;
      reached = (sideways | sideways << 3 | sideways >> 3) & ring;
    }
    whole[pattern] = reached == ring;
  }
  return whole;
}
inline constexpr std::array<bool, 512> WHOLE_WITHOUT_MIDDLE = whole_without_middle();

enum class Kind : std::uint8_t { MovePawn, MoveTower, LayPiece, PlacePawn };
enum class Done : std::uint8_t { Nothing, Pawn, Tower, Laying };
inline constexpr std::string_view DONE = "-PTB";

struct Action {
  Kind kind;
  std::int8_t source;  // only for towers
  std::int8_t target;
  std::int8_t pieces;  // only for towers
  bool operator==(const Action&) const = default;
};

/// A whole turn: pawn and tower, in whichever order is legal. Two orders that reach the same
/// position are one turn; `tower_first` is set only where the pawn cannot go first. In mid-turn it
/// is the rest: `pawn` is where the pawn is already, or no pieces are left to move.
struct Turn {
  std::int8_t pawn, source, target;
  std::int8_t pieces : 7;  // no bit is left over: the search compares turns as numbers
  bool tower_first : 1;
  bool operator==(const Turn&) const = default;
};

template <std::size_t N>
constexpr std::array<std::uint64_t, N> mixed_keys(std::uint64_t from) {
  std::array<std::uint64_t, N> keys{};
  for (std::size_t i = 0; i < N; ++i) keys[i] = mix(from + i);
  return keys;
}
inline constexpr auto SQUARE_KEYS = mixed_keys<32>(std::uint64_t{1} << 39);
inline constexpr auto PAWN_KEYS = [] {
  auto keys = mixed_keys<64>(std::uint64_t{1} << 40);
  keys[NOWHERE] = keys[32 + NOWHERE] = 0;
  return keys;
}();
inline constexpr auto TURN_KEYS = mixed_keys<8>(std::uint64_t{1} << 41);

/// What unmake() cannot work out again.
struct Undo {
  std::uint64_t key;
  Squares occupied;
  std::array<Squares, 2> owned;
  Tower source, target;
  int since;
  std::int8_t pawn;
  Done done;
  bool ended_turn;
};

class Position {
 public:
  static constexpr std::string_view name = "volterra";
  using Action = volterra::Action;
  using Turn = volterra::Turn;
  using Undo = volterra::Undo;
  // Eight pawn moves, and one or two pieces from each of eight towers to each of seven others.
  using Actions = FixedList<Action, std::max(8 + 8 * 7 * MOST_LIFTED, 2 * PIECES)>;

  // At most 8 x 8 x 7 x 2 turns with the pawn first, and as many with the tower first.
  using Turns = FixedList<Turn, 2 * 8 * 8 * 7 * MOST_LIFTED>;

  static Position read(std::string_view text);
  [[nodiscard]] std::uint64_t start_key() const;  // of a turn start just read
  void remember(const std::vector<std::uint64_t>& begun, int last_change);  // earlier turn starts
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string text(Action action) const;
  [[nodiscard]] std::string text(Turn turn) const;  // as its actions, joined by +
  [[nodiscard]] Result result() const;

  [[nodiscard]] std::uint64_t key() const { return mix(key_); }
  [[nodiscard]] int turn() const { return turn_; }
  [[nodiscard]] int seats() const { return 2; }
  [[nodiscard]] int mover() const { return (turn_ - 1) & 1; }
  [[nodiscard]] Colour colour() const { return first_ ^ mover(); }
  /// Tells whether a turn of pawn and tower begins here.
  [[nodiscard]] bool is_turn_start() const { return done_ == Done::Nothing; }

  /// Lists the legal actions; none when the game is over.
  void actions(Actions& list) const {
    list.clear();
    if (done_ == Done::Laying) return layout_actions(list);
    if (ended_by_rule()) return;
    if (done_ == Done::Nothing) {
      turn_actions(list);
    } else if (done_ == Done::Pawn) {
      tower_moves(list, pawn_[colour()]);
    } else {
      pawn_moves(list, pawn_targets());
    }
  }

  /// Lists the whole turns, each reached position once; in mid-turn what may complete it. Pieces
  /// that are being laid out are no turns of this kind, pawns are.
  void turns(Turns& list) const {
    list.clear();
    if (done_ != Done::Nothing) return rest_of_turn(list);
    if (ended_by_rule()) return;
    const Square pawn = pawn_[colour()];
    const Squares steps = pawn_targets();
    Turn* out = list.begin();
    for (Squares rest = steps; rest; rest &= rest - 1) out = pawn_first_turns(out, first(rest));
    const Squares onto = targets(pawn);
    for (Squares from = sources(pawn); from; from &= from - 1)
      out = tower_first_turns(out, first(from), onto & ~bit(first(from)), steps);
    list.end_at(out);
  }

  /// Tells whether any bits are a turn that is legal here; at the start of a turn only.
  [[nodiscard]] bool is_legal(Turn turn) const {
    if (done_ != Done::Nothing || turn.pieces < 1 || turn.source == turn.target) return false;
    const Square pawn = turn.tower_first ? pawn_[colour()] : Square{turn.pawn};
    const Squares steps = pawn_targets();
    if (!turn.tower_first && !(steps & bit(pawn))) return false;
    if (!(sources(pawn) & bit(turn.source)) || !(targets(pawn) & bit(turn.target))) return false;
    const Tower tower = tower_[turn.source];
    if (turn.pieces > std::min(MOST_LIFTED, height(tower))) return false;
    if (!turn.tower_first || turn.pawn == turn.target) return true;
    if (turn.pawn != turn.source) return steps & bit(turn.pawn);
    return height(tower) > turn.pieces &&
           static_cast<Colour>(tower >> turn.pieces & 1) == colour();
  }

  bool random_action(Random& random, Action& action) const;

  void make(Turn turn, Undo& undo) {
    const Colour mine = colour();
    undo = {key_,   occupied_, owned_, tower_[turn.source], tower_[turn.target], since_,
            static_cast<std::int8_t>(pawn_[mine]), done_, true};
    set_pawn(mine, turn.pawn);
    if (turn.pieces) lift(turn.source, turn.target, turn.pieces);
    end_turn(mine);
  }

  void unmake(Turn turn, const Undo& undo) {
    unmake(Action{Kind::MoveTower, turn.source, turn.target, turn.pieces}, undo);
  }

  void make(Action action, Undo& undo) {
    const Colour mine = colour();
    undo = {key_,        occupied_,          owned_,
            tower_[action.source & 31], tower_[action.target], since_,
            static_cast<std::int8_t>(pawn_[mine]), done_, false};
    switch (action.kind) {
      case Kind::MoveTower: lift(action.source, action.target, action.pieces); break;
      case Kind::LayPiece: set_tower(action.target, 2u | static_cast<Tower>(mine)); break;
      case Kind::MovePawn:
      case Kind::PlacePawn: set_pawn(mine, action.target); break;
    }
    if (done_ == Done::Nothing) {
      set_done(action.kind == Kind::MovePawn ? Done::Pawn : Done::Tower);
    } else {
      undo.ended_turn = true;
      end_turn(mine);
    }
  }

  void unmake(Action action, const Undo& undo) {
    if (undo.ended_turn) {
      if (done_ != Done::Laying) history_.pop();
      --turn_;
    }
    key_ = undo.key;
    occupied_ = undo.occupied;
    owned_ = undo.owned;
    tower_[action.target] = undo.target;
    if (action.kind == Kind::MoveTower) tower_[action.source] = undo.source;
    pawn_[colour()] = undo.pawn;
    since_ = undo.since;
    done_ = undo.done;
  }

  /// The seats that win, as a set of bits; none in a draw. Only when the game is over.
  [[nodiscard]] unsigned winners() const {
    std::array<int, 2 * PIECES + 1> more{};  // how many more of a height the first seat has
    for (Squares rest = occupied_; rest; rest &= rest - 1)
      more[height(tower_[first(rest)])] += owned_[first_] & rest & (0 - rest) ? 1 : -1;
    for (int height = 2 * PIECES; height > 0; --height)  // the first difference decides [V15]
      if (more[height]) return more[height] > 0 ? 1 : 2;
    return 0;
  }

  // ---- for the search -------------------------------------------------------------------------

  [[nodiscard]] Done done() const { return done_; }
  [[nodiscard]] Squares occupied() const { return occupied_; }
  [[nodiscard]] Squares owned(Colour colour) const { return owned_[colour]; }
  [[nodiscard]] Square pawn(Colour colour) const { return pawn_[colour]; }
  [[nodiscard]] Tower tower(Square square) const { return tower_[square]; }
  static int height(Tower tower) { return std::bit_width(tower) - 1; }

  /// How often this position has begun a turn [C1].
  [[nodiscard]] int occurrences() const {
    return done_ == Done::Nothing ? history_.occurrences(since_) : 1;
  }
  /// Tells whether no earlier position can come again.
  [[nodiscard]] bool is_fresh() const { return history_.size() - since_ <= 1; }
  /// A number for the positions that have stood twice: together with key() it says what C1 needs.
  [[nodiscard]] std::uint64_t stood_twice() const { return history_.stood_twice(since_); }

  /// Tells whether the mover can carry out a turn [V14]; C1 and C3 are not looked at.
  [[nodiscard]] bool has_turn() const {
    if (done_ != Done::Nothing) return true;
    if (has_tower_move(pawn_[colour()])) return true;
    for (Squares onto = pawn_targets(); onto; onto &= onto - 1)
      if (has_tower_move(first(onto))) return true;
    return false;
  }

 private:
  [[nodiscard]] bool fits_layout(const std::array<int, 2>& pieces) const;
  // ---- legality -------------------------------------------------------------------------------

  /// Towers of the mover's colour beside the pawn [V5]; the other pawn is on the other colour.
  [[nodiscard]] Squares pawn_targets() const {
    return AROUND[pawn_[colour()]] & owned_[colour()];
  }

  static void pawn_moves(Actions& list, Squares targets) {
    for (; targets; targets &= targets - 1)
      list.push({Kind::MovePawn, 0, static_cast<std::int8_t>(first(targets)), 0});
  }

  /// Towers that the mover may take from, seen from `pawn` [V6, V7].
  [[nodiscard]] Squares sources(Square pawn) const {
    return AROUND[pawn] & owned_[colour()] & with_free_side(occupied_);
  }

  /// Towers that may be built on, seen from `pawn` [V6, V8].
  [[nodiscard]] Squares targets(Square pawn) const {
    return AROUND[pawn] & occupied_ & ~bit(pawn_[colour() ^ 1]);
  }

  /// How many pieces of a tower may be lifted at once [V9].
  [[nodiscard]] int most_lifted(Square source) const {
    return std::min(MOST_LIFTED, height(tower_[source]));
  }

  bool draw_from_list(Random& random, Action& action) const;

  /// Tells whether the mover has a tower move from `pawn`.
  [[nodiscard]] bool has_tower_move(Square pawn) const {
    const Squares from = sources(pawn), onto = targets(pawn);
    return from && onto && (from != onto || (from & (from - 1)));
  }

  void tower_moves(Actions& list, Square pawn) const {
    const Squares onto = targets(pawn);
    for (Squares from = sources(pawn); from; from &= from - 1) {
      const Square source = first(from);
      const int most = most_lifted(source);
      for (Squares rest = onto & ~bit(source); rest; rest &= rest - 1) {
        for (int pieces = 1; pieces <= most; ++pieces)
          list.push({Kind::MoveTower, static_cast<std::int8_t>(source),
                     static_cast<std::int8_t>(first(rest)), static_cast<std::int8_t>(pieces)});
      }
    }
  }

  /// What may begin a turn [V4]: after a pawn move there must be a tower move [V11].
  void turn_actions(Actions& list) const {
    for (Squares onto = pawn_targets(); onto; onto &= onto - 1)
      if (has_tower_move(first(onto))) pawn_moves(list, onto & (0 - onto));
    tower_moves(list, pawn_[colour()]);
  }

  void rest_of_turn(Turns& list) const {
    if (done_ == Done::Pawn) return list.end_at(pawn_first_turns(list.begin(), pawn_[colour()]));
    if (done_ == Done::Laying && turn_ <= LAYING_TURNS) return;
    Squares onto = done_ == Done::Laying ? owned_[colour()] : pawn_targets();
    for (; onto; onto &= onto - 1) list.push(turn_of(first(onto), 0, 0, 0, false));
  }

  /// Writes the turns that begin with this step of the pawn from `out` on and returns the end.
  Turn* pawn_first_turns(Turn* out, Square pawn) const {
    const Squares onto = targets(pawn);
    for (Squares from = sources(pawn); from; from &= from - 1) {
      const Square source = first(from);
      const int most = most_lifted(source);
      for (Squares rest = onto & ~bit(source); rest; rest &= rest - 1)
        for (int pieces = 1; pieces <= most; ++pieces)
          *out++ = turn_of(pawn, source, first(rest), pieces, false);
    }
    return out;
  }

  /// Turns that begin with lifting from `source` and that the pawn cannot begin [V10].
  Turn* tower_first_turns(Turn* out, Square source, Squares onto, Squares steps) const {
    const Tower tower = tower_[source];
    const int most = most_lifted(source);
    const Colour mine = colour();
    for (; onto; onto &= onto - 1) {
      const Square target = first(onto);
      // Pawn first reaches the same position from every old tower that neighbours both.
      const Squares either = steps & AROUND[source] & AROUND[target];
      for (int pieces = 1; pieces <= most; ++pieces) {
        Squares now = (steps & ~bit(source)) | bit(target);
        if (height(tower) > pieces && static_cast<Colour>(tower >> pieces & 1) == mine)
          now |= bit(source);
        for (now &= ~either; now; now &= now - 1)
          *out++ = turn_of(first(now), source, target, pieces, true);
      }
    }
    return out;
  }

  static Turn turn_of(Square pawn, Square source, Square target, int pieces, bool tower_first) {
    return {static_cast<std::int8_t>(pawn), static_cast<std::int8_t>(source),
            static_cast<std::int8_t>(target), static_cast<std::int8_t>(pieces), tower_first};
  }

  void layout_actions(Actions& list) const {  // V16
    const bool laying = turn_ <= LAYING_TURNS;
    Squares free = laying ? FIELD & ~occupied_ : owned_[colour()];
    for (; free; free &= free - 1)
      list.push({laying ? Kind::LayPiece : Kind::PlacePawn, 0,
                 static_cast<std::int8_t>(first(free)), 0});
  }

  /// C1 and C3, which are looked at as a turn begins.
  [[nodiscard]] bool ended_by_rule() const {
    if (done_ != Done::Nothing) return false;
    // The third time is at the earliest four turns after the first.
    const bool may_repeat = history_.size() - since_ > 2 * (OCCURRENCES_THAT_END - 1);
    return turn_ > LAST_TURN || (may_repeat && history_.stands_third_time(since_));
  }

  // ---- play -----------------------------------------------------------------------------------

  /// 0 for no tower, so that an emptied square needs no key.
  static std::uint64_t tower_key(Square square, Tower tower) {
    return (tower - 1) * SQUARE_KEYS[square];
  }
  static std::uint64_t pawn_key(Colour colour, Square square) {
    return PAWN_KEYS[static_cast<std::size_t>(32 * colour + square)];
  }
  static std::uint64_t turn_key(Colour colour, Done done) {
    return TURN_KEYS[static_cast<std::size_t>(4 * colour + static_cast<int>(done))];
  }

  /// Puts a tower on a square and keeps the sets and the key in step.
  void set_tower(Square square, Tower tower) {
    if (occupied_ & bit(square)) key_ -= tower_key(square, tower_[square]);
    tower_[square] = tower;
    occupied_ |= bit(square);
    owned_[0] &= ~bit(square);
    owned_[1] &= ~bit(square);
    owned_[tower & 1] |= bit(square);
    key_ += tower_key(square, tower);
  }

  /// Takes what stands on a square out of the game; tower_ keeps it for unmake.
  void remove_tower(Square square) {
    key_ -= tower_key(square, tower_[square]);
    occupied_ &= ~bit(square);
    owned_[0] &= ~bit(square);
    owned_[1] &= ~bit(square);
  }

  void set_pawn(Colour colour, Square square) {
    key_ += pawn_key(colour, square) - pawn_key(colour, pawn_[colour]);
    pawn_[colour] = square;
  }

  void set_done(Done done) {
    key_ += turn_key(colour(), done) - turn_key(colour(), done_);
    done_ = done;
  }

  /// Moves the top pieces of one tower onto another [V6]; parts without a pawn are lost [V12].
  void lift(Square source, Square target, int pieces) {
    const Tower from = tower_[source], rest = from >> pieces, onto = tower_[target];
    const Tower built = onto << pieces | (from ^ rest << pieces);
    tower_[source] = rest;
    tower_[target] = built;
    key_ += (built - onto) * SQUARE_KEYS[target] - std::uint64_t{from - rest} * SQUARE_KEYS[source];
    const Squares left = Squares{rest > 1} << source;
    occupied_ = (occupied_ & ~bit(source)) | left;
    owned_[0] &= ~(bit(source) | bit(target));
    owned_[1] &= ~(bit(source) | bit(target));
    owned_[built & 1] |= bit(target);
    owned_[rest & 1] |= left;
    if (!left) lose_parts(source);
  }

  /// Takes out what is lost [V12] as `square` is emptied.
  void lose_parts(Square square) {
    since_ = history_.size();  // an emptied square never fills again: no earlier position returns
    if (stays_whole_without(square)) return;
    for (Squares lost = forfeited(); lost; lost &= lost - 1) remove_tower(first(lost));
  }

  /// Tells, from its neighbours alone, that the emptied `square` did not hold parts together.
  [[nodiscard]] bool stays_whole_without(Square square) const {
    const std::uint64_t around = (std::uint64_t{occupied_} << (STRIDE + 1)) >> square;
    return WHOLE_WITHOUT_MIDDLE[(around & 7) | (around >> (STRIDE - 3) & 070) |
                                (around >> (2 * STRIDE - 6) & 0700)];
  }

  /// The towers of the parts on which no pawn stands [V12].
  [[nodiscard]] Squares forfeited() const {
    Squares reached = bit(pawn_[0]) | bit(pawn_[1]), before = 0;
    while (reached != before) {
      before = reached;
      reached = widened(reached) & occupied_;
    }
    return occupied_ & ~reached;
  }

  /// Gives the turn to the other colour.
  void end_turn(Colour mine) {
    const Done before = done_;
    ++turn_;
    if (done_ != Done::Laying || turn_ > LAYOUT_TURNS) done_ = Done::Nothing;
    key_ += turn_key(mine ^ 1, done_) - turn_key(mine, before);
    if (done_ == Done::Nothing) history_.push(key_);
  }

  // ---- end ------------------------------------------------------------------------------------

  /// The heights of a colour's towers, highest first [V15]; 0 behind the last.
  [[nodiscard]] std::array<std::int8_t, 2 * PIECES> heights(Colour colour) const {
    std::array<std::int8_t, 2 * PIECES> sorted{};
    int count = 0;
    for (Squares towers = owned_[colour]; towers; towers &= towers - 1)
      sorted[count++] = static_cast<std::int8_t>(height(tower_[first(towers)]));
    std::sort(sorted.begin(), sorted.begin() + count, std::greater<>());
    return sorted;
  }

  std::array<Tower, 32> tower_{};  // meaningful where occupied_ says so
  Squares occupied_ = 0;
  std::array<Squares, 2> owned_{};                // by the colour of the top piece
  std::array<Square, 2> pawn_{NOWHERE, NOWHERE};  // by colour
  Done done_ = Done::Nothing;
  Colour first_ = 0;
  int turn_ = 1;
  int since_ = 0;  // where in the history repetition can begin
  std::uint64_t key_ = 0;
  History history_;
};

}  // namespace tretorri::volterra

#include "volterra_chance.hpp"

#include "volterra_text.hpp"  // the bodies of what reads and writes text
