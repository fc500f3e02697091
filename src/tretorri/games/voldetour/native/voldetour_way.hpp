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
inline constexpr int MAX_COST = 48;  // costs are not looked at beyond

/// A set of squares in one register: compilers do not keep the halves of Squares together, and what
/// is stored in halves and read as a whole makes a processor wait.
using Wide = std::uint64_t __attribute__((vector_size(16)));

constexpr Wide wide(Squares squares) { return Wide{squares.low, squares.high}; }
inline Squares narrow(Wide squares) { return {squares[0], squares[1]}; }

/// The squares beside those of the set in one direction, on the board or off it.
template <Direction D>
Wide ahead(Wide squares) {
  constexpr int N = STEP[D];
  if constexpr (N > 0) return squares << N | Wide{0, squares[0]} >> (64 - N);
  else return squares >> -N | Wide{squares[1], 0} << (64 + N);
}

class Ways {
 public:
  /// The cost from the nearest of the flat squares `from` to the enemy Tower of `seat`.
  int find(const Position& position, const Terrain& terrain, int seat, Squares from,
           Squares last_steps = BOARD) {
    set_prices(position, terrain, seat);
    done_ = {};
    done_.flats[TOWER_HEIGHT] = wide(bit(position.setup().enemy_tower(seat)));
    at(0).flats = done_.flats;
    Heights wanted;
    for (int height = 0; height < FLATS; ++height)
      wanted[height] = wide(terrain.with[flat(height)] & from);
    for (int cost = 0; cost < MAX_COST; ++cost) {
      if (cost > 0) {
        settle_goings(cost, wide(cost == STEP_COST ? last_steps : BOARD));
        settle_flats(cost);
      }
      Wide nearest{};
      for (int height = 0; height < FLATS; ++height)
        nearest |= at(cost).flats[height] & wanted[height];
      nearest_ = narrow(nearest);
      if (nearest_) return cost;
    }
    return MAX_COST;
  }

  /// Those of the squares asked for that are nearest.
  [[nodiscard]] Squares nearest() const { return nearest_; }

  /// A cheapest way: all its squares after the first, and those that are built or must be; none if
  /// it costs too much to be known.
  struct Trace {
    Squares all, built;
  };
  [[nodiscard]] Trace trace(const Terrain& terrain, Square from, int cost) const {
    Trace trace;
    if (cost >= MAX_COST) return trace;
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
  using Priced = std::array<Wide, PRICES>;
  using Heights = std::array<Wide, FLATS>;

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
      flat_[h] = {wide(here & ~others), wide(low & open),
                  wide(((slopes | middle) & open) | (here & others)), Wide{}, wide(high & open)};
      if (h == TOWER_HEIGHT) break;
      slopes = {};
      for (Direction d = 0; d < DIRECTIONS; ++d) {
        const Squares slope_here = terrain.with[slope(h, d)];
        slopes |= slope_here;
        slope_[h][d] = {wide(slope_here), Wide{}, wide(here & open), wide(low & open),
                        wide(middle & open)};
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
      flat_[surfaces.under][needs] |= wide(squares);
    } else {
      assert(needs == StairOrMiddle);  // nothing else stands on a slope
      slope_[height_of(surfaces.under)][climb_on(surfaces.under)][needs] |= wide(squares);
    }
  }

  /// Settles where a way goes on at this cost: from a flat square, or over a slope [D16].
  void settle_goings(int cost, Wide steps) {
    for_each_direction([&]<Direction D>() {
      Heights& goings = at(cost).goings[D];
      for (int height = 0; height < FLATS; ++height)
        goings[height] =
            ahead<opposite(D)>(at(cost - STEP_COST).flats[height] |
                               ridden<D, StairOrMiddle>(cost, height) |
                               ridden<D, Both>(cost, height) | ridden<D, High>(cost, height)) &
            steps & ~done_.goings[D][height];
      Heights fresh = goings;
      do {
        for (int height = 0; height < FLATS; ++height) done_.goings[D][height] |= fresh[height];
      } while (ride_on<D>(fresh, goings));
    });
    Heights& anywhere = at(cost).anywhere;
    for (int height = 0; height < FLATS; ++height)
      anywhere[height] = (at(cost).goings[0][height] | at(cost).goings[1][height]) |
                         (at(cost).goings[2][height] | at(cost).goings[3][height]);
  }

