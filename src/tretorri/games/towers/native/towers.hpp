// The rules of Spiel der Türme, the same as in rules/, with towers as numbers and sets as bit
// boards.
#pragma once

#include "towers_keys.hpp"

namespace tretorri::towers {

struct Way;
struct Drawing;

class Position {
 public:
  static constexpr std::string_view name = "towers";
  using Action = towers::Action;
  using Undo = towers::Undo;
  using Actions = FixedList<Action, MAX_MOVES + 2>;  // with pass, and a place to write ahead

  static Position read(std::string_view text);
  [[nodiscard]] std::uint64_t start_key() const;  // of a turn start just read
  void remember(const std::vector<std::uint64_t>& begun, int last_change);  // earlier turn starts
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string text(Action action) const;
  [[nodiscard]] Result result() const;

  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] int turn() const { return clock_.turn; }
  [[nodiscard]] int seats() const { return seats_; }
  [[nodiscard]] int mover() const { return clock_.seat; }
  [[nodiscard]] Colour colour() const { return colour_[clock_.seat]; }

  // What a search looks at.
  [[nodiscard]] Tower tower(Square square) const { return tower_[square]; }
  [[nodiscard]] Squares standing(Kind kind) const { return kinds_[kind]; }
  [[nodiscard]] Colour colour(int seat) const { return colour_[seat]; }
  [[nodiscard]] int owner(Tower tower) const { return owner_[colour_of(tower)]; }
  [[nodiscard]] int on_streets(int seat) const { return static_cast<int>(holdings_.count(seat)); }
  [[nodiscard]] int highest() const { return highest_; }
  [[nodiscard]] bool has_extra_move() const { return clock_.extra; }
  [[nodiscard]] bool over() const { return is_over(); }
  [[nodiscard]] std::array<int, MAX_SEATS> points() const { return scores(); }

  /// Lists the legal actions; none when the game is over.
  void actions(Actions& list) const {
    list.clear();
    if (is_over()) return;
    list.end_at(moves(list.begin()));
    if (clock_.extra) list.push(PASS);
  }

  /// Draws one of the legal actions, each as likely as any other; tells whether there is one.
  bool random_action(Random& random, Action& action) const;

  // A few parts stay out of line so that the common way through both needs few registers.
  [[gnu::noinline]] void make(Action action, Undo& undo) {
    undo.key = key_;
    undo.clock = clock_;
    if (is_pass(action)) return pass(undo);
    const Tower mover = tower_[action.source], standing = tower_[action.target];
    undo.mover = mover;
    undo.standing = standing;
    if (standing) return cover(action, mover, standing, undo);
    put(action, mover, mover, undo);
    if (IS_SITE[action.target]) return enter_site(action, owner_of(mover), undo);
    keep_locks(undo);
    holdings_.move(action.source, action.target);
    if (owner_of(mover) == Holdings::NEUTRAL) lock(action.target, clock_.seat);
    end_turn();
  }

  [[gnu::noinline]] void unmake(Action action, const Undo& undo) {
    if (clock_.turn != undo.clock.turn) {
      history_.pop();
      if (has_neutral_) locks_ = undo.locks;
    }
    key_ = undo.key;
    clock_ = undo.clock;
    if (is_pass(action)) return;
    const Tower mover = undo.mover, standing = undo.standing;
    tower_[action.source] = mover;
    tower_[action.target] = standing;
    if (standing) kinds_[kind_of(standing)] = undo.covered;
    kinds_[kind_of(mover)] = undo.moved;
    if (IS_SITE[action.target])
      return holdings_.put_back(owner_of(mover), undo.mover_place, action.source);
    holdings_.move(action.target, action.source);
    if (standing) holdings_.put_back(owner_of(standing), undo.standing_place, action.target);
  }

  /// The seats that win, as a set of bits: all with the most points [T19]. Only when it is over.
  [[nodiscard]] unsigned winners() const;

 private:
  // ---- sets -----------------------------------------------------------------------------------

  /// The squares where a colour is on top.
  [[nodiscard]] Squares owned(Colour colour) const {
    return united<SYMBOL_PLACES>(&kinds_[kind_of(Symbol{0}, colour)]);
  }

  /// The squares where a symbol stands.
  [[nodiscard]] Squares bearing(Symbol symbol) const {
    return united<COLOURS, SYMBOL_PLACES>(&kinds_[kind_of(symbol, 0)]);
  }

  [[nodiscard]] Squares occupied() const { return united<KINDS>(kinds_.data()); }

  [[nodiscard]] bool is_neutral(Colour colour) const {
    return owner_[colour] == Holdings::NEUTRAL;  // T20
  }
  [[nodiscard]] int owner_of(Tower tower) const { return owner_[colour_of(tower)]; }

