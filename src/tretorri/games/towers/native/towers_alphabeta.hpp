// What alpha-beta asks about Spiel der Türme, where the unit of play is an action.
//
// A player who enters a symbol space moves again [T14], so the sign of a score changes only when
// the side to move does. The sides are the seat that moves at the root and all others: with two
// seats that is the game; with more it is the cautious view that all others work together.
#pragma once

#include "search/deepening.hpp"
#include "towers_lines.hpp"
#include "towers_order.hpp"

namespace tretorri::towers {

class SearchEvaluator : public EvaluatorDefaults {
 public:
  using Position = towers::Position;
  using Move = Action;
  using Moves = Position::Actions;

  struct Insight {
    Standing standing;
    int score;        // for the side to move
    bool threatened;  // another seat could end the game and win
  };

  class MoveOrder : public towers::MoveOrder {
   public:
    MoveOrder(const Position& position, const Insight& insight)
        : towers::MoveOrder(position, insight.standing) {}
  };

  static constexpr bool IS_EXHAUSTIVE = false;
  static constexpr WindowPlan WINDOW{3, 60, 4, 250};
  static constexpr int DEPTH_PER_TURN = 2;
  static constexpr int ENTRY_COST = 1;  // of the depth: entries keep the turn
  static constexpr HistoryRates HISTORY{1, 0, 1024};
  static constexpr int MOVERS = MAX_SEATS, HISTORY_SIZE = 1 << 15;
  static constexpr int KILLER_BONUS = 400;

  SearchEvaluator(const Position& root, const Weights& weights)
      : root_seat_(root.mover()), weights_(weights) {}

  static std::uint32_t encode(Action action) { return action.source * 256u + action.target; }
  static Action decode(std::uint32_t code) {
    return {static_cast<std::uint8_t>(code >> 8 & 0xff), static_cast<std::uint8_t>(code & 0xff)};
  }
  static int history_index(Action action) {
    return static_cast<int>(encode(action) % HISTORY_SIZE);
  }
  static void list(const Position& position, Moves& moves) { position.actions(moves); }

  /// 1 for the seat that moves at the root, -1 for all others.
  [[nodiscard]] int side(const Position& position) const {
    return position.mover() == root_seat_ ? 1 : -1;
  }

  Outcome inspect(const Position& position, Insight& insight) const {
    if (position.over()) return outcome_of(position);
    insight.standing = towers::evaluate(position, weights_);
    insight.score = score_of(position, insight.standing);
    const unsigned can_end = insight.standing.can_end, mover = 1u << position.mover();
    insight.threatened = (can_end & ~mover) != 0;
    return can_end & mover ? Outcome::WinWithNextMove : Outcome::Open;
  }
  static int evaluate(const Position&, const Insight& insight) { return insight.score; }

  static int cost(Action action) { return enters(action) ? ENTRY_COST : DEPTH_PER_TURN; }

  static std::size_t breadth(int depth, const Insight& insight) {
    static constexpr std::array<std::size_t, 9> BY_DEPTH{8, 10, 16, 20, 30, 36, 50, 60, 80};
    return BY_DEPTH[std::min(depth, 8)] * (insight.threatened ? 4 : 1);
  }

  static int reduction(const Insight& insight, Action action, int depth, int number, bool) {
    if (insight.threatened || enters(action) || depth < 3 || number < 6) return 0;
    return number < 20 ? 1 : 2;
  }

  /// Cuts off where the side to move is so far ahead that the other will hardly catch up.
  static std::optional<int> cut_off(const Insight& insight, int depth, int beta) {
    if (insight.threatened || depth > 4 || beta <= -PROVEN) return std::nullopt;
    if (insight.score - SAFE_LEAD * depth < beta) return std::nullopt;
    return insight.score;
  }

  /// Two orders of the same actions can be the same first turn: the position after it counts.
  [[nodiscard]] std::uint64_t line_key(const Position& root,
                                       const std::vector<Action>& actions) const {
    LineWriter writer(root, weights_);
    writer.write(actions, Shares{1});
    return writer.first_key();
  }

 private:
  static constexpr int SAFE_LEAD = 120;  // by depth

  static bool enters(Action action) { return !is_pass(action) && SITES.has(action.target); }

  /// A shared win counts as a draw.
  [[nodiscard]] Outcome outcome_of(const Position& position) const {
    const unsigned winners = position.winners(), root = 1u << root_seat_;
    if (winners != root && winners & root) return Outcome::Draw;
    return (winners == root) == (side(position) > 0) ? Outcome::Win : Outcome::Loss;
  }

  [[nodiscard]] int score_of(const Position& position, const Standing& standing) const {
    int best_other = -WIN;
    for (int seat = 0; seat < position.seats(); ++seat)
      if (seat != root_seat_) best_other = std::max(best_other, standing.worth[seat]);
    return side(position) * (standing.worth[root_seat_] - best_other);
  }

  const int root_seat_;
  const Weights& weights_;
};

}  // namespace tretorri::towers
