// Tree search for any number of seats: every node keeps a share of the win for each seat.
//
// A `Guide` knows the game: it lists the candidate actions of a position, each with a prior and with
// the shares after it. A visit expands a leaf, whose value becomes that of its best child for the
// mover. Each node has the mean of its visits and the value under best play by all seats (max^n);
// selection uses a mixture of the two.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "core/types.hpp"
#include "search/limits.hpp"

namespace tretorri {

using Shares = std::array<float, MAX_SEATS>;

template <class Action>
struct Candidate {
  Action action;
  float prior;  // all of a node add up to 1
  Shares shares;
  bool is_certain;  // the shares cannot change any more
};

/// A first action and what is best after it.
template <class Action>
struct MctsLine {
  std::vector<Action> actions;
  Shares shares{};
  std::uint64_t visits = 0;
  bool is_certain = false;
  bool wins = false;  // for certain
  std::uint8_t mover = 0;

  [[nodiscard]] bool is_better_than(const MctsLine& other) const {
    if (wins != other.wins) return wins;
    if (visits != other.visits) return visits > other.visits;
    return shares[mover] > other.shares[mover];
  }

  /// Merges the line of another tree for the same action: what is certain wins, else the mean.
  void add(const MctsLine& other) {
    if (is_certain) return;
    if (other.visits > visits || other.is_certain) actions = other.actions;
    is_certain = other.is_certain;
    wins = other.wins;
    const auto all = static_cast<float>(visits + other.visits);
    const float theirs = is_certain ? 1 : static_cast<float>(other.visits) / all;
    for (std::size_t seat = 0; seat < MAX_SEATS; ++seat)
      shares[seat] += theirs * (other.shares[seat] - shares[seat]);
    visits += other.visits;
  }
};

/// Merges the lines of several trees with the same root; each has lines for all first actions.
template <class Action>
std::vector<MctsLine<Action>> merge(const std::vector<std::vector<MctsLine<Action>>>& trees,
                                    std::size_t most) {
  std::vector<MctsLine<Action>> all = trees[0];
  for (std::size_t tree = 1; tree < trees.size(); ++tree)
    for (const auto& line : trees[tree]) {
      const auto same = std::find_if(all.begin(), all.end(), [&](const auto& other) {
        return other.actions[0] == line.actions[0];
      });
      if (same != all.end()) same->add(line);
    }
  std::stable_sort(all.begin(), all.end(),
                   [](const auto& a, const auto& b) { return a.is_better_than(b); });
  if (all.size() > most) all.resize(most);
  return all;
}

struct MctsOptions {
  float exploration = 0.3F;
  float best_play = 0.8F;  // the part of the value under best play in the mixture
};

template <class P, class Guide>
class Mcts {
 public:
  using Action = typename P::Action;

  using Found = MctsLine<Action>;

  Mcts(Guide& guide, std::size_t bytes, const MctsOptions& options = {})
      : guide_(guide),
        options_(options),
        most_nodes_(std::clamp<std::size_t>(bytes / sizeof(Node), 4096, MAX_INDEX)) {
    // All at once, as a list that grows is copied; pages come when they are first touched.
    nodes_.reserve(most_nodes_ + P::Actions::capacity);
  }

  /// Grows the tree until `pause` says so or the budget or the memory is spent; the first call
  /// makes the root. False when nothing more can come of going on.
  template <class Pause>
  bool grow(const P& root, Budget& budget, Pause pause) {
    if (nodes_.empty()) make_root(root, budget);
    while (!budget.over() && !is_full() && !nodes_[0].is_certain) {
      simulate(root, budget);
      if (pause()) return !budget.over();
    }
    return false;
  }

