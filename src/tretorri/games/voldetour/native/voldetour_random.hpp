// Drawing an action of VoldéTour without listing all: guess one of all that could be, until legal.
#pragma once

#include "voldetour.hpp"

namespace tretorri::voldetour {

/// The squares of the board one after the other.
constexpr std::array<std::uint8_t, COLUMNS * ROWS> squares_in_order() {
  std::array<std::uint8_t, COLUMNS * ROWS> squares{};
  for (int i = 0; i < COLUMNS * ROWS; ++i)
    squares[i] = static_cast<std::uint8_t>(square_at(i % COLUMNS, i / COLUMNS));
  return squares;
}
inline constexpr auto SQUARES = squares_in_order();

constexpr std::uint32_t guesses(Kind kind) {
  return static_cast<std::uint32_t>(ways_of(kind) * COLUMNS * ROWS);
}

/// The square of the set that has `index` others before it; -1 if there are not so many.
inline Square nth(Squares squares, std::uint32_t index) {
  Square found = -1;
  for_each(squares, [&](Square square) {
    if (index-- == 0) found = square;
  });
  return found;
}

inline bool Position::random_lord(std::uint32_t drawn, Action& action) const {
  const Square target = nth(lord_targets(), drawn);
  action = target < 0 ? Action::end() : Action::lord(target);
  return target >= 0;
}

/// When both pieces are placed: the Lord's targets and the end of the turn.
inline bool Position::random_last_action(Random& random, Action& action) const {
  const Squares targets = lord_targets();
  std::uint32_t count = 1;
  for_each(targets, [&](Square) { ++count; });
  const Square target = nth(targets, random.below(count));
  action = target < 0 ? Action::end() : Action::lord(target);
  return true;
}

/// Makes a number into a piece of the mover, a square and a way; tells whether that is legal.
template <Kind K>
bool Position::random_place(std::uint32_t drawn, Action& action) const {
  const int index = static_cast<int>(drawn / guesses(K)), slot = FIRST_SLOT[K] + index;
  const std::uint32_t rest = drawn % guesses(K);
  const Square square = SQUARES[rest % (COLUMNS * ROWS)];
  const int way = static_cast<int>(rest / (COLUMNS * ROWS));
  const Piece old = piece_[mover_][slot];
  if (old != IN_RESERVE && is_blocked(old)) return false;
  const bool on_old = old != IN_RESERVE && spot(old).has(square);
  const Surface surface = on_old ? change(old).under : terrain_.surface(square);
  const int level = height_of(surface);
  Shape shape;
  if constexpr (K == STAIR) {
    if (surface >= FLATS && surface != slope(level, way)) return false;
    shape = (surface < FLATS ? STAIRS : NESTED) + way;
  } else {
    if (surface >= FLATS) return false;
    shape = block_shape(K, K == 1 ? Z : way);
  }
  if (!is_low_enough(shape, level)) return false;
  const Piece piece = piece_of(shape, level, square);
  Squares open = terrain_.with[surface] & ~lords_;
  if (old != IN_RESERVE) {
    if (change(old).under == surface) open |= spot(old);
    if (change(old).top == surface) open &= ~spot(old);
  }
  const Squares squares = spot(piece);
  action = Action::place(K == STAIR ? Step::PlaceStair : Step::PlaceBlock, slot, piece);
  return squares && squares.within(open) && piece != old;
}

/// Tells whether the number drawn means a piece of this kind; if not, takes its share off.
template <Kind K>
bool Position::drawn_from(std::uint32_t& drawn, Action& action, bool& is_legal) const {
  if (done_ & (K == STAIR ? STAIR_DONE : BLOCK_DONE)) return false;
  const std::uint32_t share = guesses(K) * static_cast<std::uint32_t>(choices(K));
  if (drawn >= share) {
    drawn -= share;
    return false;
  }
  is_legal = random_place<K>(drawn, action);
  return true;
}

inline bool Position::random_action(Random& random, Action& action) const {
  if (is_over()) return false;
  if (done() == BOTH_DONE) return random_last_action(random, action);
  std::uint32_t all = MAX_TARGETS + (done() != 0);
  for (Kind kind = 0; kind < KINDS; ++kind)
    if (!(done_ & (kind == STAIR ? STAIR_DONE : BLOCK_DONE)))
      all += guesses(kind) * static_cast<std::uint32_t>(choices(kind));
  while (true) {
    std::uint32_t drawn = random.below(all);
    bool is_legal = false;
    const bool places = [&]<std::size_t... K>(std::index_sequence<K...>) {
      return (drawn_from<static_cast<Kind>(K)>(drawn, action, is_legal) || ...);
    }(std::make_index_sequence<KINDS>());
    if (places) {
      if (is_legal) return true;
    } else if (drawn >= MAX_TARGETS) {
      action = Action::end();
      return true;
    } else if (random_lord(drawn, action)) {
      return true;
    }
  }
}

}  // namespace tretorri::voldetour
