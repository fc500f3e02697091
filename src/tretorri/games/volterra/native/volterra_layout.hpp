// Which piece to lay while the field of the variant `free` is filled [V16].
//
// Twenty pieces are laid before anything happens, so nothing can be read out. Every square is tried
// in many fields that are filled at random, and each of these is evaluated as it
// stands when the first normal turn begins, with pawns placed where the evaluation likes them.
#pragma once

#include "search/parallel.hpp"
#include "search/result.hpp"
#include "search/scores.hpp"
#include "volterra_eval.hpp"

namespace tretorri::volterra {

inline constexpr double SCORE_SCALE = 100;  // a score of 100 is odds of e to 1

/// Samples the squares in turn until the budget is spent.
class LayoutSampler {
 public:
  LayoutSampler(const Position& root, std::uint64_t seed) : root_(root), random_(seed) {
    Position::Actions list;
    root.actions(list);
    for (const Action action : list) tries_.push_back({action, 0, 0});
  }

  /// One more field for one square; the squares take turns.
  void next() {
    Try& tried = tries_[sampled_++ % tries_.size()];
    tried.share += sample(tried.action);
    ++tried.count;
  }

  /// The squares, the best for the mover first, with the share of the first seat.
  [[nodiscard]] std::vector<Line> best(int lines) const {
    std::vector<Try> sorted = tries_;
    const double sign = root_.mover() == 0 ? 1 : -1;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [&](const Try& a, const Try& b) { return sign * a.mean() > sign * b.mean(); });
    std::vector<Line> best;
    for (const Try& tried : sorted) {
      if (static_cast<int>(best.size()) >= std::max(lines, 1)) break;
      best.push_back({{root_.text(tried.action)}, {tried.mean(), 1 - tried.mean()}, {}});
    }
    return best;
  }
  [[nodiscard]] std::size_t squares() const { return tries_.size(); }

  /// Takes over what another one has sampled.
  void add(const LayoutSampler& other) {
    for (std::size_t i = 0; i < tries_.size(); ++i) {
      tries_[i].share += other.tries_[i].share;
      tries_[i].count += other.tries_[i].count;
    }
  }

 private:
  struct Try {
    Action action;
    double share;  // of the first seat, summed
    int count;
    [[nodiscard]] double mean() const { return count ? share / count : 0.5; }
  };

  double sample(Action action) {
    Position position = root_;
    Undo undo;
    position.make(action, undo);
    while (position.done() == Done::Laying && position.turn() <= LAYING_TURNS) {
      position.actions(list_);
      position.make(list_[random_.below(static_cast<std::uint32_t>(list_.size()))], undo);
    }
    return first_seat_after_pawns(position);
  }

  /// The share of the first seat when both pawns are placed as well as the evaluation can tell.
  static double first_seat_after_pawns(Position& position) {
    double best = 0;
    Position::Turns mine, theirs;
    position.turns(mine);
    for (const Turn turn : mine) {
      Undo undo, undo_theirs;
      position.make(turn, undo);
      double worst = 1;
      position.turns(theirs);
      for (const Turn reply : theirs) {
        position.make(reply, undo_theirs);
        worst = std::min(worst, share_of(Evaluator{}.evaluate(position), SCORE_SCALE));
        position.unmake(reply, undo_theirs);
      }
      position.unmake(turn, undo);
      best = std::max(best, worst);
    }
    return best;
  }

  const Position& root_;
  Random random_;
  std::vector<Try> tries_;
  std::size_t sampled_ = 0;
  Position::Actions list_;
};

/// Samples on one thread; `report`, if there is one, hears of each number that is a power of two.
inline void sample(LayoutSampler& sampler, Budget& budget, int lines, const Report& report) {
  constexpr std::size_t MAX_ROUNDS = 20000;  // more would not change the order
  const std::size_t most = MAX_ROUNDS * sampler.squares();
  for (std::size_t sampled = 1; sampled <= most && !budget.over(); ++sampled) {
    sampler.next();
    budget.spend();
    if (report && sampled >= sampler.squares() && std::has_single_bit(sampled))
      report({sampler.best(lines), 1, budget.nodes(), budget.seconds(), false});
  }
}

/// Searches a root at which a piece is to be laid; each evaluated field counts as a node.
inline SearchResult sample_layout(const Position& root, SharedBudget& shared, int lines,
                                  std::uint64_t seed, const Report& report) {
  std::vector<LayoutSampler> samplers;
  for (int number = 0; number < shared.limits().threads; ++number)
    samplers.emplace_back(root, seed + static_cast<std::uint64_t>(number));
  double seconds = 0;
  run_in_parallel(shared, shared.limits().threads, [&](int number) {
    Budget budget(shared);
    sample(samplers[static_cast<std::size_t>(number)], budget, lines, number ? Report() : report);
    if (number == 0) seconds = budget.seconds();
  });
  for (std::size_t i = 1; i < samplers.size(); ++i) samplers[0].add(samplers[i]);
  return {samplers[0].best(lines), 1, shared.counted(), seconds, false};
}

}  // namespace tretorri::volterra