  /// The children of the root by visits, the most first, each with the line that follows it.
  [[nodiscard]] std::vector<Found> lines(std::size_t most) const {
    std::vector<std::uint32_t> order;
    for (std::uint32_t c = 0; c < nodes_[0].count; ++c) order.push_back(nodes_[0].first + c);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return is_better(a, b); });
    if (order.size() > most) order.resize(most);
    std::vector<Found> found;
    for (const std::uint32_t at : order) found.push_back(line_from(at));
    return found;
  }
  [[nodiscard]] bool is_certain() const { return nodes_[0].is_certain; }
  [[nodiscard]] bool is_full() const { return nodes_.size() >= most_nodes_; }

 private:
  static constexpr std::size_t MAX_INDEX = std::size_t{1} << 31;

  struct Node {
    Action action{};
    std::uint8_t mover = 0;  // who chose the action
    bool is_certain = false;
    std::uint16_t count = 0;
    std::uint32_t first = 0, visits = 0;
    float prior = 0;
    Shares sum{}, best{};  // over all visits; under best play
  };

  void make_root(const P& root, Budget& budget) {
    nodes_.push_back({});
    P position = root;
    expand(0, position, true, budget);
    nodes_[0].visits = 1;
    nodes_[0].sum = nodes_[0].best;
  }

  void simulate(const P& root, Budget& budget) {
    budget.spend();
    position_ = root;
    path_.assign(1, 0);
    std::uint32_t at = 0;
    typename P::Undo undo;
    while (nodes_[at].count > 0) {
      at = choose(at);
      position_.make(nodes_[at].action, undo);
      path_.push_back(at);
    }
    if (!nodes_[at].is_certain) expand(at, position_, false, budget);
    back_up(Shares(nodes_[at].best));
  }

  /// Lists the children of a leaf; the best for the mover gives the leaf its new value.
  void expand(std::uint32_t at, P& position, bool all, Budget& budget) {
    candidates_.clear();
    guide_.candidates(position, all, budget, candidates_);
    if (candidates_.empty()) {
      nodes_[at].is_certain = true;
      return;
    }
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].count = static_cast<std::uint16_t>(candidates_.size());
    const auto mover = static_cast<std::uint8_t>(position.mover());
    for (const auto& candidate : candidates_) {
      Node node;
      node.action = candidate.action;
      node.mover = mover;
      node.is_certain = candidate.is_certain;
      node.visits = 1;
      node.prior = candidate.prior;
      node.sum = node.best = candidate.shares;
      nodes_.push_back(node);
    }
    update_value(at);
  }

  /// Takes over the value of the child that is best for the mover.
  void update_value(std::uint32_t at) {
    std::uint32_t best = nodes_[at].first;
    const std::size_t mover = nodes_[best].mover;
    for (std::uint32_t c = best; c < nodes_[at].first + nodes_[at].count; ++c)
      if (nodes_[c].best[mover] > nodes_[best].best[mover]) best = c;
    nodes_[at].best = nodes_[best].best;
    if (nodes_[best].is_certain && nodes_[best].best[mover] >= 1)
      nodes_[at].is_certain = true;  // the mover wins
  }

  [[nodiscard]] float value(const Node& node, std::size_t seat) const {
    const float mean = node.sum[seat] / static_cast<float>(node.visits);
    return mean + options_.best_play * (node.best[seat] - mean);
  }

  [[nodiscard]] std::uint32_t choose(std::uint32_t at) const {
    const Node& node = nodes_[at];
    const float scale = options_.exploration * std::sqrt(static_cast<float>(node.visits));
    std::uint32_t best = node.first;
    float highest = -1;
    for (std::uint32_t c = node.first; c < node.first + node.count; ++c) {
      const Node& child = nodes_[c];
      const float worth =
          value(child, child.mover) + scale * child.prior / static_cast<float>(child.visits);
      if (worth > highest) highest = worth, best = c;
    }
    return best;
  }

  void back_up(const Shares& shares) {
    for (std::size_t i = path_.size(); i-- > 0;) {
      Node& node = nodes_[path_[i]];
      ++node.visits;
      for (std::size_t seat = 0; seat < MAX_SEATS; ++seat) node.sum[seat] += shares[seat];
      if (node.count > 0 && i + 1 < path_.size()) update_value(path_[i]);
    }
  }

  static bool wins(const Node& node) { return node.is_certain && node.best[node.mover] >= 1; }

  [[nodiscard]] bool is_better(std::uint32_t a, std::uint32_t b) const {
    const Node &one = nodes_[a], &other = nodes_[b];
    if (wins(one) != wins(other)) return wins(one);
    if (one.visits != other.visits) return one.visits > other.visits;
    return value(one, one.mover) > value(other, other.mover);
  }

  [[nodiscard]] Found line_from(std::uint32_t at) const {
    Found found;
    const Node& first = nodes_[at];
    for (std::size_t seat = 0; seat < MAX_SEATS; ++seat) found.shares[seat] = value(first, seat);
    found.visits = first.visits;
    found.is_certain = first.is_certain;
    found.wins = wins(first);
    found.mover = first.mover;
    found.actions.push_back(first.action);
    while (nodes_[at].count > 0) {
      std::uint32_t next = nodes_[at].first;
      for (std::uint32_t c = next; c < nodes_[at].first + nodes_[at].count; ++c)
        if (is_better(c, next)) next = c;
      if (nodes_[next].visits <= 1 && !nodes_[next].is_certain) break;
      found.actions.push_back(nodes_[next].action);
      at = next;
    }
    return found;
  }

  Guide& guide_;
  MctsOptions options_;
  std::size_t most_nodes_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<Candidate<Action>> candidates_;
  P position_;
};

}  // namespace tretorri
