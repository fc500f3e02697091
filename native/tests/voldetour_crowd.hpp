// Random positions of VoldéTour in which pieces crowd around the Tower that the mover wants.
#pragma once

#include "voldetour.hpp"

namespace tretorri::voldetour {

/// Places random pieces near a Tower and writes them, with Lords and a turn, as a position text.
class Crowd {
 public:
  Crowd(Random& random, const Setup& setup)
      : random_(random),
        setup_(setup),
        mover_(below(setup.seats)),
        tower_(setup.enemy_tower(mover_)),
        reach_(1 + below(3)) {
    terrain_.with[flat(0)] = BOARD & ~setup.all_towers;
    terrain_.with[flat(TOWER_HEIGHT)] = setup.all_towers;
    for (int tries = below(400); tries-- > 0;) place();
  }

  /// Writes the position; `done` is what the mover has done in the turn.
  std::string text(std::string_view done) {
    std::sort(pieces_.begin(), pieces_.end());
    std::string text = std::string{setup_.letters} + (pieces_.empty() ? " -" : "");
    for (std::size_t i = 0; i < pieces_.size(); ++i) text += (i ? ';' : ' ') + pieces_[i].second;
    text += std::string{' ', setup_.letters[mover_]};
    for (int seat = 0; seat < setup_.seats; ++seat)
      text += (seat ? ',' : ' ') + (setup_.letters[seat] + square_text(lord_square(seat)));
    const int turn = 40 * setup_.seats + mover_ + 1;
    return text + ' ' + std::string{done} + ' ' + std::to_string(turn);
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(n))); }

  /// A square near the Tower; -1 if that is off the board.
  Square near(int reach) {
    const int column = tower_ % STRIDE + below(2 * reach + 1) - reach;
    const int row = tower_ / STRIDE + below(2 * reach + 1) - reach;
    return on_board(column, row) ? square_at(column, row) : -1;
  }

  void place() {
    const Square square = near(reach_);
    const Kind kind = below(2) ? STAIR : 1 + below(LONGEST);
    const int seat = below(3) ? mover_ : below(setup_.seats);
    if (square < 0 || used_[seat][kind] == count_of(kind)) return;
    const Surface under = terrain_.surface(square);
    if (under >= FLATS && kind != STAIR) return;
    const Shape block = block_shape(kind, kind == 1 || below(2) ? Z : below(3));
    const Shape stair = under < FLATS ? STAIRS + below(DIRECTIONS) : NESTED + climb_on(under);
    const Shape shape = kind == STAIR ? stair : block;
    const int level = height_of(under);
    const Piece piece = piece_of(shape, level, square);
    if (!is_low_enough(shape, level) || !spot(piece) || !spot(piece).within(terrain_.with[under]))
      return;
    terrain_.turn_over(piece);
    ++used_[seat][kind];
    pieces_.push_back({place_order(piece), setup_.letters[seat] + kind_text(shape) +
                                               way_text(shape) + '@' + square_text(square) + '.' +
                                               std::to_string(level)});
  }

  /// Where a Lord can stand; the mover's near the Tower and seldom on the ground.
  Square lord_square(int seat) {
    for (int tries = 0;; ++tries) {
      const Square square = near(seat == mover_ ? 2 + below(3) : COLUMNS);
      if (square < 0 || setup_.all_towers.has(square) || lords_.has(square)) continue;
      const Surface surface = terrain_.surface(square);
      if (surface >= FLATS || (seat == mover_ && tries < 500 && surface < 2 && below(8))) continue;
      lords_ |= bit(square);
      return square;
    }
  }

  Random& random_;
  const Setup& setup_;
  const int mover_;
  const Square tower_;
  const int reach_;
  Terrain terrain_;
  Squares lords_;
  std::array<std::array<int, KINDS>, MAX_SEATS> used_{};
  std::vector<std::pair<int, std::string>> pieces_;
};

}  // namespace tretorri::voldetour
