// The rules of Volterra, the same as in rules/, with towers as numbers and sets as bit boards.
#pragma once

#include "volterra_actions.hpp"

namespace tretorri::volterra {

class Position {
 public:
  static constexpr std::string_view name = "volterra";
  using Action = volterra::Action;
  using Turn = volterra::Turn;
  using Undo = volterra::Undo;
  // Eight pawn moves, and one or two pieces from each of eight towers to each of seven others.
  using Actions = FixedList<Action, std::max(8 + 8 * 7 * MAX_LIFTED, 2 * PIECES)>;

  // At most 8 x 8 x 7 x 2 turns with the pawn first, and as many with the tower first.
  using Turns = FixedList<Turn, 2 * 8 * 8 * 7 * MAX_LIFTED>;

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
  void turns(Turns& list) const;

  /// Makes each of the whole turns, calls `visit` there and takes it back, at the start of a turn
  /// only. Turns with the same tower move share the making of it.
  template <class Visit>
  void each_turn(Visit visit);

  /// Tells whether any bits are a turn that is legal here; at the start of a turn only.
  [[nodiscard]] bool is_legal(Turn turn) const;

  /// Draws one of the legal actions, each as likely as any other; tells whether there is one.
  bool random_action(Random& random, Action& action) const;
  /// Makes a random turn, or an action of one that has begun, as drawing one action after the other
  /// would; returns how many actions that were, 0 when the game is over.
  int make_random_turn(Random& random);

  void make(Turn turn, Undo& undo) {
    const Colour mine = colour();
    undo = undo_of(turn.source, turn.target, true);
    set_pawn(mine, turn.pawn);
    if (turn.pieces) lift(turn.source, turn.target, turn.pieces);
    end_turn(mine);
  }

  void unmake(Turn turn, const Undo& undo) {
    unmake(Action{Kind::MoveTower, turn.source, turn.target, turn.pieces}, undo);
  }

  void make(Action action, Undo& undo) {
    const Colour mine = colour();
    undo = undo_of(action.source, action.target, done_ != Done::Nothing);
    switch (action.kind) {
      case Kind::MoveTower: lift(action.source, action.target, action.pieces); break;
      case Kind::LayPiece: set_tower(action.target, 2u | static_cast<Tower>(mine)); break;
      case Kind::MovePawn:
      case Kind::PlacePawn: set_pawn(mine, action.target); break;
    }
    if (done_ == Done::Nothing) {
      set_done(action.kind == Kind::MovePawn ? Done::Pawn : Done::Tower);
    } else {
      end_turn(mine);
    }
  }

  void unmake(Action action, const Undo& undo) {
    if (undo.ended_turn) {
      if (done_ != Done::Laying) history_.pop();
      --turn_;
    }
    tower_[action.target] = undo.target;
    if (action.kind == Kind::MoveTower) tower_[action.source] = undo.source;
    pawn_[colour()] = undo.pawn;
    done_ = undo.done;
    take_back(undo.sets);
  }

  /// The seats that win, as a set of bits; none in a draw. Only when the game is over.
  [[nodiscard]] unsigned winners() const {
    std::int64_t lead = 0;  // of the first seat
    const Squares mine = owned(first_);
    for (Squares rest = occupied_; rest; rest &= rest - 1) {
      const std::int64_t weight = HEIGHT_WEIGHTS[height(tower_[first(rest)])];
      lead += mine & rest & (0 - rest) ? weight : -weight;
    }
    return (lead > 0) | (lead < 0) << 1;
  }

  // ---- for the search -------------------------------------------------------------------------

  [[nodiscard]] Done done() const { return done_; }
  [[nodiscard]] Squares occupied() const { return occupied_; }
  /// The towers with a top piece of that colour.
  [[nodiscard]] Squares owned(Colour colour) const { return occupied_ & (colour ? dark_ : ~dark_); }
  [[nodiscard]] Square pawn(Colour colour) const { return pawn_[colour]; }
  [[nodiscard]] Tower tower(Square square) const { return tower_[square]; }
  static int height(Tower tower) { return 31 - __builtin_clz(tower | 1); }

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
    return (pawn_targets() | bit(pawn_[colour()])) & lifting_places(takes(), builds());
  }

