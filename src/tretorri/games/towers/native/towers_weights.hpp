// The weights of the evaluation; docs/tuning.md says how they were found.
#pragma once

#include "towers_features.hpp"

namespace tretorri::towers {

inline constexpr WeightSets WEIGHTS{{
    {.safe = 100, .calm = 80, .at_risk = 50, .taken = 20, .on_street = 26, .enter_now = 80,
     .enter_later = 45, .under_attack = -10, .attack_now = 14, .held = {0, 10, 40, 110, 0},
     .in_reach = {0, 0, 10, 60, 250}, .winning_end = 400},
    {.safe = 100, .calm = 80, .at_risk = 50, .taken = 20, .on_street = 26, .enter_now = 80,
     .enter_later = 45, .under_attack = -10, .attack_now = 14, .held = {0, 10, 40, 110, 0},
     .in_reach = {0, 0, 10, 60, 250}, .winning_end = 400},
    {.safe = 100, .calm = 80, .at_risk = 50, .taken = 20, .on_street = 26, .enter_now = 80,
     .enter_later = 45, .under_attack = -10, .attack_now = 14, .held = {0, 10, 40, 110, 0},
     .in_reach = {0, 0, 10, 60, 250}, .winning_end = 400},
}};

}  // namespace tretorri::towers
