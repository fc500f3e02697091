// Iterative deepening of the best lines, on any number of threads.
//
// Besides what alphabeta.hpp asks for, an evaluator offers WINDOW, DEPTH_PER_TURN, and
// line_key(position, moves), by which two lines are told apart.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/types.hpp"
#include "search/alphabeta.hpp"
#include "search/parallel.hpp"
#include "search/result.hpp"

namespace tretorri {

/// A line of moves from the root and its score for the side to move there.
template <class Move>
struct Variation {
  int score = -WIN;
  std::vector<Move> moves;
  bool is_certain = false;  // the score is the result, as far as the moves were tried
};

/// The best variations of a root, best first.
template <class Move>
struct Variations {
  std::vector<Variation<Move>> best;
  int depth = 0;  // in turns
};

/// The aspiration window: from which depth on, how wide at first, how it grows, and the width
/// beyond which it opens entirely.
struct WindowPlan {
  int from_depth, first, growth, widest;
};

/// One thread that deepens the search of one root.
template <class Evaluator>
class Deepening {
 public:
  using P = typename Evaluator::Position;
  using Move = typename Evaluator::Move;
  using Line = Variation<Move>;
  using Lines = Variations<Move>;

  /// The root must have a move. Moves that look alike are shuffled if there is a seed.
  Deepening(const P& root, int lines, Table& table, Budget& budget, const Evaluator& evaluator,
            std::optional<std::uint64_t> seed)
      : position_(root),
        wanted_(static_cast<std::size_t>(std::max(lines, 1))),
        search_(table, budget, evaluator) {
    evaluator.inspect(root, insight_);
    list_root(seed);
    const std::size_t count = std::min(root_.size(), wanted_);
    for (std::size_t i = 0; i < count; ++i) add_unsearched();
  }

  /// Deepens until the budget is spent or all lines are certain; `report` gets every finished
  /// depth.
  template <class Report>
  const Lines& run(int max_turns, Report report) {
    for (int depth = 1; depth <= max_depth(max_turns); ++depth) {
      if (!deepen(depth)) break;
      found_.depth = (depth + Evaluator::DEPTH_PER_TURN - 1) / Evaluator::DEPTH_PER_TURN;
      report(found_);
      if (all_certain()) break;
    }
    return found_;
  }

  /// Fills the table for the thread that reports: half of the helpers are one depth ahead of it.
  void help(int max_turns, int number) {
    for (int depth = 1 + number % 2; depth <= max_depth(max_turns); ++depth)
      if (!deepen(depth) || all_certain()) return;
  }

 private:
  static constexpr std::size_t EARLY_MOVES = 4;  // of the root, which are searched to full depth

  static int max_depth(int turns) {
    return turns < MAX_PLIES ? std::min(Evaluator::DEPTH_PER_TURN * turns, MAX_PLIES - 1)
                             : MAX_PLIES - 1;
  }

  void list_root(std::optional<std::uint64_t> seed) {
    const auto moves = std::make_unique<typename AlphaBeta<Evaluator>::RatedMoves>();
    const std::size_t count = search_.rate(root_node(0, -WIN, WIN), 0, *moves);
    root_.assign(moves->begin(), moves->begin() + static_cast<std::ptrdiff_t>(count));
    if (seed) shuffle(*seed);
    std::stable_sort(root_.begin(), root_.end(),
                     [](RatedMove a, RatedMove b) { return order_of(a) > order_of(b); });
  }

  typename AlphaBeta<Evaluator>::Node root_node(int depth, int alpha, int beta) {
    const auto path = search_.evaluator().root_path(position_);
    return {position_, insight_, depth, alpha, beta, 0, path};
  }

  [[nodiscard]] Move root_move(std::size_t rank) const {
    return Evaluator::decode(move_of(root_[rank]));
  }

  void shuffle(std::uint64_t seed) {
    Random random(seed);
    for (std::size_t i = root_.size(); i-- > 1;)
      std::swap(root_[i], root_[random.below(static_cast<std::uint32_t>(i + 1))]);
  }

  /// Adds the line that stands until something is searched.
  void add_unsearched() { found_.best.push_back({0, {root_move(found_.best.size())}, false}); }

  [[nodiscard]] bool all_certain() const {
    return std::all_of(found_.best.begin(), found_.best.end(),
                       [](const Line& line) { return line.is_certain; });
  }

  /// Searches one depth for every line; false when the budget ended it. Lines that turn out to be
  /// the same as a better one are kept behind it, and another one is searched.
  bool deepen(int depth) {
    std::vector<std::uint64_t> keys;
    std::size_t rank = 0;
    for (; rank < root_.size() && keys.size() < wanted_; ++rank) {
      if (rank == found_.best.size()) add_unsearched();
      Line line = aspire(depth, rank, found_.best[rank].score);
      if (!line.moves.empty()) take(rank, line);
      if (search_.budget().over()) return false;
      note_key(found_.best[rank], keys);
    }
    found_.best.resize(rank);
    std::stable_sort(found_.best.begin(), found_.best.end(),
                     [](const Line& a, const Line& b) { return a.score > b.score; });
    for (std::size_t i = 0; i < rank; ++i) bring_forward(i, found_.best[i].moves[0]);
    return true;
  }

