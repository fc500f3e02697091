// The rules of VoldéTour, the same as in rules/, with surfaces as bit boards.
#pragma once

#include "voldetour_state.hpp"

namespace tretorri::voldetour {

class Position {
 public:
  static constexpr std::string_view name = "voldetour";
  using Action = voldetour::Action;
  using Undo = voldetour::Undo;
  using Actions = FixedList<Action, most_actions()>;

  static Position read(std::string_view text);
  [[nodiscard]] std::uint64_t start_key() const;  // of a turn start just read
  void remember(const std::vector<std::uint64_t>& begun, int last_change);  // earlier turn starts
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string text(Action action) const;
  [[nodiscard]] Result result() const;

  [[nodiscard]] std::uint64_t key() const { return key_; }
  [[nodiscard]] int turn() const { return turn_; }
  [[nodiscard]] int seats() const { return setup_->seats; }
  [[nodiscard]] int mover() const { return mover_; }
  [[nodiscard]] unsigned winners() const { return winners_; }
  [[nodiscard]] bool is_over() const { return rule_ != Rule::None; }

  [[nodiscard]] const Setup& setup() const { return *setup_; }
  [[nodiscard]] const Terrain& terrain() const { return terrain_; }
  [[nodiscard]] Done done() const { return done_ & BOTH_DONE; }
  [[nodiscard]] Squares lords() const { return lords_; }
  [[nodiscard]] Square lord(int seat) const { return lord_[seat]; }
  [[nodiscard]] Piece piece(int seat, int slot) const { return piece_[seat][slot]; }
  [[nodiscard]] int in_play(int seat, Kind kind) const { return in_play_[seat][kind]; }

  /// Lists the legal actions; none when the game is over.
  void actions(Actions& list) const {
    list.clear();
    if (is_over()) return;
    if (!(done_ & BLOCK_DONE))
      for (Kind kind = 1; kind < KINDS; ++kind) placements(list, kind);
    if (!(done_ & STAIR_DONE)) placements(list, STAIR);
    for_each(lord_targets(), [&](Square target) { list.push(Action::lord(target)); });
    if (done_ & BOTH_DONE) list.push(Action::end());
  }

  /// Draws any legal action, each as likely as the others; false when the game is over.
  bool random_action(Random& random, Action& action) const;

  void make(Action action, Undo& undo) {
    if (action.places()) {
      place(action, undo);
    } else {
      finish_turn(action, undo);
    }
    assert(is_consistent());
  }

  void unmake(Action action, const Undo& undo) {
    if (action.places()) {
      take_back(action, undo);
    } else {
      reopen_turn(undo);
    }
    assert(is_consistent());
  }

  /// The squares where the mover's Lord may stop [D14 to D18].
  [[nodiscard]] Squares lord_targets() const { return lord_targets(terrain_); }

  /// The same on another terrain, such as one with a placement more.
  [[nodiscard]] Squares lord_targets(const Terrain& terrain) const {
    return lord_targets(terrain, mover_);
  }

  /// The same for the Lord of any seat that is not out.
  [[nodiscard]] Squares lord_targets(const Terrain& terrain, int seat) const {
    const Squares flats = terrain.flats(), slopes = BOARD & ~flats;
    Squares free = flats & ~lords_, edge = bit(lord_[seat]), reached;   // D17
    for (int squares = 1; squares <= MAX_SQUARES && edge; ++squares) {  // D14
      edge = steps(terrain, edge, slopes) & free;
      free &= ~edge;
      reached |= edge;
    }
    return reached & ~setup_->closed(seat);  // D18
  }

  /// Tells whether a piece in play cannot be moved [D13].
  [[nodiscard]] bool is_blocked(Piece piece) const { return is_blocked(terrain_, piece); }
  [[nodiscard]] bool is_blocked(const Terrain& terrain, Piece piece) const {
    return carries_something(terrain, piece) || is_walled_in(terrain, piece);
  }

  /// Tells whether a piece may be put down so [D9 to D12].
  [[nodiscard]] bool fits(const Terrain& terrain, Piece piece) const {
    return spot(piece).within(terrain.with[change(piece).under] & ~lords_);
  }

 private:
  // ---- placing --------------------------------------------------------------------------------

  void placements(Actions& list, Kind kind) const;
  void spots(Actions& list, const Terrain& terrain, Kind kind, int slot, Piece old) const;
  template <class Add>
  static void bars(Add add, int length, int level, Squares open);

