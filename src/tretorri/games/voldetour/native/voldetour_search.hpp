// The search of VoldéTour: wins and stops exactly, the rest by chosen turns.
//
// A win in this turn is played; a rival's win in its next turn is stopped if that is possible. Else
// the candidates are searched some turns deep by alpha-beta; every rival is taken to play against
// the seat that moves at the root. The score of a position is how much shorter one's own way is.
//
// Scores, limits and threads are those of search/. Its deepening is not: a turn of VoldéTour does
// not fit into 32 bits, and of millions only a few dozen are chosen with great effort and searched
// a few turns deep, so that a table and a history would have nothing to remember.
#pragma once

#include <cmath>

#include "search/parallel.hpp"
#include "search/result.hpp"
#include "voldetour_round.hpp"
#include "voldetour_tuning.hpp"

namespace tretorri::voldetour {

class Search {
 public:
  using Tuning = voldetour::Tuning;

  /// The search needs neither memory nor chance.
  Search(std::size_t /*memory_bytes*/, std::uint64_t /*seed*/) {}

  SearchResult search(const Position& root, const Limits& limits, int lines,
                      const std::atomic<bool>& stop, const Report& report) {
    SharedBudget shared(limits, stop);
    return Run(root, weights_[weight_set(root)], shared, lines, report).search();
  }

  [[nodiscard]] const WeightSets& weights() const { return weights_; }
  /// Replaces the weights of the evaluation.
  void set_weights(const WeightSets& weights) { weights_ = weights; }

 private:
  static constexpr double SEARCHED_SCALE = 2400;  // a score found of so much: odds of e to 1

  /// One search from one position.
  class Run {
   public:
    Run(const Position& root, const Weights& weights, SharedBudget& shared, int lines,
        const Report& report)
        : root_(root),
          weights_(weights),
          seat_(root.mover()),
          shared_(shared),
          lines_(lines),
          budget_(shared),
          lookahead_(root, weights, budget_),
          position_(lookahead_.position()),
          candidates_(lookahead_.candidates()),
          report_(report) {}

    SearchResult search() {
      if (const auto turn = winning_turn_of(root_)) {
        turns_.push_back({*turn, win_in(1), {}});
        if (lines_ > 1) add_to_win();
        return make_result(1, true);
      }
      list_turns();
      int finished = 0;
      while (finished < std::min(shared_.limits().depth, MAX_DEPTH) && deepen(finished + 1)) {
        ++finished;
        if (finished == 1) find_safe_turn();
        report_(make_result(finished, is_proven()));
        if (is_proven() || turns_.size() == 1) break;
      }
      if (finished == 0) find_safe_turn();
      return make_result(finished, is_proven());
    }

   private:
    static constexpr int MAX_DEPTH = 6;
    static constexpr std::size_t ENOUGH_STOPS = 8, MAX_STOPS = 40;
    static constexpr std::uint64_t MAX_NODES_FOR_MORE_STOPS = 500;
    static constexpr int MAX_TURNS_TRIED_LATE = 300;

    /// Looks for further lines beside a win; those that end in the same position are one.
    void add_to_win() {
      const RootTurn win = turns_[0];
      list_candidates();
      std::erase_if(turns_, [&](const RootTurn& other) {
        return key_after(other.turn) == key_after(win.turn);
      });
      turns_.insert(turns_.begin(), win);
      deepen(1);
    }

    [[nodiscard]] std::uint64_t key_after(const Turn& turn) {
      TurnUndo undo;
      make(position_, turn, undo);
      const std::uint64_t key = position_.key();
      unmake(position_, turn, undo);
      return key;
    }

    // ---- the turns of the root ------------------------------------------------------------------

    void list_turns() {
      Threats threats(seat_, root_.seats());
      budget_.set_exact(true);
      const bool stopped = threats.find(position_) && list_stops(threats);
      budget_.set_exact(false);
      if (!stopped) list_candidates();
    }

