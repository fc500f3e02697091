// The rules of Spiel der Türme, the same as in rules.py, with towers as numbers and sets as bit
// boards.
#pragma once

#include "towers_state.hpp"

namespace tretorri::towers {

class Position {
 public:
  static constexpr std::string_view name = "towers";
  using Action = towers::Action;
  using Undo = towers::Undo;
  using Actions = FixedList<Action, MOST_MOVES + 2>;  // with pass, and a place to write ahead

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
  [[nodiscard]] std::array<int, MOST_SEATS> points() const { return scores(); }

  /// Lists the legal actions; none when the game is over.
  void actions(Actions& list) const {
    list.clear();
    if (is_over()) return;
    list.end_at(moves(list.begin()));
    if (clock_.extra) list.push(PASS);
  }

  /// Draws one of the legal actions, each as likely as any other; tells whether there is one.
  /// Ways from the towers that may move are drawn until one is legal.
  bool random_action(Random& random, Action& action) const {
    if (is_over()) return false;
    const Drawing from = drawn_from();
    for (int tries = 0; tries < MOST_TRIES; ++tries) {
      const Way way = from.draw(random.next());
      if (way.tower == from.towers) {
        if (way.number) continue;
        action = PASS;
        return true;
      }
      if (!is_possible(from, way)) continue;
      action = {way.source, WAYS.target[way.source][way.number]};
      if (is_low_and_free(action)) return true;
    }
    return draw_from_list(random, action);
  }

  void make(Action action, Undo& undo) {
    undo.key = key_;
    undo.clock = clock_;
    if (has_neutral_) undo.locks = locks_;
    if (is_pass(action)) return end_turn();
    undo.mover = tower_[action.source];
    undo.standing = tower_[action.target];
    const int owner = owner_of(undo.mover);
    move(action, undo);
    if (SITES.has(action.target)) return enter_site(action, undo);
    if (undo.standing) cover_on_street(action, undo);
    if (has_neutral_) lock(action.target, clock_.seat, owner == Holdings::NEUTRAL);
    undo.mover_place = holdings_.move(owner, action.source, action.target);
    clock_.end == End::None ? end_turn() : set_extra(false);
  }

  void unmake(Action action, const Undo& undo) {
    if (clock_.turn != undo.clock.turn) history_.pop();
    key_ = undo.key;
    clock_ = undo.clock;
    if (has_neutral_) locks_ = undo.locks;
    if (is_pass(action)) return;
    move_back(action, undo);
    const int owner = owner_of(undo.mover);
    if (SITES.has(action.target)) return holdings_.put_back(owner, undo.mover_place, action.source);
    holdings_.put(owner, undo.mover_place, action.source);
    if (undo.standing)
      holdings_.put_back(owner_of(undo.standing), undo.standing_place, action.target);
  }

  /// The seats that win, as a set of bits: all with the most points [T19]. Only when it is over.
  [[nodiscard]] unsigned winners() const {
    const auto points = scores();
    const int most = *std::max_element(points.begin(), points.begin() + seats_);
    unsigned best = 0;
    for (int seat = 0; seat < seats_; ++seat) best |= unsigned{points[seat] == most} << seat;
    return best;
  }

 private:
  static constexpr int MOST_TRIES = 200;  // then listing is as fast

  // ---- sets -----------------------------------------------------------------------------------

  /// The squares where a colour is on top.
  [[nodiscard]] Squares owned(Colour colour) const {
    const Squares* kinds = &kinds_[kind_of(Symbol{0}, colour)];
    return (kinds[0] | kinds[1]) | (kinds[2] | kinds[3]);
  }

  /// The squares where a symbol stands.
  [[nodiscard]] Squares bearing(Symbol symbol) const {
    return (kinds_[kind_of(symbol, 0)] | kinds_[kind_of(symbol, 1)]) |
           (kinds_[kind_of(symbol, 2)] | kinds_[kind_of(symbol, 3)]);
  }

  [[nodiscard]] Squares occupied() const {
    return (owned(0) | owned(1)) | (owned(2) | owned(3));
  }

  [[nodiscard]] bool is_neutral(Colour colour) const {
    return owner_[colour] == Holdings::NEUTRAL;  // T20
  }
  [[nodiscard]] int owner_of(Tower tower) const { return owner_[colour_of(tower)]; }

  // ---- legality -------------------------------------------------------------------------------

