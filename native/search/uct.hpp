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

  /// Rewards are shares of the win from 0 to 1; the tree stops growing at `most_nodes`.
  explicit Uct(std::uint64_t seed, double exploration = 1.0, std::size_t most_nodes = 20'000'000)
      : random_(seed), explore_(static_cast<float>(exploration)), most_nodes_(most_nodes) {}

  /// The action that was tried most; there must be one.
  Action search(const P& root, const Limits& limits, const std::atomic<bool>& stop) {
    Budget budget(limits, stop);
    simulations_ = actions_ = 0;
    nodes_.assign(1, {});
    expand(0, root);
    do {
      simulate(root);
      ++simulations_;
    } while (!budget.spend() && !is_late(budget, limits));
    return nodes_[most_visited()].action;
  }

  [[nodiscard]] std::uint64_t simulations() const { return simulations_; }

  /// How many actions a simulation took, in the tree and behind it.
  [[nodiscard]] double mean_length() const {
    return static_cast<double>(actions_) / static_cast<double>(simulations_);
  }

 private:
  using Rewards = std::array<float, MOST_SEATS>;
  using Index = std::uint32_t;

  struct Node {
    Action action{};
    std::uint8_t mover = 0;  // who played the action
    Index first = 0, count = 0, tried = 0;  // its children; those behind `tried` have no visit
    std::uint32_t visits = 0;
    float reward = 0;  // for the seat that played the action
  };

  /// The budget looks at the clock only now and then, but a simulation is no small node.
  [[nodiscard]] bool is_late(const Budget& budget, const Limits& limits) const {
    return limits.seconds > 0 && simulations_ % 16 == 0 && budget.seconds() >= limits.seconds;
  }

  void simulate(const P& root) {
    P position = root;
    typename P::Undo undo;
    path_.assign(1, 0);
    for (Index at = 0; nodes_[at].count > 0;) {
      at = nodes_[at].tried < nodes_[at].count ? untried_child(at) : best_child(at);
      position.make(nodes_[at].action, undo);
      path_.push_back(at);
      if (nodes_[at].visits == 0) break;
      if (nodes_[at].count == 0) expand(at, position);
    }
    actions_ += path_.size() - 1;
    backup(rollout(position));
  }

  /// Gives a node its children; at an end there are none.
  void expand(Index at, const P& position) {
    if (nodes_.size() >= most_nodes_) return;
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

  /// Draws one, as the order of a list means something.
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
    const Index first = nodes_[0].first;
    Index best = first;
    for (Index c = first; c < first + nodes_[0].count; ++c)
      if (nodes_[c].visits > nodes_[best].visits) best = c;
    return best;
  }

  Rewards rollout(P& position) {
    typename P::Undo undo;
    Action action;
    for (; draw_action(position, list_, random_, action); ++actions_) position.make(action, undo);
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
  std::vector<Node> nodes_;  // the root first
  std::vector<Index> path_;
  typename P::Actions list_;
};

}  // namespace tretorri