  // ---- legality -------------------------------------------------------------------------------

  /// Writes every legal move of the seat to move from `out` on and returns the end [T6, T21].
  Action* moves(Action* out) const;
  Action* own_moves(Action* out, Squares sources, Squares blockers, Squares landing) const;
  static Action* neutral_moves(Action* out, Squares sources, Squares open);
  [[nodiscard]] Squares movable_neutral(Symbol symbol) const;

  /// The locked counters; the seat to move has no locks of its own [T23].
  [[nodiscard]] Squares locked() const {
    return locks_[0].squares | locks_[1].squares | locks_[2].squares;
  }

  /// A legal move to a neighbouring square that was found before, with what stood on both squares:
  /// while the same stands there, it is legal.
  struct Witness {
    Tower mover = ~Tower{0}, standing = 0;
    std::uint8_t source = 0, target = 0;
  };

  /// Tells whether the seat to move has a legal move [T15].
  bool can_act() { return knows_a_move() || finds_a_move(); }

  [[nodiscard]] bool knows_a_move() const {
    const Witness& known = witness_[clock_.seat];
    return tower_[known.source] == known.mover && tower_[known.target] == known.standing;
  }
  bool finds_a_move() { return find_witness() || has_any_move(); }
  bool find_witness();
  template <int STEP>
  bool find_step(Squares from, Squares landing);
  [[nodiscard]] bool has_any_move() const;

  // ---- chance ---------------------------------------------------------------------------------

  [[nodiscard]] Drawing drawn_from() const;
  [[nodiscard]] bool is_possible(const Drawing& from, Way way) const;
  [[nodiscard]] bool is_low_and_free(Action action) const;
  bool draw_from_list(Random& random, Action& action) const;

  // ---- keys -----------------------------------------------------------------------------------

  [[nodiscard]] std::uint64_t turn_key() const { return TURN_KEYS[2 * clock_.seat + clock_.extra]; }

  // ---- play -----------------------------------------------------------------------------------

  /// Moves a tower, which leaves `built` on the target, and keeps sets and key in step [T11].
  void put(Action action, Tower mover, Tower built, Undo& undo) {
    tower_[action.source] = 0;
    tower_[action.target] = built;
    key_ ^= tower_key(action.source, mover) ^ tower_key(action.target, built);
    undo.moved = kinds_[kind_of(mover)];
    kinds_[kind_of(mover)].flip(ALONE[action.source]);
    kinds_[kind_of(mover)].flip(ALONE[action.target]);
  }

  /// Moves a tower onto another [T11].
  [[gnu::noinline]] void cover(Action action, Tower mover, Tower standing, Undo& undo) {
    put(action, mover, stack(mover, standing), undo);
    key_ ^= tower_key(action.target, standing);
    undo.covered = kinds_[kind_of(standing)];
    kinds_[kind_of(standing)].flip(ALONE[action.target]);
    IS_SITE[action.target] ? enter_site(action, owner_of(mover), undo)
                           : cover_on_street(action, owner_of(standing), undo);
  }

  /// Takes a tower off the streets for good [T13] and looks what follows.
  void enter_site(Action action, int owner, Undo& undo) {
    note_change();
    undo.mover_place = holdings_.remove(owner, action.source);
    if (owner != Holdings::NEUTRAL) {
      const End end = end_at_once(owner, action.target);
      if (end != End::None) return end_game(end);
    }
    knows_a_move() ? open_extra_move() : look_for_extra_move(undo);  // T14
  }

  [[gnu::noinline]] void look_for_extra_move(Undo& undo) {
    finds_a_move() ? open_extra_move() : pass(undo);  // T15
  }

  [[gnu::noinline]] void pass(Undo& undo) {
    keep_locks(undo);
    end_turn();
  }

  void cover_on_street(Action action, int victim, Undo& undo) {
    keep_locks(undo);
    note_change();
    undo.standing_place = holdings_.remove(victim, action.target);
    holdings_.move(action.source, action.target);
    if (victim == Holdings::NEUTRAL) {
      if (locked().has(action.target)) unlock(action.target);
    } else if (has_left_the_streets(victim)) {
      return end_game(End::Streets);
    }
    end_turn();
  }

  /// Notes that something cannot be undone [T27]: no earlier position returns [C1].
  void note_change() {
    clock_.last_change = clock_.turn;
    clock_.since = history_.size();
    clock_.once = clock_.twice = 0;
  }

  /// Notes the locks, which change only as a turn ends.
  void keep_locks(Undo& undo) const {
    if (has_neutral_) undo.locks = locks_;
  }

  /// Locks a neutral counter that ends on a street [T23].
  void lock(Square target, int seat) {
    locks_[seat].squares.add(target);
    change_lock_key(target, seat);
  }

