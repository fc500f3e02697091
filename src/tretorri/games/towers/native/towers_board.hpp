// The board of Spiel der Türme as bit boards: streets, symbol spaces, districts, straight ways.
#pragma once

#include "core/types.hpp"
#include "material/towers.hpp"

namespace tretorri::towers {

namespace material = tretorri::material::towers;

using Square = int;  // STRIDE * row + column: a row has spare columns, so steps never wrap
using Symbol = int;  // index into the symbols of the material
using Colour = int;  // index into the colours of the material

inline constexpr int STRIDE = 16;
inline constexpr int ROWS = static_cast<int>(material::board::symbols_.size());              // T1
inline constexpr int COLUMNS = static_cast<int>(material::board::symbols_[0].size());        // T1
inline constexpr int SYMBOLS = static_cast<int>(material::counters::symbols::keys_.size());  // T3
inline constexpr int COLOURS = static_cast<int>(material::counters::colours::keys_.size());  // T3
inline constexpr int ALIKE = material::counters::alike_;                                     // T3
inline constexpr int SQUARES = 128;  // with the spare columns
static_assert(COLUMNS < STRIDE && ROWS <= 8 && SYMBOLS <= 4 && COLOURS <= MAX_SEATS);

// ---- sets of squares --------------------------------------------------------------------------

constexpr int half_of(Square square) { return square >> 6; }
constexpr std::uint64_t bit_in_half(Square square) { return std::uint64_t{1} << (square & 63); }

using Pair [[gnu::vector_size(16)]] = std::uint64_t;  // both halves of a set in one register

/// A set of squares: rows 1 to 4 in the first half, the others in the second.
struct Squares {
  std::array<std::uint64_t, 2> half{};

