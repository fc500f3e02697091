// Draws a random action of Volterra without listing them all.
#pragma once

#include "volterra.hpp"

namespace tretorri::volterra {

/// How many squares a set has; in plain arithmetic, as not every processor can count bits.
constexpr int size_of(Squares squares) {
  squares -= squares >> 1 & 0x5555'5555;
  squares = (squares & 0x3333'3333) + (squares >> 2 & 0x3333'3333);
  return static_cast<int>(((squares + (squares >> 4)) & 0x0f0f'0f0f) * 0x0101'0101 >> 24);
}

/// The square with that many others of the set before it.
inline Square nth(Squares squares, int number) {
  for (; number > 0; --number) squares &= squares - 1;
  return first(squares);
}

/// The squares with at least one and with at least two neighbours in a set.
struct Neighbouring {
  Squares one = 0, two = 0;

  explicit constexpr Neighbouring(Squares squares) {
    for (const int step : {1, STRIDE - 1, STRIDE, STRIDE + 1}) {
      add(squares << step);
      add(squares >> step);
    }
  }

 private:
  constexpr void add(Squares squares) {
    two |= one & squares;
    one |= squares;
  }
};

/// Draws one of the legal actions, each as likely as any other, in the order of actions(); tells
/// whether there is one.
inline bool Position::random_action(Random& random, Action& action) const {
  if (done_ == Done::Laying) return draw_from_list(random, action);
  if (ended_by_rule()) return false;
  const Colour mine = colour();
  const Squares takes = owned_[mine] & with_free_side(occupied_);  // V6, V7
  const Squares builds = occupied_ & ~bit(pawn_[mine ^ 1]);        // V6, V8
  const Squares around = AROUND[pawn_[mine]];
  Squares steps = done_ == Done::Pawn ? 0 : pawn_targets();
  if (done_ == Done::Nothing) steps &= Neighbouring(takes).one & Neighbouring(builds).two;  // V11
  const Squares from = done_ == Done::Tower ? 0 : around & takes, onto = around & builds;
  const int others = size_of(onto) - 1;  // what is taken from can be built on too
  int lifts = 0;
  for (Squares rest = from; rest; rest &= rest - 1) lifts += most_lifted(first(rest));
  const int pawn_moves = size_of(steps), all = pawn_moves + others * lifts;
  if (all == 0) return false;
  int drawn = static_cast<int>(random.below(static_cast<std::uint32_t>(all)));
  if (drawn < pawn_moves) {
    action = {Kind::MovePawn, 0, static_cast<std::int8_t>(nth(steps, drawn)), 0};
    return true;
  }
  drawn -= pawn_moves;
  Squares rest = from;
  for (; drawn >= others * most_lifted(first(rest)); rest &= rest - 1)
    drawn -= others * most_lifted(first(rest));
  const Square source = first(rest);
  const int most = most_lifted(source);
  const Square target = nth(onto & ~bit(source), drawn / most);
  action = {Kind::MoveTower, static_cast<std::int8_t>(source), static_cast<std::int8_t>(target),
            static_cast<std::int8_t>(1 + drawn % most)};
  return true;
}

inline bool Position::draw_from_list(Random& random, Action& action) const {
  Actions list;
  actions(list);
  if (list.empty()) return false;
  action = list[random.below(static_cast<std::uint32_t>(list.size()))];
  return true;
}

}  // namespace tretorri::volterra
