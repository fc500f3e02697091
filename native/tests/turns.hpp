// What holds where a game makes its whole turns one after the other.
#pragma once

#include <algorithm>
#include <vector>

#include "core/turn_perft.hpp"
#include "laws.hpp"

namespace tretorri {

/// The turns that are made are those that are listed, and they leave no trace.
template <Position P>
void makes_each_turn(P& position) {
  if constexpr (HasTurns<P>) {
    if (!position.is_turn_start()) return;
    const std::string text = position.text();
    const std::uint64_t key = position.key();
    std::vector<std::string> listed, made;
    typename P::Turns list;
    typename P::Undo undo;
    position.turns(list);
    for (const auto turn : list) {
      position.make(turn, undo);
      listed.push_back(position.text());
      position.unmake(turn, undo);
    }
    position.each_turn([&] {
      made.push_back(position.text());
      text_reads_back(position);
    });
    std::sort(listed.begin(), listed.end());
    std::sort(made.begin(), made.end());
    require(listed == made, "the turns that are made are those that are listed", text);
    require(position.text() == text && position.key() == key, "turns leave no trace", text);
  }
}

}  // namespace tretorri
