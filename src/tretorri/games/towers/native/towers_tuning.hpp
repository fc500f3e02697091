// What tuning asks of the evaluation of Spiel der Türme.
#pragma once

#include "towers_guide.hpp"

namespace tretorri::towers {

struct Tuning {
  static constexpr auto NAMES = WEIGHT_NAMES;
  static constexpr double UNIT = SHARE_SCALE;  // a worth of so much more makes the odds e to 1
  using Numbers = std::array<int, NAMES.size()>;

  static Numbers numbers_of(const Weights& weights) { return std::bit_cast<Numbers>(weights); }
  static Weights weights_from(const Numbers& numbers) { return std::bit_cast<Weights>(numbers); }

  static std::size_t set_of(const Position& position) { return weight_set(position); }
  static bool is_in(const Position&, int) { return true; }

  /// A seat that can end the game now and win needs no evaluation.
  static bool is_evaluated(const Position& position) {
    if (position.over()) return false;
    const Standing standing = evaluate(position, WEIGHTS[set_of(position)]);
    return !(standing.can_end >> position.mover() & 1);
  }
  static std::array<int, MAX_SEATS> worths(const Position& position, const Numbers& numbers) {
    const Weights weights = weights_from(numbers);
    return evaluate(position, weights).worth;
  }
};

}  // namespace tretorri::towers
