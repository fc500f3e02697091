// Lines of Spiel der Türme as whole turns, with the points that the seats may expect.
#pragma once

#include <utility>

#include "search/result.hpp"
#include "towers_guide.hpp"

namespace tretorri::towers {

/// Plays a line of actions and writes it down turn by turn; a turn that the line leaves open is
/// completed by what looks best at once.
class LineWriter {
 public:
  /// Points at the end for each point of worth: districts count double [T16], and games go on.
  static constexpr double POINTS_TO_COME = 1.3;

  LineWriter(const Position& root, const Weights& weights)
      : position_(root), weights_(weights), turn_(root.turn()) {}

  tretorri::Line write(const std::vector<Action>& actions, const Shares& shares) {
    for (const Action action : actions) play(action);
    while (!text_.empty()) play(best_now());
    line_.shares = proportions(shares);
    line_.points = expected_points();
    return std::move(line_);
  }
  /// What tells one first turn from another: the position it leads to.
  [[nodiscard]] std::uint64_t first_key() const { return first_key_; }

 private:
  void play(Action action) {
    Undo undo;
    text_ += (text_.empty() ? "" : "+") + position_.text(action);
    position_.make(action, undo);
    if (position_.turn() == turn_ && !position_.over()) return;
    if (line_.turns.empty()) first_key_ = position_.key();
    line_.turns.push_back(std::exchange(text_, {}));
    turn_ = position_.turn();
  }

  [[nodiscard]] Action best_now() {
    Position::Actions list;
    list.clear();
    position_.actions(list);
    const int mover = position_.mover();
    Action best = PASS;  // a turn is open only while an extra move is
    double highest = -1;
    for (const Action action : list) {
      Undo undo;
      position_.make(action, undo);
      const double share = outlook(mover);
      position_.unmake(action, undo);
      if (share > highest) highest = share, best = action;
    }
    return best;
  }

  /// The share of a seat; a win that stands already is better than one that can be had.
  [[nodiscard]] double outlook(int seat) const {
    if (position_.over()) return 2.0 * final_shares(position_)[seat];
    return shares_of(position_, evaluate(position_, weights_))[seat];
  }

  [[nodiscard]] std::vector<double> proportions(const Shares& shares) const {
    std::vector<double> all(shares.begin(), shares.begin() + position_.seats());
    double sum = 0;
    for (const double share : all) sum += share;
    for (double& share : all) share /= sum;
    return all;
  }

  /// The points at the end of the line, or what the seats' worth there comes to.
  [[nodiscard]] std::vector<double> expected_points() const {
    const auto points = position_.points();
    std::vector<double> expected(points.begin(), points.begin() + position_.seats());
    if (position_.over()) return expected;
    const Standing standing = evaluate(position_, weights_);
    for (std::size_t seat = 0; seat < expected.size(); ++seat)
      expected[seat] = std::max(0.0, POINTS_TO_COME * standing.worth[seat] / POINT);
    return expected;
  }

  Position position_;
  const Weights& weights_;
  tretorri::Line line_;
  std::string text_;
  int turn_;
  std::uint64_t first_key_ = 0;
};

}  // namespace tretorri::towers
