// What a position of Spiel der Türme is made of: towers as numbers, actions, locks, holdings.
#pragma once

#include "towers_board.hpp"

namespace tretorri::towers {

inline constexpr int HIGHEST = 5;               // T12
inline constexpr int MAX_QUIET_TURNS = 60;      // T27
inline constexpr Square NOWHERE = SQUARES - 1;  // in a spare column

// ---- towers -----------------------------------------------------------------------------------

// Bits 0 and 1 are the symbol, two bits for each counter's colour follow, the top counter first;
// the height is in the highest byte. 0 is no tower.
using Tower = std::uint64_t;
using Kind = unsigned;  // symbol and top colour

inline constexpr int COLOURS_AT = 2, HEIGHT_AT = 56;
inline constexpr int SYMBOL_PLACES = 1 << COLOURS_AT;
inline constexpr int KINDS = 4 * SYMBOL_PLACES;
inline constexpr Tower HEIGHT_BITS = ~Tower{0} << HEIGHT_AT;
inline constexpr Tower COLOUR_BITS = ~HEIGHT_BITS & (~Tower{0} << COLOURS_AT);
static_assert(COLOURS_AT + 2 * ALIKE * COLOURS <= HEIGHT_AT);
inline constexpr int NO_LIMIT = ALIKE * COLOURS;  // T26: all counters of a symbol
static_assert(NO_LIMIT != HIGHEST);

constexpr Tower counter(Symbol symbol, Colour colour) {
  return Tower{1} << HEIGHT_AT | static_cast<Tower>(colour << COLOURS_AT | symbol);
}
constexpr Symbol symbol_of(Tower tower) { return static_cast<Symbol>(tower & 3); }
constexpr Colour colour_of(Tower tower) { return static_cast<Colour>(tower >> COLOURS_AT & 3); }
constexpr Kind kind_of(Tower tower) { return static_cast<Kind>(tower & 15); }
constexpr Kind kind_of(Symbol symbol, Colour colour) {
  return static_cast<Kind>(colour << COLOURS_AT | symbol);
}
constexpr int height_of(Tower tower) { return static_cast<int>(tower >> HEIGHT_AT); }

/// The tower after all of `mover` has ended on top of `standing`, if anything stands there [T11].
constexpr Tower stack(Tower mover, Tower standing) {
  return mover + (standing & HEIGHT_BITS) + ((standing & COLOUR_BITS) << 2 * height_of(mover));
}

// ---- actions ----------------------------------------------------------------------------------

struct Action {
  std::uint8_t source, target;
  bool operator==(const Action&) const = default;
};
inline constexpr Action PASS{NOWHERE, NOWHERE};  // T14
constexpr bool is_pass(Action action) { return action.source == NOWHERE; }

enum class End : std::uint8_t { None, District, Streets, NoMove };  // T16, T17, T18

/// Where the game stands beside the board; without gaps, so that it is copied in two pieces.
struct Clock {
  int last_change = 1;  // the turn in which something was last covered or a space entered [T27]
  int turn = 1;
  int since = 0;  // where in the history repetition can begin [C1]
  std::uint8_t seat = 0;
  bool extra = false;  // T14
  End end = End::None;
  bool may_be_third = false;          // whether the sieves let this turn's position through [C1]
  std::uint64_t once = 0, twice = 0;  // sieves of the keys since then, by their highest bits
};
static_assert(sizeof(Clock) == 32);

/// The street squares with the towers of each owner, in no order, to draw from.
class Holdings {
 public:
  using Place = std::uint8_t;  // in one list of all squares, in which every owner has a part
  static constexpr int NEUTRAL = MAX_SEATS;  // who owns what no seat owns

  Holdings() {
    for (int owner = 0; owner <= NEUTRAL; ++owner) end_[owner] = static_cast<Place>(first(owner));
  }

  [[nodiscard]] std::uint32_t count(int owner) const {
    return static_cast<std::uint32_t>(end_[owner] - first(owner));
  }
  [[nodiscard]] const std::uint8_t* squares(int owner) const { return &squares_[first(owner)]; }
  /// How far the squares of a later owner lie behind those of an earlier one.
  static constexpr std::uint32_t distance(int owner, int later) {
    return static_cast<std::uint32_t>(first(later) - first(owner));
  }

  void add(int owner, Square square) { put(end_[owner]++, square); }
  /// Takes a square out; put_back() with what this returns restores the very same order.
  Place remove(int owner, Square square) {
    const Place place = place_[square];
    put(place, squares_[--end_[owner]]);
    return place;
  }
  void put_back(int owner, Place place, Square square) {
    put(end_[owner]++, squares_[place]);
    put(place, square);
  }
  void move(Square source, Square target) { put(place_[source], target); }

 private:
  static constexpr int MAX_TOWERS = ALIKE * SYMBOLS;  // with counters of one colour on top

  static constexpr int first(int owner) { return MAX_TOWERS * owner; }
  void put(Place place, Square square) {
    squares_[place] = static_cast<std::uint8_t>(square);
    place_[square] = place;
  }

  static constexpr int PLACES = MAX_TOWERS * (MAX_SEATS + COLOURS);
  static_assert(PLACES <= 256);
  std::array<std::uint8_t, PLACES> squares_{};
  std::array<Place, MAX_SEATS + 1> end_{};
  std::array<Place, SQUARES> place_{};
};

/// The neutral counters that a seat has locked [T23], with their share of the key.
struct Lock {
  Squares squares;
  std::uint64_t key = 0;
};
using Locks = std::array<Lock, MAX_SEATS - 1>;  // with four seats nothing is neutral

/// What unmake() cannot work out again.
struct Undo {
  std::uint64_t key;
  Tower mover;
  Clock clock;
  Squares moved, covered;  // the sets of what moved and what stood there
  Tower standing;
  Holdings::Place mover_place, standing_place;  // of what left the lists
  Locks locks;  // only where there are neutral counters and the turn ended
};

}  // namespace tretorri::towers
