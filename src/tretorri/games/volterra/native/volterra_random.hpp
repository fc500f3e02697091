// Draws a random action of Volterra without listing them all; included by volterra.hpp.
#pragma once

#include "volterra.hpp"

namespace tretorri::volterra {

/// From a middle to the squares around it, in the order of squares.
inline constexpr std::array<int, 8> DIRECTIONS{-STRIDE - 1, -STRIDE,    -STRIDE + 1, -1,
                                               1,           STRIDE - 1, STRIDE,      STRIDE + 1};

/// By the squares around a middle: for each direction a byte, 1 where it leads into the set.
inline constexpr std::array<std::uint64_t, BLOCKS> SPREAD = [] {
  std::array<std::uint64_t, BLOCKS> spread{};
  constexpr Square middle = STRIDE + 1;
  for (unsigned squares = 0; squares < BLOCKS; ++squares)
    for (int place = 0; place < 8; ++place)
      if (squares & block(bit(middle + DIRECTIONS[place]), middle))
        spread[squares] |= std::uint64_t{1} << 8 * place;
  return spread;
}();

/// The eight squares around a middle, each with a number in a byte, in the order of squares. What
/// is asked of them takes no loop: how often one would run cannot be foreseen.
class Ring {
 public:
  constexpr Ring(Squares squares, Square middle) : numbers_(SPREAD[block(squares, middle)]) {}

  constexpr Ring operator+(Ring other) const { return Ring(numbers_ + other.numbers_); }
  /// No sum may exceed 127.
  constexpr Ring operator*(int factor) const {
    return Ring(numbers_ * static_cast<std::uint64_t>(factor));
  }
  [[nodiscard]] constexpr int sum() const { return static_cast<int>(sums() >> 56); }
  [[nodiscard]] constexpr int number(int place) const { return byte(numbers_, place); }
  /// The sum of the numbers before a place.
  [[nodiscard]] constexpr int sum_before(int place) const { return byte(sums() << 8, place); }
  /// The place at which the sum of the numbers, with its own, first exceeds `sum`.
  [[nodiscard]] constexpr int place_of(int sum) const {
    const std::uint64_t exceeding = sums() + EACH * static_cast<unsigned>(127 - sum);
    return __builtin_ctzll(exceeding & EACH << 7) / 8;
  }
  static constexpr std::int8_t square(Square middle, int place) {
    return static_cast<std::int8_t>(middle + DIRECTIONS[place]);
  }

 private:
  static constexpr std::uint64_t EACH = 0x0101'0101'0101'0101;

  constexpr explicit Ring(std::uint64_t numbers) : numbers_(numbers) {}
  [[nodiscard]] constexpr std::uint64_t sums() const { return numbers_ * EACH; }
  static constexpr int byte(std::uint64_t bytes, int place) {
    return static_cast<int>(bytes >> 8 * place & 255);
  }

  std::uint64_t numbers_;
};

/// The tower moves of a pawn [V6 to V9], counted around it by the tower that is taken from.
struct Position::TowerMoves {
  Square pawn;
  Ring onto;   // towers that may be built on
  int others;  // what is taken from can be built on too
  Ring moves;

  TowerMoves(const Position& position, Square pawn, Squares takes, Squares builds)
      : pawn(pawn),
        onto(builds, pawn),
        others(onto.sum() - 1),
        moves((Ring(takes, pawn) + Ring(takes & position.tall_, pawn)) * others) {}

  [[nodiscard]] int sum() const { return moves.sum(); }
  [[nodiscard]] Action operator[](int number) const {
    const int source = moves.place_of(number);
    number -= moves.sum_before(source);
    const bool is_tall = moves.number(source) > others;  // one or two pieces to each target
    int target = number >> is_tall;
    target += target >= onto.sum_before(source);  // the source is none of them
    return {Kind::MoveTower, Ring::square(pawn, source), Ring::square(pawn, onto.place_of(target)),
            static_cast<std::int8_t>(1 + (number & is_tall))};
  }
};

/// What may begin a turn [V4], counted: the pawn moves come first.
struct Position::Beginnings {
  Squares takes, builds;  // the same wherever the pawn goes
  TowerMoves tower_moves;
  Ring steps;  // V5, V11
  int pawn_moves;

  Beginnings(const Position& position, Square pawn)
      : takes(position.takes()),
        builds(position.builds()),
        tower_moves(position, pawn, takes, builds),
        steps(position.owned(position.colour()) & lifting_places(takes, builds), pawn),
        pawn_moves(steps.sum()) {}

  [[nodiscard]] int sum() const { return pawn_moves + tower_moves.sum(); }
};

inline Action pawn_move(Square pawn, Ring steps, int number) {
  return {Kind::MovePawn, 0, Ring::square(pawn, steps.place_of(number)), 0};
}

inline int draw(Random& random, int all) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(all)));
}

/// Draws in the order of actions(). A turn that has begun can be completed [V11].
inline bool Position::random_action(Random& random, Action& action) const {
  if (done_ == Done::Laying) return draw_from_list(random, action);
  const Square pawn = pawn_[colour()];
  if (done_ == Done::Tower) {
    const Ring steps(owned(colour()), pawn);  // V5
    action = pawn_move(pawn, steps, draw(random, steps.sum()));
    return true;
  }
  if (done_ == Done::Pawn) {
    const TowerMoves tower_moves(*this, pawn, takes(), builds());
    action = tower_moves[draw(random, tower_moves.sum())];
    return true;
  }
  if (ended_by_rule()) return false;
  const Beginnings first(*this, pawn);
  const int all = first.sum();
  if (all == 0) return false;
  const int drawn = draw(random, all);
  action = drawn < first.pawn_moves ? pawn_move(pawn, first.steps, drawn)
                                    : first.tower_moves[drawn - first.pawn_moves];
  return true;
}

/// With one branch that cannot be foreseen: which of the two comes first.
inline int Position::make_random_turn(Random& random) {
  if (done_ != Done::Nothing) return make_random_action(random);
  if (ended_by_rule()) return 0;
  const Colour mine = colour();
  const Square pawn = pawn_[mine];
  const Beginnings first(*this, pawn);
  const int all = first.sum();
  if (all == 0) return 0;
  const int drawn = draw(random, all);
  if (drawn < first.pawn_moves) {
    set_pawn(mine, Ring::square(pawn, first.steps.place_of(drawn)));
    const TowerMoves now(*this, pawn_[mine], first.takes, first.builds);
    const Action lifted = now[draw(random, now.sum())];
    lift(lifted.source, lifted.target, lifted.pieces);
  } else {
    const Action lifted = first.tower_moves[drawn - first.pawn_moves];
    lift(lifted.source, lifted.target, lifted.pieces);
    const Ring steps(owned(mine), pawn);  // V10
    set_pawn(mine, Ring::square(pawn, steps.place_of(draw(random, steps.sum()))));
  }
  end_turn(mine);
  return 2;
}

inline int Position::make_random_action(Random& random) {
  Action action;
  Undo undo;
  if (!random_action(random, action)) return 0;
  make(action, undo);
  return 1;
}

inline bool Position::draw_from_list(Random& random, Action& action) const {
  Actions list;
  actions(list);
  if (list.empty()) return false;
  action = list[random.below(static_cast<std::uint32_t>(list.size()))];
  return true;
}

}  // namespace tretorri::volterra
