// The search of VoldéTour: wins and stops exactly, the rest by chosen turns.
//
// A win in this turn is played; a rival's win in its next turn is stopped if that is possible. Else
// the candidates are searched some turns deep by alpha-beta; every rival is taken to play against
// the seat that asks. The score of a position is how much shorter one's own way is.
#pragma once

#include <cmath>

#include "search/answer.hpp"
#include "voldetour_candidates.hpp"
#include "voldetour_tuning.hpp"

namespace tretorri::voldetour {

class Search {
 public:
  using Tuning = voldetour::Tuning;

  /// The search keeps no table: a few hundred positions are looked at, so memory is not asked for.
  Search(std::size_t /*memory_bytes*/, std::uint64_t /*seed*/) {}

  Answer search(const Position& root, const Limits& limits, int lines,
                const std::atomic<bool>& stop, const Report& report) {
    return Run(root, weights_[weight_set(root)], limits, lines, stop, report).answer();
  }

  [[nodiscard]] const WeightSets& weights() const { return weights_; }
  /// Judges by other weights from now on.
  void set_weights(const WeightSets& weights) { weights_ = weights; }

 private:
  static constexpr int WON = 30000;     // less the number of turns that it takes
  static constexpr int SURE = 29000;    // beyond it the result is proven
  static constexpr int LIKELY = 20000;  // a win, as far as was looked
  static constexpr int COST_SCORE = 100;  // what one unit of way counts before a search
  static constexpr double SEARCHED_SCALE = 2400;  // a score found of so much: odds of e to 1

  struct RootTurn {
    Turn turn;
    int score = 0;
    std::vector<Turn> reply;  // how the line goes on
  };

  /// One search from one position.
  class Run {
   public:
    Run(const Position& root, const Weights& weights, const Limits& limits, int lines,
        const std::atomic<bool>& stop, const Report& report)
        : root_(root), position_(root), seat_(root.mover()), limits_(limits), lines_(lines),
          spending_(limits, stop), candidates_(spending_), evaluation_(weights), report_(report) {}

    Answer answer() {
      if (const auto turn = winning_turn_of(root_)) {
        turns_.push_back({*turn, WON - 1, {}});
        return told(1, true);
      }
      list_turns();
      int finished = 0;
      while (finished < std::min(limits_.depth, MOST_DEPTH) && deepen(finished + 1)) {
        ++finished;
        if (finished == 1) find_safe_turn();
        report_(told(finished, is_proven()));
        if (is_proven() || turns_.size() == 1) break;
      }
      if (finished == 0) find_safe_turn();
      return told(finished, is_proven());
    }

   private:
    static constexpr int MOST_DEPTH = 6;
    static constexpr std::size_t FEW_STOPS = 8, MOST_STOPS = 40;
    static constexpr std::uint64_t LOOKS_FOR_MORE = 500;
    static constexpr int LOOKS_FOR_SAFETY = 300;

    // ---- the turns of the root ------------------------------------------------------------------

    void list_turns() {
      Threats threats(seat_, root_.seats());
      spending_.set_exact(true);
      const bool stopped = threats.find(position_) && list_stops(threats);
      spending_.set_exact(false);
      if (stopped) return;
      for (const Candidate& candidate : candidates_.list(position_, {8, 24, true}))
        turns_.push_back({candidate.turn, candidate.value * COST_SCORE, {}});
      if (must_leave_home(root_) && (turns_.empty() || !moves_lord(turns_[0].turn)))
        if (const auto turn = turn_that_leaves_home(root_))
          turns_.insert(turns_.begin(), RootTurn{*turn, 0, {}});
      if (turns_.empty()) turns_.push_back({any_turn(), 0, {}});
    }

    /// Looks for turns that stop every win, with more effort as long as there are few. If not all
    /// seats can be stopped, then at least the next ones.
    bool list_stops(Threats& threats) {
      for (int seats = root_.seats() - 1; seats > 0 && turns_.empty(); --seats) {
        threats.only_next(seats);
        bool complete = true;
        for (int effort = 0; effort <= static_cast<int>(Effort::Everything); ++effort) {
          const std::size_t enough = effort ? FEW_STOPS : MOST_STOPS;
          complete = add_stops(threats, static_cast<Effort>(effort), enough) && complete;
          if (turns_.size() >= FEW_STOPS || (effort && !turns_.empty())) break;
        }
        lost_ = complete && turns_.empty() && root_.seats() == 2;
        improve_stops(threats);
      }
      return !turns_.empty();
    }

