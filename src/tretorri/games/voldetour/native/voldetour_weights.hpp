// The weights of the evaluation; docs/explanation/tuning.md says how they were found.
#pragma once

#include "voldetour_features.hpp"

namespace tretorri::voldetour {

inline constexpr WeightSets WEIGHTS{{
    {.way_now = -100, .way_later = -100},
    {.way_now = -100, .way_later = -100},
}};

}  // namespace tretorri::voldetour
