// Which actions of Spiel der Türme to look at first.
#pragma once

#include "towers_eval.hpp"

namespace tretorri::towers {

/// How an action looks before it is tried; meant for comparing, not for adding up.
class MoveOrder {
 public:
  MoveOrder(const Position& position, const Standing& standing)
      : position_(position), standing_(standing), mover_(position.mover()) {}

  [[nodiscard]] int operator()(Action action) const {
    if (is_pass(action)) return PASSING;
    const Tower tower = position_.tower(action.source), there = position_.tower(action.target);
    if (SITES.has(action.target)) {
      return position_.owner(tower) == mover_ ? entry(action, tower, there)
                                              : neutral_entry(action.target);
    }
    return there ? cover(tower, there) : quiet(action, tower);
  }

 private:
  static constexpr int PASSING = 150;

  [[nodiscard]] int entry(Action action, Tower tower, Tower there) const {
    const int owner = there ? position_.owner(there) : NO_OWNER;
    const int built = height_of(tower) + height_of(there);
    const int gain = built - (owner == mover_ ? height_of(there) : 0);
    int move_order = 1000 + 100 * gain + district_value(action.target, owner);
    if (owner >= 0 && owner < position_.seats() && owner != mover_)
      move_order += 100 * height_of(there);
    if (built == position_.highest()) move_order += 300;
    else if (can_be_covered(SITE.number[action.target], built)) move_order -= 80 * built;
    return move_order;
  }

  /// What a space means to its district: one's own progress, and that of others stopped.
  [[nodiscard]] int district_value(Square target, int owner) const {
    const int district = DISTRICTS.of[target];
    if (district == NO_DISTRICT) return 0;
    const Holding& mine = standing_.holding[mover_][district];
    int value = owner == mover_ ? 0 : 60 * mine.owned;
    if (mine.owned + mine.enterable == 4 && owner != mover_) value += 250;
    for (int seat = 0; seat < position_.seats(); ++seat)
      if (seat != mover_) value += hindrance(standing_.holding[seat][district], owner == seat);
    return value;
  }

  static int hindrance(const Holding& holding, bool takes) {
    const int reach = holding.owned + holding.enterable;
    return (takes ? 80 : 20) * holding.owned + (reach == 4 ? 400 : reach == 3 ? 80 : 0);
  }

  [[nodiscard]] int neutral_entry(Square target) const {
    const int district = DISTRICTS.of[target];
    return 250 + district_value(target, NO_OWNER) -
           (district == NO_DISTRICT ? 0 : 220 * standing_.holding[mover_][district].owned);
  }

  [[nodiscard]] bool can_be_covered(int site, int built) const {
    for (int seat = 0; seat < position_.seats(); ++seat)
      if (seat != mover_ && standing_.entry[seat][site] &&
          standing_.entry[seat][site] + built <= position_.highest())
        return true;
    return false;
  }

  [[nodiscard]] int cover(Tower tower, Tower there) const {
    const int owner = position_.owner(there);
    if (owner == mover_) return 60;
    const int built = height_of(tower) + height_of(there);
    return (owner == Holdings::NEUTRAL ? 250 : 500) + 120 * height_of(there) + 20 * built;
  }

  /// A quiet move is good when it comes in line with a space of its symbol.
  [[nodiscard]] int quiet(Action action, Tower tower) const {
    const int lines =
        IN_SIGHT[symbol_of(tower)][action.target] - IN_SIGHT[symbol_of(tower)][action.source];
    return position_.owner(tower) == mover_ ? 100 + 20 * lines : 40;
  }

  /// The number of spaces with a symbol in line with a square, nearer ones counting more.
  static constexpr std::array<std::array<std::int8_t, SQUARES>, 4> IN_SIGHT = [] {
    std::array<std::array<std::int8_t, SQUARES>, 4> sight{};
    for (std::size_t symbol = 0; symbol < SYMBOLS; ++symbol)
      for_each_square([&](Square s) {
        for_each(ENDS[symbol] & SITES, [&](Square site) {
          const int across = column_of(s) - column_of(site), up = row_of(s) - row_of(site);
          if (across != 0 && up != 0) return;
          const int far = (across < 0 ? -across : across) + (up < 0 ? -up : up);
          sight[symbol][s] = static_cast<std::int8_t>(sight[symbol][s] + (far <= 2 ? 3 : 1));
        });
      });
    return sight;
  }();

  const Position& position_;
  const Standing& standing_;
  int mover_;
};

}  // namespace tretorri::towers
