// What alpha-beta asks about Volterra, where the unit of play is a whole turn.
#pragma once

#include <bit>

#include "search/deepening.hpp"
#include "volterra_eval.hpp"

namespace tretorri::volterra {

/// Rates a turn before it is tried: high towers, rather the opponent's, built on, and the pawn on a
/// high tower, where it cannot be built on.
class MoveOrder {
 public:
  template <class Insight>
  MoveOrder(const Position& position, const Insight&) {
    for (Squares rest = position.occupied(); rest; rest &= rest - 1) {
      const Square square = first(rest);
      const int height = Position::height(position.tower(square));
      const bool captures = static_cast<Colour>(position.tower(square) & 1) != position.colour();
      onto_[square] = 64 * (captures ? 3 * height : height);
      pawn_[square] = 32 * height;
    }
  }
  int operator()(Turn turn) const {
    return onto_[turn.target] + 64 * turn.pieces + pawn_[turn.pawn];
  }

 private:
  std::array<int, 32> onto_{}, pawn_{};
};

class SearchEvaluator : public EvaluatorDefaults {
 public:
  using Position = volterra::Position;
  using Move = Turn;
  using Moves = Position::Turns;
  using MoveOrder = volterra::MoveOrder;

  struct Insight {
    int occurrences;  // of the position [C1]
  };

  static constexpr bool IS_EXHAUSTIVE = true;
  static constexpr WindowPlan WINDOW{4, 30, 3, 300};
  static constexpr int DEPTH_PER_TURN = 1;
  static constexpr HistoryRates HISTORY{16, 4, 1 << 14};
  static constexpr int MOVERS = 2, HISTORY_SIZE = 32 * 32 * 2;

  explicit SearchEvaluator(const WeightSets& weights) : evaluator_{&weights} {}

  static std::uint32_t encode(Turn turn) { return std::bit_cast<std::uint32_t>(turn); }
  static Turn decode(std::uint32_t code) { return std::bit_cast<Turn>(code); }
  static int history_index(Turn turn) {
    return turn.source << 6 | turn.target << 1 | turn.pieces >> 1;
  }
  static void list(const Position& position, Moves& moves) { position.turns(moves); }
  static int side(const Position& position) { return position.mover(); }

  static Outcome inspect(const Position& position, Insight& insight) {
    insight.occurrences = position.occurrences();
    if (insight.occurrences < OCCURRENCES_THAT_END && position.turn() <= LAST_TURN &&
        position.has_turn())
      return Outcome::Open;
    const unsigned winners = position.winners();
    if (winners == 0) return Outcome::Draw;
    return winners >> position.mover() & 1 ? Outcome::Win : Outcome::Loss;
  }
  [[nodiscard]] int evaluate(const Position& position, const Insight&) const {
    return evaluator_.evaluate(position);
  }

  // The path stands for the positions that have stood twice: they end the game when they come
  // again [C1].
  static Path root_path(const Position& position) { return position.stood_twice(); }
  static Path extend_path(Path path, const Position& position, const Insight& insight) {
    if (position.is_fresh()) path = 0;
    return insight.occurrences == OCCURRENCES_THAT_END - 1 ? path ^ mix(position.key()) : path;
  }
  /// Near the last turn the same position is worth something else a round later [C3].
  static std::uint64_t table_key(const Position& position, Path path) {
    const int turn = position.turn();
    const bool is_late = turn > LAST_TURN - MAX_PLIES;
    return position.key() ^ path ^ (is_late ? mix(static_cast<std::uint64_t>(turn)) : 0);
  }

  static int reduction(const Insight&, Turn, int depth, int number, bool is_early) {
    if (is_early || depth < 3 || number < 3) return 0;
    return 1 + (number >= 6) + (depth >= 5 && number >= 16) + (depth >= 7 && number >= 32);
  }

  static std::uint64_t line_key(const Position&, const std::vector<Turn>& turns) {
    return encode(turns[0]);  // each turn leads to a position of its own
  }

 private:
  Evaluator evaluator_;
};

}  // namespace tretorri::volterra
