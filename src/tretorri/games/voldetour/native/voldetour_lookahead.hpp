// Alpha-beta over chosen turns of VoldéTour, a few turns deep.
#pragma once

#include "search/scores.hpp"
#include "voldetour_candidates.hpp"
#include "voldetour_eval.hpp"

namespace tretorri::voldetour {

// Scores are those of search/scores.hpp, with two more.
inline constexpr int LIKELY = 20000;  // a win, as far as was searched
/// A draw; its score is that of a slightly worse position, because the estimate for the side to move
/// is a little low, and two players who go round in circles could mostly still make progress.
inline constexpr int DRAW_SCORE = -1001;
inline constexpr int COST_SCORE = 100;  // what one unit of way counts before a search

/// The search of one thread; every rival is taken to play against the seat that moves at the root.
class Lookahead {
 public:
  Lookahead(const Position& root, const Weights& weights, Budget& budget)
      : position_(root),
        seat_(root.mover()),
        budget_(budget),
        candidates_(budget),
        evaluation_(weights) {}

  /// The score after a turn, for the seat that moves at the root.
  int after(const Turn& turn, int depth, int alpha, int beta, int ply, std::vector<Turn>& line) {
    TurnUndo undo;
    make(position_, turn, undo);
    const int score = node(depth, alpha, beta, ply, line);
    unmake(position_, turn, undo);
    return score;
  }

  [[nodiscard]] Position& position() { return position_; }
  [[nodiscard]] Candidates& candidates() { return candidates_; }
  [[nodiscard]] Budget& budget() { return budget_; }

 private:
  int node(int depth, int alpha, int beta, int ply, std::vector<Turn>& line) {
    line.clear();
    budget_.spend();
    if (position_.is_over()) return final_score(ply);
    const int mover = position_.mover();
    const int sign = mover == seat_ ? 1 : -1;
    if (position_.lord(seat_) == OUT) return loss_in(ply);
    Win win;
    if (find_win(position_, mover, win)) return sign * win_in(ply + 1);
    if (budget_.over()) return 0;
    Threats threats(mover, position_.seats());
    const bool threatened = threats.find(position_) != nullptr;
    if (depth <= 0) return threatened ? static_under_threat(threats, ply, sign) : estimate();
    bool complete = false;
    const std::vector<Turn> turns = threatened ? stops(threats, ply, complete) : chosen(depth);
    if (turns.empty()) return -sign * (complete ? win_in(ply + 2) : LIKELY - ply);
    return best_of(turns, depth, alpha, beta, ply, line);
  }

  int best_of(const std::vector<Turn>& turns, int depth, int alpha, int beta, int ply,
              std::vector<Turn>& line) {
    const bool mine = position_.mover() == seat_;
    int best = mine ? -WIN : WIN;
    std::vector<Turn> reply;
    for (const Turn& turn : turns) {
      const int score = after(turn, depth - 1, alpha, beta, ply + 1, reply);
      if (budget_.over()) return best;
      if (mine ? score <= best : score >= best) continue;
      best = score;
      line.assign(1, turn);
      line.insert(line.end(), reply.begin(), reply.end());
      (mine ? alpha : beta) = mine ? std::max(alpha, best) : std::min(beta, best);
      if (alpha >= beta) break;
    }
    // Turns that were not looked at may be better for the mover: nothing is proven against it.
    return mine ? std::max(best, -LIKELY) : std::min(best, LIKELY);
  }

  std::vector<Turn> chosen(int depth) {
    const Breadth breadth = depth > 1 ? Breadth{3, 8, false} : Breadth{2, 6, false};
    std::vector<Turn> turns;
    for (const Candidate& candidate : candidates_.list(position_, breadth))
      turns.push_back(candidate.turn);
    return turns;
  }

  std::vector<Turn> stops(Threats& threats, int ply, bool& complete) {
    std::vector<Turn> turns;
    const auto visit = [&](const Turn& turn) {
      turns.push_back(turn);
      return turns.size() >= 6;
    };
    const Effort effort = ply == 1 ? Effort::Everything : Effort::TwoPieces;
    const std::uint64_t looks = ply == 1 ? 20000 : 2000;
    complete = Defence(position_, threats, budget_, looks, visit).run(effort) &&
               effort == Effort::Everything;
    return turns;
  }

  int static_under_threat(Threats& threats, int ply, int sign) {
    bool stopped = false;
    const auto visit = [&](const Turn&) { return stopped = true; };
    Defence(position_, threats, budget_, 1000, visit).run(Effort::TwoPieces);
    return stopped ? estimate() : -sign * (LIKELY - ply);
  }

  [[nodiscard]] int final_score(int ply) const {
    const unsigned winners = position_.winners();
    if (winners == 0) return DRAW_SCORE;
    return winners >> seat_ & 1 ? win_in(ply) : loss_in(ply);
  }

  /// How much better the root's seat stands than its best rival.
  int estimate() {
    int best = -LIKELY;
    for (int seat = 0; seat < position_.seats(); ++seat)
      if (seat != seat_ && position_.lord(seat) != OUT)
        best = std::max(best, evaluation_.worth(position_, seat));
    return std::clamp(evaluation_.worth(position_, seat_) - best, 1 - LIKELY, LIKELY - 1);
  }

  Position position_;
  const int seat_;
  Budget& budget_;
  Candidates candidates_;
  Evaluation evaluation_;
};

}  // namespace tretorri::voldetour
