// Principal variation search over whole turns, for two seats.
//
// The position offers `Turn` (32 bits, never 0), turns(list), is_legal(turn), make and unmake of a
// turn, has_turn(), occurrences(), is_fresh(), stood_twice() and winners(). The evaluator, which knows
// the game better, offers evaluate(position) from the mover's view, MoveOrder(position)(turn), by
// which turns are tried, and history_index(turn), below HISTORY.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "core/types.hpp"
#include "search/limits.hpp"
#include "search/table.hpp"

namespace tretorri {

inline constexpr int WIN = 30000;
inline constexpr int PROVEN = WIN - 1000;  // beyond it the score is a forced end
inline constexpr int MOST_PLIES = 128;

template <class P, class Evaluator>
class AlphaBeta {
 public:
  using Turn = typename P::Turn;
  static_assert(sizeof(Turn) == 4);

  /// A first turn with the best play behind it.
  struct Line {
    int score = -WIN;
    std::vector<Turn> turns;
    bool certain = false;  // the score is the result itself
  };
  struct Found {
    std::vector<Line> lines;  // the best first
    int depth = 0;
  };

  /// One thread of a search; all of them share the table.
  AlphaBeta(Table& table, Budget& budget, Evaluator evaluator = {})
      : table_(table), budget_(budget), evaluator_(evaluator) {}

  /// Deepens until the budget is spent or all is proven; `report` hears of every finished depth.
  /// The position must have a turn.
  template <class Report>
  Found search(P& position, int most_depth, int lines, Report report) {
    list_root(position);
    Found found = unsearched(lines);
    for (int depth = 1; depth <= most_depth && depth < MOST_PLIES; ++depth) {
      if (!deepen(position, depth, found)) break;
      found.depth = depth;
      report(found);
      if (all_certain(found)) break;
    }
    return found;
  }

  /// Fills the table for the thread that answers: helpers look at other depths than it does, half
  /// of them one deeper.
  void help(P& position, int most_depth, int lines, int number) {
    list_root(position);
    Found found = unsearched(lines);
    const int last = std::min(most_depth, MOST_PLIES - 1);
    for (int depth = 1 + number % 2; depth <= last; ++depth)
      if (!deepen(position, depth, found) || all_certain(found)) return;
  }

 private:
  struct RootTurn {
    Turn turn;
    int order;
  };

  static constexpr int COMPLETE = 127;  // depth of a result that no guess went into
  static constexpr int KILLER = 1 << 20;
  static constexpr int MOST_HISTORY = 1 << 14;

  // ---- root -----------------------------------------------------------------------------------

  void list_root(const P& position) {
    typename P::Turns list;
    position.turns(list);
    const typename Evaluator::MoveOrder move_order(position);
    for (const Turn turn : list) root_.push_back({turn, move_order(turn)});
    std::stable_sort(root_.begin(), root_.end(),
                     [](const RootTurn& a, const RootTurn& b) { return a.order > b.order; });
  }

  /// What is answered when the search is stopped before it has seen anything.
  [[nodiscard]] Found unsearched(int lines) const {
    Found found;
    const auto count = std::min(root_.size(), static_cast<std::size_t>(std::max(lines, 1)));
    for (std::size_t i = 0; i < count; ++i) found.lines.push_back({0, {root_[i].turn}, false});
    return found;
  }

  static bool all_certain(const Found& found) {
    return std::all_of(found.lines.begin(), found.lines.end(),
                       [](const Line& line) { return line.certain; });
  }

  /// Searches one depth for every line; false when the budget ended it.
  bool deepen(P& position, int depth, Found& found) {
    for (std::size_t rank = 0; rank < found.lines.size(); ++rank) {
      Line line = aspire(position, depth, rank, found.lines[rank].score);
      if (!line.turns.empty()) take(found, rank, line);
      if (budget_.over()) return false;
    }
    std::stable_sort(found.lines.begin(), found.lines.end(),
                     [](const Line& a, const Line& b) { return a.score > b.score; });
    for (std::size_t rank = 0; rank < found.lines.size(); ++rank)
      bring_forward(rank, found.lines[rank].turns[0]);
    return true;
  }

