// How far a Lord of VoldéTour is from the enemy Tower, when what is missing on its way may be built.
//
// The cost of a way is its squares and the pieces that would have to be placed for it, each with a
// price. Costs are found backwards from the Tower, for whole sets of squares at once. It is an
// estimate: a piece serves one square only, and whether it is left in reserve is not asked.
#pragma once

#include "voldetour.hpp"

namespace tretorri::voldetour {

/// What a step and the pieces cost. A turn gives three steps, a Block and a Stair; there are more
/// short Blocks than long ones.
inline constexpr int STEP_COST = 1, STAIR_COST = 3;
inline constexpr int LOW_COST = 2, MIDDLE_COST = 3, HIGH_COST = 6;  // a Block by its levels
inline constexpr int FARTHEST = 48;  // costs are not looked at beyond

class Ways {
 public:
  /// The cost from the nearest of the flat squares `from` to the enemy Tower of `seat`.
  int find(const Position& position, const Terrain& terrain, int seat, Squares from,
           Squares last_steps = BOARD) {
    set_prices(position, terrain, seat);
    for (int cost = 0; cost <= DEAREST; ++cost) clear(cost);
    done_ = {};
    const Square tower = position.setup().enemy_tower(seat);
    flats_at_[0][TOWER_HEIGHT] = bit(tower);
    for (int cost = 0; cost < FARTHEST; ++cost) {
      clear(cost + DEAREST + 1);
      while (settle_goings(cost)) {
      }
      settle_flats(cost, cost == 0 ? last_steps : BOARD);
      nearest_ = {};
      for (int height = 0; height < FLATS; ++height)
        nearest_ |= flats_at_[cost][height] & terrain.with[flat(height)] & from;
      if (nearest_) return cost;
    }
    return FARTHEST;
  }

  /// Those of the squares asked for that are nearest.
  [[nodiscard]] Squares nearest() const { return nearest_; }

  /// A cheapest way: all its squares after the first, and those that are built or must be.
  struct Trace {
    Squares all, built;
  };
  [[nodiscard]] Trace trace(const Terrain& terrain, Square from, int cost) const {
    Trace trace;
    Place place{from, cost, height_of(terrain.surface(from)), -1};
    while (place.cost > 0 && next(place)) {
      trace.all |= bit(place.square);
      if (!terrain.with[flat(0)].has(place.square) || place.height > 0)
        trace.built |= bit(place.square);
    }
    return trace;
  }

 private:
  static constexpr int DEAREST = 6;
  static constexpr int PRICES = 5;
  static constexpr std::array<int, PRICES> PRICE{0, LOW_COST, STAIR_COST, LOW_COST + STAIR_COST,
                                                 DEAREST};
  enum Needs { Nothing, Low, StairOrMiddle, Both, High };
  static_assert(MIDDLE_COST == STAIR_COST && MIDDLE_COST + STAIR_COST == DEAREST &&
                HIGH_COST == DEAREST && FLATS == 4);
  using Priced = std::array<Squares, PRICES>;

  /// Where a way has come to: on a flat square, or going on from a square in a direction.
  struct Place {
    Square square;
    int cost, height;
    Direction going;  // -1 on a flat square
  };

  void set_prices(const Position& position, const Terrain& terrain, int seat) {
    const Squares open = ~(position.lords() | position.setup().all_towers);
    const Squares others = position.lords() & ~bit(position.lord(seat));
    Squares slopes, low, middle, high;  // the latter: one, two and three levels lower
    for (int h = 0; h < FLATS; ++h) {
      const Squares here = terrain.with[flat(h)];
      flat_[h] = {here & ~others, low & open, ((slopes | middle) & open) | (here & others), {},
                  high & open};
      if (h == TOWER_HEIGHT) break;
      slopes = {};
      for (Direction d = 0; d < DIRECTIONS; ++d) {
        const Squares slope_here = terrain.with[slope(h, d)];
        slopes |= slope_here;
        slope_[h][d] = {slope_here, {}, here & open, low & open, middle & open};
      }
      high = middle;
      middle = low;
      low = here;
    }
    for (int slot = 0; slot < SLOTS; ++slot) allow_lift(position, terrain, seat, slot);
  }

