// The field of Volterra: squares, sets of squares, and what surrounds what. Pure geometry.
#pragma once

#include "core/types.hpp"
#include "material/volterra.hpp"

namespace tretorri::volterra {

namespace material = tretorri::material::volterra;

using Square = int;             // 8 * row + column: a row has spare columns, so shifts never wrap
using Squares = std::uint32_t;  // a set of squares

inline constexpr int STRIDE = 8;
inline constexpr int COLUMNS = material::field::columns_;
inline constexpr int ROWS = material::field::rows_;
inline constexpr Square NOWHERE = STRIDE - 1;  // a spare column
static_assert(COLUMNS < STRIDE && ROWS * STRIDE <= 32);

constexpr Squares bit(Square square) { return Squares{1} << square; }
/// The first square of a set that is not empty; std::countr_zero would look whether it is.
constexpr Square first(Squares squares) { return __builtin_ctz(squares); }

constexpr Squares whole_field() {
  Squares field = 0;
  for (int row = 0; row < ROWS; ++row)
    for (int column = 0; column < COLUMNS; ++column) field |= bit(STRIDE * row + column);
  return field;
}
inline constexpr Squares FIELD = whole_field();

/// The squares of the set and all their neighbours.
constexpr Squares widened(Squares squares) {
  const Squares rows = squares | squares << 1 | squares >> 1;
  return (rows | rows << STRIDE | rows >> STRIDE) & FIELD;
}

constexpr std::array<Squares, 32> neighbours() {
  std::array<Squares, 32> around{};
  for (Square square = 0; square < 32; ++square)
    if (FIELD & bit(square)) around[square] = widened(bit(square)) & ~bit(square);
  return around;
}
inline constexpr std::array<Squares, 32> AROUND = neighbours();

/// The squares of `towers` with a side that is off the field or empty [V7].
constexpr Squares with_free_side(Squares towers) {
  const Squares walled =
      towers << 1 & towers >> 1 & towers << STRIDE & (ROWS > 1 ? towers >> STRIDE : 0);
  return towers & ~walled;
}

/// The squares with a neighbour in a set.
constexpr Squares beside(Squares squares) {
  const Squares sides = squares << 1 | squares >> 1, rows = squares | sides;
  return sides | rows << STRIDE | rows >> STRIDE;
}

/// The squares with two neighbours in a set, or more.
constexpr Squares beside_two(Squares squares) {
  const Squares west = squares << 1, east = squares >> 1;
  const Squares one = west | east, two = west & east;
  const Squares row_one = one | squares, row_two = two | (one & squares);
  const Squares above = row_one >> STRIDE, below = row_one << STRIDE;
  return two | row_two >> STRIDE | row_two << STRIDE | (above & below) | (one & (above | below));
}

// ---- the three by three squares around a middle -------------------------------------------------

inline constexpr unsigned BLOCKS = 512;  // sets of the nine squares; bit 4 is the middle

/// The nine squares around `middle` as nine bits, the row above first.
constexpr unsigned block(Squares squares, Square middle) {
  const std::uint64_t rows = (std::uint64_t{squares} << (STRIDE + 1)) >> middle & 0x070707;
  // Each row of three is wanted once, next to the others; what else the product has lies apart.
  constexpr std::uint64_t together = std::uint64_t{1} << 22 | 1 << 11 | 1;
  static_assert(STRIDE == 8);
  return static_cast<unsigned>(rows * together >> 16) & (BLOCKS - 1);
}

/// Whether the squares beside the middle are connected among themselves, so that nothing splits
/// without it.
constexpr std::array<bool, BLOCKS> whole_without_middle() {
  std::array<bool, BLOCKS> whole{};
  for (unsigned squares = 0; squares < BLOCKS; ++squares) {
    const unsigned ring = squares & ~16u;
    unsigned reached = ring & (0 - ring);
    for (int step = 0; step < 8; ++step) {
      const unsigned sideways = reached | (reached & 0333u) << 1 | (reached & 0666u) >> 1;
      reached = (sideways | sideways << 3 | sideways >> 3) & ring;
    }
    whole[squares] = reached == ring;
  }
  return whole;
}
inline constexpr std::array<bool, BLOCKS> WHOLE_WITHOUT_MIDDLE = whole_without_middle();

}  // namespace tretorri::volterra