  constexpr explicit operator bool() const { return (half[0] | half[1]) != 0; }
  constexpr bool operator==(const Squares&) const = default;
  constexpr Squares operator&(Squares o) const {
    return {{half[0] & o.half[0], half[1] & o.half[1]}};
  }
  constexpr Squares operator|(Squares o) const {
    return {{half[0] | o.half[0], half[1] | o.half[1]}};
  }
  constexpr Squares operator~() const { return {{~half[0], ~half[1]}}; }
  [[nodiscard]] constexpr bool has(Square square) const {
    return half[half_of(square)] >> (square & 63) & 1;
  }
  [[nodiscard]] constexpr bool within(Squares o) const { return !(*this & ~o); }
  constexpr void add(Square square) { half[half_of(square)] |= bit_in_half(square); }
  /// Adds the squares of `o` that are not there and removes the others.
  constexpr void flip(const Squares& o) {
    half = std::bit_cast<decltype(half)>(std::bit_cast<Pair>(half) ^ std::bit_cast<Pair>(o.half));
  }
  constexpr void remove(Square square) { half[half_of(square)] &= ~bit_in_half(square); }
};

/// The squares of `COUNT` sets, each `STEP` behind the last. By halves the compiler would need more
/// registers than there are.
template <int COUNT, int STEP = 1>
Squares united(const Squares* sets) {
  Pair all{};
  for (int i = 0; i < COUNT; ++i) all |= std::bit_cast<Pair>(sets[i * STEP].half);
  return {std::bit_cast<decltype(sets->half)>(all)};
}

/// Moves every square of the set by `N` places.
template <int N>
constexpr Squares shifted(Squares s) {
  if constexpr (N > 0) return {{s.half[0] << N, s.half[1] << N | s.half[0] >> (64 - N)}};
  else return {{s.half[0] >> -N | s.half[1] << (64 + N), s.half[1] >> -N}};
}

/// Calls `visit` with every square of the set.
template <class Visit>
constexpr void for_each(Squares squares, Visit visit) {
  for (auto rest = squares.half[0]; rest; rest &= rest - 1) visit(std::countr_zero(rest));
  for (auto rest = squares.half[1]; rest; rest &= rest - 1) visit(64 + std::countr_zero(rest));
}

constexpr Square square_at(int column, int row) { return STRIDE * row + column; }
constexpr int column_of(Square square) { return square % STRIDE; }
constexpr int row_of(Square square) { return square / STRIDE; }

/// Calls `visit` with every square of the board, from a1 east and then north.
template <class Visit>
constexpr void for_each_square(Visit visit) {
  for (int row = 0; row < ROWS; ++row)
    for (int column = 0; column < COLUMNS; ++column) visit(square_at(column, row));
}

// ---- streets, symbol spaces, districts --------------------------------------------------------

/// Every square as a set of its own.
inline constexpr std::array<Squares, SQUARES> ALONE = [] {
  std::array<Squares, SQUARES> sets{};
  for (Square square = 0; square < SQUARES; ++square) sets[square].add(square);
  return sets;
}();

inline constexpr char STREET = '.';

using Picture = decltype(material::board::symbols_);

constexpr char mark(const Picture& picture, Square square) {
  return picture[static_cast<std::size_t>(ROWS - 1 - row_of(square))]
                [static_cast<std::size_t>(column_of(square))];
}

/// The squares with a mark in a picture of the board.
constexpr Squares marked(const Picture& picture, char letter) {
  Squares squares;
  for_each_square([&](Square s) { mark(picture, s) == letter ? squares.add(s) : void(); });
  return squares;
}

inline constexpr Squares STREETS = marked(material::board::symbols_, STREET);  // T1

/// The squares on which each symbol may end when they are empty: streets and its own spaces [T10].
constexpr std::array<Squares, 4> ends() {
  std::array<Squares, 4> squares{};
  for (std::size_t symbol = 0; symbol < SYMBOLS; ++symbol)
    squares[symbol] =
        STREETS | marked(material::board::symbols_, material::counters::symbols::keys_[symbol][0]);
  return squares;
}
inline constexpr std::array<Squares, 4> ENDS = ends();
inline constexpr Squares SITES = (ENDS[0] | ENDS[1] | ENDS[2] | ENDS[3]) & ~STREETS;  // T2

inline constexpr std::array<bool, SQUARES> IS_SITE = [] {
  std::array<bool, SQUARES> sites{};
  for_each(SITES, [&](Square square) { sites[square] = true; });
  return sites;
}();

/// The symbols that may end on a square when it is empty, as bits [T10].
constexpr std::array<std::uint8_t, SQUARES> welcome() {
  std::array<std::uint8_t, SQUARES> symbols{};
  for_each_square([&](Square square) {
    for (std::size_t symbol = 0; symbol < SYMBOLS; ++symbol)
      symbols[square] |= static_cast<std::uint8_t>(ENDS[symbol].has(square) << symbol);
  });
  return symbols;
}
inline constexpr std::array<std::uint8_t, SQUARES> WELCOME = welcome();

inline constexpr int MAX_DISTRICTS = 32;
inline constexpr int NO_DISTRICT = -1;

struct Districts {
  std::array<Squares, MAX_DISTRICTS> squares{};
  std::array<std::int8_t, SQUARES> of{};  // the district of each symbol space
  int count = 0;
};

constexpr Districts districts() {
  Districts found;
  found.of.fill(NO_DISTRICT);
  for_each_square([&](Square square) {
    const char letter = mark(material::board::districts_, square);
    if (letter == STREET || found.of[square] != NO_DISTRICT) return;
    const Squares squares = marked(material::board::districts_, letter);
    for_each(squares, [&](Square s) { found.of[s] = static_cast<std::int8_t>(found.count); });
    found.squares[found.count++] = squares;
  });
  return found;
}
inline constexpr Districts DISTRICTS = districts();  // T1

// ---- straight ways [T7] -----------------------------------------------------------------------

// The squares in line with one square: its row from bit 0, its column from bit 16 on.
using Line = std::uint32_t;
inline constexpr int COLUMN_BITS = 16;

/// The square that each bit of the line through a square means.
constexpr std::array<std::array<std::uint8_t, COLUMN_BITS + 8>, SQUARES> squares_in_line() {
  std::array<std::array<std::uint8_t, COLUMN_BITS + 8>, SQUARES> squares{};
  for_each_square([&](Square s) {
    for (int column = 0; column < COLUMNS; ++column)
      squares[s][column] = static_cast<std::uint8_t>(square_at(column, row_of(s)));
    for (int row = 0; row < ROWS; ++row)
      squares[s][COLUMN_BITS + row] = static_cast<std::uint8_t>(square_at(column_of(s), row));
  });
  return squares;
}
inline constexpr auto IN_LINE = squares_in_line();

/// How far a mover comes in a column, by its row and the rows of what blocks it, that included.
constexpr std::array<std::array<std::uint8_t, 256>, 8> column_ways() {
  std::array<std::array<std::uint8_t, 256>, 8> ways{};
  for (int from = 0; from < 8; ++from)
    for (int blockers = 0; blockers < 256; ++blockers)
      for (const int step : {-1, 1})
        for (int row = from + step; row >= 0 && row < 8; row += step) {
          ways[from][blockers] |= static_cast<std::uint8_t>(1 << row);
          if (blockers >> row & 1) break;
        }
  return ways;
}
inline constexpr auto COLUMN_WAYS = column_ways();

/// How far a mover comes in a row, the first blocker in each direction included.
constexpr Line row_way(int column, Line blockers) {
  const Line here = Line{1} << column;
  const Line east = blockers & ~(2 * here - 1), west = blockers & (here - 1);
  const int stop = 31 - std::countl_zero(west | 1);
  return (east ^ (east - 2 * here)) | ((here - 1) & (~Line{0} << stop));
}

constexpr Line row_bits(Squares squares, Square square) {
  return static_cast<Line>(squares.half[half_of(square)] >> (square & 48) & 0xffff);
}

/// The bits of one column of two sets: of the first in the low byte, of the second in the high.
constexpr Line column_bits(Squares low, Squares high, int column) {
  constexpr std::uint64_t lanes = 0x0001'0001'0001'0001;  // the column in the four rows of a half
  constexpr std::uint64_t gather = 1ULL << 48 | 1ULL << 33 | 1ULL << 18 | 1ULL << 3;
  Line bits = 0;
  for (int half = 0; half < 2; ++half) {
    const std::uint64_t both =
        (low.half[half] >> column & lanes) | (high.half[half] >> column & lanes) << 8;
    bits |= static_cast<Line>(both * gather >> 48 & 0x0f0f) << 4 * half;
  }
  return bits;
}

// ---- ways: every square in line with a street ---------------------------------------------------

inline constexpr int WAYS_FROM_SQUARE = COLUMNS - 1 + ROWS - 1;

struct Ways {
  std::array<std::array<std::uint8_t, WAYS_FROM_SQUARE>, SQUARES> target{};
  std::array<std::array<Squares, WAYS_FROM_SQUARE>, SQUARES> between{};
};

constexpr bool on_board(Square square) {
  return square >= 0 && square < SQUARES && (STREETS | SITES).has(square);
}

constexpr Ways ways() {
  Ways all;
  for_each(STREETS, [&](Square from) {
    std::size_t count = 0;
    for (const int step : {-STRIDE, -1, 1, STRIDE}) {
      Squares passed;
      for (Square to = from + step; on_board(to); to += step) {
        all.target[from][count] = static_cast<std::uint8_t>(to);
        all.between[from][count++] = passed;
        passed.add(to);
      }
    }
  });
  return all;
}
inline constexpr Ways WAYS = ways();

constexpr int count_streets() {
  int count = 0;
  for_each(STREETS, [&](Square) { ++count; });
  return count;
}
inline constexpr int MAX_MOVES = count_streets() * WAYS_FROM_SQUARE;

}  // namespace tretorri::towers
