// Principal variation search over single actions of Spiel der Türme.
//
// Whoever enters a symbol space moves again [T14], so the sign of a score changes only when the
// side to move does. The sides are the seat that asked and all others: with two seats that is the
// game; with more it is the cautious view that everybody else works together.
#pragma once

#include <algorithm>

#include "search/limits.hpp"
#include "search/table.hpp"
#include "towers_order.hpp"

namespace tretorri::towers {

inline constexpr int WON = 30000;
inline constexpr int PROVEN_SCORE = WON - 1000;      // beyond it the end is forced
inline constexpr int DEEPEST = 120;                  // actions on one line
inline constexpr int TURN_COST = 2, ENTRY_COST = 1;  // depth used up; entries keep the turn
inline constexpr int CAUTION = 120;                  // lead by which a node is cut off, by depth
inline constexpr int MOST_LINE = 24;                 // actions of a line that are told

/// A line of actions and its score for the seat that asked.
struct Variation {
  int score = 0;
  std::vector<Action> actions;
};

class AlphaBeta {
 public:
  AlphaBeta(const Weights& weights, Table& table, Budget& budget)
      : weights_(weights), table_(table), budget_(budget) {}

  /// Orders the actions of the root; the first of them is the answer until something is searched.
  /// Chance decides among those that look alike.
  void begin(const Position& position, std::uint64_t seed) {
    root_ = position.mover();
    const Standing standing = evaluate(position, weights_);
    root_count_ = rank(position, standing, root_list_, 0, 0);
    Random random(seed);
    for (std::size_t i = root_count_; i-- > 1;)
      std::swap(root_list_[i], root_list_[random.below(static_cast<std::uint32_t>(i + 1))]);
    std::stable_sort(root_list_.begin(), root_list_.begin() + root_count_,
                     [](Ranked a, Ranked b) { return a >> 16 > b >> 16; });
  }

  /// Searches the root to `depth` but for the actions in `barred`. `best` holds the last result
  /// and receives every better one; false if the budget was spent before the search was through.
  bool search(Position& position, int depth, const std::vector<Action>& barred, Variation& best) {
    if (best.actions.empty()) best = first_choice(barred);
    int window = 60;
    int alpha = depth <= 2 ? -WON : std::max(-WON, best.score - window);
    int beta = depth <= 2 ? WON : std::min(WON, best.score + window);
    while (true) {
      const int score = root(position, depth, alpha, beta, barred, best);
      if (budget_.over()) return false;
      window *= 4;
      if (score <= alpha && alpha > -WON) {
        alpha = window > 1000 ? -WON : std::max(-WON, score - window);
      } else if (score >= beta && beta < WON) {
        beta = window > 1000 ? WON : std::min(WON, score + window);
      } else {
        return true;
      }
    }
  }

 private:
  /// A move with its place in the order in one number; the larger, the earlier.
  using Ranked = std::uint32_t;
  using RankedList = std::array<Ranked, Position::Actions::capacity>;

  static std::uint32_t code(Action action) { return action.source * 256u + action.target; }
  static Action action_of(std::uint32_t code) {
    return {static_cast<std::uint8_t>(code >> 8 & 0xff), static_cast<std::uint8_t>(code & 0xff)};
  }

  static bool is_in(const std::vector<Action>& actions, Action action) {
    return std::find(actions.begin(), actions.end(), action) != actions.end();
  }

  [[nodiscard]] Variation first_choice(const std::vector<Action>& barred) const {
    for (std::size_t i = 0; i < root_count_; ++i)
      if (!is_in(barred, action_of(root_list_[i]))) return {0, {action_of(root_list_[i])}};
    return {};
  }

