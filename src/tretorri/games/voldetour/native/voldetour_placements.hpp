// Where a piece of VoldéTour can be placed, and which pieces in play cannot be moved.
#pragma once

#include "voldetour.hpp"

namespace tretorri::voldetour {

/// Lists the placements of the mover's pieces of a kind, from reserve and in play [D7].
inline void Position::placements(Actions& list, Kind kind) const {
  const int first = FIRST_SLOT[kind], in_play = in_play_[mover_][kind];
  if (in_play < count_of(kind)) spots(list, terrain_, kind, first + in_play, IN_RESERVE);
  for (int slot = first; slot < first + in_play; ++slot) {
    const Piece piece = piece_[mover_][slot];
    if (is_blocked(piece)) continue;
    Terrain without = terrain_;
    without.turn_over(piece);
    spots(list, without, kind, slot, piece);
  }
}

/// Lists where a piece can go, other than back to where it was [D7, D9 to D12].
inline void Position::spots(Actions& list, const Terrain& terrain, Kind kind, int slot,
                            Piece old) const {
  const Step step = kind == STAIR ? Step::PlaceStair : Step::PlaceBlock;
  const auto add = [&](Shape shape, int level, Squares anchors) {
    const Piece piece = piece_of(shape, level);
    if (piece == (old & ~127)) anchors &= ~bit(anchor_of(old));
    const std::uint32_t base = Action::place(step, slot, piece).bits;
    for_each(anchors,
             [&](Square square) { list.push(Action{base + static_cast<std::uint32_t>(square)}); });
  };
  for (int level = 0; level < TOWER_HEIGHT; ++level) {
    const Squares open = terrain.with[flat(level)] & ~lords_;
    if (kind == STAIR) {
      for (Direction climb = 0; climb < DIRECTIONS; ++climb) {
        add(STAIRS + climb, level, open);
        add(NESTED + climb, level, terrain.with[slope(level, climb)]);
      }
    } else {
      bars(add, kind, level, open);
    }
  }
}

/// Adds the places of a Block on squares that are open on one level.
template <class Add>
void Position::bars(Add add, int length, int level, Squares open) {
  if (level + length <= TOWER_HEIGHT) add(block_shape(length, Z), level, open);
  if (length == 1) return;
  Squares along_row = open, along_column = open;
  for (int i = 1; i < length; ++i) {
    along_row &= ahead<3>(along_row);
    along_column &= ahead<2>(along_column);
  }
  add(block_shape(length, X), level, along_row);
  add(block_shape(length, Y), level, along_column);
}

/// Tells whether a piece or a Lord stands on it, or a Stair is nested on it [D13a].
inline bool Position::carries_something(const Terrain& terrain, Piece piece) const {
  return !spot(piece).within(terrain.with[change(piece).top] & ~lords_);
}

/// Tells whether material stands all around the piece and hides its vertical faces [D13b].
inline bool Position::is_walled_in(const Terrain& terrain, Piece piece) const {
  const Squares squares = spot(piece), around = beside(squares) & ~squares;
  if (squares & EDGE || around & terrain.with[flat(0)]) return false;
  const Shape shape = shape_of(piece);
  // Below the highest cell of an upright Block the same columns are filled, or fail here too.
  const int level = is_block(shape) ? height_of(change(piece).top) - 1 : level_of(piece);
  const Squares open = around & ~filled_above(terrain, level);
  return !open || slopes_wall_in(terrain, shape, level, squares, open);
}

/// Squares with construction that fills this level and so has full faces there.
inline Squares Position::filled_above(const Terrain& terrain, int level) const {
  Squares filled;
  for (int height = level + 1; height < FLATS; ++height) filled |= terrain.with[flat(height)];
  for (Surface s = slope(level + 1, 0); s < SURFACES; ++s) filled |= terrain.with[s];
  return filled & ~setup_->all_towers;
}

/// Tells whether the lone Stairs on the `open` squares around a piece cover what is left [D13b].
inline bool Position::slopes_wall_in(const Terrain& terrain, Shape shape, int level,
                                     Squares squares, Squares open) {
  bool walled = true;
  for_each_direction([&]<Direction D>() {
    const Squares side = ahead<D>(squares) & open;
    Squares covers = terrain.with[slope(level, opposite(D))];  // the full side faces the piece
    if (!is_block(shape)) {
      const Direction climb = climb_of(shape), bare = is_nested(shape) ? climb : opposite(climb);
      if (D == bare) {
        for (Direction d = 0; d < DIRECTIONS; ++d) covers |= terrain.with[slope(level, d)];
      } else if (D % 2 != climb % 2 && !is_nested(shape)) {
        covers |= terrain.with[slope(level, climb)];  // the same triangle
      }
    }
    walled = walled && side.within(covers);
  });
  return walled;
}

}  // namespace tretorri::voldetour