    void list_candidates() {
      turns_.clear();
      for (const Candidate& candidate : candidates_.list(position_, {8, 24, true}))
        turns_.push_back({candidate.turn, candidate.value * COST_SCORE, {}});
      if (must_leave_home(root_) && (turns_.empty() || !moves_lord(turns_[0].turn)))
        if (const auto turn = turn_that_leaves_home(root_))
          turns_.insert(turns_.begin(), RootTurn{*turn, 0, {}});
      if (turns_.empty()) turns_.push_back({any_turn(), 0, {}});
    }

    /// Looks for turns that stop every win, with more effort as long as there are few. If not all
    /// seats can be stopped, then at least the next ones: fewer than those whose wins were in the way.
    bool list_stops(Threats& threats) {
      for (int seats = root_.seats() - 1; seats > 0 && turns_.empty();
           seats = threats.latest_found() - 1) {
        threats.only_next(seats);
        bool complete = true;
        for (int effort = 0; effort <= static_cast<int>(Effort::Everything); ++effort) {
          const std::size_t enough = effort ? ENOUGH_STOPS : MAX_STOPS;
          complete = add_stops(threats, static_cast<Effort>(effort), enough) && complete;
          if (turns_.size() >= ENOUGH_STOPS || (effort && !turns_.empty())) break;
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
      const std::uint64_t looks = turns_.empty() ? 0 : MAX_NODES_FOR_MORE_STOPS;
      return Defence(position_, threats, budget_, looks, visit).run_only(effort);
    }

    /// Lets the Lord move as well where that leaves no win either.
    void improve_stops(Threats& threats) {
      const std::size_t stops = turns_.size();
      for (std::size_t i = 0; i < stops && !budget_.spend(); ++i) {
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
        if (budget_.spend() && ++looks > MAX_TURNS_TRIED_LATE) return;
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

    /// Searches every turn of the root, shared out among the threads; false if there was no time
    /// for it.
    bool deepen(int depth) {
      Round round(turns_, lines_, depth);
      const double passed = budget_.seconds();
      run_in_parallel(shared_, shared_.limits().threads, [&](int number) {
        if (number == 0) {
          round.work(lookahead_);
        } else {
          Budget budget(shared_, passed);
          Lookahead lookahead(root_, weights_, budget);
          round.work(lookahead);
        }
      });
      const std::vector<RootTurn>& done = round.done();
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

    void move_to_front(const RootTurn& best) {
      for (std::size_t i = 0; i < turns_.size(); ++i) {
        if (!(turns_[i].turn == best.turn)) continue;
        std::rotate(turns_.begin(), turns_.begin() + i, turns_.begin() + i + 1);
        turns_[0] = best;
        return;
      }
    }

    // ---- scores ---------------------------------------------------------------------------------

    /// A loss is certain only if all turns were looked at, not the chosen ones.
    [[nodiscard]] bool is_proven() const { return lost_ || turns_[0].score >= PROVEN; }

    /// The root's seat has a share by its score, the others share the rest.
    [[nodiscard]] std::vector<double> shares(int score) const {
      const int seats = root_.seats();
      if (score == DRAW_SCORE) score = 0;
      const double scale = is_forced(score) ? PROVEN / 30.0 : SEARCHED_SCALE;
      const double odds = std::exp(score / scale);
      const double mine = odds / (odds + seats - 1);
      std::vector<double> shares(static_cast<std::size_t>(seats), (1 - mine) / (seats - 1));
      shares[static_cast<std::size_t>(seat_)] = mine;
      return shares;
    }

    SearchResult make_result(int depth, bool proven) const {
      SearchResult result;
      int score = WIN;  // lines behind the best may have been searched less deep
      for (std::size_t i = 0; i < turns_.size() && static_cast<int>(i) < lines_; ++i) {
        score = std::min(score, turns_[i].score);
        result.lines.push_back({texts(turns_[i]), shares(score), {}});
      }
      result.depth = depth;
      result.nodes = budget_.nodes();
      result.seconds = budget_.seconds();
      result.proven = proven;
      return result;
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
    const Weights& weights_;
    const int seat_;
    SharedBudget& shared_;
    const int lines_;
    Budget budget_;
    Lookahead lookahead_;
    Position& position_;
    Candidates& candidates_;
    const Report& report_;
    std::vector<RootTurn> turns_;
    bool lost_ = false;
  };

  WeightSets weights_ = WEIGHTS;
};

}  // namespace tretorri::voldetour