  /// Puts a line at its rank; the one that was there takes the place of an older form of it.
  void take(Found& found, std::size_t rank, Line& line) {
    for (std::size_t later = rank + 1; later < found.lines.size(); ++later)
      if (found.lines[later].turns[0] == line.turns[0])
        std::swap(found.lines[rank], found.lines[later]);
    found.lines[rank] = line;
    bring_forward(rank, line.turns[0]);
  }

  /// Moves a root turn to place `rank`, the others keep their order.
  void bring_forward(std::size_t rank, Turn turn) {
    const auto begin = root_.begin() + static_cast<std::ptrdiff_t>(rank);
    const auto at =
        std::find_if(begin, root_.end(), [&](const RootTurn& tried) { return tried.turn == turn; });
    if (at != root_.end()) std::rotate(begin, at, at + 1);
  }

  /// Searches with a narrow window around the last score, and wider where it does not hold.
  Line aspire(P& position, int depth, std::size_t rank, int guess) {
    int window = 30;
    int alpha = depth < 4 ? -WIN : std::max(-WIN, guess - window);
    int beta = depth < 4 ? WIN : std::min(WIN, guess + window);
    while (true) {
      Line line = root(position, depth, rank, alpha, beta);
      if (budget_.over()) return line;
      if (line.score <= alpha && alpha > -WIN) {
        alpha = window > 300 ? -WIN : std::max(-WIN, alpha - (window *= 3));
      } else if (line.score >= beta && beta < WIN) {
        beta = window > 300 ? WIN : std::min(WIN, beta + (window *= 3));
      } else {
        return line;
      }
    }
  }

  /// Tries the root turns from `rank` on. Without a turn that beats alpha the line has none.
  Line root(P& position, int depth, std::size_t rank, int alpha, int beta) {
    const std::uint64_t guesses = guesses_;
    const std::uint64_t twice = position.stood_twice();
    Line best;
    typename P::Undo undo;
    for (std::size_t i = rank; i < root_.size(); ++i) {
      const Turn turn = root_[i].turn;
      position.make(turn, undo);
      const int order = i < rank + 4 ? KILLER : 0;
      const int searched = static_cast<int>(i - rank);
      const int score = child(position, depth, alpha, beta, 0, searched, order, twice);
      position.unmake(turn, undo);
      if (budget_.over()) break;
      if (score <= best.score) continue;
      best.score = score;
      if (score <= alpha) continue;
      alpha = score;
      follow(0, std::bit_cast<std::uint32_t>(turn));
      best.turns.clear();
      for (int k = 0; k < pv_length_[0]; ++k) best.turns.push_back(std::bit_cast<Turn>(pv_[0][k]));
      if (score >= beta) break;
    }
    best.certain =
        best.score >= PROVEN || (!budget_.over() && (best.score <= -PROVEN || guesses == guesses_));
    return best;
  }

  // ---- nodes ----------------------------------------------------------------------------------

  int final_score(const P& position, int ply) const {
    const unsigned winners = position.winners();
    if (winners == 0) return 0;
    return winners >> position.mover() & 1 ? WIN - ply : ply - WIN;
  }

  int guess(const P& position) {
    ++guesses_;
    return evaluator_.evaluate(position);
  }

  /// `twice` stands for the positions that have stood twice: they end the game when they come
  /// again, so a result is kept under the key of the position and of these [C1].
  int node(P& position, int depth, int alpha, int beta, int ply, std::uint64_t twice) {
    pv_length_[ply] = 0;
    if (budget_.spend()) return 0;
    const int occurrences = position.occurrences();
    if (occurrences >= OCCURRENCES_THAT_END || position.turn() > LAST_TURN || !position.has_turn())
      return final_score(position, ply);
    if (depth <= 0 || ply >= MOST_PLIES - 1) return guess(position);
    if (position.is_fresh()) twice = 0;
    if (occurrences == OCCURRENCES_THAT_END - 1) twice ^= mix(position.key());
    alpha = std::max(alpha, ply - WIN);
    beta = std::min(beta, WIN - ply - 1);
    if (alpha >= beta) return alpha;
    const std::uint64_t key = position.key() ^ twice ^ length_key(position.turn());
    std::uint32_t hint = 0;
    if (const auto entry = table_.find(key)) {
      hint = entry->move;
      const int score = from_table(entry->score, ply);
      if (settles(*entry, score, depth, alpha, beta)) {
        guesses_ += entry->depth != COMPLETE;
        return score;
      }
    }
    return try_turns(position, depth, alpha, beta, ply, twice, key, hint);
  }