  /// Frees a counter that is covered [T23].
  [[gnu::noinline]] void unlock(Square square) {
    for (int seat = 0; seat < seats_; ++seat) {
      if (!locks_[seat].squares.has(square)) continue;
      locks_[seat].squares.remove(square);
      change_lock_key(square, seat);
    }
  }

  void change_lock_key(Square square, int seat) {
    const std::uint64_t key = LOCK_KEYS[square * MAX_SEATS + seat];
    locks_[seat].key ^= key;
    key_ ^= key;
  }

  void open_extra_move() {
    key_ ^= EXTRA_KEYS[2 * clock_.seat + clock_.extra];
    clock_.extra = true;
  }

  void end_game(End end) {
    clock_.end = end;
    key_ ^= turn_key();
    clock_.extra = false;
    key_ ^= turn_key();
  }

  void end_turn() {
    key_ ^= turn_key();
    clock_.extra = false;
    next_seat();
    begin_turn();
  }

  /// Begins the turn of the seat to move, or of the first seat after it that can act [T15].
  void begin_turn() { knows_a_move() ? open_turn() : look_for_mover(); }

  [[gnu::noinline]] void look_for_mover() {
    if (!finds_a_move()) skip();
    open_turn();
  }

  void open_turn() {
    key_ ^= turn_key();
    history_.push(key_);
    sieve(key_);
  }

  /// Notes a key in the sieves: what stands for the third time has gone through both.
  void sieve(std::uint64_t key) {
    const std::uint64_t hole = std::uint64_t{1} << (key >> 58);
    clock_.may_be_third = (clock_.twice & hole) != 0;
    clock_.twice |= clock_.once & hole;
    clock_.once |= hole;
  }

  [[gnu::noinline]] void skip() {
    const Clock clock = clock_;
    const Locks locks = locks_;
    const std::uint64_t key = key_;
    for (int others = seats_ - 1; others > 0; --others) {
      next_seat();
      if (can_act()) return;
    }
    clock_ = clock;
    clock_.end = End::NoMove;  // T18
    locks_ = locks;
    key_ = key;
  }

  /// Gives the turn to the next seat, whose locks end [T23].
  void next_seat() {
    ++clock_.turn;
    clock_.seat = clock_.seat + 1 == seats_ ? 0 : clock_.seat + 1;
    if (!has_neutral_) return;
    key_ ^= locks_[clock_.seat].key;
    locks_[clock_.seat] = {};
  }

  // ---- ends -----------------------------------------------------------------------------------

  [[nodiscard]] bool is_over() const { return clock_.end != End::None || ended_by_rule(); }

  /// C1, T27 and C3, which are looked at as a turn begins.
  [[nodiscard]] bool ended_by_rule() const {
    return !clock_.extra && (clock_.turn > LAST_TURN || is_quiet() || is_repeated());
  }
  [[nodiscard]] bool is_quiet() const {
    return clock_.turn - clock_.last_change > MAX_QUIET_TURNS;  // T27
  }
  [[nodiscard]] bool is_repeated() const {
    return clock_.may_be_third && history_.stands_third_time(clock_.since);  // C1
  }

  [[nodiscard]] End end_at_once(int seat, Square site) const;
  [[nodiscard]] End end_of_board() const;
  [[nodiscard]] Squares complete_districts(Colour colour) const;
  [[nodiscard]] std::array<int, MAX_SEATS> scores() const;

  /// Tells whether a player owns nothing on the streets [T17].
  [[nodiscard]] bool has_left_the_streets(int seat) const { return holdings_.count(seat) == 0; }

  // ---- reading --------------------------------------------------------------------------------

  void read_seats(std::string_view text);
  void read_board(std::string_view text);
  void read_tower(Square square, std::string_view text, std::array<int, KINDS>& counts);
  void read_locks(std::string_view text);
  void resume();
  [[nodiscard]] std::string locks_text() const;

  std::array<Tower, SQUARES> tower_{};
  std::array<Squares, KINDS> kinds_{};  // the squares by symbol and top colour
  Holdings holdings_;
  Locks locks_{};
  Clock clock_;
  std::uint64_t key_ = 0;
  std::array<Witness, MAX_SEATS> witness_{};
  std::array<std::uint8_t, MAX_SEATS> colour_{};  // by seat
  std::array<std::uint8_t, MAX_SEATS> owner_{Holdings::NEUTRAL, Holdings::NEUTRAL,
                                             Holdings::NEUTRAL, Holdings::NEUTRAL};  // by colour
  std::uint8_t seats_ = 0;
  bool has_neutral_ = false;
  int highest_ = HIGHEST;
  History history_;
};

}  // namespace tretorri::towers

#include "towers_moves.hpp"
#include "towers_random.hpp"
#include "towers_scores.hpp"
#include "towers_text.hpp"
