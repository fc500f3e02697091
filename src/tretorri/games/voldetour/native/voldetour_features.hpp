// What the evaluation of VoldéTour looks at; the weights stand in voldetour_weights.hpp.
#pragma once

#include <array>
#include <string_view>

namespace tretorri::voldetour {

struct Weights {
  int way_now;    // the cost of the way to the enemy Tower, for the seat to move
  int way_later;  // the same for the others
};

/// The names of the weights in their order.
inline constexpr std::array<std::string_view, 2> WEIGHT_NAMES{"way_now", "way_later"};
static_assert(sizeof(Weights) == WEIGHT_NAMES.size() * sizeof(int));

/// One set for two players, one for four.
using WeightSets = std::array<Weights, 2>;

}  // namespace tretorri::voldetour
