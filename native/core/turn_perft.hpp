// Counts sequences of whole turns, in games that can go through them.
#pragma once

#include "core/perft.hpp"

namespace tretorri {

template <class P>
concept HasTurns = requires(P& p, const P& c) {
  { c.is_turn_start() } -> std::same_as<bool>;
  p.each_turn([] {});  // makes each turn, calls the function there, takes it back
};

/// Counts the turns; apart from the deeper levels, so that all of it is inlined.
template <HasTurns P>
[[gnu::flatten]] std::uint64_t make_every_turn(P& position) {
  std::uint64_t count = 0;
  position.each_turn([&] {
    ++count;
    keep_leaf_in_memory();
  });
  return count;
}

/// Counts the sequences of `depth` turns from the start of a turn; every turn is made, also the
/// last of each. When `stop` is set it returns early, and the count means nothing.
template <HasTurns P>
std::uint64_t turn_perft(P& position, int depth, const std::atomic<bool>& stop) {
  if (depth == 0) return 1;
  if (depth == 1) return make_every_turn(position);
  std::uint64_t count = 0;
  position.each_turn([&] {
    if (!stop.load(std::memory_order_relaxed)) count += turn_perft(position, depth - 1, stop);
  });
  return count;
}

}  // namespace tretorri
