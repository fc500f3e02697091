// The search of Spiel der Türme: alpha-beta for two seats, a tree of shares for three and four.
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "search/parallel.hpp"
#include "towers_alphabeta.hpp"
#include "towers_lines.hpp"
#include "towers_tuning.hpp"

namespace tretorri::towers {

class Search {
 public:
  using Tuning = towers::Tuning;

  /// What may be tuned.
  struct Settings {
    WeightSets weights = WEIGHTS;
    MctsOptions tree;
    int tree_from = 3;  // the number of seats from which on the tree is used
  };

  Search(std::size_t memory_bytes, std::uint64_t seed)
      : memory_(memory_bytes), seed_(seed), table_(std::in_place, memory_bytes) {}

  /// Finds the best turns of a running game, or the best ends of the turn that has begun.
  SearchResult search(const Position& root, const Limits& limits, int lines,
                      const std::atomic<bool>& stop, const Report& report) {
    if (root.over()) return {};
    SharedBudget shared(limits, stop);
    const auto most = static_cast<std::size_t>(std::max(lines, 1));
    SearchResult result = root.seats() >= settings.tree_from
                              ? grow_trees(root, most, shared, report)
                              : deepen(root, most, shared, report);
    result.nodes = shared.counted();
    return result;
  }

  [[nodiscard]] const WeightSets& weights() const { return settings.weights; }
  /// Judges by other weights from now on.
  void set_weights(const WeightSets& weights) { settings.weights = weights; }

  Settings settings;

 private:
  [[nodiscard]] const Weights& weights_for(const Position& position) const {
    return settings.weights[weight_set(position)];
  }

  // ---- two seats ------------------------------------------------------------------------------

  /// All threads search the same and share the table; the first one answers.
  SearchResult deepen(const Position& root, std::size_t lines, SharedBudget& shared,
                      const Report& report) {
    if (!table_) table_.emplace(memory_);
    table_->start_search();
    SearchResult result;
    run_in_parallel(shared, shared.limits().threads, [&](int number) {
      Budget budget(shared);
      const auto searcher = std::make_unique<AlphaBeta>(weights_for(root), *table_, budget);
      searcher->begin(root, seed_ + static_cast<std::uint64_t>(number));
      if (number == 0) {
        result = deepen(root, lines, shared.limits(), *searcher, budget, report);
        shared.end();
      } else {
        help(root, lines, shared.limits(), *searcher, number);
      }
    });
    return result;
  }

  SearchResult deepen(const Position& root, std::size_t lines, const Limits& limits,
                      AlphaBeta& searcher, const Budget& budget, const Report& report) const {
    Position position = root;
    std::vector<Variation> found;
    SearchResult result;
    for (int depth = 1; depth <= most_depth(limits); ++depth) {
      const bool through = search_lines(searcher, position, depth, lines, found);
      if (through) result.depth = (depth + TURN_COST - 1) / TURN_COST;
      const bool decided = std::abs(found[0].score) >= PROVEN_SCORE;
      result.proven = decided && wins_in_this_turn(root, found[0].actions);
      write_lines(root, found, lines, result);
      result.seconds = budget.seconds();
      result.nodes = budget.nodes();
      if (!through) break;
      if (report) report(result);
      if (decided) break;
    }
    return result;
  }

  /// Fills the table for the thread that answers, half of the helpers one step ahead of it.
  void help(const Position& root, std::size_t lines, const Limits& limits, AlphaBeta& searcher,
            int number) const {
    Position position = root;
    std::vector<Variation> found;
    for (int depth = 1 + number % 2; depth <= most_depth(limits); ++depth)
      if (!search_lines(searcher, position, depth, lines, found)) return;
  }

