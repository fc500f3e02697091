// What tuning asks of the evaluation of Volterra.
#pragma once

#include <algorithm>

#include "volterra_layout.hpp"

namespace tretorri::volterra {

struct Tuning {
  static constexpr auto NAMES = WEIGHT_NAMES;
  static constexpr double UNIT = WEIGHT_SCALE * SCORE_SCALE;
  using Numbers = std::array<std::int16_t, NAMES.size()>;

  static Numbers numbers_of(const Weights& weights) { return std::bit_cast<Numbers>(weights); }
  static Weights weights_from(const Numbers& numbers) { return std::bit_cast<Weights>(numbers); }

  static std::size_t set_of(const Position& position) { return Evaluator::Board(position).stage(); }
  static bool is_in(const Position&, int) { return true; }

  /// The evaluation is asked only about running games at the start of a turn.
  static bool is_evaluated(const Position& position) {
    return position.result().rule.empty() && position.is_turn_start() &&
           position.pawn(0) != NOWHERE && position.pawn(1) != NOWHERE;
  }
  static std::array<int, MAX_SEATS> worths(const Position& position, const Numbers& numbers) {
    WeightSets sets;
    sets.fill(weights_from(numbers));
    const int lead = Evaluator::lead(position, sets);
    std::array<int, MAX_SEATS> worths{};
    worths[position.mover()] = lead;
    return worths;
  }
};

}  // namespace tretorri::volterra