  /// A piece of one's own may be taken out of the way.
  void allow_lift(const Position& position, const Terrain& terrain, int seat, int slot) {
    const Piece piece = position.piece(seat, slot);
    if (!piece) return;
    const Change surfaces = change(piece);
    const Squares squares = spot(piece);
    if (!squares.within(terrain.with[surfaces.top] & ~position.lords())) return;
    const Needs needs = KIND_OF[slot] == STAIR ? StairOrMiddle : Low;
    if (surfaces.under < FLATS) {
      flat_[surfaces.under][needs] |= squares;
    } else {
      slope_[height_of(surfaces.under)][climb_on(surfaces.under)][needs] |= squares;
    }
  }

  void clear(int cost) {
    flats_at_[cost] = {};
    goings_at_[cost] = {};
  }

  /// Settles what goes on at this cost; tells whether that may have led to more at the same cost.
  bool settle_goings(int cost) {
    bool found = false;
    for_each_direction([&]<Direction D>() {
      for (int height = 0; height < FLATS; ++height) {
        Squares& settled = done_.goings[D][height];
        const Squares fresh = goings_at_[cost][D][height] & ~settled;
        if (!fresh) continue;
        found = true;
        settled |= fresh;
        spread<D>(fresh, cost, height);
      }
    });
    return found;
  }

  /// From squares where the way goes on: they are flat, or slopes come to from behind [D16].
  template <Direction D>
  void spread(Squares fresh, int cost, int height) {
    for (int needs = 0; needs < PRICES; ++needs) {
      const int dearer = cost + PRICE[needs];
      flats_at_[dearer][height] |= fresh & flat_[height][needs];
      if (height > 0)
        goings_at_[dearer][D][height - 1] |=
            ahead<opposite(D)>(fresh & slope_[height - 1][D][needs]) & BOARD;
      if (height < TOWER_HEIGHT)
        goings_at_[dearer][D][height + 1] |=
            ahead<opposite(D)>(fresh & slope_[height][opposite(D)][needs]) & BOARD;
    }
  }

  void settle_flats(int cost, Squares last_steps) {
    for (int height = 0; height < FLATS; ++height) {
      Squares& settled = done_.flats[height];
      const Squares fresh = flats_at_[cost][height] & ~settled;
      flats_at_[cost][height] = fresh;
      settled |= fresh;
      if (fresh) for_each_direction([&]<Direction D>() {
        goings_at_[cost + STEP_COST][D][height] |= ahead<opposite(D)>(fresh) & last_steps & BOARD;
      });
    }
  }

  /// Goes one square on along a cheapest way.
  bool next(Place& place) const {
    if (place.going < 0) return set_going(place);
    const Square ahead = place.square + STEP[place.going];
    const int h = place.height, cost = place.cost;
    if (cost >= STEP_COST && flats_at_[cost - STEP_COST][h].has(ahead)) {
      place = {ahead, cost - STEP_COST, h, -1};
      return true;
    }
    return rides(place, ahead, h, place.going, h + 1) ||
           rides(place, ahead, h - 1, opposite(place.going), h - 1);
  }

  bool set_going(Place& place) const {
    for (int needs = 0; needs < PRICES; ++needs) {
      const int cost = place.cost - PRICE[needs];
      if (cost < 0 || !flat_[place.height][needs].has(place.square)) continue;
      for (Direction d = 0; d < DIRECTIONS; ++d) {
        if (!goings_at_[cost][d][place.height].has(place.square)) continue;
        place.cost = cost;
        place.going = d;
        return true;
      }
    }
    return false;
  }

  bool rides(Place& place, Square ahead, int level, Direction climb, int height) const {
    if (level < 0 || level >= TOWER_HEIGHT) return false;
    for (int needs = 0; needs < PRICES; ++needs) {
      const int cost = place.cost - PRICE[needs];
      if (cost < 0 || !slope_[level][climb][needs].has(ahead)) continue;
      if (!goings_at_[cost][place.going][height].has(ahead)) continue;
      place = {ahead, cost, height, place.going};
      return true;
    }
    return false;
  }

  struct Settled {
    std::array<Squares, FLATS> flats;
    std::array<std::array<Squares, FLATS>, DIRECTIONS> goings;
  };

  std::array<Priced, FLATS> flat_;  // squares by what makes them flat at a height
  std::array<std::array<Priced, DIRECTIONS>, TOWER_HEIGHT> slope_;
  std::array<std::array<Squares, FLATS>, FARTHEST + DEAREST + 1> flats_at_;  // by cost
  std::array<std::array<std::array<Squares, FLATS>, DIRECTIONS>, FARTHEST + DEAREST + 1> goings_at_;
  Settled done_;
  Squares nearest_;
};

}  // namespace tretorri::voldetour
