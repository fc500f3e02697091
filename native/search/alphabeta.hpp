// Principal variation search over whole turns, for two seats.
//
// A game offers `Turn` (32 bits), `turns(list)`, make and unmake of a turn, `evaluate()` from the
// mover's view in hundredths, and `winners()` when no turn is left.
#pragma once

#include <cmath>

#include "core/concepts.hpp"
#include "search/limits.hpp"
#include "search/table.hpp"

namespace tretorri {

inline constexpr int WIN = 30000;
inline constexpr int PROVEN = WIN - 1000;  // beyond it the score is a forced end
inline constexpr int MOST_PLIES = 128;

template <class P>
class AlphaBeta {
 public:
  using Turn = typename P::Turn;
  static_assert(sizeof(Turn) == 4);

  struct Line {
    int score = 0;
    int depth = 0;
    std::vector<Turn> turns;
  };

  AlphaBeta(std::size_t bytes) : table_(bytes) {}

  /// Deepens until the limits say stop; the best line of the last finished depth.
  template <class Report>
  Line search(P& position, const Limits& limits, const std::atomic<bool>& stop, Report report) {
    Budget budget(limits, stop);
    budget_ = &budget;
    for (auto& killers : killers_) killers = {};
    Line best;
    for (int depth = 1; depth <= limits.depth; ++depth) {
      const int score = aspire(position, depth, best.score);
      if (budget.over() && depth > 1) break;
      best = {score, depth, {}};
      for (std::uint32_t move : pv_[0]) best.turns.push_back(std::bit_cast<Turn>(move));
      report(best, budget);
      if (budget.over() || budget.mostly_spent() || std::abs(score) >= PROVEN) break;
    }
    return best;
  }

 private:
  int aspire(P& position, int depth, int guess) {
    int window = 40;
    int alpha = depth < 4 ? -WIN : std::max(-WIN, guess - window);
    int beta = depth < 4 ? WIN : std::min(WIN, guess + window);
    while (true) {
      const int score = node(position, depth, alpha, beta, 0);
      if (budget_->over()) return score;
      if (score <= alpha && alpha > -WIN) {
        alpha = std::max(-WIN, score - (window *= 3));
      } else if (score >= beta && beta < WIN) {
        beta = std::min(WIN, score + (window *= 3));
      } else {
        return score;
      }
    }
  }

  int final_score(const P& position, int ply) const {
    const unsigned winners = position.winners();
    if (winners == 0) return 0;
    return winners >> position.mover() & 1 ? WIN - ply : ply - WIN;
  }

  int node(P& position, int depth, int alpha, int beta, int ply) {
    pv_[ply].clear();
    if (budget_->spend()) return 0;
    typename P::Turns list;
    position.turns(list);
    if (list.empty()) return final_score(position, ply);
    if (depth <= 0 || ply >= MOST_PLIES - 1) return position.evaluate();
    const std::uint64_t key = position.key();
    std::uint32_t hint = 0;
    if (const Entry* entry = table_.find(key)) {
      hint = entry->move;
      const int score = from_table(entry->score, ply);
      if (ply > 0 && entry->depth >= depth && fits(entry->bound, score, alpha, beta)) return score;
    }
    return try_turns(position, list, depth, alpha, beta, ply, key, hint);
  }

  static bool fits(Bound bound, int score, int alpha, int beta) {
    return bound == Bound::Exact || (bound == Bound::Lower && score >= beta) ||
           (bound == Bound::Upper && score <= alpha);
  }

  int try_turns(P& position, typename P::Turns& list, int depth, int alpha, int beta, int ply,
                std::uint64_t key, std::uint32_t hint) {
    std::array<int, P::Turns::capacity> order;
    for (std::size_t i = 0; i < list.size(); ++i) order[i] = rank(position, list[i], hint, ply);
    int best = -WIN, searched = 0;
    std::uint32_t best_move = 0;
    const int first_alpha = alpha;
    typename P::Undo undo;
    for (std::size_t i = 0; i < list.size(); ++i) {
      pick(list, order, i);
      const Turn turn = list[i];
      position.make(turn, undo);
      const int score = child(position, depth, alpha, beta, ply, searched++, order[i]);
      position.unmake(turn, undo);
      if (budget_->over()) return best;
      if (score > best) {
        best = score;
        best_move = std::bit_cast<std::uint32_t>(turn);
        if (score > alpha) {
          alpha = score;
          pv_[ply] = {best_move};
          pv_[ply].insert(pv_[ply].end(), pv_[ply + 1].begin(), pv_[ply + 1].end());
        }
        if (score >= beta) {
          reward(turn, depth, ply);
          break;
        }
      }
    }
    const Bound bound = best >= beta ? Bound::Lower : best > first_alpha ? Bound::Exact : Bound::Upper;
    table_.keep({key, best_move, to_table(best, ply), static_cast<std::int8_t>(depth), bound});
    return best;
  }

  /// Searches a child: the first with the full window, the others first with an empty one.
  int child(P& position, int depth, int alpha, int beta, int ply, int searched, int order) {
    if (searched == 0) return -node(position, depth - 1, -beta, -alpha, ply + 1);
    int reduction = 0;
    if (depth >= 3 && searched >= 4 && order < QUIET)
      reduction = 1 + (searched >= 16) + (depth >= 6 && searched >= 32);
    int score = -node(position, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1);
    if (score > alpha && reduction) score = -node(position, depth - 1, -alpha - 1, -alpha, ply + 1);
    if (score > alpha && score < beta) score = -node(position, depth - 1, -beta, -alpha, ply + 1);
    return score;
  }

  // ---- order ----------------------------------------------------------------------------------

  static constexpr int QUIET = 1 << 20;

  int rank(const P& position, Turn turn, std::uint32_t hint, int ply) const {
    const auto bits = std::bit_cast<std::uint32_t>(turn);
    if (bits == hint) return 1 << 24;
    if (bits == killers_[ply][0]) return QUIET + 1;
    if (bits == killers_[ply][1]) return QUIET;
    return history_[position.mover()][P::history_index(turn)] + position.promise(turn);
  }

  template <class List, class Order>
  static void pick(List& list, Order& order, std::size_t from) {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < list.size(); ++i)
      if (order[i] > order[best]) best = i;
    std::swap(list[from], list[best]);
    std::swap(order[from], order[best]);
  }

  void reward(Turn turn, int depth, int ply) {
    const auto bits = std::bit_cast<std::uint32_t>(turn);
    if (killers_[ply][0] != bits) killers_[ply] = {bits, killers_[ply][0]};
    for (auto& side : history_) {
      int& value = side[P::history_index(turn)];
      value = std::min(value + depth * depth, QUIET / 2);
    }
  }

  static std::int16_t to_table(int score, int ply) {
    return static_cast<std::int16_t>(score >= PROVEN ? score + ply : score <= -PROVEN ? score - ply : score);
  }
  static int from_table(int score, int ply) {
    return score >= PROVEN ? score - ply : score <= -PROVEN ? score + ply : score;
  }

  Table table_;
  Budget* budget_ = nullptr;
  std::array<std::vector<std::uint32_t>, MOST_PLIES + 1> pv_;
  std::array<std::array<std::uint32_t, 2>, MOST_PLIES + 1> killers_{};
  std::array<std::array<int, P::HISTORY>, 2> history_{};
};

}  // namespace tretorri
