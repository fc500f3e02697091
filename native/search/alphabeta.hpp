// Principal variation search over any unit of play: whole turns in Volterra, actions in Towers.
//
// An evaluator knows the game. It derives from EvaluatorDefaults and offers
//   Position, Move, Moves   make, unmake and mover of the position; a list of moves without heap
//   encode, decode          a move as 32 bits, never 0
//   list(position, moves)   the legal moves
//   side(position)          which of the two sides moves; scores change their sign with it
//   Insight, inspect()      what it works out about a position once, with the outcome by the rules
//   evaluate()              the score of an open position for the side to move
//   MoveOrder               the higher it rates a move, the earlier the move is tried
//   HISTORY, MOVERS, HISTORY_SIZE, history_index(move)
//   reduction()             by how much less deep a late move is searched first
//   IS_EXHAUSTIVE           whether all moves are tried, so that forced ends are proofs
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "search/limits.hpp"
#include "search/ordering.hpp"
#include "search/scores.hpp"
#include "search/table.hpp"

namespace tretorri {

/// What an evaluator hides if its game needs something else.
struct EvaluatorDefaults {
  /// What the value of a position depends on besides the position; part of the table's key.
  using Path = std::uint64_t;

  static constexpr int KILLER_BONUS = 0;  // where moves cannot be tested without listing them

  template <class P>
  static Path root_path(const P&) {
    return 0;
  }
  template <class P, class Insight>
  static Path extend_path(Path path, const P&, const Insight&) {
    return path;
  }
  template <class P>
  static std::uint64_t table_key(const P& position, Path) {
    return position.key();
  }
  /// The depth that a move uses up.
  template <class Move>
  static int cost(Move) {
    return 1;
  }
  /// How many moves of a node are tried.
  template <class Insight>
  static std::size_t breadth(int, const Insight&) {
    return ~std::size_t{0};
  }
  /// A score that makes searching the node unnecessary.
  template <class Insight>
  static std::optional<int> cut_off(const Insight&, int, int) {
    return std::nullopt;
  }
};

/// The nodes below the root, for one thread; the threads of a search share the table.
template <class Evaluator>
class AlphaBeta {
 public:
  using P = typename Evaluator::Position;
  using Move = typename Evaluator::Move;
  using Path = typename Evaluator::Path;
  using Insight = typename Evaluator::Insight;

  /// What is known while the moves of one position are tried.
  struct Node {
    P& position;
    const Insight& insight;
    int depth, alpha, beta, ply;
    Path path;
    int best = -WIN;
    int searched = 0;
    std::uint32_t best_move = 0;
  };

  AlphaBeta(Table& table, Budget& budget, const Evaluator& evaluator)
      : table_(table), budget_(budget), evaluator_(evaluator) {}

  /// Tries one move; true when it is good enough, or the budget is spent. `is_early`: it was
  /// expected to be good.
  bool try_move(Node& node, Move move, bool is_early) {
    const int score = search_child(node, move, is_early);
    if (budget_.over()) return true;
    node.best = std::max(node.best, score);
    if (score <= node.alpha) return false;
    node.alpha = score;
    node.best_move = Evaluator::encode(move);
    variation_.extend(node.ply, node.best_move);
    return score >= node.beta;
  }

  using RatedMoves = std::array<RatedMove, Evaluator::Moves::capacity>;

  /// Lists the legal moves with their order and returns how many there are; `hint` comes first.
  std::size_t rate(const Node& node, std::uint32_t hint, RatedMoves& moves) const {
    typename Evaluator::Moves list;
    evaluator_.list(node.position, list);
    const typename Evaluator::MoveOrder move_order(node.position, node.insight);
    const int mover = node.position.mover();
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::uint32_t code = Evaluator::encode(list[i]);
      int order = history_.at(mover, Evaluator::history_index(list[i])) + move_order(list[i]);
      if constexpr (!TESTS_LEGALITY) {
        if (killers_.has(node.ply, code)) order += Evaluator::KILLER_BONUS;
        if (code == hint) order = HINT_ORDER;
      }
      moves[i] = rate_move(order, code);
    }
    return list.size();
  }

  [[nodiscard]] const PrincipalVariation& variation() const { return variation_; }
  /// Evaluations so far, and table entries that rest on one: without any, a result is exact.
  [[nodiscard]] std::uint64_t guesses() const { return guesses_; }
  [[nodiscard]] const Budget& budget() const { return budget_; }
  [[nodiscard]] const Evaluator& evaluator() const { return evaluator_; }

 private:
  static constexpr int COMPLETE = 127;  // depth of a result that no guess went into
  static constexpr int HINT_ORDER = 1 << 20;
  static constexpr bool TESTS_LEGALITY =
      requires(const P& position, Move move) { position.is_legal(move); };

  // ---- nodes ----------------------------------------------------------------------------------

  int search(P& position, int depth, int alpha, int beta, int ply, Path path) {
    variation_.clear(ply);
    if (budget_.spend()) return 0;
    Insight insight;
    const Outcome outcome = evaluator_.inspect(position, insight);
    if (outcome != Outcome::Open) return final_score(outcome, ply);
    if (depth <= 0 || ply >= MAX_PLIES - 1) {
      ++guesses_;
      return evaluator_.evaluate(position, insight);
    }
    path = evaluator_.extend_path(path, position, insight);
    alpha = std::max(alpha, loss_in(ply));
    beta = std::min(beta, win_in(ply + 1));
    if (alpha >= beta) return alpha;
    const std::uint64_t key = evaluator_.table_key(position, path);
    std::uint32_t hint = 0;
    if (const auto entry = table_.find(key)) {
      hint = entry->move;
      const int score = from_table(entry->score, ply);
      if (settles(*entry, score, depth, alpha, beta)) {
        guesses_ += entry->depth != COMPLETE;
        return score;
      }
    }
    if (const auto score = evaluator_.cut_off(insight, depth, beta)) return *score;
    Node node{position, insight, depth, alpha, beta, ply, path};
    return try_moves(node, key, hint);
  }

