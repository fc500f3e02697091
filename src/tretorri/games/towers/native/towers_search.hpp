// The search of Spiel der Türme: alpha-beta for two seats, a tree of shares for three and four.
#pragma once

#include <atomic>
#include <optional>

#include "towers_alphabeta.hpp"
#include "towers_lines.hpp"
#include "towers_tuning.hpp"

namespace tretorri::towers {

class Search {
 public:
  using Tuning = towers::Tuning;

  Search(std::size_t memory_bytes, std::uint64_t seed)
      : memory_(memory_bytes), seed_(seed), table_(std::in_place, memory_bytes) {}

  /// Finds the best turns of a running game, or the best ends of the turn that has begun.
  SearchResult search(const Position& root, const Limits& limits, int lines,
                      const std::atomic<bool>& stop, const Report& report) {
    if (root.over()) return {};
    SharedBudget shared(limits, stop);
    const auto most = static_cast<std::size_t>(std::max(lines, 1));
    return root.seats() >= tree_from_seats_ ? grow_trees(root, most, shared, report)
                                            : deepen(root, most, shared, report);
  }

  [[nodiscard]] const WeightSets& weights() const { return weights_; }
  /// Replaces the weights of the evaluation.
  void set_weights(const WeightSets& weights) { weights_ = weights; }

  /// Sets "tree_from_seats", the number of seats from which on the tree is used; false if the name
  /// is another.
  bool set_option(std::string_view name, int value) {
    if (name != "tree_from_seats") return false;
    tree_from_seats_ = value;
    return true;
  }

 private:
  [[nodiscard]] const Weights& weights_for(const Position& position) const {
    return weights_[weight_set(position)];
  }

  // ---- two seats ------------------------------------------------------------------------------

  SearchResult deepen(const Position& root, std::size_t lines, SharedBudget& shared,
                      const Report& report) {
    if (!table_) table_.emplace(memory_);
    const auto make_result = [&](const Variations<Action>& found) {
      SearchResult result;
      result.proven = found.best[0].is_certain && wins_in_this_turn(root, found.best[0].moves);
      write_lines(root, found.best, lines, result);
      return result;
    };
    return deepen_in_parallel(root, static_cast<int>(lines), *table_, shared,
                              SearchEvaluator(root, weights_for(root)), seed_, make_result, report);
  }

  /// Tells whether the mover ends the game by these actions, and wins. The search drops late
  /// actions, so what lies beyond the turn is never certain.
  static bool wins_in_this_turn(Position position, const std::vector<Action>& actions) {
    const int mover = position.mover(), turn = position.turn();
    Position::Undo undo;
    for (const Action action : actions) {
      if (position.turn() != turn || !position.result().rule.empty()) break;
      position.make(action, undo);
    }
    return !position.result().rule.empty() && (position.winners() >> mover & 1);
  }

  static const std::vector<Action>& actions_of(const Variation<Action>& found) {
    return found.moves;
  }
  static Shares shares_of_line(const Variation<Action>& found, const Position& root) {
    return shares_from(found.score, root);
  }

  static constexpr double SEARCHED_SCALE = 1300;  // a score of so much makes the odds e to 1

  /// The shares that a score of the seat to move means.
  static Shares shares_from(int score, const Position& root) {
    const double mine = share_of(score, SEARCHED_SCALE);
    Shares shares{};
    for (int seat = 0; seat < root.seats(); ++seat)
      shares[seat] = static_cast<float>((1 - mine) / (root.seats() - 1));
    shares[root.mover()] = static_cast<float>(mine);
    return shares;
  }

  // ---- three and four seats -------------------------------------------------------------------

  using Tree = Mcts<Position, Guide>;
  static constexpr std::uint64_t FIRST_REPORT_NODES =
      4096;  // nodes; the next ones at twice as many
  static constexpr std::size_t ALL = Position::Actions::capacity;

  /// Every thread grows a tree of its own with another seed; the result merges all of them, reports
  /// are about the first.
  SearchResult grow_trees(const Position& root, std::size_t lines, SharedBudget& shared,
                          const Report& report) {
    const int threads = shared.limits().threads;
    std::vector<std::vector<Tree::Found>> found(static_cast<std::size_t>(threads));
    double seconds = 0;
    std::atomic<bool> memory_full{false};
    table_.reset();
    run_in_parallel(shared, threads, [&](int number) {
      Budget budget(shared);
      Guide guide(weights_for(root), seed_ + static_cast<std::uint64_t>(number));
      Tree tree(guide, memory_ / static_cast<std::size_t>(threads));
      grow_tree(root, lines, tree, budget, number ? Report() : report);
      found[static_cast<std::size_t>(number)] = tree.lines(threads > 1 ? ALL : some(lines));
      if (tree.is_certain()) shared.end();
      else if (tree.is_full() && !budget.over()) memory_full = true;
      if (number == 0) seconds = budget.seconds();
    });
    SearchResult result;
    tell(root, threads > 1 ? merge(found, some(lines)) : found[0], lines, result);
    result.nodes = shared.counted();
    result.seconds = seconds;
    result.memory_full = memory_full && !result.proven;
    return result;
  }

  void grow_tree(const Position& root, std::size_t lines, Tree& tree, Budget& budget,
                 const Report& report) const {
    for (std::uint64_t next = FIRST_REPORT_NODES;; next *= 2) {
      if (!tree.grow(root, budget, [&] { return budget.nodes() >= next; })) return;
      if (!report) continue;
      SearchResult result;
      tell(root, tree.lines(some(lines)), lines, result);
      result.nodes = budget.nodes();
      result.seconds = budget.seconds();
      report(result);
    }
  }

  /// How many to look at: some of the lines may begin with the same turn in another order.
  static std::size_t some(std::size_t lines) { return lines == 1 ? 1 : 4 * lines; }

  void tell(const Position& root, const std::vector<Tree::Found>& found, std::size_t lines,
            SearchResult& result) const {
    write_lines(root, found, lines, result);
    result.depth = static_cast<int>(result.lines[0].turns.size());
    result.proven = found[0].is_certain;
  }

  static const std::vector<Action>& actions_of(const Tree::Found& found) { return found.actions; }
  static Shares shares_of_line(const Tree::Found& found, const Position&) {
    return found.is_certain ? found.shares : calibrated(found.shares);
  }

  // ---- results --------------------------------------------------------------------------------

  /// Writes down the first `most` lines that differ in their first turn.
  template <class Found>
  void write_lines(const Position& root, const std::vector<Found>& found, std::size_t most,
                   SearchResult& result) const {
    std::vector<std::uint64_t> keys;
    result.lines.clear();
    for (const Found& one : found) {
      LineWriter writer(root, weights_for(root));
      tretorri::Line line = writer.write(actions_of(one), shares_of_line(one, root));
      const bool is_known = std::find(keys.begin(), keys.end(), writer.first_key()) != keys.end();
      keys.push_back(writer.first_key());
      if (!is_known && result.lines.size() < most) result.lines.push_back(std::move(line));
    }
  }

  WeightSets weights_ = WEIGHTS;
  int tree_from_seats_ = 3;
  std::size_t memory_;
  std::uint64_t seed_;
  std::optional<Table> table_;  // none while trees have the memory
};

}  // namespace tretorri::towers