    bool add_stops(Threats& threats, Effort effort, std::size_t enough) {
      const auto visit = [&](const Turn& turn) {
        turns_.push_back({turn, 0, {}});
        return turns_.size() >= enough;
      };
      const std::uint64_t looks = turns_.empty() ? 0 : LOOKS_FOR_MORE;
      return Defence(position_, threats, spending_, looks, visit).run_only(effort);
    }

    /// Lets the Lord move as well where that leaves no win either.
    void improve_stops(Threats& threats) {
      const std::size_t stops = turns_.size();
      for (std::size_t i = 0; i < stops && !spending_.spend(); ++i) {
        Turn turn = turns_[i].turn;
        if (turn.actions[turn.actions.size() - 1].step() != Step::EndTurn) continue;
        turn.actions.end_at(turn.actions.end() - 1);
        TurnUndo undo;
        make(position_, turn, undo);
        int cost = 0;
        const Turn longer = turn.then(candidates_.best_last(position_, cost));
        unmake(position_, turn, undo);
        if (is_safe(longer, threats)) turns_[i].turn = longer;
      }
    }

    /// A turn that is legal, whatever it is worth.
    [[nodiscard]] Turn any_turn() const {
      Position position = root_;
      Position::Actions list;
      Turn turn;
      Undo undo;
      while (turn.actions.empty() || turn.actions[turn.actions.size() - 1].places()) {
        position.actions(list);
        turn.actions.push(list[list.size() - 1]);  // the end or the Lord's move, where there is one
        position.make(list[list.size() - 1], undo);
      }
      return turn;
    }

    /// If every turn looked at gives a win away, tries all with one placement or none.
    void find_safe_turn() {
      if (lost_ || turns_[0].score > -LIKELY) return;
      Position::Actions list;
      position_.actions(list);
      Threats threats(seat_, root_.seats());
      int looks = 0;
      for (const Action action : list) {
        if (spending_.spend() && ++looks > LOOKS_FOR_SAFETY) return;
        Turn turn;
        turn.actions.push(action);
        if (action.places()) turn.actions.push(Action::end());
        if (!is_safe(turn, threats)) continue;
        turns_.insert(turns_.begin(), RootTurn{turn, 0, {}});
        return;
      }
    }

    bool is_safe(const Turn& turn, Threats& threats) {
      TurnUndo undo;
      make(position_, turn, undo);
      const bool safe = position_.lord(seat_) != OUT && !threats.find(position_);
      unmake(position_, turn, undo);
      return safe;
    }

    // ---- deepening ------------------------------------------------------------------------------

    /// Searches every turn of the root; false if there was no time for it.
    bool deepen(int depth) {
      std::vector<RootTurn> done;
      int alpha = -WON;
      for (const RootTurn& turn : turns_) {
        const int bound = static_cast<int>(done.size()) < lines_ ? -WON : alpha;
        RootTurn searched = turn;
        searched.score = after(turn.turn, depth - 1, bound, WON, 1, searched.reply);
        // In the first round somebody must be found who gives no win away, late or not.
        if (spending_.over() && (depth > 1 || alpha > -LIKELY)) break;
        done.push_back(searched);
        std::stable_sort(done.begin(), done.end(), better);
        alpha = done[std::min<std::size_t>(done.size(), lines_) - 1].score;
      }
      const bool finished = done.size() == turns_.size();
      if (finished) {
        turns_ = done;
      } else if (!done.empty() && depth > 1) {
        move_to_front(done[0]);
      } else if (!done.empty()) {
        turns_ = done;
      }
      return finished;
    }

    static bool better(const RootTurn& a, const RootTurn& b) { return a.score > b.score; }

    void move_to_front(const RootTurn& best) {
      for (std::size_t i = 0; i < turns_.size(); ++i) {
        if (!(turns_[i].turn == best.turn)) continue;
        std::rotate(turns_.begin(), turns_.begin() + i, turns_.begin() + i + 1);
        turns_[0] = best;
        return;
      }
    }

    /// The score, for the seat that asks, after a turn.
    int after(const Turn& turn, int depth, int alpha, int beta, int ply, std::vector<Turn>& line) {
      TurnUndo undo;
      make(position_, turn, undo);
      const int score = node(depth, alpha, beta, ply, line);
      unmake(position_, turn, undo);
      return score;
    }

