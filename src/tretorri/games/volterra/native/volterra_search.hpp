// The search of Volterra: alpha-beta over turns, and sampling while the field is laid out.
#pragma once

#include "volterra_alphabeta.hpp"
#include "volterra_layout.hpp"
#include "volterra_tuning.hpp"

namespace tretorri::volterra {

class Search {
 public:
  using Tuning = volterra::Tuning;

  Search(std::size_t memory_bytes, std::uint64_t seed) : table_(memory_bytes), seed_(seed) {}

  /// Searches a running position, also in mid-turn; `seed` matters only while pieces are laid.
  SearchResult search(const Position& root, const Limits& limits, int lines,
                      const std::atomic<bool>& stop, const Report& report) {
    SharedBudget shared(limits, stop);
    if (root.done() == Done::Laying && root.turn() <= LAYING_TURNS)
      return sample_layout(root, shared, lines, seed_, report);
    const auto make_result = [&](const Variations<Turn>& found) {
      SearchResult result;
      for (const auto& line : found.best) result.lines.push_back(make_line(root, line));
      result.proven = found.best[0].is_certain;
      return result;
    };
    return deepen_in_parallel(root, lines, table_, shared, SearchEvaluator(weights_), std::nullopt,
                              make_result, report);
  }

  [[nodiscard]] const WeightSets& weights() const { return weights_; }
  /// Replaces the weights of the evaluation, except for the layout.
  void set_weights(const WeightSets& weights) { weights_ = weights; }

 private:
  static constexpr double SEARCHED_SCALE = 87;  // docs/explanation/tuning.md, "Scores as shares"

  static Line make_line(const Position& root, const Variation<Turn>& found) {
    Line line;
    Position position = root;
    Undo undo;
    for (const Turn turn : found.moves) {
      line.turns.push_back(position.text(turn));
      position.make(turn, undo);
    }
    const double share =
        found.is_certain ? certain_share(found.score) : share_of(found.score, SEARCHED_SCALE);
    line.shares = {share, 1 - share};
    if (root.mover() == 1) std::swap(line.shares[0], line.shares[1]);
    return line;
  }

  static double certain_share(int score) { return score > 0 ? 1 : score < 0 ? 0 : 0.5; }

  WeightSets weights_ = WEIGHTS;
  Table table_;
  std::uint64_t seed_;
};

}  // namespace tretorri::volterra
