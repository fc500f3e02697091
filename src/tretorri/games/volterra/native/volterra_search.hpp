// The search of Volterra: alpha-beta over turns, and sampling while the field is laid out.
#pragma once

#include <memory>

#include "search/alphabeta.hpp"
#include "search/parallel.hpp"
#include "search/result.hpp"
#include "volterra_eval.hpp"
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
    table_.start_search();
    SearchResult found;
    run_in_parallel(shared, limits.threads, [&](int number) {
      if (number == 0) {
        found = deepen(root, shared, lines, report);
        shared.end();
      } else {
        help(root, shared, lines, number);
      }
    });
    found.nodes = shared.counted();
    return found;
  }

  [[nodiscard]] const WeightSets& weights() const { return weights_; }
  /// Judges by other weights from now on, but for the layout.
  void set_weights(const WeightSets& weights) { weights_ = weights; }

 private:
  static constexpr double SEARCHED_SCALE =
      87;  // SCORE_SCALE by what docs/explanation/tuning.md says
  using Engine = AlphaBeta<Position, Evaluator>;
  using Found = Engine::Found;

  SearchResult deepen(const Position& root, SharedBudget& shared, int lines, const Report& report) {
    Budget budget(shared);
    Position position = root;
    const auto tell = [&](const Found& found) {
      if (report) report(make_result(root, found, budget));
    };
    const auto engine = std::make_unique<Engine>(table_, budget, Evaluator{&weights_});
    return make_result(root, engine->search(position, shared.limits().depth, lines, tell), budget);
  }

  void help(const Position& root, SharedBudget& shared, int lines, int number) {
    Budget budget(shared);
    Position position = root;
    std::make_unique<Engine>(table_, budget, Evaluator{&weights_})
        ->help(position, shared.limits().depth, lines, number);
  }

  static SearchResult make_result(const Position& root, const Found& found, const Budget& budget) {
    SearchResult result;
    for (const auto& line : found.lines) result.lines.push_back(make_line(root, line));
    result.depth = found.depth;
    result.nodes = budget.nodes();
    result.seconds = budget.seconds();
    result.proven = !found.lines.empty() && found.lines[0].certain;
    return result;
  }

  static Line make_line(const Position& root, const Engine::Line& line) {
    Line told;
    Position position = root;
    Undo undo;
    for (const Turn turn : line.turns) {
      told.turns.push_back(position.text(turn));
      position.make(turn, undo);
    }
    const double share = line.certain ? certain_share(line.score) : searched_share(line.score);
    told.shares = {share, 1 - share};
    if (root.mover() == 1) std::swap(told.shares[0], told.shares[1]);
    return told;
  }

  /// The share that a score means which was found by search: it says more than an evaluation.
  static double searched_share(int score) { return 1 / (1 + std::exp(-score / SEARCHED_SCALE)); }
  static double certain_share(int score) { return score > 0 ? 1 : score < 0 ? 0 : 0.5; }

  WeightSets weights_ = WEIGHTS;
  Table table_;
  std::uint64_t seed_;
};

}  // namespace tretorri::volterra