    int node(int depth, int alpha, int beta, int ply, std::vector<Turn>& line) {
      line.clear();
      spending_.spend();
      if (position_.is_over()) return final_score(ply);
      const int mover = position_.mover();
      const int sign = mover == seat_ ? 1 : -1;
      if (position_.lord(seat_) == OUT) return ply - WON;
      Win win;
      if (find_win(position_, mover, win)) return sign * (WON - ply - 1);
      if (spending_.over()) return 0;
      Threats threats(mover, position_.seats());
      const bool threatened = threats.find(position_) != nullptr;
      if (depth <= 0) return threatened ? static_under_threat(threats, ply, sign) : estimate();
      bool complete = false;
      const std::vector<Turn> turns = threatened ? stops(threats, ply, complete) : chosen(depth);
      if (turns.empty()) return -sign * (complete ? WON - ply - 2 : LIKELY - ply);
      return best_of(turns, depth, alpha, beta, ply, line);
    }

    int best_of(const std::vector<Turn>& turns, int depth, int alpha, int beta, int ply,
                std::vector<Turn>& line) {
      const bool mine = position_.mover() == seat_;
      int best = mine ? -WON : WON;
      std::vector<Turn> reply;
      for (const Turn& turn : turns) {
        const int score = after(turn, depth - 1, alpha, beta, ply + 1, reply);
        if (spending_.over()) return best;
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
      complete = Defence(position_, threats, spending_, looks, visit).run(effort) &&
                 effort == Effort::Everything;
      return turns;
    }

    int static_under_threat(Threats& threats, int ply, int sign) {
      bool stopped = false;
      const auto visit = [&](const Turn&) { return stopped = true; };
      Defence(position_, threats, spending_, 1000, visit).run(Effort::TwoPieces);
      return stopped ? estimate() : -sign * (LIKELY - ply);
    }

    // ---- scores ---------------------------------------------------------------------------------

    [[nodiscard]] int final_score(int ply) const {
      const unsigned winners = position_.winners();
      if (winners == 0) return 0;
      return winners >> seat_ & 1 ? WON - ply : ply - WON;
    }

    /// How much better the seat that asks stands than its best rival.
    int estimate() {
      int best = -LIKELY;
      for (int seat = 0; seat < position_.seats(); ++seat)
        if (seat != seat_ && position_.lord(seat) != OUT)
          best = std::max(best, evaluation_.worth(position_, seat));
      return std::clamp(evaluation_.worth(position_, seat_) - best, 1 - LIKELY, LIKELY - 1);
    }

    [[nodiscard]] bool is_proven() const {
      return lost_ || (!turns_.empty() && std::abs(turns_[0].score) >= SURE);
    }

    /// The seat that asks has a share by its score, the others share the rest.
    [[nodiscard]] std::vector<double> shares(int score) const {
      const int seats = root_.seats();
      const double scale = std::abs(score) >= SURE ? SURE / 30.0 : SEARCHED_SCALE;
      const double odds = std::exp(score / scale);
      const double mine = odds / (odds + seats - 1);
      std::vector<double> shares(static_cast<std::size_t>(seats), (1 - mine) / (seats - 1));
      shares[static_cast<std::size_t>(seat_)] = mine;
      return shares;
    }

    Answer told(int depth, bool proven) const {
      Answer answer;
      int score = WON;  // lines behind the best may have been searched less deep
      for (std::size_t i = 0; i < turns_.size() && static_cast<int>(i) < lines_; ++i) {
        score = std::min(score, turns_[i].score);
        answer.lines.push_back({texts(turns_[i]), shares(score), {}});
      }
      answer.depth = depth;
      answer.nodes = spending_.looks();
      answer.seconds = spending_.seconds();
      answer.proven = proven;
      return answer;
    }

    [[nodiscard]] std::vector<std::string> texts(const RootTurn& root_turn) const {
      Position position = root_;
      TurnUndo undo;
      std::vector<std::string> texts{text_of(position, root_turn.turn)};
      make(position, root_turn.turn, undo);
      for (const Turn& turn : root_turn.reply) {
        texts.push_back(text_of(position, turn));
        make(position, turn, undo);
      }
      return texts;
    }

    const Position& root_;
    Position position_;
    const int seat_;
    const Limits limits_;
    const int lines_;
    Spending spending_;
    Candidates candidates_;
    Evaluation evaluation_;
    const Report& report_;
    std::vector<RootTurn> turns_;
    bool lost_ = false;
  };

  WeightSets weights_ = WEIGHTS;
};

}  // namespace tretorri::voldetour
