// What the evaluation of Volterra looks at; the weights stand in volterra_weights.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tretorri::volterra {

enum Feature : std::size_t {
  HIGHEST,          // height of the highest own tower
  SECOND,           // of the second
  THIRD,            // of the third
  PIECES_OWNED,     // pieces in own towers
  TOWERS_OWNED,     // own towers
  SAFE_HEIGHT,      // highest own tower that the other side cannot build on in one turn
  EXPOSED_HEIGHT,   // how much lower that is than the highest
  GROWING_HEIGHT,   // highest own tower that the side itself can build on
  EXPOSED_TOWERS,   // own towers that the other side can build on
  REACHED,          // towers that it can build on
  STEPS,            // squares of the pawn from which it has a tower move
  SOURCES,          // towers that it can take from, for each of these squares
  PAWN_HEIGHT,      // height of the tower under the pawn
  STUCK,            // no turn, if it were to move
  LEADS,            // would win if the game ended now
  STUCK_AND_LEADS,  // both
  FEATURES
};
using Features = std::array<std::int16_t, FEATURES>;

struct Weights {
  std::int16_t to_move;  // for the right to move
  Features mover;        // for the features of the side to move
  Features other;        // for those of the side that waits
};

inline constexpr int WEIGHT_SCALE = 16;

/// The names of the weights in their order; what belongs to one list begins with its name.
// clang-format off: a seat after the other
inline constexpr std::array<std::string_view, 33> WEIGHT_NAMES{
    "to_move",
    "mover highest", "mover second", "mover third", "mover pieces_owned", "mover towers_owned",
    "mover safe_height", "mover exposed_height", "mover growing_height", "mover exposed_towers",
    "mover reached", "mover steps", "mover sources", "mover pawn_height", "mover stuck",
    "mover leads", "mover stuck_and_leads",
    "other highest", "other second", "other third", "other pieces_owned", "other towers_owned",
    "other safe_height", "other exposed_height", "other growing_height", "other exposed_towers",
    "other reached", "other steps", "other sources", "other pawn_height", "other stuck",
    "other leads", "other stuck_and_leads"};
// clang-format on
static_assert(sizeof(Weights) == WEIGHT_NAMES.size() * sizeof(std::int16_t));

/// By stage: the field shrinks from 0 to 3; 4 and 5 are separated pawns, on few or many towers.
using WeightSets = std::array<Weights, 6>;

}  // namespace tretorri::volterra
