// How the seats of VoldéTour stand: by their ways to the enemy Towers, and by what they have left.
#pragma once

#include "voldetour_way.hpp"
#include "voldetour_weights.hpp"

namespace tretorri::voldetour {

inline constexpr double SCORE_UNIT = 600;  // a worth of so much more makes the odds e to 1
inline constexpr int CLOSE = 12;           // from this cost on a way is nearly a win
inline constexpr int MOST_MORE = 12;       // by which a second way counts

/// Which set of weights a position is judged by.
inline std::size_t weight_set(const Position& position) { return position.seats() > 2 ? 1 : 0; }

class Evaluation {
 public:
  explicit Evaluation(const Weights& weights) : weights_(weights) {}

  /// What the standing of a seat that is in is worth.
  int worth(const Position& position, int seat) {
    const Square lord = position.lord(seat);
    const bool is_mover = seat == position.mover();
    const int cost = ways_.find(position, position.terrain(), seat, bit(lord));
    int worth = (is_mover ? weights_.way_now : weights_.way_later) * cost;
    worth += (is_mover ? weights_.near_now : weights_.near_later) * std::max(0, CLOSE - cost);
    if (is_mover) worth += weights_.to_move;
    worth += judge_way(position, seat, cost, is_mover) + judge_pieces(position, seat);
    if (lord == position.setup().towers[seat]) worth += weights_.at_home;
    if (weights_.places)
      worth += weights_.places * count(position.lord_targets(position.terrain(), seat));
    return worth;
  }

 private:
  static int count(Squares squares) {
    return std::popcount(squares.low) + std::popcount(squares.high);
  }

  /// How long the way is, and how much is lost if somebody bars its end.
  int judge_way(const Position& position, int seat, int cost, bool is_mover) {
    const int second = is_mover ? weights_.second_now : weights_.second_later;
    if (!second && !weights_.length) return 0;
    const Square lord = position.lord(seat);
    const Squares way = ways_.trace(position.terrain(), lord, cost).all;
    const Squares sides = beside(bit(position.setup().enemy_tower(seat))) & BOARD;
    int worth = weights_.length * count(way);
    if (second) {
      const int other =
          ways_.find(position, position.terrain(), seat, bit(lord), BOARD & ~(sides & (way | bit(lord))));
      worth += second * std::min(other - cost, MOST_MORE);
    }
    return worth;
  }

  [[nodiscard]] int judge_pieces(const Position& position, int seat) const {
    int worth = weights_.stairs * (count_of(STAIR) - position.in_play(seat, STAIR));
    int blocks = 0, blocked = 0;
    for (Kind kind = STAIR + 1; kind < KINDS; ++kind)
      blocks += count_of(kind) - position.in_play(seat, kind);
    for (int slot = 0; slot < SLOTS && weights_.blocked; ++slot)
      if (const Piece piece = position.piece(seat, slot)) blocked += position.is_blocked(piece);
    return worth + weights_.blocks * blocks + weights_.blocked * blocked;
  }

  const Weights& weights_;
  Ways ways_;
};

}  // namespace tretorri::voldetour
