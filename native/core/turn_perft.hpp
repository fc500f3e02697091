// Counts sequences of whole turns, in games that list them.
#pragma once

#include <atomic>

#include "core/concepts.hpp"

namespace tretorri {

template <class P>
concept HasTurns = requires(P& p, const P& c, typename P::Turn turn, typename P::Undo& undo,
                            typename P::Turns& list) {
  { c.is_turn_start() } -> std::same_as<bool>;
  c.turns(list);
  p.make(turn, undo);
  p.unmake(turn, undo);
};

/// Makes every turn and takes it back; apart from the deeper levels, so that all of it is inlined.
template <HasTurns P>
[[gnu::flatten]] std::uint64_t make_every_turn(P& position) {
  typename P::Turns list;
  typename P::Undo undo{};
  position.turns(list);
  for (const auto turn : list) {
    position.make(turn, undo);
    position.unmake(turn, undo);
  }
  return list.size();
}

/// Counts the sequences of `depth` turns from the start of a turn; every turn is made, also the
/// last of each. When `stop` is set it returns early, and the count means nothing.
template <HasTurns P>
std::uint64_t turn_perft(P& position, int depth, const std::atomic<bool>& stop) {
  if (depth == 0) return 1;
  if (depth == 1) return make_every_turn(position);
  typename P::Turns list;
  typename P::Undo undo;
  position.turns(list);
  std::uint64_t count = 0;
  for (const auto turn : list) {
    if (stop.load(std::memory_order_relaxed)) break;
    position.make(turn, undo);
    count += turn_perft(position, depth - 1, stop);
    position.unmake(turn, undo);
  }
  return count;
}

}  // namespace tretorri
