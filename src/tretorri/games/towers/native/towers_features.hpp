// What the evaluation of Spiel der Türme looks at; the weights stand in towers_weights.hpp.
#pragma once

#include <array>
#include <string_view>

namespace tretorri::towers {

/// What things are worth. Lists are by the number of spaces of a district.
struct Weights {
  int safe;          // a counter in a tower on a site that nobody can ever cover
  int calm;          // the same, but somebody may come to cover it
  int at_risk;       // the same, but a seat that is not to move can cover it
  int taken;         // the same, but the seat to move can cover it
  int on_street;     // a counter in a tower on the streets
  int enter_now;     // a counter won by a possible entry, for the seat to move
  int enter_later;   // the same for the others
  int under_attack;  // each counter of a street tower that another can cover
  int attack_now;    // of the counters of the best street tower that the mover can cover
  std::array<int, 5> held;      // districts by spaces owned
  std::array<int, 5> in_reach;  // by spaces owned or that can be entered now
  int winning_end;   // a seat that is not to move could end the game and win
};

/// The names of the weights in their order; what belongs to one list begins with its name.
inline constexpr std::array<std::string_view, 20> WEIGHT_NAMES{
    "safe", "calm", "at_risk", "taken", "on_street", "enter_now", "enter_later", "under_attack",
    "attack_now", "held 0", "held 1", "held 2", "held 3", "held 4", "in_reach 0", "in_reach 1",
    "in_reach 2", "in_reach 3", "in_reach 4", "winning_end"};
static_assert(sizeof(Weights) == WEIGHT_NAMES.size() * sizeof(int));

/// One set for each number of seats, from two on.
using WeightSets = std::array<Weights, 3>;

}  // namespace tretorri::towers
