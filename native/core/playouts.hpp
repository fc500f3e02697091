// Plays random games to their ends.
#pragma once

#include <atomic>

#include "core/concepts.hpp"

namespace tretorri {

struct Playouts {
  std::uint64_t games = 0;
  std::uint64_t actions = 0;
  std::array<double, MAX_SEATS> shares{};  // wins by seat; a shared win is split, a draw too
};

/// Draws an action; a game that can do it without listing all offers `random_action`.
template <Position P>
bool draw_action(const P& position, typename P::Actions& list, Random& random,
                 typename P::Action& action) {
  if constexpr (requires { position.random_action(random, action); }) {
    return position.random_action(random, action);
  } else {
    list.clear();
    position.actions(list);
    if (list.empty()) return false;
    action = list[random.below(static_cast<std::uint32_t>(list.size()))];
    return true;
  }
}

/// Plays to the end at random and returns how many actions that took; a game that can make whole
/// turns at once, as likely as their actions, offers `make_random_turn`. All in one piece: in a
/// module this large the compiler would not do so by itself, which costs a quarter.
template <Position P>
[[gnu::flatten]] std::uint64_t play_out(P& position, typename P::Actions& list, Random& random) {
  std::uint64_t actions = 0;
  if constexpr (requires { position.make_random_turn(random); }) {
    while (const int made = position.make_random_turn(random))
      actions += static_cast<unsigned>(made);
  } else {
    typename P::Undo undo;
    typename P::Action action;
    for (; draw_action(position, list, random, action); ++actions) position.make(action, undo);
  }
  return actions;
}

/// Plays `games` random games from `start`, or fewer if `stop` is set.
template <Position P>
Playouts playouts(const P& start, std::uint64_t games, std::uint64_t seed,
                  const std::atomic<bool>& stop) {
  Playouts total;
  Random random(seed);
  typename P::Actions list;
  for (; total.games < games && !stop.load(std::memory_order_relaxed); ++total.games) {
    P position = start;
    total.actions += play_out(position, list, random);
    const int seats = position.seats();
    const unsigned all = (1u << seats) - 1;
    const unsigned winners = position.winners() ? position.winners() : all;
    for (int seat = 0; seat < seats; ++seat)
      if (winners >> seat & 1) total.shares[seat] += 1.0 / std::popcount(winners);
  }
  return total;
}

}  // namespace tretorri