 private:
  // ---- legality -------------------------------------------------------------------------------

  /// Towers of the mover's colour beside the pawn [V5]; the other pawn is on the other colour.
  [[nodiscard]] Squares pawn_targets() const { return AROUND[pawn_[colour()]] & owned(colour()); }

  static void pawn_moves(Actions& list, Squares targets) {
    for (; targets; targets &= targets - 1)
      list.push({Kind::MovePawn, 0, static_cast<std::int8_t>(first(targets)), 0});
  }

  /// Towers of the mover that may be taken from wherever the pawn is beside them [V6, V7].
  [[nodiscard]] Squares takes() const { return owned(colour()) & with_free_side(occupied_); }

  /// Towers that may be built on wherever the pawn is beside them [V6, V8].
  [[nodiscard]] Squares builds() const { return occupied_ & ~bit(pawn_[colour() ^ 1]); }

  /// How many pieces of a tower may be lifted at once [V9].
  [[nodiscard]] int most_lifted(Square source) const {
    static_assert(MAX_LIFTED == 2);
    return 1 + static_cast<int>(tall_ >> source & 1);
  }

  /// Squares from which a pawn has a tower move: what is taken from can be built on too, so it
  /// needs one tower of the first kind and two of the second beside it.
  static Squares lifting_places(Squares takes, Squares builds) {
    return beside(takes) & beside_two(builds);
  }

