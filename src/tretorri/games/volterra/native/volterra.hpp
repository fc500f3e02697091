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
inline constexpr Square NOWHERE = -1;
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
/// position are one turn; `tower_first` is set only where the pawn cannot go first.
struct Turn {
  std::int8_t pawn, source, target;
  std::int8_t pieces : 4;
  bool tower_first : 1;
  bool operator==(const Turn&) const = default;
};

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
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string text(Action action) const;
  [[nodiscard]] Result result() const;

  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] int turn() const { return turn_; }
  [[nodiscard]] int seats() const { return 2; }
  [[nodiscard]] int mover() const { return (turn_ - 1) % 2; }
  [[nodiscard]] Colour colour() const { return first_ ^ mover(); }

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

  /// Lists the whole turns at the start of a turn, each reached position once.
  void turns(Turns& list) const {
    assert(done_ == Done::Nothing);
    list.clear();
    if (ended_by_rule()) return;
    const Square pawn = pawn_[colour()];
    const Squares steps = pawn_targets();
    for (Squares rest = steps; rest; rest &= rest - 1) pawn_first_turns(list, first(rest));
    const Squares onto = targets(pawn);
    for (Squares from = sources(pawn); from; from &= from - 1)
      tower_first_turns(list, first(from), onto & ~bit(first(from)), steps);
  }

  void make(Turn turn, Undo& undo) {
    const Colour mine = colour();
    undo = {key_,   occupied_, owned_, tower_[turn.source], tower_[turn.target], since_,
            static_cast<std::int8_t>(pawn_[mine]), done_, true};
    set_pawn(mine, turn.pawn);
    lift({Kind::MoveTower, turn.source, turn.target, turn.pieces});
    end_turn();
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
      case Kind::MoveTower: lift(action); break;
      case Kind::LayPiece: set_tower(action.target, 2u | static_cast<Tower>(mine)); break;
      case Kind::MovePawn:
      case Kind::PlacePawn: set_pawn(mine, action.target); break;
    }
    if (done_ == Done::Nothing) {
      set_done(action.kind == Kind::MovePawn ? Done::Pawn : Done::Tower);
    } else {
      undo.ended_turn = true;
      end_turn();
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
    const auto mine = heights(first_), theirs = heights(first_ ^ 1);
    return mine == theirs ? 0 : mine > theirs ? 1 : 2;
  }

  // ---- for the search -------------------------------------------------------------------------

  static constexpr int HISTORY = 32 * 32 * 2;
  static int history_index(Turn turn) {
    return turn.source << 6 | turn.target << 1 | (turn.pieces - 1);
  }

  /// How promising a turn looks before it is tried: high towers taken from the opponent.
  [[nodiscard]] int promise(Turn turn) const {
    const Tower onto = tower_[turn.target];
    const bool captures = static_cast<Colour>(onto & 1) != colour();
    return 8 * (captures ? 2 * height(onto) : 0) + 4 * (height(onto) + turn.pieces);
  }

  /// Guesses how the mover stands, in hundredths.
  [[nodiscard]] int evaluate() const {
    const Colour mine = colour();
    return evaluate(mine) - evaluate(mine ^ 1) + TEMPO;
  }

 private:
  static constexpr int TEMPO = 10;
  static constexpr std::array<int, 4> HEIGHT_WEIGHTS{40, 20, 10, 5};

  [[nodiscard]] int evaluate(Colour side) const {
    const auto sorted = heights(side);
    int value = 0;
    for (std::size_t i = 0; i < HEIGHT_WEIGHTS.size(); ++i) value += HEIGHT_WEIGHTS[i] * sorted[i];
    const Squares near = AROUND[pawn_[side]];
    value += 6 * std::popcount(near & owned_[side]);
    value += 3 * std::popcount(near & occupied_);
    value += 4 * std::popcount(near & owned_[side] & with_free_side(occupied_));
    return value;
  }

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

  /// Tells whether the mover has a tower move from `pawn`.
  [[nodiscard]] bool has_tower_move(Square pawn) const {
    const Squares from = sources(pawn), onto = targets(pawn);
    return from && onto && (from != onto || (from & (from - 1)));
  }

  void tower_moves(Actions& list, Square pawn) const {
    const Squares onto = targets(pawn);
    for (Squares from = sources(pawn); from; from &= from - 1) {
      const Square source = first(from);
      const int most = std::min(MOST_LIFTED, height(tower_[source]));  // V9
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

  void pawn_first_turns(Turns& list, Square pawn) const {
    const Squares onto = targets(pawn);
    for (Squares from = sources(pawn); from; from &= from - 1) {
      const Square source = first(from);
      const int most = std::min(MOST_LIFTED, height(tower_[source]));
      for (Squares rest = onto & ~bit(source); rest; rest &= rest - 1)
        for (int pieces = 1; pieces <= most; ++pieces)
          list.push(turn_of(pawn, source, first(rest), pieces, false));
    }
  }

  /// Turns that begin with lifting from `source` and that the pawn cannot begin [V10].
  void tower_first_turns(Turns& list, Square source, Squares onto, Squares steps) const {
    const Tower tower = tower_[source];
    const int most = std::min(MOST_LIFTED, height(tower));
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
          list.push(turn_of(first(now), source, target, pieces, true));
      }
    }
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
    return done_ == Done::Nothing && (turn_ > LAST_TURN || history_.stands_third_time(since_));
  }

  // ---- play -----------------------------------------------------------------------------------

  static int height(Tower tower) { return std::bit_width(tower) - 1; }

  static std::uint64_t tower_key(Square square, Tower tower) {
    return mix(std::uint64_t{tower} << 8 | static_cast<std::uint64_t>(square));
  }
  static std::uint64_t pawn_key(Colour colour, Square square) {
    return mix(std::uint64_t{1} << 40 | static_cast<std::uint64_t>(colour * 64 + square));
  }
  static std::uint64_t turn_key(Colour colour, Done done) {
    return mix(std::uint64_t{1} << 41 | static_cast<std::uint64_t>(colour * 8 + static_cast<int>(done)));
  }

  /// Puts a tower on a square and keeps the sets and the key in step.
  void set_tower(Square square, Tower tower) {
    if (occupied_ & bit(square)) key_ ^= tower_key(square, tower_[square]);
    tower_[square] = tower;
    occupied_ |= bit(square);
    owned_[0] &= ~bit(square);
    owned_[1] &= ~bit(square);
    owned_[tower & 1] |= bit(square);
    key_ ^= tower_key(square, tower);
  }

  /// Takes what stands on a square out of the game; tower_ keeps it for unmake.
  void remove_tower(Square square) {
    key_ ^= tower_key(square, tower_[square]);
    occupied_ &= ~bit(square);
    owned_[0] &= ~bit(square);
    owned_[1] &= ~bit(square);
  }

  void set_pawn(Colour colour, Square square) {
    if (pawn_[colour] != NOWHERE) key_ ^= pawn_key(colour, pawn_[colour]);
    pawn_[colour] = square;
    key_ ^= pawn_key(colour, square);
  }

  void set_done(Done done) {
    key_ ^= turn_key(colour(), done_) ^ turn_key(colour(), done);
    done_ = done;
  }

  /// Moves the top pieces of one tower onto another [V6]; parts without a pawn are lost [V12].
  void lift(Action action) {
    const Tower from = tower_[action.source];
    const Tower lifted = from & ((Tower{1} << action.pieces) - 1);
    set_tower(action.target, tower_[action.target] << action.pieces | lifted);
    if (height(from) > action.pieces) {
      set_tower(action.source, from >> action.pieces);
      return;
    }
    remove_tower(action.source);
    since_ = history_.size();  // an emptied square never fills again: no earlier position returns
    for (Squares lost = forfeited(); lost; lost &= lost - 1) remove_tower(first(lost));
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

  void end_turn() {
    key_ ^= turn_key(colour(), done_);
    ++turn_;
    if (done_ != Done::Laying || turn_ > LAYOUT_TURNS) done_ = Done::Nothing;
    key_ ^= turn_key(colour(), done_);
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

// ---- text -------------------------------------------------------------------------------------

inline constexpr std::array<char, 2> LETTERS{material::colours::light_[0],
                                             material::colours::dark_[0]};

inline std::string square_text(Square square) {
  return std::string{static_cast<char>('a' + square % STRIDE),
                     static_cast<char>('1' + square / STRIDE)};
}

inline Square read_square(std::string_view text) {
  if (text.size() != 2) throw Refused("bad square");
  const int column = text[0] - 'a', row = text[1] - '1';
  if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) throw Refused("bad square");
  return STRIDE * row + column;
}

inline Colour read_colour(char letter) {
  if (letter != LETTERS[0] && letter != LETTERS[1]) throw Refused("bad colour");
  return letter == LETTERS[1];
}

inline Position Position::read(std::string_view text) {
  const auto fields = split(text, ' ');
  if (fields.size() != 6 || fields[0].size() != 2 || fields[4].size() != 1)
    throw Refused("bad form");
  Position position;
  position.first_ = read_colour(fields[0][0]);
  if (read_colour(fields[0][1]) == position.first_) throw Refused("bad seats");
  const auto rows = split(fields[1], '/');
  if (rows.size() != ROWS) throw Refused("bad board");
  std::array<int, 2> pieces{};
  for (int row = 0; row < ROWS; ++row) {
    const auto towers = split(rows[ROWS - 1 - row], ',');
    if (towers.size() != COLUMNS) throw Refused("bad board");
    for (int column = 0; column < COLUMNS; ++column) {
      if (towers[column] == "-") continue;
      Tower tower = 1;
      for (const char letter : towers[column]) {
        const Colour colour = read_colour(letter);
        if (++pieces[colour] > PIECES) throw Refused("too many pieces");
        tower = tower << 1 | static_cast<Tower>(colour);
      }
      if (tower == 1) throw Refused("bad tower");
      position.set_tower(STRIDE * row + column, tower);
    }
  }
  const auto done = DONE.find(fields[4][0]);
  if (done == std::string_view::npos) throw Refused("bad done");
  position.done_ = static_cast<Done>(done);
  position.turn_ = read_turn(fields[5]);
  if (fields[2] != std::string_view(&LETTERS[position.colour()], 1)) throw Refused("bad mover");
  const auto pawns = split(fields[3], ',');
  if (pawns.size() != 2) throw Refused("bad pawns");
  for (Colour colour = 0; colour < 2; ++colour) {
    if (pawns[colour].size() < 2 || pawns[colour][0] != LETTERS[colour]) throw Refused("bad pawns");
    const auto place = pawns[colour].substr(1);
    if (place == "-" && position.done_ == Done::Laying) continue;
    const Square square = read_square(place);
    if (!(position.owned_[colour] & bit(square))) throw Refused("pawn on no tower of its colour");
    position.set_pawn(colour, square);
  }
  if (position.done_ == Done::Laying && position.turn_ > LAYOUT_TURNS) throw Refused("too late");
  position.key_ ^= turn_key(position.colour(), position.done_);
  if (position.done_ != Done::Laying) position.history_.push(position.key_);
  return position;
}

inline std::string Position::text() const {
  std::string text{LETTERS[first_], LETTERS[first_ ^ 1], ' '};
  for (int row = ROWS; row-- > 0;) {
    for (int column = 0; column < COLUMNS; ++column) {
      const Square square = STRIDE * row + column;
      if (!(occupied_ & bit(square))) text += '-';
      for (int i = height(tower_[square]); i-- > 0 && occupied_ & bit(square);)
        text += LETTERS[tower_[square] >> i & 1];
      if (column + 1 < COLUMNS) text += ',';
    }
    text += row ? '/' : ' ';
  }
  text += LETTERS[colour()];
  for (Colour c = 0; c < 2; ++c) {
    text += c ? ',' : ' ';
    text += LETTERS[c];
    text += pawn_[c] == NOWHERE ? "-" : square_text(pawn_[c]);
  }
  text += ' ';
  text += DONE[static_cast<std::size_t>(done_)];
  return text + ' ' + std::to_string(turn_);
}

inline std::string Position::text(Action action) const {
  switch (action.kind) {
    case Kind::MovePawn: return "P" + square_text(action.target);
    case Kind::LayPiece: return "@" + square_text(action.target);
    case Kind::PlacePawn: return "P@" + square_text(action.target);
    case Kind::MoveTower: break;
  }
  return square_text(action.source) + "-="[action.pieces - 1] + square_text(action.target);
}

inline Result Position::result() const {
  Actions list;
  actions(list);
  if (!list.empty()) return {};
  Result result;
  for (int seat = 0; seat < 2; ++seat) {
    if (winners() >> seat & 1) result.winners.push_back(seat);
    auto& scores = result.scores.emplace_back();
    for (const int height : heights(first_ ^ seat))
      if (height) scores.push_back(height);
  }
  turn_actions(list);
  result.rule = list.empty() ? "V14" : history_.stands_third_time(since_) ? "C1" : "C3";
  return result;
}

}  // namespace tretorri::volterra
