// The weights of the evaluation; docs/tuning.md says how they were found.
#pragma once

#include "voldetour_features.hpp"

namespace tretorri::voldetour {

inline constexpr WeightSets WEIGHTS{{
    {.to_move = 0, .way_now = -100, .way_later = -100, .near_now = 0, .near_later = 0, .second_now
     = 0, .second_later = 0, .length = 0, .stairs = 0, .blocks = 0, .blocked = 0, .at_home = 0,
     .places = 0},
    {.to_move = 0, .way_now = -100, .way_later = -100, .near_now = 0, .near_later = 0, .second_now
     = 0, .second_later = 0, .length = 0, .stairs = 0, .blocks = 0, .blocked = 0, .at_home = 0,
     .places = 0},
}};

}  // namespace tretorri::voldetour
