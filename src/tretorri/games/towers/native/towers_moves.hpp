// The moves of Spiel der Türme: all that are legal, or whether there is one.
#pragma once

#include "towers.hpp"

namespace tretorri::towers {

/// Writes every legal move of the seat to move from `out` on and returns the end [T6, T21].
inline Action* Position::moves(Action* out) const {
  const Colour mine = colour();
  const Squares own = owned(mine);
  std::array<Squares, 4> bears;
  for (Symbol symbol = 0; symbol < SYMBOLS; ++symbol) bears[symbol] = bearing(symbol);
  const Squares full = (bears[0] | bears[1]) | (bears[2] | bears[3]);
  for (Symbol symbol = 0; symbol < SYMBOLS; ++symbol) {
    const Squares open = ENDS[symbol] & ~full;
    out =
        own_moves(out, kinds_[kind_of(symbol, mine)] & STREETS, full & ~own, open | bears[symbol]);
    if (has_neutral_) out = neutral_moves(out, movable_neutral(symbol), open);
  }
  return out;
}

/// Moves of one's own towers up to the first `blockers` [T7, T8, T24] onto `landing` [T9, T10].
inline Action* Position::own_moves(Action* out, Squares sources, Squares blockers,
                                   Squares landing) const {
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
inline Action* Position::neutral_moves(Action* out, Squares sources, Squares open) {
  for_each(sources, [&](Square source) {
    const Line in_column = column_bits(open, {}, column_of(source));
    for (Line rest = row_bits(open, source) | in_column << COLUMN_BITS; rest; rest &= rest - 1)
      *out++ = {static_cast<std::uint8_t>(source), IN_LINE[source][std::countr_zero(rest)]};
  });
  return out;
}

/// The neutral counters with a symbol that the seat to move may move [T13, T21, T23].
inline Squares Position::movable_neutral(Symbol symbol) const {
  Squares counters;
  for (Colour colour = 0; colour < COLOURS; ++colour)
    if (is_neutral(colour)) counters = counters | kinds_[kind_of(symbol, colour)];
  return counters & STREETS & ~locked();
}

// ---- whether there is a move ------------------------------------------------------------------

/// Looks for a move to a neighbouring square and remembers it.
[[gnu::noinline]] inline bool Position::find_witness() {
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
bool Position::find_step(Squares from, Squares landing) {
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

inline bool Position::has_any_move() const {
  Actions list;
  return moves(list.begin()) != list.begin();
}

}  // namespace tretorri::towers
