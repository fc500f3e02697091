// Counts sequences of legal actions.
#pragma once

#include <atomic>

#include "core/concepts.hpp"

namespace tretorri {

/// Counts the sequences of `depth` actions; `every_leaf` also makes the last action of each.
/// When `stop` is set it returns early, and the count means nothing.
template <Position P>
std::uint64_t perft(P& position, int depth, bool every_leaf, const std::atomic<bool>& stop) {
  if (depth == 0) return 1;
  typename P::Actions list;
  position.actions(list);
  if (depth == 1 && !every_leaf) return list.size();
  std::uint64_t count = 0;
  typename P::Undo undo;
  for (const auto action : list) {
    if (depth > 1 && stop.load(std::memory_order_relaxed)) break;
    position.make(action, undo);
    count += depth == 1 ? 1 : perft(position, depth - 1, every_leaf, stop);
    position.unmake(action, undo);
  }
  return count;
}

}  // namespace tretorri