  void tower_moves(Actions& list, Square pawn) const {
    const Squares onto = AROUND[pawn] & builds();
    for (Squares from = AROUND[pawn] & takes(); from; from &= from - 1) {
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
    pawn_moves(list, pawn_targets() & lifting_places(takes(), builds()));
    tower_moves(list, pawn_[colour()]);
  }

  void layout_actions(Actions& list) const {  // V16
    const bool laying = turn_ <= LAYING_TURNS;
    Squares free = laying ? FIELD & ~occupied_ : owned(colour());
    for (; free; free &= free - 1)
      list.push(
          {laying ? Kind::LayPiece : Kind::PlacePawn, 0, static_cast<std::int8_t>(first(free)), 0});
  }

  /// C1 and C3, which are looked at as a turn begins.
  [[nodiscard]] bool ended_by_rule() const {
    if (done_ != Done::Nothing) return false;
    // The third time is at the earliest four turns after the first.
    const bool may_repeat = history_.size() - since_ > 2 * (OCCURRENCES_THAT_END - 1);
    return turn_ > LAST_TURN || (may_repeat && history_.stands_third_time(since_));
  }

  // ---- play -----------------------------------------------------------------------------------

  [[nodiscard]] Undo undo_of(Square source, Square target, bool ends_turn) const {
    return {sets(), tower_[source], tower_[target], static_cast<std::int8_t>(pawn_[colour()]),
            done_,  ends_turn};
  }

  [[nodiscard]] Sets sets() const { return {key_, occupied_, dark_, tall_, since_}; }

  void take_back(const Sets& sets) {
    key_ = sets.key;
    occupied_ = sets.occupied;
    dark_ = sets.dark;
    tall_ = sets.tall;
    since_ = sets.since;
  }

  /// Puts a tower on an empty square and keeps the sets and the key in step.
  void set_tower(Square square, Tower tower) {
    tower_[square] = tower;
    occupied_ |= bit(square);
    dark_ |= Squares{tower & 1} << square;
    tall_ |= Squares{tower >= TALL} << square;
    key_ += tower_key(square, tower);
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
    const Tower lifted = top_of(tower_[source], pieces);
    const bool may_split = take_off(source, pieces);
    put_on(target, lifted, pieces);
    if (may_split) lose_parts(target);
  }

  /// Takes the top pieces off a tower; tells whether that may have split the field.
  bool take_off(Square source, int pieces) {
    const Tower tower = tower_[source], rest = tower >> pieces;
    const bool is_emptied = rest == NO_TOWER;
    tower_[source] = rest;
    occupied_ ^= Squares{is_emptied} << source;
    dark_ = (dark_ & ~bit(source)) | Squares{rest & 1} << source;
    tall_ = (tall_ & ~bit(source)) | Squares{rest >= TALL} << source;
    key_ -= std::uint64_t{tower - rest} * SQUARE_KEYS[source];
    // An emptied square never fills again: no earlier position returns.
    since_ += (history_.size() - since_) & -static_cast<int>(is_emptied);
    // One branch for both: it is rarely taken, which the processor predicts well.
    return is_emptied & !stays_whole_without(source);
  }

  /// Puts the mover's pieces on a tower.
  void put_on(Square target, Tower lifted, int pieces) {
    const Tower tower = tower_[target], built = tower << pieces | lifted;
    tower_[target] = built;
    dark_ = (dark_ & ~bit(target)) | Squares{lifted & 1} << target;
    tall_ |= bit(target);
    key_ += std::uint64_t{built - tower} * SQUARE_KEYS[target];
  }

  /// Tells, from its neighbours alone, that the emptied `square` did not hold parts together.
  [[nodiscard]] bool stays_whole_without(Square square) const {
    return WHOLE_WITHOUT_MIDDLE[block(occupied_, square)];
  }

  /// Takes out what is lost [V12]; the mover's part is beside `target`. Unmake finds the towers
  /// where they were.
  void lose_parts(Square target) {
    const Squares lost = unconnected(bit(target) | bit(pawn_[colour() ^ 1]));
    for (Squares rest = lost; rest; rest &= rest - 1)
      key_ -= tower_key(first(rest), tower_[first(rest)]);
    occupied_ &= ~lost;
  }

  /// The towers of the parts that have none of `squares`.
  [[nodiscard]] Squares unconnected(Squares squares) const {
    Squares before = 0;
    while (squares != before) {
      before = squares;
      squares = widened(squares) & occupied_;
    }
    return occupied_ & ~squares;
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
    for (Squares towers = owned(colour); towers; towers &= towers - 1)
      sorted[count++] = static_cast<std::int8_t>(height(tower_[first(towers)]));
    std::sort(sorted.begin(), sorted.begin() + count, std::greater<>());
    return sorted;
  }

  // ---- bodies in the files at the end ---------------------------------------------------------

  struct TowerMoves;
  struct Beginnings;
  bool draw_from_list(Random& random, Action& action) const;
  int make_random_action(Random& random);

  [[nodiscard]] bool fits_layout(const std::array<int, 2>& pieces) const;
  void check_setting(const std::array<int, 2>& pieces) const;

  void rest_of_turn(Turns& list) const;
  Turn* pawn_first_turns(Turn* out, Square pawn, Squares from, Squares onto) const;
  Turn* tower_first_turns(Turn* out, Square source, Squares onto, Squares steps) const;
  [[nodiscard]] Squares places_after_lift(Square source, Square target, int pieces,
                                          Squares steps) const;
  struct Lifted;
  template <class Visit>
  void each_target(const Lifted& lifted, Colour mine, Visit& visit);
  template <class Visit>
  void each_place(Squares places, Colour mine, Visit& visit);

  std::array<Tower, 32> tower_{};  // meaningful where occupied_ says so
  Squares occupied_ = 0;
  Squares dark_ = 0;  // towers with a dark top; meaningful where occupied_ says so
  Squares tall_ = 0;  // towers of two pieces or more; meaningful where occupied_ says so
  std::array<Square, 2> pawn_{NOWHERE, NOWHERE};  // by colour
  Done done_ = Done::Nothing;
  Colour first_ = 0;
  int turn_ = 1;
  int since_ = 0;  // where in the history repetition can begin
  std::uint64_t key_ = 0;
  History history_;
};

}  // namespace tretorri::volterra

#include "volterra_random.hpp"
#include "volterra_text.hpp"
#include "volterra_turns.hpp"