  int root(Position& position, int depth, int alpha, int beta, const std::vector<Action>& barred,
           Variation& best) {
    int highest = -WON, number = 0;
    for (std::size_t i = 0; i < root_count_; ++i) {
      const Action action = action_of(root_list_[i]);
      if (is_in(barred, action)) continue;
      const int score = child(position, action, depth, alpha, beta, 0, number++, false);
      if (budget_.over()) break;
      highest = std::max(highest, score);
      if (score <= alpha) continue;
      alpha = score;
      extend_line(0, action);
      best = {score, {pv_[0].actions.begin(), pv_[0].actions.begin() + pv_[0].count}};
      std::rotate(root_list_.begin(), root_list_.begin() + i, root_list_.begin() + i + 1);
      if (score >= beta) break;
    }
    return highest;
  }

  [[nodiscard]] int side(const Position& position) const {
    return position.mover() == root_ ? 1 : -1;
  }

  /// The score of a finished game for the side to move; a shared win counts as a draw.
  [[nodiscard]] int final_score(const Position& position, int ply) const {
    const unsigned winners = position.winners(), root = 1u << root_;
    if (winners == root) return side(position) * (WON - ply);
    return winners & root ? 0 : side(position) * (ply - WON);
  }

  [[nodiscard]] int score_of(const Position& position, const Standing& standing) const {
    int best_other = -WON;
    for (int seat = 0; seat < position.seats(); ++seat)
      if (seat != root_) best_other = std::max(best_other, standing.worth[seat]);
    return side(position) * (standing.worth[root_] - best_other);
  }

  int node(Position& position, int depth, int alpha, int beta, int ply) {
    pv_[ply].count = 0;
    if (budget_.spend()) return 0;
    if (position.over()) return final_score(position, ply);
    const Standing standing = evaluate(position, weights_);
    if (standing.can_end >> position.mover() & 1) return WON - ply - 1;
    const int score = score_of(position, standing);
    if (depth <= 0 || ply >= DEEPEST - 1) return score;
    std::uint32_t hint = 0;
    if (const auto entry = table_.find(position.key())) {
      hint = entry->move;
      const int known = from_table(entry->score, ply);
      if (entry->depth >= depth && fits(entry->bound(), known, alpha, beta)) return known;
    }
    const bool threatened = (standing.can_end & ~(1u << position.mover())) != 0;
    if (!threatened && depth <= 4 && score - CAUTION * depth >= beta && beta > -PROVEN_SCORE)
      return score;  // so far ahead that the other side will hardly catch up
    return try_actions(position, standing, depth, alpha, beta, ply, hint, threatened);
  }

  static bool fits(Bound bound, int score, int alpha, int beta) {
    return bound == Bound::Exact || (bound == Bound::Lower && score >= beta) ||
           (bound == Bound::Upper && score <= alpha);
  }

  int try_actions(Position& position, const Standing& standing, int depth, int alpha, int beta,
                  int ply, std::uint32_t hint, bool threatened) {
    RankedList list;
    const std::size_t count = rank(position, standing, list, hint, ply);
    const std::size_t tried = sort(list, count, breadth(depth, threatened));
    const int first_alpha = alpha;
    int best = -WON;
    std::uint32_t best_move = 0;
    for (std::size_t i = 0; i < tried; ++i) {
      const Action action = action_of(list[i]);
      const int score =
          child(position, action, depth, alpha, beta, ply, static_cast<int>(i), threatened);
      if (budget_.over()) return best;
      if (score <= best) continue;
      best = score;
      best_move = list[i] & 0xffff;
      if (score > alpha) {
        alpha = score;
        extend_line(ply, action);
      }
      if (score >= beta) {
        reward(position.mover(), action, depth, ply);
        break;
      }
    }
    const Bound bound = best >= beta         ? Bound::Lower
                        : best > first_alpha ? Bound::Exact
                                             : Bound::Upper;
    table_.keep(position.key(), best_move, to_table(best, ply), depth, bound);
    return best;
  }

