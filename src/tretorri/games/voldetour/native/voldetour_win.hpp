// Can the mover of VoldéTour win in this turn? An exact answer for the search.
//
// A winning turn is a way for the Lord and at most one Block and one Stair that make it. The search
// walks from the Lord to the enemy Tower over squares as they are or as they could be made. Where a
// square does not fit, it branches over the four events that can change it: the Block is lifted
// there or put there, the Stair is lifted there or put there. At the Tower the events are played by
// the rules, in both orders. An event that no square of the way asked for is only a partner: a
// piece put needs a source, a lifted one some harmless place, a blocked one a lift that frees it.
#pragma once

#include "voldetour_brute_force.hpp"

namespace tretorri::voldetour {

/// A view of something that can be called without arguments.
class Next {
 public:
  template <class Call>
  explicit Next(Call& call)
      : object_(&call), run_([](void* object) { return (*static_cast<Call*>(object))(); }) {}
  bool operator()() const { return run_(object_); }

 private:
  void* object_;
  bool (*run_)(void*);
};

class WinSearch {
 public:
  /// Asks for any seat that is not out, as if it were to move now.
  WinSearch(const Position& position, int seat)
      : position_(position),
        seat_(seat),
        tower_(position.setup().enemy_tower(seat_)),
        closed_(position.setup().all_towers | position.lords()),
        done_(seat == position.mover() ? position.done() : Done{0}),
        may_{!(done_ & STAIR_DONE), !(done_ & BLOCK_DONE)},
        planned_(position.terrain()) {}

  bool run() {
    if (position_.is_over() || position_.lords().has(tower_)) return false;  // D17
    if (position_.lord_targets(planned_, seat_).has(tower_)) return true;
    if (done_ == BOTH_DONE) return false;
    for (Surface s = FLATS; s < SURFACES; ++s)
      for_each(planned_.with[s], [&](Square) { ++slopes_; });
    slopes_ += new_slopes();
    const Square lord = position_.lord(seat_);
    if (!is_near(lord, planned_.surface(lord), MAX_SQUARES)) return false;
    find_liftable();
    if (walk(lord, planned_.surface(lord), MAX_SQUARES)) return true;
    return gave_up_ && seat_ == position_.mover() && can_win_by_trying_all(position_);
  }
  /// The placements of a win that was found; none if the Lord needs none or all were tried.
  [[nodiscard]] const FixedList<Action, 2>& placed() const { return placed_; }

 private:
  enum Group { Stairs, Blocks };
  static constexpr int MAX_TRIED = 64;

  /// One piece of each group: what is lifted and what is put; 0 where nothing is decided.
  struct Plan {
    std::array<Piece, 2> lifted{}, put{};
    bool operator==(const Plan&) const = default;
  };

  static Group group_of(Kind kind) { return kind == STAIR ? Stairs : Blocks; }

  /// A Stair put and a nested one lifted make a slope each.
  [[nodiscard]] int new_slopes() const { return may_[Stairs] ? 2 : 0; }

  /// Tells whether the Tower is near enough, and not too high for all slopes that there can be.
  [[nodiscard]] bool is_near(Square square, int height, int squares) const {
    const int far =
        std::abs(square % STRIDE - tower_ % STRIDE) + std::abs(square / STRIDE - tower_ / STRIDE);
    return far <= squares + slopes_ && TOWER_HEIGHT - height <= slopes_;
  }

  // ---- pieces that can be lifted --------------------------------------------------------------

  /// Finds the mover's pieces that can be lifted now or after one of the other group.
  void find_liftable() {
    for (int slot = 0; slot < SLOTS; ++slot) {
      const Piece piece = position_.piece(seat_, slot);
      const Group group = group_of(KIND_OF[slot]);
      if (!piece || !may_[group]) continue;
      free_[slot] = !position_.is_blocked(piece);
      liftable_[slot] = free_[slot] || is_freed(piece, group);
    }
  }

  [[nodiscard]] bool is_freed(Piece piece, Group group) const {
    if (spot(piece) & position_.lords() || !may_[!group]) return false;
    for (int slot = first_slot(!group); slot < last_slot(!group); ++slot)
      if (frees(slot, piece)) return true;
    return false;
  }

