// Can the mover of VoldéTour win in this turn? By trying every turn.
#pragma once

#include "voldetour.hpp"

namespace tretorri::voldetour {

/// Slow; for tests and for boards without a harmless place.
inline bool can_win_by_trying_all(const Position& start) {
  const auto lord_wins = [](const Position& p) {
    return p.lord_targets().has(p.setup().enemy_tower(p.mover()));
  };
  if (start.is_over()) return false;
  if (lord_wins(start)) return true;
  Position position = start;
  Position::Actions first, second;
  Undo undo, undo_second;
  position.actions(first);
  for (const Action one : first) {
    if (!one.places()) continue;
    position.make(one, undo);
    bool wins = lord_wins(position);
    if (!wins) position.actions(second);
    for (const Action two : second) {
      if (wins) break;
      if (!two.places()) continue;
      position.make(two, undo_second);
      wins = lord_wins(position);
      position.unmake(two, undo_second);
    }
    second.clear();
    position.unmake(one, undo);
    if (wins) return true;
  }
  return false;
}

}  // namespace tretorri::voldetour
