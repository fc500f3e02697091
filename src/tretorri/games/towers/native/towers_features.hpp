// What the evaluation of Spiel der Türme looks at; the weights stand in towers_weights.hpp.
#pragma once

#include <array>
#include <string_view>

namespace tretorri::towers {

/// What things are worth. Lists are by the number of spaces of a district.
struct Weights {
  int to_move;              // the right to move
  int safe;                 // a counter in a tower on a site that no other seat can ever cover
  int calm;                 // the same, but another seat may come to cover it
  int at_risk;              // the same, but a seat that is not to move can cover it
  int taken;                // the same, but the seat to move can cover it
  int on_street;            // a counter in a tower on the streets
  int tower;                // a tower on the streets
  int full;                 // a tower on the streets that is as high as towers get
  int enter_now;            // a counter won by a possible entry, for the seat to move
  int enter_later;          // the same for the others
  int entries_now;          // a space that can be entered, for the seat to move
  int entries_later;        // the same for the others
  int under_attack;         // each counter of a street tower that another can cover
  int attack_now;           // each counter of the best street tower that the seat to move can cover
  int attack_later;         // the same for the others
  std::array<int, 5> held;  // districts by spaces owned
  std::array<int, 5> reach_now;    // by spaces owned or that can be entered, for the seat to move
  std::array<int, 5> reach_later;  // the same for the others
  int winning_end;                 // a seat that is not to move could end the game and win
};

/// The names of the weights in their order; what belongs to one list begins with its name.
inline constexpr std::array<std::string_view, 31> WEIGHT_NAMES{
    "to_move",       "safe",          "calm",          "at_risk",       "taken",
    "on_street",     "tower",         "full",          "enter_now",     "enter_later",
    "entries_now",   "entries_later", "under_attack",  "attack_now",    "attack_later",
    "held 0",        "held 1",        "held 2",        "held 3",        "held 4",
    "reach_now 0",   "reach_now 1",   "reach_now 2",   "reach_now 3",   "reach_now 4",
    "reach_later 0", "reach_later 1", "reach_later 2", "reach_later 3", "reach_later 4",
    "winning_end"};
static_assert(sizeof(Weights) == WEIGHT_NAMES.size() * sizeof(int));

/// One set for each number of seats, from two on.
using WeightSets = std::array<Weights, 3>;

}  // namespace tretorri::towers