  /// Writes every legal move of the seat to move from `out` on and returns the end [T6, T21].
  Action* moves(Action* out) const {
    const Colour mine = colour();
    const Squares own = owned(mine);
    std::array<Squares, 4> bears;
    for (Symbol symbol = 0; symbol < SYMBOLS; ++symbol) bears[symbol] = bearing(symbol);
    const Squares full = (bears[0] | bears[1]) | (bears[2] | bears[3]);
    for (Symbol symbol = 0; symbol < SYMBOLS; ++symbol) {
      const Squares open = ENDS[symbol] & ~full;
      out = own_moves(out, kinds_[kind_of(symbol, mine)] & STREETS, full & ~own,
                      open | bears[symbol]);
      if (has_neutral_) out = neutral_moves(out, movable_neutral(symbol), open);
    }
    return out;
  }

  /// Moves of one's own towers up to the first `blockers` [T7, T8, T24] onto `landing` [T9, T10].
  Action* own_moves(Action* out, Squares sources, Squares blockers, Squares landing) const {
    for_each(sources, [&](Square source) {
      const int column = column_of(source);
      const Line both = column_bits(blockers, landing, column);
      const Line in_row = row_way(column, row_bits(blockers, source)) & row_bits(landing, source);
      const Line in_column = COLUMN_WAYS[row_of(source)][both & 0xff] & both >> 8;
      const int most = highest_ - height_of(tower_[source]);
      for (Line rest = in_row | in_column << COLUMN_BITS; rest; rest &= rest - 1) {
        const std::uint8_t target = IN_LINE[source][std::countr_zero(rest)];
        *out = {static_cast<std::uint8_t>(source), target};
        out += height_of(tower_[target]) <= most;  // T12
      }
    });
    return out;
  }

  /// Moves of neutral counters, which pass over everything and end on `open` squares [T22].
  static Action* neutral_moves(Action* out, Squares sources, Squares open) {
    for_each(sources, [&](Square source) {
      const Line in_column = column_bits(open, {}, column_of(source));
      for (Line rest = row_bits(open, source) | in_column << COLUMN_BITS; rest; rest &= rest - 1)
        *out++ = {static_cast<std::uint8_t>(source), IN_LINE[source][std::countr_zero(rest)]};
    });
    return out;
  }

  /// The neutral counters with a symbol that the seat to move may move [T13, T21, T23].
  [[nodiscard]] Squares movable_neutral(Symbol symbol) const {
    Squares counters;
    for (Colour colour = 0; colour < COLOURS; ++colour)
      if (is_neutral(colour)) counters = counters | kinds_[kind_of(symbol, colour)];
    return counters & STREETS & ~locked();
  }

  /// The locked counters; the seat to move has no locks of its own [T23].
  [[nodiscard]] Squares locked() const {
    return locks_[0].squares | locks_[1].squares | locks_[2].squares;
  }

  /// One of the ways from one of the towers.
  struct Way {
    std::uint32_t tower, number;
    std::uint8_t source;
  };

  /// What a move is drawn from: every way from every tower that is one's own or neutral. To pass
  /// is the first way of one tower more.
  struct Drawing {
    Squares blockers;
    const std::uint8_t* own;   // the squares of one's own
    std::uint32_t to_neutral;  // how much farther those of the neutral counters are
    std::uint32_t own_count, towers, with_pass;

