// What tuning asks of the evaluation of VoldéTour.
#pragma once

#include "voldetour_eval.hpp"
#include "voldetour_threat.hpp"

namespace tretorri::voldetour {

struct Tuning {
  static constexpr auto NAMES = WEIGHT_NAMES;
  static constexpr double UNIT = SCORE_UNIT;
  using Numbers = std::array<int, NAMES.size()>;

  static Numbers numbers_of(const Weights& weights) { return std::bit_cast<Numbers>(weights); }
  static Weights weights_from(const Numbers& numbers) { return std::bit_cast<Weights>(numbers); }

  static std::size_t set_of(const Position& position) { return weight_set(position); }
  static bool is_in(const Position& position, int seat) { return position.lord(seat) != OUT; }

  /// A seat that can win now needs no evaluation.
  static bool is_evaluated(const Position& position) {
    Win win;
    return !position.is_over() && !find_win(position, position.mover(), win);
  }
  static std::array<int, MAX_SEATS> worths(const Position& position, const Numbers& numbers) {
    const Weights weights = weights_from(numbers);
    Evaluation evaluation(weights);
    std::array<int, MAX_SEATS> worths{};
    for (int seat = 0; seat < position.seats(); ++seat)
      if (is_in(position, seat)) worths[seat] = evaluation.worth(position, seat);
    return worths;
  }
};

}  // namespace tretorri::voldetour