  static bool settles(const Entry& entry, int score, int depth, int alpha, int beta) {
    const bool is_proof = Evaluator::IS_EXHAUSTIVE && is_forced(score);  // it needs no depth
    if (entry.depth < depth && !is_proof) return false;
    switch (entry.bound()) {
      case Bound::Exact: return true;
      case Bound::Lower: return score >= beta && (entry.depth >= depth || score > 0);
      case Bound::Upper: return score <= alpha && (entry.depth >= depth || score < 0);
      case Bound::None: break;
    }
    return false;
  }

  int try_moves(Node& node, std::uint64_t key, std::uint32_t hint) {
    const std::uint64_t guesses = guesses_;
    const int alpha = node.alpha;
    Early early{hint};
    if constexpr (TESTS_LEGALITY)
      early = {hint, killers_.at(node.ply)[0], killers_.at(node.ply)[1]};
    if (!try_early(node, early)) try_all(node, early);
    if (budget_.over()) return node.best;
    const Bound bound = node.best >= node.beta ? Bound::Lower
                        : node.best > alpha    ? Bound::Exact
                                               : Bound::Upper;
    const bool is_complete = Evaluator::IS_EXHAUSTIVE && guesses == guesses_;
    table_.store(key, node.best_move ? node.best_move : hint, to_table(node.best, node.ply),
                 is_complete ? COMPLETE : node.depth, bound);
    return node.best;
  }

  using Early = std::array<std::uint32_t, 3>;

  /// Tries the likely best moves before all are listed; those that are not legal here become 0.
  /// True when nothing more need be tried.
  bool try_early(Node& node, Early& early) {
    if constexpr (TESTS_LEGALITY) {
      if (early[1] == early[0]) early[1] = 0;
      if (early[2] == early[0]) early[2] = 0;
      for (std::uint32_t& code : early) {
        const Move move = Evaluator::decode(code);
        if (!code || !node.position.is_legal(move)) code = 0;
        else if (try_move(node, move, true)) return reward(node, move), true;
      }
    }
    return budget_.over();
  }

  void try_all(Node& node, const Early& early) {
    RatedMoves moves;
    RatedMove* const last = moves.data() + rate(node, early[0], moves);
    RatedMove* const end = keep_best(moves.data(), last, node);
    for (RatedMove* at = moves.data(); at < end; ++at) {
      if constexpr (TESTS_LEGALITY) {
        pick_next(at, last);
        if (std::count(early.begin(), early.end(), move_of(*at))) continue;
      }
      const Move move = Evaluator::decode(move_of(*at));
      if (!try_move(node, move, false)) continue;
      if (!budget_.over()) reward(node, move), punish(node, moves.data(), at);
      return;
    }
  }

  /// Sorts as many moves as are tried, if not all are, and returns their end.
  RatedMove* keep_best(RatedMove* first, RatedMove* last, const Node& node) const {
    if constexpr (Evaluator::IS_EXHAUSTIVE) return last;
    const auto count = static_cast<std::size_t>(last - first);
    RatedMove* const end = first + std::min(count, evaluator_.breadth(node.depth, node.insight));
    std::partial_sort(first, end, last, std::greater<>());
    return end;
  }

  /// Searches a child: the first with the full window, the others first with an empty one and,
  /// when they are unlikely to be good, less deep.
  int search_child(Node& node, Move move, bool is_early) {
    P& position = node.position;
    const int number = node.searched++, depth = node.depth - Evaluator::cost(move);
    const auto side = evaluator_.side(position);
    typename P::Undo undo;
    position.make(move, undo);
    const bool keeps_side = evaluator_.side(position) == side;
    const auto look = [&](int left, int low, int high) {
      return keeps_side ? search(position, left, low, high, node.ply + 1, node.path)
                        : -search(position, left, -high, -low, node.ply + 1, node.path);
    };
    const int alpha = node.alpha;
    int score;
    if (number == 0) {
      score = look(depth, alpha, node.beta);
    } else {
      const int less = evaluator_.reduction(node.insight, move, node.depth, number, is_early);
      score = look(depth - less, alpha, alpha + 1);
      if (score > alpha && less) score = look(depth, alpha, alpha + 1);
      if (score > alpha && score < node.beta) score = look(depth, alpha, node.beta);
    }
    position.unmake(move, undo);
    return score;
  }

  // ---- order ----------------------------------------------------------------------------------

  /// Remembers a move that caused a cutoff.
  void reward(const Node& node, Move move) {
    killers_.add(node.ply, Evaluator::encode(move));
    history_.reward(node.position.mover(), Evaluator::history_index(move), node.depth);
  }

  /// Remembers that moves tried before caused none.
  void punish(const Node& node, const RatedMove* first, const RatedMove* last) {
    if constexpr (Evaluator::HISTORY.penalty > 0)
      for (; first < last; ++first) {
        const int index = Evaluator::history_index(Evaluator::decode(move_of(*first)));
        history_.punish(node.position.mover(), index, node.depth);
      }
  }

  Table& table_;
  Budget& budget_;
  const Evaluator evaluator_;
  std::uint64_t guesses_ = 0;
  PrincipalVariation variation_;
  Killers killers_;
  MoveHistory<Evaluator::MOVERS, Evaluator::HISTORY_SIZE> history_{Evaluator::HISTORY};
};

}  // namespace tretorri
