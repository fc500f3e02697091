// Drawing an action of Spiel der Türme without listing all: ways are drawn until one is legal.
#pragma once

#include "towers.hpp"

namespace tretorri::towers {

inline constexpr int MAX_TRIES = 200;  // then listing is as fast

/// One of the ways from one of the towers.
struct Way {
  std::uint32_t tower, number;
  std::uint8_t source;
};

/// What a move is drawn from: every way from every tower that is one's own or neutral. To pass
/// is the first way of one tower more.
struct Drawing {
  Squares blockers;
  const std::uint8_t* own;   // the squares of one's own
  std::uint32_t to_neutral;  // how much farther those of the neutral counters are
  std::uint32_t own_count, towers, with_pass;

  [[nodiscard]] Way draw(std::uint64_t chance) const {
    const auto tower = static_cast<std::uint32_t>((chance >> 32) * with_pass >> 32);
    const auto number = static_cast<std::uint32_t>((chance & 0xffff'ffff) * WAYS_FROM_SQUARE >> 32);
    return {tower, number, own[tower + (tower < own_count ? 0 : to_neutral)]};
  }
};

inline Drawing Position::drawn_from() const {
  const std::uint32_t own = holdings_.count(clock_.seat);
  const std::uint32_t towers = own + holdings_.count(Holdings::NEUTRAL);
  return {occupied() & ~owned(colour()),
          holdings_.squares(clock_.seat),
          Holdings::distance(clock_.seat, Holdings::NEUTRAL) - own,
          own,
          towers,
          towers + clock_.extra};
}

/// Tells whether a way is legal but for T12 and T23; no branch, as chance cannot be foreseen.
inline bool Position::is_possible(const Drawing& from, Way way) const {
  const Square target = WAYS.target[way.source][way.number];
  const Tower tower = tower_[way.source], standing = tower_[target];
  const bool own = way.tower < from.own_count;
  const bool same = symbol_of(tower ^ standing) == 0;
  const bool clear = !(WAYS.between[way.source][way.number] & from.blockers);
  return ((standing == 0) | (own & same)) &          // T9, T22
         (clear | !own) &                            // T8, T24
         (WELCOME[target] >> symbol_of(tower) & 1);  // T10
}

inline bool Position::is_low_and_free(Action action) const {
  const Tower tower = tower_[action.source], standing = tower_[action.target];
  return height_of(tower) + height_of(standing) <= highest_ &&  // T12
         !locked().has(action.source);                          // T23
}

inline bool Position::draw_from_list(Random& random, Action& action) const {
  Actions list;
  actions(list);
  action = list[random.below(static_cast<std::uint32_t>(list.size()))];
  return true;
}

inline bool Position::random_action(Random& random, Action& action) const {
  if (is_over()) return false;
  const Drawing from = drawn_from();
  for (int tries = 0; tries < MAX_TRIES; ++tries) {
    const Way way = from.draw(random.next());
    if (way.tower == from.towers) {
      if (way.number) continue;
      action = PASS;
      return true;
    }
    if (!is_possible(from, way)) continue;
    action = {way.source, WAYS.target[way.source][way.number]};
    if (is_low_and_free(action)) return true;
  }
  return draw_from_list(random, action);
}

}  // namespace tretorri::towers