  /// Near the last turn the same position is worth something else a round later [C3].
  static std::uint64_t length_key(int turn) {
    return turn > LAST_TURN - MOST_PLIES ? mix(static_cast<std::uint64_t>(turn)) : 0;
  }

  static bool settles(const Entry& entry, int score, int depth, int alpha, int beta) {
    const bool is_proof = std::abs(score) >= PROVEN;  // a forced end needs no depth
    if (entry.depth < depth && !is_proof) return false;
    switch (entry.bound()) {
      case Bound::Exact: return true;
      case Bound::Lower: return score >= beta && (entry.depth >= depth || score > 0);
      case Bound::Upper: return score <= alpha && (entry.depth >= depth || score < 0);
      case Bound::None: break;
    }
    return false;
  }

  int try_turns(P& position, int depth, int alpha, int beta, int ply, std::uint64_t twice,
                std::uint64_t key, std::uint32_t hint) {
    const std::uint64_t guesses = guesses_;
    Trial trial{position, depth, alpha, beta, ply, twice};
    std::array<std::uint32_t, 3> early{hint, killers_[ply][0], killers_[ply][1]};
    if (!try_early(trial, early)) try_all(trial, early);
    if (budget_.over()) return trial.best;
    const Bound bound = trial.best >= beta   ? Bound::Lower
                        : trial.best > alpha ? Bound::Exact
                                             : Bound::Upper;
    table_.keep(key, trial.best_move ? trial.best_move : hint, to_table(trial.best, ply),
                guesses == guesses_ ? COMPLETE : depth, bound);
    return trial.best;
  }

  /// What is known while the turns of one node are tried.
  struct Trial {
    P& position;
    int depth, alpha, beta, ply;
    std::uint64_t twice;
    int best = -WIN;
    int searched = 0;
    std::uint32_t best_move = 0;
  };

  /// Tries the likely best turns before all are listed; those that are not legal here become 0.
  /// True when nothing more need be tried.
  bool try_early(Trial& trial, std::array<std::uint32_t, 3>& early) {
    if (early[1] == early[0]) early[1] = 0;
    if (early[2] == early[0]) early[2] = 0;
    for (std::uint32_t& bits : early) {
      const auto turn = std::bit_cast<Turn>(bits);
      if (!bits || !trial.position.is_legal(turn)) bits = 0;
      else if (try_turn(trial, turn, KILLER)) return reward(trial, turn), true;
    }
    return budget_.over();
  }

  void try_all(Trial& trial, const std::array<std::uint32_t, 3>& early) {
    typename P::Turns list;
    trial.position.turns(list);
    const typename Evaluator::MoveOrder move_order(trial.position);
    const auto& history = history_[trial.position.mover()];
    std::array<int, P::Turns::capacity> order;
    for (std::size_t i = 0; i < list.size(); ++i)
      order[i] = history[Evaluator::history_index(list[i])] + move_order(list[i]);
    for (std::size_t i = 0; i < list.size(); ++i) {
      pick(list, order, i);
      if (std::count(early.begin(), early.end(), std::bit_cast<std::uint32_t>(list[i]))) continue;
      if (!try_turn(trial, list[i], order[i])) continue;
      if (!budget_.over()) reward(trial, list[i]), blame(trial, list, i);
      return;
    }
  }