  static int most_depth(const Limits& limits) {
    return std::min(TURN_COST * limits.depth, DEEPEST - 1);
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

  /// Searches so many lines with different first turns one step deeper; lines that turn out to
  /// begin with the same turn in another order are kept behind, and another one is searched.
  bool search_lines(AlphaBeta& searcher, Position& position, int depth, std::size_t lines,
                    std::vector<Variation>& found) const {
    std::vector<Action> barred;
    std::vector<std::uint64_t> keys;
    for (std::size_t i = 0; keys.size() < lines; ++i) {
      if (i == found.size()) found.emplace_back();
      const bool through = searcher.search(position, depth, barred, found[i]);
      if (found[i].actions.empty()) {  // no other action is left
        found.pop_back();
        break;
      }
      if (!through) return false;
      barred.push_back(found[i].actions[0]);
      if (lines > 1) note(first_key(position, found[i].actions), keys);
      else break;
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    return true;
  }

  static void note(std::uint64_t key, std::vector<std::uint64_t>& keys) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }

  [[nodiscard]] std::uint64_t first_key(const Position& root,
                                        const std::vector<Action>& actions) const {
    LineWriter writer(root, weights_for(root));
    writer.write(actions, shares_from(0, root));
    return writer.first_key();
  }

  static std::vector<Action> actions_of(const Variation& variation) { return variation.actions; }
  static Shares shares_of_line(const Variation& variation, const Position& root) {
    return shares_from(variation.score, root);
  }

  static constexpr double SEARCHED_SCALE = 1300;  // a score of so much makes the odds e to 1

  /// The shares that a score of the seat to move means.
  static Shares shares_from(int score, const Position& root) {
    const double mine = 1 / (1 + std::exp(-score / SEARCHED_SCALE));
    Shares shares{};
    for (int seat = 0; seat < root.seats(); ++seat)
      shares[seat] = static_cast<float>((1 - mine) / (root.seats() - 1));
    shares[root.mover()] = static_cast<float>(mine);
    return shares;
  }

  // ---- three and four seats -------------------------------------------------------------------

  using Tree = Mcts<Position, Guide>;
  static constexpr std::uint64_t FIRST_REPORT = 4096;  // nodes; the next ones at twice as many
  static constexpr std::size_t ALL = Position::Actions::capacity;

  /// Every thread grows a tree of its own, with other chances; what all of them say about the
  /// first action counts. Reports tell of the first tree.
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
      Tree tree(guide, memory_ / static_cast<std::size_t>(threads), settings.tree);
      grow_tree(root, lines, tree, budget, number ? Report() : report);
      found[static_cast<std::size_t>(number)] = tree.lines(threads > 1 ? ALL : some(lines));
      if (tree.is_certain()) shared.end();
      else if (tree.is_full() && !budget.over()) memory_full = true;
      if (number == 0) seconds = budget.seconds();
    });
    SearchResult result;
    tell(root, threads > 1 ? merged(found, some(lines)) : found[0], lines, result);
    result.seconds = seconds;
    result.memory_full = memory_full && !result.proven;
    return result;
  }

  void grow_tree(const Position& root, std::size_t lines, Tree& tree, Budget& budget,
                 const Report& report) const {
    for (std::uint64_t next = FIRST_REPORT;; next *= 2) {
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

  static std::vector<Action> actions_of(const Tree::Found& found) { return found.actions; }
  static Shares shares_of_line(const Tree::Found& found, const Position&) {
    return found.is_certain ? found.shares : calibrated(found.shares);
  }

  // ---- answers --------------------------------------------------------------------------------

  /// Writes down the first `most` lines that differ in their first turn.
  template <class Found>
  void write_lines(const Position& root, const std::vector<Found>& found, std::size_t most,
                   SearchResult& result) const {
    std::vector<std::uint64_t> keys;
    result.lines.clear();
    for (const Found& one : found) {
      LineWriter writer(root, weights_for(root));
      tretorri::Line line = writer.write(actions_of(one), shares_of_line(one, root));
      const std::size_t before = keys.size();
      note(writer.first_key(), keys);
      if (keys.size() > before && result.lines.size() < most)
        result.lines.push_back(std::move(line));
    }
  }

  std::size_t memory_;
  std::uint64_t seed_;
  std::optional<Table> table_;  // none while trees have the memory
};

}  // namespace tretorri::towers