  [[nodiscard]] bool carries_something(const Terrain& terrain, Piece piece) const;
  [[nodiscard]] bool is_walled_in(const Terrain& terrain, Piece piece) const;
  [[nodiscard]] Squares filled_above(const Terrain& terrain, int level) const;
  [[nodiscard]] static bool slopes_wall_in(const Terrain& terrain, Shape shape, int level,
                                           Squares squares, Squares open);

  void place(Action action, Undo& undo) {
    const Piece piece = action.piece();
    Piece& here = piece_[mover_][action.slot()];
    const Piece old = here;
    undo.key = key_;
    undo.piece = old;
    undo.done = done_;
    const Done done = done_ | static_cast<Done>(1 << static_cast<int>(action.step()));
    key_ ^= piece_key(mover_, piece) ^ turn_key(mover_, done_) ^ turn_key(mover_, done);
    done_ = done;
    if (old != IN_RESERVE) {
      key_ ^= piece_key(mover_, old);
      terrain_.turn_over(old);
    } else {
      ++in_play_[mover_][KIND_OF[action.slot()]];
      done_ |= RESERVE_USED;
    }
    here = piece;
    terrain_.turn_over(piece);
  }

  void take_back(Action action, const Undo& undo) {
    terrain_.turn_over(action.piece());
    if (undo.piece != IN_RESERVE) {
      terrain_.turn_over(undo.piece);
    } else {
      --in_play_[mover_][KIND_OF[action.slot()]];
    }
    piece_[mover_][action.slot()] = undo.piece;
    key_ = undo.key;
    done_ = undo.done;
  }

  // ---- the Lord -------------------------------------------------------------------------------

  /// The flat squares one step from any of the flat squares in `from` [D15, D16].
  [[nodiscard]] static Squares steps(const Terrain& terrain, Squares from, Squares slopes) {
    Squares reached;
    const bool meets_slopes{beside(from) & slopes};
    for (int height = 0; height < FLATS; ++height) {
      const Squares here = from & terrain.with[flat(height)];
      if (!here) continue;
      reached |= beside(here) & terrain.with[flat(height)];
      if (meets_slopes)
        for_each_direction(
            [&]<Direction D>() { over_slopes<D>(terrain, ahead<D>(here), height, reached); });
    }
    return reached;
  }

  /// Goes on over the slopes among `squares`, come to at `height`, and beyond them [D16].
  template <Direction D>
  static void over_slopes(const Terrain& terrain, Squares squares, int height, Squares& reached) {
    if (height < TOWER_HEIGHT) {
      if (const Squares up = squares & terrain.with[slope(height, D)]) {
        reached |= ahead<D>(up) & terrain.with[flat(height + 1)];
        over_slopes<D>(terrain, ahead<D>(up), height + 1, reached);
      }
    }
    if (height > 0) {
      if (const Squares down = squares & terrain.with[slope(height - 1, opposite(D))]) {
        reached |= ahead<D>(down) & terrain.with[flat(height - 1)];
        over_slopes<D>(terrain, ahead<D>(down), height - 1, reached);
      }
    }
  }

  void set_lord(int seat, Square square) {
    if (lord_[seat] != OUT) lords_ ^= bit(lord_[seat]);
    if (square != OUT) lords_ ^= bit(square);
    key_ ^= lord_key(seat, lord_[seat]) ^ lord_key(seat, square);
    lord_[seat] = static_cast<std::uint8_t>(square);
  }

  // ---- turns ----------------------------------------------------------------------------------

  void finish_turn(Action action, Undo& undo) {
    undo = {key_, 0, done_, mover_, rule_, winners_, lord_, turn_, since_, history_.size(), lords_};
    if (action.step() == Step::MoveLord) set_lord(mover_, action.target());
    if (done_ & RESERVE_USED) since_ = history_.size();  // no piece returns: nor does a position
    key_ ^= turn_key(mover_, done_);
    done_ = 0;
    close_turn();
    if (!is_over()) begin_turn();
    key_ ^= turn_key(mover_, done_);
  }

  void reopen_turn(const Undo& undo) {
    while (history_.size() > undo.history) history_.pop();
    key_ = undo.key;
    done_ = undo.done;
    mover_ = undo.mover;
    rule_ = undo.rule;
    winners_ = undo.winners;
    lord_ = undo.lord;
    turn_ = undo.turn;
    since_ = undo.since;
    lords_ = undo.lords;
  }

  void set_turn(int turn) {
    turn_ = turn;
    mover_ = static_cast<std::uint8_t>((turn - 1) % seats());
  }

