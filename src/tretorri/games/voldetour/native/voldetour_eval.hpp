// How the seats of VoldéTour stand: by what their ways to the enemy Towers cost.
//
// Pieces in reserve, blocked pieces, a second way, the squares of a way and the Lord's freedom were
// tried as well; by docs/explanation/tuning.md they predict hardly more.
#pragma once

#include "voldetour_way.hpp"
#include "voldetour_weights.hpp"

namespace tretorri::voldetour {

inline constexpr double SCORE_UNIT = 600;  // the unit of the weights: odds of e to 1

/// Returns which set of weights evaluates a position.
inline std::size_t weight_set(const Position& position) { return position.seats() > 2 ? 1 : 0; }

class Evaluation {
 public:
  explicit Evaluation(const Weights& weights) : weights_(weights) {}

  /// What the standing of a seat that is in is worth.
  int worth(const Position& position, int seat) {
    const Squares lord = bit(position.lord(seat));
    const int cost = ways_.find(position, position.terrain(), seat, lord);
    return cost * (seat == position.mover() ? weights_.way_now : weights_.way_later);
  }

 private:
  const Weights& weights_;
  Ways ways_;
};

}  // namespace tretorri::voldetour
