// What a search remembers about moves that were good elsewhere: killers and history.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "search/scores.hpp"

namespace tretorri {

/// The last two moves of each ply that caused a cutoff; 0 is none.
class Killers {
 public:
  using Pair = std::array<std::uint32_t, 2>;

  [[nodiscard]] const Pair& at(int ply) const { return moves_[static_cast<std::size_t>(ply)]; }
  [[nodiscard]] bool has(int ply, std::uint32_t move) const {
    return move == at(ply)[0] || move == at(ply)[1];
  }
  void add(int ply, std::uint32_t move) {
    Pair& pair = moves_[static_cast<std::size_t>(ply)];
    if (pair[0] != move) pair = {move, pair[0]};
  }

 private:
  std::array<Pair, MAX_PLIES + 1> moves_{};
};

/// How a history learns: the factors of depth squared for a cutoff and for a move tried in vain
/// before it, and the limit that no value exceeds.
struct HistoryRates {
  int reward, penalty, limit;
};

/// How often a move caused cutoffs, by mover and by the evaluator's index of the move.
template <int MOVERS, int SIZE>
class MoveHistory {
 public:
  explicit MoveHistory(HistoryRates rates) : rates_(rates) {}

  [[nodiscard]] int at(int mover, int index) const { return values_[mover][index]; }
  void reward(int mover, int index, int depth) { learn(mover, index, rates_.reward, depth); }
  void punish(int mover, int index, int depth) { learn(mover, index, -rates_.penalty, depth); }

 private:
  static constexpr int MAX_DEPTH_SQUARED = 400;

  /// Moves a value towards the limit, the slower the nearer it is.
  void learn(int mover, int index, int factor, int depth) {
    const int bonus = factor * std::min(depth * depth, MAX_DEPTH_SQUARED);
    int& value = values_[mover][index];
    value += bonus - value * std::abs(bonus) / rates_.limit;
  }

  HistoryRates rates_;
  std::array<std::array<int, SIZE>, MOVERS> values_{};
};

/// A move as 32 bits below its place in the order: the higher, the earlier.
using RatedMove = std::int64_t;

constexpr RatedMove rate_move(int order, std::uint32_t move) {
  return static_cast<RatedMove>(order) * (RatedMove{1} << 32) + move;
}
constexpr int order_of(RatedMove rated) { return static_cast<int>(rated >> 32); }
constexpr std::uint32_t move_of(RatedMove rated) { return static_cast<std::uint32_t>(rated); }

/// Brings a move of the highest order to the front; among equals the first.
inline void pick_next(RatedMove* first, RatedMove* last) {
  constexpr RatedMove ANY_MOVE = 0xffff'ffff;
  RatedMove* best = first;
  RatedMove highest = *first | ANY_MOVE;
  for (RatedMove* at = first + 1; at < last; ++at)
    if (*at > highest) best = at, highest = *at | ANY_MOVE;
  std::swap(*first, *best);
}

/// The best line found below each ply.
class PrincipalVariation {
 public:
  void clear(int ply) { length_[static_cast<std::size_t>(ply)] = 0; }
  /// Puts a move before the line below it.
  void extend(int ply, std::uint32_t move) {
    const auto at = static_cast<std::size_t>(ply);
    moves_[at][0] = move;
    std::copy_n(moves_[at + 1].begin(), length_[at + 1], moves_[at].begin() + 1);
    length_[at] = length_[at + 1] + 1;
  }
  [[nodiscard]] const std::uint32_t* begin() const { return moves_[0].data(); }
  [[nodiscard]] const std::uint32_t* end() const { return moves_[0].data() + length_[0]; }

 private:
  std::array<std::array<std::uint32_t, MAX_PLIES + 1>, MAX_PLIES + 1> moves_;
  std::array<int, MAX_PLIES + 1> length_{};
};

}  // namespace tretorri