  void note_key(const Line& line, std::vector<std::uint64_t>& keys) const {
    const std::uint64_t key = wanted_ > 1 ? search_.evaluator().line_key(position_, line.moves) : 0;
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }

  /// Puts a line at its rank; the one that was there takes the place of an older form of it.
  void take(std::size_t rank, Line& line) {
    for (std::size_t later = rank + 1; later < found_.best.size(); ++later)
      if (found_.best[later].moves[0] == line.moves[0])
        std::swap(found_.best[rank], found_.best[later]);
    found_.best[rank] = line;
    bring_forward(rank, line.moves[0]);
  }

  /// Moves a root move to place `rank`; the others keep their order.
  void bring_forward(std::size_t rank, Move move) {
    const auto begin = root_.begin() + static_cast<std::ptrdiff_t>(rank);
    const auto at = std::find_if(begin, root_.end(), [&](RatedMove rated) {
      return move_of(rated) == Evaluator::encode(move);
    });
    if (at != root_.end()) std::rotate(begin, at, at + 1);
  }

  /// Searches with a narrow window around the last score, and wider where it does not hold.
  Line aspire(int depth, std::size_t rank, int guess) {
    constexpr WindowPlan PLAN = Evaluator::WINDOW;
    int window = PLAN.first;
    int alpha = depth < PLAN.from_depth ? -WIN : std::max(-WIN, guess - window);
    int beta = depth < PLAN.from_depth ? WIN : std::min(WIN, guess + window);
    while (true) {
      Line line = search_root(depth, rank, alpha, beta);
      if (search_.budget().over()) return line;
      if (line.score <= alpha && alpha > -WIN) {
        alpha = window > PLAN.widest ? -WIN : std::max(-WIN, alpha - (window *= PLAN.growth));
      } else if (line.score >= beta && beta < WIN) {
        beta = window > PLAN.widest ? WIN : std::min(WIN, beta + (window *= PLAN.growth));
      } else {
        return line;
      }
    }
  }

  /// Tries the root moves from `rank` on. Without a move that beats alpha the line has none.
  Line search_root(int depth, std::size_t rank, int alpha, int beta) {
    const std::uint64_t guesses = search_.guesses();
    auto node = root_node(depth, alpha, beta);
    Line line;
    for (std::size_t i = rank; i < root_.size(); ++i) {
      const int before = node.alpha;
      const bool is_enough = search_.try_move(node, root_move(i), i < rank + EARLY_MOVES);
      if (search_.budget().over()) break;
      if (node.alpha > before) set_moves(line);
      if (is_enough) break;
    }
    line.score = node.best;
    line.is_certain = is_certain(line.score, guesses);
    return line;
  }

  void set_moves(Line& line) const {
    line.moves.clear();
    for (const std::uint32_t code : search_.variation())
      line.moves.push_back(Evaluator::decode(code));
  }

  [[nodiscard]] bool is_certain(int score, std::uint64_t guesses) const {
    if (score >= PROVEN) return true;
    if (search_.budget().over()) return false;
    return score <= -PROVEN || (Evaluator::IS_EXHAUSTIVE && guesses == search_.guesses());
  }

  P position_;
  const std::size_t wanted_;
  typename Evaluator::Insight insight_;
  AlphaBeta<Evaluator> search_;
  std::vector<RatedMove> root_;  // the likely best first
  Lines found_;
};

/// Searches `root` on all threads that the limits allow and returns what the first one found.
/// `make_result` writes variations down; `report`, if there is one, gets every depth it finishes.
template <class Evaluator, class MakeResult>
SearchResult deepen_in_parallel(const typename Evaluator::Position& root, int lines, Table& table,
                                SharedBudget& shared, const Evaluator& evaluator,
                                std::optional<std::uint64_t> seed, MakeResult make_result,
                                const Report& report) {
  SearchResult result;
  table.start_search();
  run_in_parallel(shared, shared.limits().threads, [&](int number) {
    Budget budget(shared);
    const auto own_seed = seed ? std::optional(*seed + static_cast<unsigned>(number)) : seed;
    const auto deepening =
        std::make_unique<Deepening<Evaluator>>(root, lines, table, budget, evaluator, own_seed);
    const auto complete = [&](const Variations<typename Evaluator::Move>& found) {
      SearchResult made = make_result(found);
      made.depth = found.depth;
      made.nodes = budget.nodes();
      made.seconds = budget.seconds();
      return made;
    };
    if (number > 0) return deepening->help(shared.limits().depth, number);
    result = complete(deepening->run(shared.limits().depth, [&](const auto& found) {
      if (report) report(complete(found));
    }));
    shared.end();
  });
  result.nodes = shared.counted();
  return result;
}

}  // namespace tretorri