  void end(Rule rule, unsigned winners) {
    rule_ = rule;
    winners_ = static_cast<std::uint8_t>(winners);
  }

  /// Ends the mover's turn, taken or skipped [D5, D19].
  void close_turn() {
    const int seat = mover_;
    ++turn_;
    mover_ = static_cast<std::uint8_t>(seat + 1 == seats() ? 0 : seat + 1);
    if (lord_[seat] == setup_->enemy_tower(seat)) return end(Rule::D5, 1u << seat);
    if (lord_[seat] != setup_->towers[seat] || turn_ <= setup_->last_turn_at_home(seat)) return;
    set_lord(seat, OUT);
    look_for_last_lord();
  }

  /// The last player left wins [D19].
  void look_for_last_lord() {
    unsigned left = 0;
    for (int seat = 0; seat < seats(); ++seat)
      if (lord_[seat] != OUT) left |= 1u << seat;
    if (std::has_single_bit(left)) end(Rule::D19, left);
  }

  /// Skips seats that cannot act, and looks whether the game ends before the turn [D8].
  void begin_turn() {
    const int first = turn_;
    for (int i = 0; i < seats(); ++i) {
      if (lord_[mover_] != OUT && can_act()) return open_turn();
      close_turn();
      if (is_over()) return;
    }
    set_turn(first);
    end(Rule::D8, 0);
  }

  /// Looks at C1 and C3 for the seat that can act.
  void open_turn() {
    history_.push(key_ ^ turn_key(mover_, 0));
    if (history_.stands_third_time(since_)) return end(Rule::C1, 0);
    if (turn_ > LAST_TURN) end(Rule::C3, 0);
  }

  /// Tells whether the mover, at the start of the turn, has any action [D8].
  [[nodiscard]] bool can_act() const {
    // Whatever can be lifted fits upright on a free ground square, which is not where it was.
    const bool has_ground{terrain_.with[flat(0)] & ~lords_};
    if (LONGEST > TOWER_HEIGHT || !has_ground) return lists_any();
    for (Kind kind = 0; kind < KINDS; ++kind)
      if (in_play_[mover_][kind] < count_of(kind)) return true;
    for (const Piece piece : piece_[mover_])
      if (!is_blocked(piece)) return true;
    return static_cast<bool>(lord_targets());
  }

  [[nodiscard, gnu::noinline]] bool lists_any() const {
    Actions list;
    actions(list);
    return !list.empty();
  }

  // ---- chance ---------------------------------------------------------------------------------

  bool random_last_action(Random& random, Action& action) const;
  bool random_lord(std::uint32_t drawn, Action& action) const;
  template <Kind K>
  bool random_place(std::uint32_t drawn, Action& action) const;
  template <Kind K>
  bool drawn_from(std::uint32_t& drawn, Action& action, bool& is_legal) const;

  /// How many of the mover's pieces of a kind can be asked for: those in play, one in reserve.
  [[nodiscard]] int choices(Kind kind) const {
    return std::min(in_play_[mover_][kind] + 1, count_of(kind));
  }

  // ---- keys -----------------------------------------------------------------------------------

  [[nodiscard]] std::uint64_t seats_key() const {
    return mix(std::uint64_t{4} << 20 | static_cast<std::uint64_t>(seats()));
  }

  /// Tells whether key, counts and terrain are what pieces and Lords say.
  [[nodiscard]] bool is_consistent() const;

  // ---- reading --------------------------------------------------------------------------------

  void read_pieces(std::string_view text);
  void build(const FixedList<std::pair<int, Piece>, MAX_SEATS * SLOTS>& pieces);
  void put(int seat, Piece piece);
  void read_lords(std::string_view text);
  void read_done(std::string_view text);
  void begin();

  Terrain terrain_;
  Squares lords_;
  std::uint64_t key_ = 0;
  const Setup* setup_ = &SETUPS[0];
  int turn_ = 1;
  int since_ = 0;  // where in the history repetition can begin
  std::uint8_t mover_ = 0;
  Done done_ = 0;
  Rule rule_ = Rule::None;
  std::uint8_t winners_ = 0;  // seats as bits
  Lords lord_{OUT, OUT, OUT, OUT};
  std::array<std::array<std::uint8_t, KINDS>, MAX_SEATS> in_play_{};
  std::array<std::array<Piece, SLOTS>, MAX_SEATS> piece_{};
  History history_;
};

}  // namespace tretorri::voldetour

#include "voldetour_placements.hpp"
#include "voldetour_random.hpp"
#include "voldetour_text.hpp"
#include "voldetour_win.hpp"