    [[nodiscard]] Way draw(std::uint64_t chance) const {
      const auto tower = static_cast<std::uint32_t>((chance >> 32) * with_pass >> 32);
      const auto number =
          static_cast<std::uint32_t>((chance & 0xffff'ffff) * WAYS_FROM_SQUARE >> 32);
      return {tower, number, own[tower + (tower < own_count ? 0 : to_neutral)]};
    }
  };
  [[nodiscard]] Drawing drawn_from() const {
    const std::uint32_t own = holdings_.count(clock_.seat);
    const std::uint32_t towers = own + holdings_.count(Holdings::NEUTRAL);
    return {occupied() & ~owned(colour()),
            holdings_.squares(clock_.seat),
            Holdings::distance(clock_.seat, Holdings::NEUTRAL) - own,
            own,
            towers,
            towers + clock_.extra};
  }

  /// Tells whether a way is legal but for T12 and T23; no branch, as chance cannot be foreseen.
  [[nodiscard]] bool is_possible(const Drawing& from, Way way) const {
    const Square target = WAYS.target[way.source][way.number];
    const Tower tower = tower_[way.source], standing = tower_[target];
    const bool own = way.tower < from.own_count;
    const bool same = symbol_of(tower ^ standing) == 0;
    const bool clear = !(WAYS.between[way.source][way.number] & from.blockers);
    return ((standing == 0) | (own & same)) &          // T9, T22
           (clear | !own) &                            // T8, T24
           (WELCOME[target] >> symbol_of(tower) & 1);  // T10
  }

  [[nodiscard]] bool is_low_and_free(Action action) const {
    const Tower tower = tower_[action.source], standing = tower_[action.target];
    return height_of(tower) + height_of(standing) <= highest_ &&  // T12
           !locked().has(action.source);                          // T23
  }

  bool draw_from_list(Random& random, Action& action) const {
    Actions list;
    actions(list);
    action = list[random.below(static_cast<std::uint32_t>(list.size()))];
    return true;
  }

  /// A legal move to a neighbouring square that was found before, with what stood on both squares:
  /// while the same stands there, it is legal.
  struct Witness {
    Tower mover = ~Tower{0}, standing = 0;
    std::uint8_t source = 0, target = 0;
  };

  /// Tells whether the seat to move has a legal move [T15].
  bool can_act() {
    const Witness& known = witness_[clock_.seat];
    if (tower_[known.source] == known.mover && tower_[known.target] == known.standing) return true;
    return find_witness() || has_any_move();
  }

  [[gnu::noinline]] bool find_witness() {
    const Squares empty = ~occupied();
    for (Symbol symbol = 0; symbol < SYMBOLS; ++symbol) {
      const Squares from = kinds_[kind_of(symbol, colour())] & STREETS;
      const Squares landing = (ENDS[symbol] & empty) | bearing(symbol);
      if (find_step<1>(from, landing) || find_step<-1>(from, landing) ||
          find_step<STRIDE>(from, landing) || find_step<-STRIDE>(from, landing))
        return true;
    }
    return false;
  }

  template <int STEP>
  bool find_step(Squares from, Squares landing) {
    bool found = false;
    for_each(shifted<STEP>(from) & landing, [&](Square target) {
      const Tower mover = tower_[target - STEP], standing = tower_[target];
      if (found || height_of(mover) + height_of(standing) > highest_) return;
      witness_[clock_.seat] = {mover, standing, static_cast<std::uint8_t>(target - STEP),
                               static_cast<std::uint8_t>(target)};
      found = true;
    });
    return found;
  }

  [[nodiscard]] bool has_any_move() const {
    Actions list;
    return moves(list.begin()) != list.begin();
  }

  // ---- keys -----------------------------------------------------------------------------------

  /// 0 for no tower, so that an empty square needs no key.
  static std::uint64_t tower_key(Square square, Tower tower) {
    const std::uint64_t product = std::rotl(tower, 8) * SQUARE_KEYS[square];  // the height lowest
    return (product ^ product >> 32) * 0x94d049bb133111ebULL;
  }
  static constexpr std::array<std::uint64_t, SQUARES> SQUARE_KEYS = [] {
    std::array<std::uint64_t, SQUARES> keys{};
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = mix(std::uint64_t{1} << 40 | i) | 1;
    return keys;
  }();
  static std::uint64_t lock_key(Square square, int seat) {
    return mix(std::uint64_t{1} << 41 | static_cast<std::uint64_t>(square * MOST_SEATS + seat));
  }
  [[nodiscard]] std::uint64_t turn_key() const {
    return TURN_KEYS[2 * clock_.seat + clock_.extra];
  }
  static constexpr std::array<std::uint64_t, 2 * MOST_SEATS> TURN_KEYS = [] {
    std::array<std::uint64_t, 2 * MOST_SEATS> keys{};
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = mix(std::uint64_t{1} << 42 | i);
    return keys;
  }();

  // ---- play -----------------------------------------------------------------------------------

  /// Moves a tower and keeps the sets and the key in step [T11].
  void move(Action action, Undo& undo) {
    const Tower tower = undo.mover, standing = undo.standing, built = stacked(tower, standing);
    tower_[action.source] = 0;
    tower_[action.target] = built;
    std::uint64_t& covered = kinds_[kind_of(standing)].half[half_of(action.target)];
    std::uint64_t& before = kinds_[kind_of(tower)].half[half_of(action.source)];
    std::uint64_t& after = kinds_[kind_of(tower)].half[half_of(action.target)];
    undo.covered = covered;
    covered &= ~bit_in_half(action.target);  // harmless where nothing stands
    undo.before = before;
    before &= ~bit_in_half(action.source);
    undo.after = after;
    after |= bit_in_half(action.target);
    key_ ^= tower_key(action.source, tower) ^ tower_key(action.target, standing) ^
            tower_key(action.target, built);
  }

  /// Takes back what move() did, in reverse: the three may be one.
  void move_back(Action action, const Undo& undo) {
    tower_[action.source] = undo.mover;
    tower_[action.target] = undo.standing;
    kinds_[kind_of(undo.mover)].half[half_of(action.target)] = undo.after;
    kinds_[kind_of(undo.mover)].half[half_of(action.source)] = undo.before;
    kinds_[kind_of(undo.standing)].half[half_of(action.target)] = undo.covered;
  }

  /// Takes a tower off the streets for good [T13] and looks what follows.
  void enter_site(Action action, Undo& undo) {
    note_change();
    const int owner = owner_of(undo.mover);
    undo.mover_place = holdings_.remove(owner, action.source);
    if (owner != Holdings::NEUTRAL) end_at_once(owner, action.target);
    if (clock_.end != End::None) return set_extra(false);
    can_act() ? set_extra(true) : end_turn();  // T14, T15
  }

  void cover_on_street(Action action, Undo& undo) {
    note_change();
    const int victim = owner_of(undo.standing);
    undo.standing_place = holdings_.remove(victim, action.target);
    if (victim == Holdings::NEUTRAL) {
      unlock(action.target);
    } else if (has_left_the_streets(victim)) {
      clock_.end = End::Streets;
    }
  }

  /// Notes that something cannot be undone [T27]: no earlier position returns [C1].
  void note_change() {
    clock_.last_change = clock_.turn;
    clock_.since = history_.size();
    clock_.once = clock_.twice = 0;
  }

  /// Locks a counter that ends on a street if it is `neutral` [T23]; no branch, for random games.
  void lock(Square target, int seat, bool neutral) {
    Lock& lock = locks_[seat];
    const std::uint64_t key = neutral ? lock_key(target, seat) : 0;
    lock.squares.half[half_of(target)] |= std::uint64_t{neutral} << (target & 63);
    lock.key ^= key;
    key_ ^= key;
  }

  /// Frees a counter that is covered [T23].
  void unlock(Square square) {
    for (int seat = 0; seat < seats_; ++seat) {
      Lock& lock = locks_[seat];
      if (!lock.squares.has(square)) continue;
      lock.squares.remove(square);
      lock.key ^= lock_key(square, seat);
      key_ ^= lock_key(square, seat);
    }
  }

  void set_extra(bool extra) {
    key_ ^= turn_key();
    clock_.extra = extra;
    key_ ^= turn_key();
  }

  void end_turn() {
    key_ ^= turn_key();
    clock_.extra = false;
    next_seat();
    begin_turn();
  }

  /// Begins the turn of the seat to move, or of the first seat after it that can act [T15].
  void begin_turn() {
    if (!can_act()) skip();
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
    return clock_.turn - clock_.last_change > MOST_QUIET_TURNS;  // T27
  }
  [[nodiscard]] bool is_repeated() const {
    return clock_.may_be_third && history_.stands_third_time(clock_.since);  // C1
  }

  /// Looks at the ends that a seat's move to a symbol space can bring about [T16 before T17].
  void end_at_once(int seat, Square site) {
    const int district = DISTRICTS.of[site];
    if (district != NO_DISTRICT && DISTRICTS.squares[district].within(owned(colour_[seat]))) {
      clock_.end = End::District;
    } else if (has_left_the_streets(seat)) {
      clock_.end = End::Streets;
    }
  }

  /// Tells whether a player owns nothing on the streets [T17].
  [[nodiscard]] bool has_left_the_streets(int seat) const { return holdings_.count(seat) == 0; }

  /// Looks at T16 and T17 on the whole board.
  [[nodiscard]] End end_of_board() const {
    for (int seat = 0; seat < seats_; ++seat)
      if (complete_districts(colour_[seat])) return End::District;
    for (int seat = 0; seat < seats_; ++seat)
      if (has_left_the_streets(seat)) return End::Streets;
    return End::None;
  }

  /// The squares of the districts that a colour owns completely [T16].
  [[nodiscard]] Squares complete_districts(Colour colour) const {
    const Squares own = owned(colour);
    Squares complete;
    for (int district = 0; district < DISTRICTS.count; ++district)
      if (DISTRICTS.squares[district].within(own))
        complete = complete | DISTRICTS.squares[district];
    return complete;
  }

  /// The points of each seat: every counter on a symbol space, complete districts double [T16].
  [[nodiscard]] std::array<int, MOST_SEATS> scores() const {
    std::array<int, MOST_SEATS> points{};
    for (int seat = 0; seat < seats_; ++seat) {
      const auto count = [&](Square s) { points[seat] += height_of(tower_[s]); };
      for_each(owned(colour_[seat]) & SITES, count);
      for_each(complete_districts(colour_[seat]), count);
    }
    return points;
  }

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
  std::array<Witness, MOST_SEATS> witness_{};
  std::array<std::uint8_t, MOST_SEATS> colour_{};  // by seat
  std::array<std::uint8_t, MOST_SEATS> owner_{Holdings::NEUTRAL, Holdings::NEUTRAL,
                                              Holdings::NEUTRAL, Holdings::NEUTRAL};  // by colour
  std::uint8_t seats_ = 0;
  bool has_neutral_ = false;
  int highest_ = HIGHEST;
  History history_;
};

}  // namespace tretorri::towers

#include "towers_text.hpp"