  /// Tries one turn; true when it is good enough, or the search is over.
  bool try_turn(Trial& trial, Turn turn, int order) {
    typename P::Undo undo;
    trial.position.make(turn, undo);
    const int score = child(trial.position, trial.depth, trial.alpha, trial.beta, trial.ply,
                            trial.searched++, order, trial.twice);
    trial.position.unmake(turn, undo);
    if (budget_.over()) return true;
    trial.best = std::max(trial.best, score);
    if (score <= trial.alpha) return false;
    trial.alpha = score;
    trial.best_move = std::bit_cast<std::uint32_t>(turn);
    follow(trial.ply, trial.best_move);
    return score >= trial.beta;
  }

  /// Searches a child: the first with the full window, the others first with an empty one and,
  /// when they are unlikely to be good, less deep.
  int child(P& position, int depth, int alpha, int beta, int ply, int searched, int order,
            std::uint64_t twice) {
    if (searched == 0) return -node(position, depth - 1, -beta, -alpha, ply + 1, twice);
    const int reduction = order < KILLER ? reduced(depth, searched) : 0;
    int score = -node(position, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1, twice);
    if (score > alpha && reduction)
      score = -node(position, depth - 1, -alpha - 1, -alpha, ply + 1, twice);
    if (score > alpha && score < beta)
      score = -node(position, depth - 1, -beta, -alpha, ply + 1, twice);
    return score;
  }

  static int reduced(int depth, int searched) {
    if (depth < 3 || searched < 3) return 0;
    return 1 + (searched >= 6) + (depth >= 5 && searched >= 16) + (depth >= 7 && searched >= 32);
  }

  /// The best play from here is `move` and what was found behind it.
  void follow(int ply, std::uint32_t move) {
    pv_[ply][0] = move;
    std::copy_n(pv_[ply + 1].begin(), pv_length_[ply + 1], pv_[ply].begin() + 1);
    pv_length_[ply] = pv_length_[ply + 1] + 1;
  }

  // ---- order ----------------------------------------------------------------------------------

  template <class List, class Order>
  static void pick(List& list, Order& order, std::size_t from) {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < list.size(); ++i)
      if (order[i] > order[best]) best = i;
    std::swap(list[from], list[best]);
    std::swap(order[from], order[best]);
  }

  /// Remembers a turn that was good enough.
  void reward(const Trial& trial, Turn turn) {
    auto& killers = killers_[trial.ply];
    const auto bits = std::bit_cast<std::uint32_t>(turn);
    if (killers[0] != bits) killers = {bits, killers[0]};
    learn(trial.position.mover(), turn, 16 * bonus(trial));
  }

  /// Remembers that the turns tried before place `end` were not.
  void blame(const Trial& trial, const typename P::Turns& list, std::size_t end) {
    for (std::size_t i = 0; i < end; ++i) learn(trial.position.mover(), list[i], -4 * bonus(trial));
  }

  static int bonus(const Trial& trial) { return std::min(trial.depth * trial.depth, 400); }

  /// Moves a value of the history towards its end, the slower the nearer it is.
  void learn(int mover, Turn turn, int bonus) {
    int& value = history_[mover][Evaluator::history_index(turn)];
    value += bonus - value * std::abs(bonus) / MOST_HISTORY;
  }

  static int to_table(int score, int ply) {
    return score >= PROVEN ? score + ply : score <= -PROVEN ? score - ply : score;
  }
  static int from_table(int score, int ply) {
    return score >= PROVEN ? score - ply : score <= -PROVEN ? score + ply : score;
  }

  Table& table_;
  Budget& budget_;
  Evaluator evaluator_;
  std::uint64_t guesses_ = 0;  // evaluations, and results that rest on one
  std::vector<RootTurn> root_;
  std::array<std::array<std::uint32_t, MOST_PLIES + 1>, MOST_PLIES + 1> pv_;
  std::array<int, MOST_PLIES + 1> pv_length_{};
  std::array<std::array<std::uint32_t, 2>, MOST_PLIES + 1> killers_{};
  std::array<std::array<int, Evaluator::HISTORY>, 2> history_{};
};

}  // namespace tretorri
