// The board of VoldéTour as bit boards, its setups, and every place that a piece can take.
#pragma once

#include "core/types.hpp"
#include "material/voldetour.hpp"

namespace tretorri::voldetour {

namespace material = tretorri::material::voldetour;

inline constexpr int COLUMNS = material::board::columns_;             // D1
inline constexpr int ROWS = material::board::rows_;                   // D1
inline constexpr int TOWER_HEIGHT = material::pieces::tower_height_;  // D2
inline constexpr int MAX_SQUARES = material::lord::most_squares_;     // D14
inline constexpr int HOME_TURNS = material::lord::home_turns_;        // D19

// ---- squares ----------------------------------------------------------------------------------

using Square = int;  // STRIDE * row + column: a row has a spare column, so no step wraps
inline constexpr int STRIDE = COLUMNS + 1;
inline constexpr Square OUT = 127;  // where a Lord is that has been taken off [D19]
static_assert(STRIDE * ROWS < OUT && ROWS < 100 && COLUMNS <= 26);

/// A set of squares.
struct Squares {
  std::uint64_t low = 0, high = 0;
  constexpr explicit operator bool() const { return (low | high) != 0; }
  constexpr bool operator==(const Squares&) const = default;
  constexpr Squares operator&(Squares o) const { return {low & o.low, high & o.high}; }
  constexpr Squares operator|(Squares o) const { return {low | o.low, high | o.high}; }
  constexpr Squares operator^(Squares o) const { return {low ^ o.low, high ^ o.high}; }
  constexpr Squares operator~() const { return {~low, ~high}; }
  constexpr Squares& operator&=(Squares o) { return *this = *this & o; }
  constexpr Squares& operator|=(Squares o) { return *this = *this | o; }
  constexpr Squares& operator^=(Squares o) { return *this = *this ^ o; }
  [[nodiscard]] constexpr bool has(Square square) const {
    return (square < 64 ? low >> square : high >> (square - 64)) & 1;
  }
  [[nodiscard]] constexpr bool within(Squares o) const { return !(*this & ~o); }
};

constexpr Squares bit(Square square) {
  return square < 64 ? Squares{std::uint64_t{1} << square, 0}
                     : Squares{0, std::uint64_t{1} << (square - 64)};
}

/// Moves every square of the set by `N` places.
template <int N>
constexpr Squares shifted(Squares s) {
  if constexpr (N == 0) return s;
  else if constexpr (N > 0) return {s.low << N, s.high << N | s.low >> (64 - N)};
  else return {s.low >> -N | s.high << (64 + N), s.high >> -N};
}

/// A square of a set that is not empty.
constexpr Square first(Squares squares) {
  return squares.low ? std::countr_zero(squares.low) : 64 + std::countr_zero(squares.high);
}

/// Calls `visit` with every square of the set.
template <class Visit>
constexpr void for_each(Squares squares, Visit visit) {
  for (auto rest = squares.low; rest; rest &= rest - 1) visit(std::countr_zero(rest));
  for (auto rest = squares.high; rest; rest &= rest - 1) visit(64 + std::countr_zero(rest));
}

constexpr bool on_board(int column, int row) {
  return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;
}
constexpr Square square_at(int column, int row) { return STRIDE * row + column; }

constexpr Squares whole_board() {
  Squares board;
  for (int row = 0; row < ROWS; ++row)
    for (int column = 0; column < COLUMNS; ++column) board |= bit(square_at(column, row));
  return board;
}
inline constexpr Squares BOARD = whole_board();

// ---- directions -------------------------------------------------------------------------------

using Direction = int;  // 0 north, 1 east, 2 south, 3 west
inline constexpr int DIRECTIONS = 4;
inline constexpr std::string_view COMPASS = "nesw";
inline constexpr std::array<int, DIRECTIONS> STEP{STRIDE, 1, -STRIDE, -1};
constexpr Direction opposite(Direction direction) { return direction ^ 2; }

/// The squares beside those of the set in one direction, on the board or off it.
template <Direction D>
constexpr Squares ahead(Squares squares) {
  return shifted<STEP[D]>(squares);
}

/// The squares beside those of the set.
constexpr Squares beside(Squares s) {
  return ahead<0>(s) | ahead<1>(s) | ahead<2>(s) | ahead<3>(s);
}

/// Squares with a side off the board: what lies there is never walled in [D13].
inline constexpr Squares EDGE =
    BOARD & ~(ahead<0>(BOARD) & ahead<1>(BOARD) & ahead<2>(BOARD) & ahead<3>(BOARD));

/// Calls `visit` with every direction as a constant.
template <class Visit>
constexpr void for_each_direction(Visit visit) {
  visit.template operator()<0>();
  visit.template operator()<1>();
  visit.template operator()<2>();
  visit.template operator()<3>();
}

// ---- pieces -----------------------------------------------------------------------------------

using Kind = int;  // 0 a Stair, n a Block of length n
inline constexpr Kind STAIR = 0;

constexpr int count_blocks(int length) {
  int count = 0;
  for (const int block : material::pieces::blocks_) count += block == length;
  return count;
}
constexpr int longest_block() {
  int longest = 0;
  for (const int block : material::pieces::blocks_) longest = std::max(longest, block);
  return longest;
}
inline constexpr int LONGEST = longest_block();
inline constexpr int KINDS = 1 + LONGEST;
constexpr int count_of(Kind kind) {
  return kind == STAIR ? material::pieces::stairs_ : count_blocks(kind);
}

/// A player's pieces have slots, kind by kind; those in play come first among their kind.
constexpr std::array<int, KINDS + 1> first_slots() {
  std::array<int, KINDS + 1> first{};
  for (Kind kind = 0; kind < KINDS; ++kind) first[kind + 1] = first[kind] + count_of(kind);
  return first;
}
inline constexpr auto FIRST_SLOT = first_slots();
inline constexpr int SLOTS = FIRST_SLOT[KINDS];
static_assert(SLOTS < 32 && LONGEST >= 1 && LONGEST <= 9 && TOWER_HEIGHT >= 1 && TOWER_HEIGHT < 8);

constexpr std::array<std::int8_t, SLOTS> slot_kinds() {
  std::array<std::int8_t, SLOTS> kinds{};
  for (Kind kind = 0; kind < KINDS; ++kind)
    for (int slot = FIRST_SLOT[kind]; slot < FIRST_SLOT[kind + 1]; ++slot)
      kinds[slot] = static_cast<std::int8_t>(kind);
  return kinds;
}
inline constexpr auto KIND_OF = slot_kinds();

// A shape is a kind and how it lies. 0 is no shape, then come the Blocks of each length along a row
// (x), along a column (y) and upright (z), the Stairs by the way they climb, and the nested Stairs
// by the way of the slope under them. A Block of length 1 is always upright.
using Shape = int;
enum Way { X, Y, Z };
constexpr Shape block_shape(int length, int way) { return 1 + 3 * (length - 1) + way; }
inline constexpr Shape STAIRS = block_shape(LONGEST + 1, X);
inline constexpr Shape NESTED = STAIRS + DIRECTIONS;
inline constexpr int SHAPES = NESTED + DIRECTIONS;
constexpr bool is_block(Shape shape) { return shape < STAIRS; }
constexpr bool is_nested(Shape shape) { return shape >= NESTED; }
constexpr int length_of(Shape shape) { return is_block(shape) ? (shape - 1) / 3 + 1 : 1; }
constexpr int way_of(Shape shape) { return is_block(shape) ? (shape - 1) % 3 : Z; }
constexpr Direction climb_of(Shape shape) { return (shape - STAIRS) % DIRECTIONS; }
constexpr Kind kind_of(Shape shape) { return is_block(shape) ? length_of(shape) : STAIR; }

/// A piece in play: shape, lowest level, anchor; 0 is a piece in reserve.
using Piece = std::uint16_t;
inline constexpr Piece IN_RESERVE = 0;
constexpr Piece piece_of(Shape shape, int level, Square anchor = 0) {
  return static_cast<Piece>(shape << 10 | level << 7 | anchor);
}
constexpr Shape shape_of(Piece piece) { return piece >> 10; }
constexpr int level_of(Piece piece) { return piece >> 7 & 7; }
constexpr Square anchor_of(Piece piece) { return piece & 127; }

// ---- surfaces ---------------------------------------------------------------------------------

// D11 makes every column a pile of filled levels with at most one exposed slope on top. So a square
// has one of these surfaces: flat at a height, or a slope on a level, climbing some way. Placing
// any piece takes its squares from one surface to another; lifting it takes them back.
using Surface = int;
inline constexpr int FLATS = TOWER_HEIGHT + 1;
inline constexpr int SURFACES = FLATS + DIRECTIONS * TOWER_HEIGHT;
constexpr Surface flat(int height) { return height; }
constexpr Surface slope(int level, Direction climb) { return FLATS + DIRECTIONS * level + climb; }
constexpr int height_of(Surface surface) {
  return surface < FLATS ? surface : (surface - FLATS) / DIRECTIONS;
}

/// The way that a slope climbs; any direction for a flat surface.
constexpr Direction climb_on(Surface surface) {
  return surface < FLATS ? 0 : (surface - FLATS) % DIRECTIONS;
}

struct Change {
  std::uint8_t under, top;  // surfaces without and with the piece
};

constexpr Change change_of(Shape shape, int level) {
  const auto narrow = [](Surface a, Surface b) {
    return Change{static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
  };
  if (is_nested(shape)) return narrow(slope(level, climb_of(shape)), flat(level + 1));
  if (!is_block(shape)) return narrow(flat(level), slope(level, climb_of(shape)));
  return narrow(flat(level), flat(level + (way_of(shape) == Z ? length_of(shape) : 1)));
}

/// Tells whether a piece on this level ends below the top of the Towers [D12].
constexpr bool is_low_enough(Shape shape, int level) {
  return level + (is_block(shape) && way_of(shape) == Z ? length_of(shape) : 1) <= TOWER_HEIGHT;
}

constexpr std::array<Change, SHAPES * 8> all_changes() {
  std::array<Change, SHAPES * 8> changes{};
  for (Shape shape = 1; shape < SHAPES; ++shape)
    for (int level = 0; level < TOWER_HEIGHT; ++level)
      if (is_low_enough(shape, level)) changes[shape << 3 | level] = change_of(shape, level);
  return changes;
}
inline constexpr auto CHANGES = all_changes();
inline Change change(Piece piece) { return CHANGES[piece >> 7]; }

// Where a piece stands depends on its bar only: a single square, or so many in a row or a column.
constexpr int bar_of(Shape shape) {
  return way_of(shape) == Z ? 0 : 2 * (length_of(shape) - 2) + 1 + way_of(shape);
}
inline constexpr int BARS = 1 + 2 * (LONGEST - 1);

constexpr std::array<std::uint16_t, SHAPES> first_spots() {
  std::array<std::uint16_t, SHAPES> first{};
  for (Shape shape = 1; shape < SHAPES; ++shape)
    first[shape] = static_cast<std::uint16_t>(
        128 * (is_block(shape) && length_of(shape) == 1 ? 0 : bar_of(shape)));
  return first;
}
inline constexpr auto FIRST_SPOT = first_spots();

/// The squares of every bar by anchor; empty where it would stick out of the board.
constexpr std::array<Squares, BARS * 128> all_spots() {
  std::array<Squares, BARS * 128> spots{};
  for (int bar = 0; bar < BARS; ++bar) {
    const int length = bar ? (bar - 1) / 2 + 2 : 1;
    const int dx = bar % 2, dy = bar && !dx;
    for (int row = 0; row < ROWS; ++row) {
      for (int column = 0; column < COLUMNS; ++column) {
        if (!on_board(column + dx * (length - 1), row + dy * (length - 1))) continue;
        Squares& spot = spots[128 * bar + square_at(column, row)];
        for (int i = 0; i < length; ++i) spot |= bit(square_at(column + i * dx, row + i * dy));
      }
    }
  }
  return spots;
}
inline constexpr auto SPOTS = all_spots();

/// The squares of a piece.
inline const Squares& spot(Piece piece) {
  return SPOTS[FIRST_SPOT[shape_of(piece)] + anchor_of(piece)];
}

/// Which squares have which surface.
struct Terrain {
  std::array<Squares, SURFACES> with{};

  /// Puts a piece down, or lifts one on which nothing stands: one is the other taken back.
  void turn_over(Piece piece) {
    const Squares squares = spot(piece);
    const Change surfaces = change(piece);
    with[surfaces.under] ^= squares;
    with[surfaces.top] ^= squares;
  }
  [[nodiscard]] Squares flats() const {
    Squares all;
    for (int height = 0; height < FLATS; ++height) all |= with[flat(height)];
    return all;
  }
  [[nodiscard]] Surface surface(Square square) const {
    Surface surface = 0;
    while (!with[surface].has(square)) ++surface;
    return surface;
  }
};

// ---- setups -----------------------------------------------------------------------------------

/// The seats and where their Towers stand [D3]; the enemy sits half the table away [D4].
struct Setup {
  int seats;
  std::string_view letters;
  std::array<Square, MAX_SEATS> towers;
  Squares all_towers;

  [[nodiscard]] constexpr int enemy(int seat) const { return (seat + seats / 2) % seats; }
  [[nodiscard]] constexpr Square enemy_tower(int seat) const { return towers[enemy(seat)]; }
  /// Towers on which a Lord may not stop: its own and the lateral ones [D18].
  [[nodiscard]] constexpr Squares closed(int seat) const {
    return all_towers & ~bit(enemy_tower(seat));
  }
  /// The third turn of a seat, at whose end its Lord must be away [D19].
  [[nodiscard]] constexpr int last_turn_at_home(int seat) const {
    return (HOME_TURNS - 1) * seats + seat + 1;
  }
};

/// Reads a square; -1 if the text is none.
constexpr Square find_square(std::string_view text) {
  if (text.size() < 2 || text.size() > 3 || text[1] == '0') return -1;
  int row = 0;
  for (const char digit : text.substr(1)) {
    if (digit < '0' || digit > '9') return -1;
    row = 10 * row + (digit - '0');
  }
  return on_board(text[0] - 'a', row - 1) ? square_at(text[0] - 'a', row - 1) : -1;
}

template <std::size_t N>
constexpr Setup make_setup(std::string_view letters,
                           const std::array<std::string_view, N>& towers) {
  Setup setup{static_cast<int>(N), letters, {}, {}};
  for (std::size_t seat = 0; seat < N; ++seat) {
    setup.towers[seat] = find_square(towers[seat]);
    setup.all_towers |= bit(setup.towers[seat]);
  }
  return setup;
}

namespace two = material::players::n2;
namespace four = material::players::n4;
inline constexpr std::array<Setup, 2> SETUPS{
    make_setup<2>("bw", {two::b_, two::w_}),
    make_setup<4>("brwy", {four::b_, four::r_, four::w_, four::y_})};
static_assert(two::keys_ == std::array<std::string_view, 2>{"b", "w"});
static_assert(four::keys_ == std::array<std::string_view, 4>{"b", "r", "w", "y"});

}  // namespace tretorri::voldetour
