// Plain UCT with random playouts: the opponent to beat, and a measure of speed.
#pragma once

#include <cmath>
#include <vector>

#include "core/playouts.hpp"
#include "search/limits.hpp"

namespace tretorri {

/// Searches single actions; every simulation expands one node and plays one random game.
template <Position P>
class Uct {
 public:
  explicit Uct(std::uint64_t seed, double exploration = 1.0) : random_(seed), explore_(exploration) {}

  /// The action that was tried most; `simulations()` tells how many were made.
  typename P::Action search(const P& root, const Limits& limits, const std::atomic<bool>& stop) {
    Budget budget(limits, stop);
    nodes_.assign(1, {});
    expand(0, root);
    typename P::Undo undo;
    while (true) {
      P position = root;
      std::uint32_t at = 0;
      path_.assign(1, 0);
      while (nodes_[at].count > 0) {
        at = best_child(at);
        position.make(nodes_[at].action, undo);
        path_.push_back(at);
        if (nodes_[at].visits == 0) break;
        if (nodes_[at].count == 0 && !nodes_[at].is_end) expand(at, position);
      }
      backup(rollout(position));
      ++simulations_;
      if (budget.spend() || (simulations_ & 63) == 0 && limits.seconds > 0 && budget.seconds() > limits.seconds) break;
    }
    std::uint32_t best = nodes_[0].first;
    for (std::uint32_t c = best; c < nodes_[0].first + nodes_[0].count; ++c)
      if (nodes_[c].visits > nodes_[best].visits) best = c;
    return nodes_[best].action;
  }
  [[nodiscard]] std::uint64_t simulations() const { return simulations_; }

 private:
  struct Node {
    typename P::Action action{};
    std::uint8_t mover = 0;  // who played the action
    bool is_end = false;
    std::uint32_t first = 0, count = 0, visits = 0;
    float reward = 0;  // for the seat that played the action
  };

  void expand(std::uint32_t at, const P& position) {
    position.actions(list_);
    nodes_[at].is_end = list_.empty();
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].count = static_cast<std::uint32_t>(list_.size());
    for (const auto action : list_) {
      Node node;
      node.action = action;
      node.mover = static_cast<std::uint8_t>(position.mover());
      nodes_.push_back(node);
    }
  }

  std::uint32_t best_child(std::uint32_t at) {
    const Node& node = nodes_[at];
    const float scale = static_cast<float>(explore_) * std::sqrt(std::log(static_cast<float>(node.visits + 1)));
    std::uint32_t best = node.first;
    float best_value = -1;
    for (std::uint32_t c = node.first; c < node.first + node.count; ++c) {
      const Node& child = nodes_[c];
      if (child.visits == 0) return c;
      const auto visits = static_cast<float>(child.visits);
      const float value = child.reward / visits + scale / std::sqrt(visits);
      if (value > best_value) best_value = value, best = c;
    }
    return best;
  }

  std::array<float, MOST_SEATS> rollout(P& position) {
    typename P::Undo undo;
    typename P::Action action;
    while (draw_action(position, list_, random_, action)) position.make(action, undo);
    std::array<float, MOST_SEATS> rewards{};
    const unsigned all = (1u << position.seats()) - 1;
    const unsigned winners = position.winners() ? position.winners() : all;
    for (int seat = 0; seat < position.seats(); ++seat)
      if (winners >> seat & 1) rewards[seat] = 1.0f / static_cast<float>(std::popcount(winners));
    return rewards;
  }

  void backup(const std::array<float, MOST_SEATS>& rewards) {
    for (const std::uint32_t at : path_) {
      ++nodes_[at].visits;
      nodes_[at].reward += rewards[nodes_[at].mover];
    }
  }

  Random random_;
  double explore_;
  std::uint64_t simulations_ = 0;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  typename P::Actions list_;
};

}  // namespace tretorri