  /// Tells whether lifting the piece in `slot` frees another one.
  [[nodiscard]] bool frees(int slot, Piece blocked) const {
    const Piece other = position_.piece(seat_, slot);
    if (!other || position_.is_blocked(other)) return false;
    Terrain without = position_.terrain();
    without.turn_over(other);
    return !position_.is_blocked(without, blocked);
  }

  static int first_slot(int group) { return group == Stairs ? 0 : FIRST_SLOT[1]; }
  static int last_slot(int group) { return group == Stairs ? FIRST_SLOT[1] : SLOTS; }

  [[nodiscard]] bool in_reserve(Kind kind) const {
    return position_.in_play(seat_, kind) < count_of(kind);
  }

  /// Tells whether a piece of the kind is to be had, given what the plan has lifted.
  [[nodiscard]] bool is_to_be_had(Kind kind) const {
    const Piece lifted = plan_.lifted[group_of(kind)];
    if (lifted) return kind_of(shape_of(lifted)) == kind;
    if (in_reserve(kind)) return true;
    for (int slot = FIRST_SLOT[kind]; slot < FIRST_SLOT[kind + 1]; ++slot)
      if (liftable_[slot]) return true;
    return false;
  }

  // ---- the way --------------------------------------------------------------------------------

  /// Goes on from a flat square of the way.
  bool walk(Square square, int height, int squares) {
    bool wins = false;
    add_to_way(square, flat(height));
    for (Direction d = 0; d < DIRECTIONS && !wins; ++d) wins = enter(square, d, height, squares);
    way_ &= ~bit(square);
    return wins;
  }

  /// Goes on in direction `d` at some height: flat, up a slope or down a slope [D15, D16].
  bool enter(Square from, Direction d, int height, int squares) {
    const Square square = from + STEP[d];
    if (square < 0 || !BOARD.has(square) || way_.has(square)) return false;
    if (square == tower_) return height == TOWER_HEIGHT && settle();
    if (position_.lords().has(square)) return false;  // D17
    if (squares > 1 && is_near(square, height, squares - 1)) {
      auto on = [&] { return walk(square, height, squares - 1); };
      if (ensure(square, flat(height), Next(on))) return true;
    }
    return (height < TOWER_HEIGHT && ride(square, d, slope(height, d), height + 1, squares)) ||
           (height > 0 && ride(square, d, slope(height - 1, opposite(d)), height - 1, squares));
  }

  bool ride(Square square, Direction d, Surface surface, int height, int squares) {
    if (!is_near(square, height, squares)) return false;
    auto on = [&] {
      add_to_way(square, surface);
      const bool wins = enter(square, d, height, squares);
      way_ &= ~bit(square);
      return wins;
    };
    return ensure(square, surface, Next(on));
  }

  void add_to_way(Square square, Surface surface) {
    way_ |= bit(square);
    surface_[square] = static_cast<std::uint8_t>(surface);
  }

  /// Mends what later events have changed on the way, then plays the plan.
  bool settle() {
    Square changed = -1;
    for_each(way_, [&](Square square) {
      if (!planned_.with[surface_[square]].has(square)) changed = square;
    });
    if (changed < 0) return is_won();
    auto on = [&] { return settle(); };
    return ensure(changed, surface_[changed], Next(on));
  }

  // ---- events ---------------------------------------------------------------------------------

  /// Goes on if the square has this surface, or after every event that can bring it nearer.
  bool ensure(Square square, Surface wanted, Next next) {
    const Surface now = planned_.surface(square);
    if (now == wanted) return next();
    if (closed_.has(square)) return false;
    return lift_at(square, now, wanted, next) || put_at(square, now, wanted, next);
  }

  /// Makes every square of the set have this surface, then goes on.
  bool ensure_all(Squares squares, Surface wanted, Next next) {
    const Squares rest = squares & ~planned_.with[wanted];
    if (!rest) return next();
    const Square square = first(rest);
    auto on = [&] { return ensure_all(squares, wanted, next); };
    return ensure(square, wanted, Next(on));
  }

