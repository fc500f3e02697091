// The weights of the evaluation of Volterra; volterra_eval.hpp says how they were found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tretorri::volterra {

enum Feature : std::size_t {
  HIGHEST,  // height of the highest own tower
  SECOND,  // of the second
  THIRD,  // of the third
  PIECES_OWNED,  // pieces in own towers
  TOWERS_OWNED,  // own towers
  SAFE_HEIGHT,  // highest own tower that the other side cannot build on in one turn
  EXPOSED_HEIGHT,  // how much lower that is than the highest
  GROWING_HEIGHT,  // highest own tower that the side itself can build on
  EXPOSED_TOWERS,  // own towers that the other side can build on
  REACHED,  // towers that it can build on
  STEPS,  // squares of the pawn from which it has a tower move
  SOURCES,  // towers that it can take from, for each of these squares
  PAWN_HEIGHT,  // height of the tower under the pawn
  STUCK,  // no turn, if it were to move
  LEADS,  // would win if the game ended now
  STUCK_AND_LEADS,  // both
  FEATURES
};
using Features = std::array<std::int16_t, FEATURES>;

struct Weights {
  int to_move;     // for the right to move
  Features mover;  // for the features of the side to move
  Features other;  // for those of the side that waits
};

inline constexpr int WEIGHT_SCALE = 16;

/// By stage: the field shrinks from 0 to 3; 4 and 5 are separated pawns, on few or many towers.
inline constexpr std::array<Weights, 6> WEIGHTS{{
    {2221,
     {-445, -406, -294, 706, -520, -297, -148, -47, 195, 149, -58, 26, -28, 0, -8, 0},
     {-70, -7, 7, 342, -185, -17, -54, -63, 147, 140, 172, 4, -120, -818, 120, 2923}},
    {2240,
     {-368, -505, -354, 636, -595, -158, -210, -47, 202, 179, 59, 22, -128, 0, 169, 0},
     {-107, -256, -38, 222, -115, 24, -131, 90, 212, 132, 83, 69, -169, -836, 51, 2912}},
    {2159,
     {-265, -600, -500, 673, -780, -26, -239, -1, 228, 141, -31, 114, -284, 0, 35, 0},
     {0, -358, -176, 281, -341, 135, -134, 10, 188, 88, 87, 132, -205, -982, 179, 2775}},
    {2241,
     {-196, -439, -282, 566, -726, -42, -154, 115, 130, 47, 12, 133, -213, 0, 49, 0},
     {132, -183, 138, 95, -130, 239, -107, 117, 71, -27, -42, 177, -182, -1182, 192, 2208}},
    {2279,
     {79, -336, -288, 854, -999, 461, -382, 227, -73, 7, 47, 119, 53, 0, 451, 0},
     {386, -140, -63, 469, -331, 584, -198, 211, -60, 188, 77, 102, 8, -1076, 360, 2655}},
    {2216,
     {-283, -186, 149, 1009, -967, 875, -1159, 359, -79, 197, -197, 261, -9, 0, 491, 0},
     {168, 192, 132, 784, -531, 946, -777, 273, -54, 33, -360, 275, -6, -619, 367, 3065}},
}};

}  // namespace tretorri::volterra
