// Counts sequences of legal actions.
#pragma once

#include <atomic>

#include "core/concepts.hpp"

namespace tretorri {

/// Forces the position of a leaf to be in memory; the compiler could otherwise drop an action that is
/// taken back at once.
inline void keep_leaf_in_memory() { std::atomic_signal_fence(std::memory_order_seq_cst); }

/// Makes every action and takes it back; apart from the deeper levels, so that all is inlined.
template <Position P>
[[gnu::flatten]] std::uint64_t make_every_action(P& position) {
  typename P::Actions list;
  typename P::Undo undo{};
  position.actions(list);
  for (const auto action : list) {
    position.make(action, undo);
    keep_leaf_in_memory();
    position.unmake(action, undo);
  }
  return list.size();
}

/// Counts the sequences of `depth` actions; `every_leaf` also makes the last action of each.
/// When `stop` is set it returns early, and the count means nothing.
template <Position P>
std::uint64_t perft(P& position, int depth, bool every_leaf, const std::atomic<bool>& stop) {
  if (depth == 0) return 1;
  if (depth == 1 && every_leaf) return make_every_action(position);
  typename P::Actions list;
  position.actions(list);
  if (depth == 1) return list.size();
  std::uint64_t count = 0;
  typename P::Undo undo;
  for (const auto action : list) {
    if (stop.load(std::memory_order_relaxed)) break;
    position.make(action, undo);
    count += perft(position, depth - 1, every_leaf, stop);
    position.unmake(action, undo);
  }
  return count;
}

}  // namespace tretorri