  /// The slopes that need something, from which a way goes on at a height and this cost.
  template <Direction D, Needs NEEDS>
  [[nodiscard]] Wide ridden(int cost, int height) const {
    return ridden<D, NEEDS>(at(cost - PRICE[NEEDS]).goings[D], height);
  }

  template <Direction D, Needs NEEDS>
  [[nodiscard]] Wide ridden(const Heights& goings, int height) const {
    Wide slopes{};
    if (height < TOWER_HEIGHT) slopes |= goings[height + 1] & slope_[height][D][NEEDS];
    if (height > 0) slopes |= goings[height - 1] & slope_[height - 1][opposite(D)][NEEDS];
    return slopes;
  }

  /// Goes on over slopes that are there, which costs nothing; tells whether there are any.
  template <Direction D>
  bool ride_on(Heights& fresh, Heights& goings) const {
    Heights slopes;
    Wide all{};
    for (int height = 0; height < FLATS; ++height)
      all |= slopes[height] = ridden<D, Nothing>(fresh, height);
    if (!narrow(all)) return false;
    for (int height = 0; height < FLATS; ++height) {
      fresh[height] = ahead<opposite(D)>(slopes[height]) & wide(BOARD) & ~done_.goings[D][height];
      goings[height] |= fresh[height];
    }
    return true;
  }

  /// Settles the squares that a way reaches at this cost and that are flat or made so.
  void settle_flats(int cost) {
    for (int height = 0; height < FLATS; ++height) {
      const Priced& flats = flat_[height];
      const auto reached = [&](Needs needs) {
        return at(cost - PRICE[needs]).anywhere[height] & flats[needs];
      };
      Wide& settled = done_.flats[height];
      at(cost).flats[height] =
          (reached(Nothing) | reached(Low) | reached(StairOrMiddle) | reached(High)) & ~settled;
      settled |= at(cost).flats[height];
    }
  }

  static bool has(Wide squares, Square square) { return narrow(squares).has(square); }

  /// Goes one square on along a cheapest way.
  bool next(Place& place) const {
    if (place.going < 0) return set_going(place);
    const Square ahead = place.square + STEP[place.going];
    const int h = place.height, cost = place.cost;
    if (cost >= STEP_COST && has(at(cost - STEP_COST).flats[h], ahead)) {
      place = {ahead, cost - STEP_COST, h, -1};
      return true;
    }
    return rides(place, ahead, h, place.going, h + 1) ||
           rides(place, ahead, h - 1, opposite(place.going), h - 1);
  }

  bool set_going(Place& place) const {
    for (int needs = 0; needs < PRICES; ++needs) {
      const int cost = place.cost - PRICE[needs];
      if (cost < 0 || !has(flat_[place.height][needs], place.square)) continue;
      for (Direction d = 0; d < DIRECTIONS; ++d) {
        if (!has(at(cost).goings[d][place.height], place.square)) continue;
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
      if (cost < 0 || !has(slope_[level][climb][needs], ahead)) continue;
      if (!has(at(cost).goings[place.going][height], ahead)) continue;
      place = {ahead, cost, height, place.going};
      return true;
    }
    return false;
  }

  /// What is settled, by height: flat squares, and where a way goes on by its direction.
  struct Settled {
    Heights flats;
    std::array<Heights, DIRECTIONS> goings;
    Heights anywhere;  // in any direction
  };

  static constexpr int BEFORE = DEAREST;  // costs below 0, at which there is nothing
  [[nodiscard]] Settled& at(int cost) { return at_[static_cast<std::size_t>(cost + BEFORE)]; }
  [[nodiscard]] const Settled& at(int cost) const {
    return at_[static_cast<std::size_t>(cost + BEFORE)];
  }

  std::array<Priced, FLATS> flat_;  // squares by what makes them flat at a height
  std::array<std::array<Priced, DIRECTIONS>, TOWER_HEIGHT> slope_;
  std::array<Settled, BEFORE + MAX_COST> at_{};  // at each cost for the first time
  Settled done_;                                 // at any cost so far
  Squares nearest_;
};

}  // namespace tretorri::voldetour
