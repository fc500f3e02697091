// One round of deepening at the root of a search of VoldéTour, shared by all threads.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "voldetour_lookahead.hpp"

namespace tretorri::voldetour {

/// A turn of the root, as far as it was searched.
struct RootTurn {
  Turn turn;
  int score = 0;
  std::vector<Turn> reply;  // how the line goes on
};

/// One round of deepening: every thread takes the next turn that has not been searched.
class Round {
 public:
  Round(const std::vector<RootTurn>& turns, int lines, int depth)
      : turns_(turns), lines_(static_cast<std::size_t>(lines)), depth_(depth) {}

  void work(Lookahead& lookahead) {
    RootTurn turn;
    for (int bound; take(turn, bound);) {
      turn.score = lookahead.after(turn.turn, depth_ - 1, bound, WIN, 1, turn.reply);
      give(turn, lookahead.budget().over());
    }
  }
  /// What was searched, the best first; only when all threads are through.
  [[nodiscard]] const std::vector<RootTurn>& done() const { return done_; }

 private:
  bool take(RootTurn& turn, int& bound) {
    const std::lock_guard<std::mutex> locked(mutex_);
    if (ended_ || next_ == turns_.size()) return false;
    turn = turns_[next_++];
    bound = done_.size() < lines_ ? -WIN : alpha_;
    return true;
  }

  void give(const RootTurn& turn, bool is_late) {
    const std::lock_guard<std::mutex> locked(mutex_);
    // The first round must find a turn that gives no win away, late or not.
    ended_ = ended_ || (is_late && (depth_ > 1 || alpha_ > -LIKELY));
    if (ended_) return;
    done_.push_back(turn);
    std::stable_sort(done_.begin(), done_.end(),
                     [](const RootTurn& a, const RootTurn& b) { return a.score > b.score; });
    alpha_ = done_[std::min(done_.size(), lines_) - 1].score;
  }

  const std::vector<RootTurn>& turns_;
  const std::size_t lines_;
  const int depth_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  int alpha_ = -WIN;
  bool ended_ = false;
  std::vector<RootTurn> done_;
};

}  // namespace tretorri::voldetour
