// What the evaluation of VoldéTour looks at; the weights stand in voldetour_weights.hpp.
#pragma once

#include <array>
#include <string_view>

namespace tretorri::voldetour {

struct Weights {
  int to_move;      // the right to move
  int way_now;      // the cost of the way to the enemy Tower, for the seat to move
  int way_later;    // the same for the others
  int near_now;     // by how much the way is cheaper than CLOSE, for the seat to move
  int near_later;   // the same for the others
  int second_now;   // what the way to another side of the Tower costs more, for the seat to move
  int second_later; // the same for the others
  int length;       // squares on the way
  int stairs;       // Stairs in reserve
  int blocks;       // Blocks in reserve
  int blocked;      // pieces in play that cannot be moved
  int at_home;      // the Lord has not left its Tower
  int places;       // squares that the Lord can move to
};

/// The names of the weights in their order.
inline constexpr std::array<std::string_view, 13> WEIGHT_NAMES{
    "to_move", "way_now", "way_later", "near_now", "near_later", "second_now", "second_later",
    "length", "stairs", "blocks", "blocked", "at_home", "places"};
static_assert(sizeof(Weights) == WEIGHT_NAMES.size() * sizeof(int));

/// One set for two players, one for four.
using WeightSets = std::array<Weights, 2>;

}  // namespace tretorri::voldetour