  /// Makes an action and searches what follows: with an empty window but for the first, and less
  /// deep when it comes late.
  int child(Position& position, Action action, int depth, int alpha, int beta, int ply, int number,
            bool threatened) {
    const int before = side(position);
    const bool enters = !is_pass(action) && SITES.has(action.target);
    const int cost = enters ? ENTRY_COST : TURN_COST;
    Undo undo;
    position.make(action, undo);
    const int sign = before * side(position);
    const auto look = [&](int left, int low, int high) {
      return sign > 0 ? node(position, left, low, high, ply + 1)
                      : -node(position, left, -high, -low, ply + 1);
    };
    int score;
    if (number == 0) {
      score = look(depth - cost, alpha, beta);
    } else {
      const int less = threatened || enters || depth < 3 || number < 6 ? 0 : number < 20 ? 1 : 2;
      score = look(depth - cost - less, alpha, alpha + 1);
      if (score > alpha && less) score = look(depth - cost, alpha, alpha + 1);
      if (score > alpha && score < beta) score = look(depth - cost, alpha, beta);
    }
    position.unmake(action, undo);
    return score;
  }

  void extend_line(int ply, Action action) {
    auto& line = pv_[ply];
    const auto& rest = pv_[ply + 1];
    line.actions[0] = action;
    line.count = 1 + std::min(rest.count, MOST_LINE - 1);
    std::copy_n(rest.actions.begin(), line.count - 1, line.actions.begin() + 1);
  }

  // ---- order ----------------------------------------------------------------------------------

  /// How many of the most promising actions are tried.
  static std::size_t breadth(int depth, bool threatened) {
    static constexpr std::array<std::size_t, 9> MOST{8, 10, 16, 20, 30, 36, 50, 60, 80};
    return MOST[std::min(depth, 8)] * (threatened ? 4 : 1);
  }

  std::size_t rank(const Position& position, const Standing& standing, RankedList& list,
                   std::uint32_t hint, int ply) {
    position.actions(actions_);
    const MoveOrder move_order(position, standing);
    const auto& history = history_[position.mover()];
    for (std::size_t i = 0; i < actions_.size(); ++i) {
      const std::uint32_t move = code(actions_[i]);
      int order = move_order(actions_[i]) + history[move & 0x7fff];
      if (move == killers_[ply][0] || move == killers_[ply][1]) order += 400;
      if (move == hint) order = 60000;
      list[i] = static_cast<Ranked>(std::clamp(order, 0, 65535)) << 16 | move;
    }
    return actions_.size();
  }

  static std::size_t sort(RankedList& list, std::size_t count, std::size_t wanted) {
    wanted = std::min(wanted, count);
    std::partial_sort(list.begin(), list.begin() + wanted, list.begin() + count, std::greater<>());
    return wanted;
  }

  void reward(int seat, Action action, int depth, int ply) {
    const std::uint32_t move = code(action);
    if (killers_[ply][0] != move) killers_[ply] = {move, killers_[ply][0]};
    int& value = history_[seat][move & 0x7fff];
    value += depth * depth - value * depth * depth / 1024;
  }

  static int to_table(int score, int ply) {
    return score >= PROVEN_SCORE ? score + ply : score <= -PROVEN_SCORE ? score - ply : score;
  }
  static int from_table(int score, int ply) {
    return score >= PROVEN_SCORE ? score - ply : score <= -PROVEN_SCORE ? score + ply : score;
  }

  struct Pv {
    int count = 0;
    std::array<Action, MOST_LINE> actions;
  };

  const Weights& weights_;
  Table& table_;
  Budget& budget_;
  int root_ = 0;  // the seat that asked
  RankedList root_list_;
  std::size_t root_count_ = 0;
  Position::Actions actions_;
  std::array<Pv, DEEPEST + 1> pv_{};
  std::array<std::array<std::uint32_t, 2>, DEEPEST + 1> killers_{};
  std::array<std::array<int, 0x8000>, MOST_SEATS> history_{};
};

}  // namespace tretorri::towers