  bool lift_at(Square square, Surface now, Surface wanted, Next next) {
    for (int slot = 0; slot < SLOTS; ++slot) {
      if (!liftable_[slot]) continue;
      const Piece piece = position_.piece(seat_, slot);
      const Group group = group_of(KIND_OF[slot]);
      if (plan_.lifted[group] || change(piece).top != now || !spot(piece).has(square)) continue;
      if (plan_.put[group] && kind_of(shape_of(plan_.put[group])) != KIND_OF[slot]) continue;
      auto on = [&] { return decide(plan_.lifted[group], piece, square, wanted, next); };
      if (ensure_all(spot(piece), now, Next(on))) return true;
    }
    return false;
  }

  bool put_at(Square square, Surface now, Surface wanted, Next next) {
    const int height = height_of(now), goal = height_of(wanted);
    if (now >= FLATS) {  // only a nested Stair stands on a slope
      const Piece nested = piece_of(NESTED + climb_on(now), height, square);
      return wanted < FLATS && goal > height && put(nested, square, wanted, next);
    }
    if (goal > height) return put_blocks(square, height, goal - height, wanted, next);
    const Piece stair = piece_of(STAIRS + climb_on(wanted), height, square);
    return goal == height && wanted >= FLATS && put(stair, square, wanted, next);
  }

  /// Tries every Block that raises the square by `rise` levels.
  bool put_blocks(Square square, int height, int rise, Surface wanted, Next next) {
    if (rise <= LONGEST) {
      const Piece upright = piece_of(block_shape(rise, Z), height, square);
      if (put(upright, square, wanted, next)) return true;
    }
    for (int length = 2; length <= LONGEST && rise == 1; ++length) {
      for (int i = 0; i < length; ++i) {
        for (const Way way : {X, Y}) {
          const Square anchor = square - i * (way == X ? 1 : STRIDE);
          if (anchor >= 0 && BOARD.has(anchor) &&
              put(piece_of(block_shape(length, way), height, anchor), square, wanted, next))
            return true;
        }
      }
    }
    return false;
  }

  /// Puts a piece down after its other squares have been made ready for it.
  bool put(Piece piece, Square square, Surface wanted, Next next) {
    const Kind kind = kind_of(shape_of(piece));
    const Group group = group_of(kind);
    const Squares squares = spot(piece);
    if (!may_[group] || plan_.put[group] || !squares || squares & closed_) return false;
    if (!is_to_be_had(kind)) return false;
    auto on = [&] {
      return !plan_.put[group] && is_to_be_had(kind) &&
             decide(plan_.put[group], piece, square, wanted, next);
    };
    return ensure_all(squares, change(piece).under, Next(on));
  }

  /// Takes an event into the plan, goes on, and takes it out again.
  bool decide(Piece& event, Piece piece, Square square, Surface wanted, Next next) {
    if (event) return false;
    event = piece;
    planned_.turn_over(piece);
    const bool wins = ensure(square, wanted, next);
    planned_.turn_over(piece);
    event = 0;
    return wins;
  }

  // ---- playing the plan -----------------------------------------------------------------------

  /// Tells whether the plan can be played, and the Lord then wins.
  bool is_won() {
    for (int i = 0; i < tried_count_; ++i)
      if (tried_[i] == plan_) return false;
    depends_on_way_ = false;
    if (with_sources(Blocks, -1)) return true;
    if (tried_count_ < MAX_TRIED && !depends_on_way_) tried_[tried_count_++] = plan_;
    return false;
  }

  /// Chooses the sources of both groups, Blocks first.
  bool with_sources(Group group, int block_slot) {
    const auto go_on = [&](int slot) {
      return group == Blocks ? with_sources(Stairs, slot) : plays(block_slot, slot);
    };
    const Piece lifted = plan_.lifted[group], wanted = plan_.put[group];
    const Kind kind = wanted ? kind_of(shape_of(wanted)) : -1;
    if (!lifted && (!wanted || in_reserve(kind)))
      if (go_on(wanted ? FIRST_SLOT[kind] + position_.in_play(seat_, kind) : -1)) return true;
    for (int slot = first_slot(group); slot < last_slot(group); ++slot) {
      if (!liftable_[slot] || (wanted && KIND_OF[slot] != kind)) continue;
      if (lifted && position_.piece(seat_, slot) != lifted) continue;
      if (!lifted && !wanted && !is_partner(group, slot, block_slot)) continue;
      if (go_on(slot)) return true;
    }
    return false;
  }

