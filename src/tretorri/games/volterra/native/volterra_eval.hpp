// How a position of Volterra looks to a search that cannot read it to the end.
//
// Each side is described by a few numbers (`Features`). The score is the weighted sum of the
// mover's numbers less that of the other side; the weights depend on the stage of the game and on
// whose turn it is, because a threat is worth more to the side that may carry it out now.
//
// The weights are fitted to games of the engine with itself (docs/explanation/tuning.md). The unit is a
// hundredth of the logit of the result, so shares follow from scores.
#pragma once

#include "volterra.hpp"
#include "volterra_weights.hpp"

namespace tretorri::volterra {

/// The number of squares in a set; a plain x86-64 has no instruction for it, and the call that
/// std::popcount becomes there is slow.
constexpr int count(Squares squares) {
  squares -= squares >> 1 & 0x55555555;
  squares = (squares & 0x33333333) + (squares >> 2 & 0x33333333);
  return static_cast<int>(((squares + (squares >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

struct Evaluator {
  const WeightSets* sets = &WEIGHTS;

  /// Guesses how the mover stands: 100 are odds of e to 1.
  [[nodiscard]] int evaluate(const Position& position) const {
    return lead(position, *sets) / WEIGHT_SCALE;
  }

  /// The sum of all features times their weights.
  static int lead(const Position& position, const WeightSets& sets) {
    const Colour mine = position.colour();
    const Board board(position);
    const Reach near = board.reach(mine), far = board.reach(mine ^ 1);
    Features mover = board.features(mine, near, far);
    Features other = board.features(mine ^ 1, far, near);
    compare(mover, other);
    const Weights& weights = sets[board.stage()];
    int score = weights.to_move;
    for (std::size_t i = 0; i < FEATURES; ++i)
      score += weights.mover[i] * mover[i] - weights.other[i] * other[i];
    return score;
  }

  /// What a side can do in one turn, as if it were to move.
  struct Reach {
    Squares onto = 0;  // towers that it can build on
    int steps = 0;     // places of the pawn from which it has a tower move
    int sources = 0;   // towers that it can take from, counted for each of these places
  };

  /// What the features are worked out from.
  class Board {
   public:
    explicit Board(const Position& position)
        : position_(position), free_(with_free_side(position.occupied())) {}

    /// Looks at the tower moves of a side from its pawn's square and from all it can step to.
    [[nodiscard]] Reach reach(Colour side) const {
      Reach reach;
      const Square pawn = position_.pawn(side);
      if (pawn == NOWHERE) return reach;
      const Squares owned = position_.owned(side);
      const Squares open = position_.occupied() & ~pawn_bit(side ^ 1);
      for (Squares from = (AROUND[pawn] & owned) | bit(pawn); from; from &= from - 1)
        look_around(first(from), owned & free_, open, reach);
      return reach;
    }

    [[nodiscard]] Features features(Colour side, const Reach& mine, const Reach& theirs) const {
      const Squares owned = position_.owned(side);
      int highest = 0, second = 0, third = 0, all = 0, safe = 0, growing = 0;
      for (Squares rest = owned; rest; rest &= rest - 1) {
        const Square square = first(rest);
        const int h = height(square);
        all += h;
        third = std::max(third, std::min(second, h));
        second = std::max(second, std::min(highest, h));
        highest = std::max(highest, h);
        safe = std::max(safe, theirs.onto & bit(square) ? 0 : h);
        growing = std::max(growing, mine.onto & bit(square) ? h : 0);
      }
      Features features{};
      features[HIGHEST] = small(highest);
      features[SECOND] = small(second);
      features[THIRD] = small(third);
      features[PIECES_OWNED] = small(all);
      features[TOWERS_OWNED] = small(count(owned));
      features[SAFE_HEIGHT] = small(safe);
      features[EXPOSED_HEIGHT] = small(safe < highest ? highest - safe : 0);
      features[GROWING_HEIGHT] = small(growing);
      features[EXPOSED_TOWERS] = small(count(owned & theirs.onto));
      features[REACHED] = small(count(mine.onto));
      features[STEPS] = small(mine.steps);
      features[SOURCES] = small(mine.sources);
      const Square pawn = position_.pawn(side);
      features[PAWN_HEIGHT] = small(pawn == NOWHERE ? 0 : height(pawn));
      features[STUCK] = mine.steps == 0;
      return features;
    }

    /// Whether the pawns stand on different parts, else how far the field has shrunk.
    [[nodiscard]] std::size_t stage() const {
      const int towers = count(position_.occupied());
      if (is_separated()) return towers >= 8 ? 5 : 4;
      return towers >= 17 ? 0 : towers >= 14 ? 1 : towers >= 11 ? 2 : 3;
    }

   private:
    [[nodiscard]] int height(Square square) const {
      return Position::height(position_.tower(square));
    }
    [[nodiscard]] Squares pawn_bit(Colour side) const {
      const Square pawn = position_.pawn(side);
      return pawn == NOWHERE ? 0 : bit(pawn);
    }

    static std::int16_t small(int number) { return static_cast<std::int16_t>(number); }

    void look_around(Square pawn, Squares sources, Squares open, Reach& reach) const {
      const Squares from = AROUND[pawn] & sources;
      Squares onto = AROUND[pawn] & open;
      if ((from & (from - 1)) == 0) onto &= ~from;
      if (!from || !onto) return;
      reach.onto |= onto;
      ++reach.steps;
      reach.sources += count(from);
    }

    [[nodiscard]] bool is_separated() const {
      if (position_.pawn(0) == NOWHERE || position_.pawn(1) == NOWHERE) return false;
      const Squares goal = bit(position_.pawn(1));
      Squares reached = bit(position_.pawn(0)), before = 0;
      while (reached != before) {
        if (widened(reached) & goal) return false;
        before = reached;
        reached = widened(reached) & position_.occupied();
      }
      return true;
    }

    const Position& position_;
    Squares free_;
  };

  /// Tells which side would win if the game ended now, as far as three towers say it [V15].
  static void compare(Features& mover, Features& other) {
    const auto sum = [](const Features& f) { return f[HIGHEST] << 10 | f[SECOND] << 5 | f[THIRD]; };
    const int lead = sum(mover) - sum(other);
    mover[LEADS] = lead > 0;
    other[LEADS] = lead < 0;
    mover[STUCK_AND_LEADS] = mover[STUCK] & mover[LEADS];
    other[STUCK_AND_LEADS] = other[STUCK] & other[LEADS];
  }
};

}  // namespace tretorri::volterra
