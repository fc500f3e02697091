// The weights of the evaluation; docs/explanation/tuning.md says how they were found.
#pragma once

#include "towers_features.hpp"

namespace tretorri::towers {

inline constexpr WeightSets WEIGHTS{{
    {.to_move = 6, .safe = 103, .calm = 69, .at_risk = -50, .taken = -16, .on_street = 58,
     .tower = 130, .full = 421, .enter_now = 30, .enter_later = 37, .entries_now = 35,
     .entries_later = 29, .under_attack = -75, .attack_now = 141, .attack_later = 22,
     .held = {-49, 13, 152, 144, 0}, .reach_now = {66, -17, -52, 131, 1062}, .reach_later = {51,
     -12, -46, 103, 988}, .winning_end = 307},
    {.to_move = 0, .safe = 169, .calm = 129, .at_risk = 28, .taken = 30, .on_street = 51,
     .tower = 115, .full = -33, .enter_now = 68, .enter_later = 53, .entries_now = -42,
     .entries_later = -9, .under_attack = -54, .attack_now = 77, .attack_later = -29, .held = {53,
     26, -18, -255, 0}, .reach_now = {29, -12, -95, 312, 1748}, .reach_later = {39, -18, -81, 183,
     1162}, .winning_end = 468},
    {.to_move = 15, .safe = 136, .calm = 77, .at_risk = 5, .taken = -2, .on_street = 22,
     .tower = 207, .full = 428, .enter_now = 64, .enter_later = 29, .entries_now = -42,
     .entries_later = -3, .under_attack = -27, .attack_now = 58, .attack_later = 105,
     .held = {-71, 52, 113, 161, 0}, .reach_now = {41, -48, -19, 476, 2504}, .reach_later = {27,
     -64, -12, 263, 1911}, .winning_end = 190},
}};

}  // namespace tretorri::towers