  /// Tells whether a lift that no square asked for can free what is blocked.
  [[nodiscard]] bool is_partner(Group group, int slot, int block_slot) const {
    if (!free_[slot]) return false;
    if (group == Stairs) return block_slot >= 0 && needs_partner(block_slot);
    for (int stair = first_slot(Stairs); stair < last_slot(Stairs); ++stair)
      if (needs_partner(stair)) return true;
    return false;
  }
  [[nodiscard]] bool needs_partner(int slot) const { return liftable_[slot] && !free_[slot]; }

  /// Plays the plan in both orders with these sources; -1 where a group does nothing.
  bool plays(int block_slot, int stair_slot) {
    if (block_slot < 0) return plays_in_order(stair_slot, -1);
    if (stair_slot < 0) return plays_in_order(block_slot, -1);
    return plays_in_order(block_slot, stair_slot) || plays_in_order(stair_slot, block_slot);
  }

  bool plays_in_order(int one, int two) {
    Terrain terrain = position_.terrain();
    placed_.clear();
    for (const int slot : {one, two})
      if (slot >= 0 && !plays_one(terrain, slot, one, two)) return false;
    return position_.lord_targets(terrain, seat_).has(tower_);
  }

  bool plays_one(Terrain& terrain, int slot, int one, int two) {
    const Piece old = position_.piece(seat_, slot), wanted = plan_.put[group_of(KIND_OF[slot])];
    if (old) {
      if (position_.is_blocked(terrain, old)) return false;
      terrain.turn_over(old);
    }
    const Piece piece = wanted ? wanted : harmless(slot, one, two);
    if (!piece || piece == old || !position_.fits(terrain, piece)) return false;
    terrain.turn_over(piece);
    placed_.push(Action::place(KIND_OF[slot] ? Step::PlaceBlock : Step::PlaceStair, slot, piece));
    return true;
  }

  /// A place for a piece that only had to be lifted: open ground far from all that matters.
  Piece harmless(int slot, int one, int two) {
    depends_on_way_ = true;
    Squares avoid = way_;
    for (const int other : {one, two})
      if (other >= 0 && position_.piece(seat_, other))
        avoid |= spot(position_.piece(seat_, other)) | beside(spot(position_.piece(seat_, other)));
    for (const Piece piece : plan_.put)
      if (piece) avoid |= spot(piece);
    const Squares ground = position_.terrain().with[flat(0)] & ~position_.lords() & ~avoid;
    const Kind kind = KIND_OF[slot];
    if (!ground || kind > TOWER_HEIGHT) {
      gave_up_ = true;
      return 0;
    }
    return piece_of(kind == STAIR ? STAIRS : block_shape(kind, Z), 0, first(ground));
  }

  const Position& position_;
  const int seat_;
  const Square tower_;
  const Squares closed_;                     // Towers and Lords: nothing is built or lifted there
  const Done done_;                          // what the seat has done in this turn
  const std::array<bool, 2> may_;            // by group: not yet done in this turn
  Terrain planned_;                          // with the events of the plan
  Squares way_;                              // the squares of the way so far
  std::array<std::uint8_t, 128> surface_{};  // what they must be like
  Plan plan_;
  FixedList<Action, 2> placed_;  // the plan as it was played
  int slopes_ = 0;               // how many there can be
  std::array<bool, SLOTS> free_{}, liftable_{};
  std::array<Plan, MAX_TRIED> tried_;  // filled as far as tried_count_ says
  int tried_count_ = 0;
  bool depends_on_way_ = false;  // whether the last try needed a harmless place
  bool gave_up_ = false;         // whether there was none
};

/// Tells whether the mover can stop on the enemy Tower in this turn [D5, D6].
inline bool can_win_this_turn(const Position& position) {
  return WinSearch(position, position.mover()).run();
}

}  // namespace tretorri::voldetour
