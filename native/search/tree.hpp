// A search for any game: tree search whose leaves are evaluated by random games.
//
// A game that has nothing better says `using Search = TreeSearch<Position>;`.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/playouts.hpp"
#include "search/mcts.hpp"
#include "search/parallel.hpp"
#include "search/result.hpp"

namespace tretorri {

/// What the tree search asks about a game of which only the rules are known.
template <Position P>
class RandomGuide {
 public:
  using Action = typename P::Action;

  explicit RandomGuide(std::uint64_t seed) : random_(seed) {}

  /// Lists all actions, each with the outcome of one random game after it.
  void candidates(const P& position, bool, Budget& budget, std::vector<Candidate<Action>>& out) {
    position.actions(actions_);
    const float prior = 1 / static_cast<float>(std::max<std::size_t>(actions_.size(), 1));
    for (const Action action : actions_) {
      budget.spend();
      P after = position;
      typename P::Undo undo;
      after.make(action, undo);
      const bool is_over = !after.result().rule.empty();
      if (!is_over) play_out(after, list_, random_);
      out.push_back({action, prior, final_shares(after), is_over});
    }
  }

  /// The shares of a finished game; a draw is shared by all.
  static Shares final_shares(const P& position) {
    const unsigned all = (1u << position.seats()) - 1;
    const unsigned winners = position.winners() ? position.winners() : all;
    Shares shares{};
    for (int seat = 0; seat < position.seats(); ++seat)
      if (winners >> seat & 1) shares[seat] = 1 / static_cast<float>(std::popcount(winners));
    return shares;
  }

 private:
  Random random_;
  typename P::Actions actions_, list_;
};

template <Position P>
class TreeSearch {
 public:
  TreeSearch(std::size_t memory_bytes, std::uint64_t seed) : memory_(memory_bytes), seed_(seed) {}

  /// Searches a running position. Every thread grows a tree of its own; their lines
  /// for the first actions are merged. Reports are of the first tree.
  SearchResult search(const P& root, const Limits& limits, int lines, const std::atomic<bool>& stop,
                      const Report& report) {
    SharedBudget shared(limits, stop);
    std::vector<std::vector<Found>> found(static_cast<std::size_t>(limits.threads));
    SearchResult result;
    run_in_parallel(shared, limits.threads, [&](int number) {
      Budget budget(shared);
      RandomGuide<P> guide(seed_ + static_cast<std::uint64_t>(number));
      Tree tree(guide, memory_ / static_cast<std::size_t>(limits.threads));
      for (std::uint64_t next = FIRST_REPORT;
           tree.grow(root, budget, [&] { return budget.nodes() >= next; }); next *= 2)
        if (report && number == 0) report(make_report(root, tree.lines(ALL), lines, budget));
      found[static_cast<std::size_t>(number)] = tree.lines(ALL);
      if (tree.is_certain()) shared.end();
      if (number != 0) return;
      result.memory_full = tree.is_full() && !budget.over() && !tree.is_certain();
      result.seconds = budget.seconds();
    });
    write(root, merge(found, ALL), lines, result);
    result.nodes = shared.counted();
    return result;
  }

 private:
  using Tree = Mcts<P, RandomGuide<P>>;
  using Found = typename Tree::Found;
  static constexpr std::uint64_t FIRST_REPORT = 4096;  // nodes; the next ones at twice as many
  static constexpr std::size_t ALL = P::Actions::capacity;

  SearchResult make_report(const P& root, const std::vector<Found>& found, int lines,
                           const Budget& budget) const {
    SearchResult result;
    write(root, found, lines, result);
    result.nodes = budget.nodes();
    result.seconds = budget.seconds();
    return result;
  }

  void write(const P& root, const std::vector<Found>& found, int lines,
             SearchResult& result) const {
    for (const Found& one : found) {
      if (result.lines.size() == static_cast<std::size_t>(lines)) break;
      const auto begin = one.shares.begin();
      result.lines.push_back({turns(root, one), {begin, begin + root.seats()}, {}});
    }
    result.depth = static_cast<int>(result.lines[0].turns.size());
    result.proven = found[0].wins;
  }

  /// The whole turns of a line; random actions complete the first one if the tree does not.
  std::vector<std::string> turns(const P& root, const Found& found) const {
    std::vector<std::string> turns;
    std::string begun;
    P position = root;
    const auto play = [&](typename P::Action action) {
      const int turn = position.turn();
      typename P::Undo undo;
      begun += (begun.empty() ? "" : "+") + position.text(action);
      position.make(action, undo);
      if (position.turn() != turn || !position.result().rule.empty())
        turns.push_back(std::exchange(begun, ""));
    };
    for (const auto action : found.actions) play(action);
    Random random(seed_);
    typename P::Actions list;
    for (typename P::Action action; turns.empty();) {
      draw_action(position, list, random, action);
      play(action);
    }
    return turns;
  }

  std::size_t memory_;
  std::uint64_t seed_;
};

}  // namespace tretorri
