// Plain UCT with random playouts: the opponent to beat, and a measure of speed.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "core/playouts.hpp"
#include "search/limits.hpp"

namespace tretorri {

/// Searches single actions; every simulation adds one node and plays one random game.
template <Position P>
class Uct {
 public:
  using Action = typename P::Action;
  static constexpr std::size_t DEFAULT_BYTES = std::size_t{3} << 29;

  /// Rewards are shares of the win from 0 to 1; the tree stops growing when the memory is full.
  explicit Uct(std::uint64_t seed, double exploration = 1.0, std::size_t bytes = DEFAULT_BYTES)
      : random_(seed),
        explore_(static_cast<float>(exploration)),
        most_nodes_(bytes / sizeof(Node) / 3) {}  // a third: the list is copied when it grows

  /// The action that was tried most; there must be one.
  Action search(const P& root, const Limits& limits, const std::atomic<bool>& stop) {
    SharedBudget shared(limits, stop);
    Budget budget(shared);
    make_root(root);
    do simulate(root);
    while (!budget.spend());
    return nodes_[most_visited()].action;
  }

  /// A whole turn, or the rest of one, within one budget. Each action takes half of what is left,
  /// and the one that would end the turn takes all of it; the tree below an action is kept.
  std::vector<Action> turn(const P& root, const Limits& limits, const std::atomic<bool>& stop) {
    SharedBudget shared(limits, stop);
    Budget budget(shared);
    make_root(root);
    std::vector<Action> turn;
    P position = root;
    typename P::Undo undo;
    while (true) {
      simulate_until((1 + budget.part_spent()) / 2, position, budget);
      while (!budget.over() && would_end_turn(position))
        simulate_until(budget.part_spent() + BUDGET_STEP, position, budget);
      const Index chosen = most_visited();
      turn.push_back(nodes_[chosen].action);
      if (would_end_turn(position)) return turn;
      position.make(nodes_[chosen].action, undo);
      root_ = chosen;
      if (nodes_[root_].count == 0) expand(root_, position);
    }
  }

  [[nodiscard]] std::uint64_t simulations() const { return simulations_; }

  /// The mean number of actions of a simulation, in the tree and in its playout.
  [[nodiscard]] double mean_length() const {
    return static_cast<double>(actions_) / static_cast<double>(simulations_);
  }

 private:
  using Rewards = std::array<float, MAX_SEATS>;
  using Index = std::uint32_t;
  static constexpr double BUDGET_STEP = 1.0 / 32;            // of a budget
  static constexpr std::uint64_t SIMULATIONS_PER_CHECK = 8;  // simulations; they take microseconds

  struct Node {
    Action action{};
    std::uint8_t mover = 0;                 // who played the action
    Index first = 0, count = 0, tried = 0;  // its children; those behind `tried` have no visit
    std::uint32_t visits = 0;
    float reward = 0;  // for the seat that played the action
  };

  void make_root(const P& root) {
    simulations_ = actions_ = 0;
    nodes_.assign(1, {});
    root_ = 0;
    expand(0, root);
  }

  /// Simulates, at least once, until such a part of the budget is spent.
  void simulate_until(double part, const P& root, Budget& budget) {
    do simulate(root);
    while (!budget.spend() && (simulations_ % SIMULATIONS_PER_CHECK || budget.part_spent() < part));
  }

  /// Tells whether the turn is over with the action that was tried most.
  [[nodiscard]] bool would_end_turn(const P& position) const {
    P after = position;
    typename P::Undo undo;
    after.make(nodes_[most_visited()].action, undo);
    return after.turn() != position.turn() || !after.result().rule.empty();
  }

  void simulate(const P& root) {
    P position = root;
    typename P::Undo undo;
    path_.assign(1, root_);
    for (Index at = root_; nodes_[at].count > 0;) {
      at = nodes_[at].tried < nodes_[at].count ? untried_child(at) : best_child(at);
      position.make(nodes_[at].action, undo);
      path_.push_back(at);
      if (nodes_[at].visits == 0) break;
      if (nodes_[at].count == 0) expand(at, position);
    }
    actions_ += path_.size() - 1;
    backup(rollout(position));
    ++simulations_;
  }

  /// Gives a node its children; at an end there are none. A root gets them in any case.
  void expand(Index at, const P& position) {
    if (nodes_.size() >= most_nodes_ && at != root_) return;
    position.actions(list_);
    nodes_[at].first = static_cast<Index>(nodes_.size());
    nodes_[at].count = static_cast<Index>(list_.size());
    Node child;
    child.mover = static_cast<std::uint8_t>(position.mover());
    for (const Action action : list_) {
      child.action = action;
      nodes_.push_back(child);
    }
  }

  /// Chooses at random, because lists have an order.
  Index untried_child(Index at) {
    Node& node = nodes_[at];
    const Index next = node.first + node.tried;
    std::swap(nodes_[next].action, nodes_[next + random_.below(node.count - node.tried)].action);
    ++node.tried;
    return next;
  }

  [[nodiscard]] Index best_child(Index at) const {
    const Node& node = nodes_[at];
    const float scale = explore_ * std::sqrt(std::log(static_cast<float>(node.visits)));
    Index best = node.first;
    float best_value = -1;
    for (Index c = node.first; c < node.first + node.count; ++c) {
      const auto visits = static_cast<float>(nodes_[c].visits);
      const float value = nodes_[c].reward / visits + scale / std::sqrt(visits);
      if (value > best_value) {
        best_value = value;
        best = c;
      }
    }
    return best;
  }

  [[nodiscard]] Index most_visited() const {
    const Node& root = nodes_[root_];
    Index best = root.first;
    for (Index c = root.first; c < root.first + root.count; ++c)
      if (nodes_[c].visits > nodes_[best].visits) best = c;
    return best;
  }

  Rewards rollout(P& position) {
    actions_ += play_out(position, list_, random_);
    const unsigned all = (1u << position.seats()) - 1;
    const unsigned won = position.winners();
    const unsigned winners = won ? won : all;
    Rewards rewards{};
    for (int seat = 0; seat < position.seats(); ++seat)
      if (winners >> seat & 1) rewards[seat] = 1.0f / static_cast<float>(std::popcount(winners));
    return rewards;
  }

  void backup(const Rewards& rewards) {
    for (const Index at : path_) {
      ++nodes_[at].visits;
      nodes_[at].reward += rewards[nodes_[at].mover];
    }
  }

  Random random_;
  float explore_;
  std::size_t most_nodes_;
  std::uint64_t simulations_ = 0, actions_ = 0;
  std::vector<Node> nodes_;
  Index root_ = 0;
  std::vector<Index> path_;
  typename P::Actions list_;
};

}  // namespace tretorri
