// What the tree search asks about Spiel der Türme: which actions to try, and how good they look.
#pragma once

#include "search/mcts.hpp"
#include "towers_order.hpp"

namespace tretorri::towers {

/// The unit of the weights: a lead of so much makes a win e times as likely as the other's.
inline constexpr float SHARE_SCALE = 800;

/// The same within the tree, steeper so that small leads are told apart; chosen by hand.
inline constexpr float TREE_SCALE = 300;

/// e to the power of x, for x from about -30 to 0; the same bits on every machine.
inline float decay(float x) {
  float power = 1 + std::max(x, -60.0F) / 256;
  for (int squarings = 0; squarings < 8; ++squarings) power *= power;
  return power;
}

/// The shares that the worths suggest, as the tree sees them; a seat that can end the game now and win
/// has all.
inline Shares shares_of(const Position& position, const Standing& standing) {
  Shares shares{};
  if (standing.can_end >> position.mover() & 1) {
    shares[position.mover()] = 1;
    return shares;
  }
  const auto begin = standing.worth.begin(), end = begin + position.seats();
  const auto most = static_cast<float>(*std::max_element(begin, end));
  float sum = 0;
  for (int seat = 0; seat < position.seats(); ++seat) {
    shares[seat] = decay((static_cast<float>(standing.worth[seat]) - most) / TREE_SCALE);
    sum += shares[seat];
  }
  for (float& share : shares) share /= sum;
  return shares;
}

/// Shares of the tree as they are told; certain ones stay as they are.
inline Shares calibrated(Shares shares) {
  float sum = 0;
  for (float& share : shares) sum += share = std::pow(share, TREE_SCALE / SHARE_SCALE);
  for (float& share : shares) share /= sum;
  return shares;
}

/// The shares of a finished game: equal points share the win [T19].
inline Shares final_shares(const Position& position) {
  Shares shares{};
  const unsigned winners = position.winners();
  for (int seat = 0; seat < position.seats(); ++seat)
    if (winners >> seat & 1) shares[seat] = 1 / static_cast<float>(std::popcount(winners));
  return shares;
}

class Guide {
 public:
  Guide(const Weights& weights, std::uint64_t seed) : weights_(weights), random_(seed) {}

  /// Lists the most promising actions, or all, each evaluated after it is made.
  void candidates(Position& position, bool all, Budget& budget,
                  std::vector<Candidate<Action>>& out) {
    position.actions(actions_);
    if (actions_.empty()) return;
    const Standing standing = evaluate(position, weights_);
    const bool threatened = (standing.can_end & ~(1u << position.mover())) != 0;
    const std::size_t breadth = all ? actions_.size() : threatened ? 4 * BREADTH : BREADTH;
    if (all) shuffle();  // so that chance decides between equals
    for (const Action action : most_promising(position, standing, breadth)) {
      budget.spend();
      out.push_back(evaluator(position, action));
    }
    give_priors(out, position.mover());
  }

 private:
  static constexpr std::size_t BREADTH = 24;
  static constexpr float SHARPNESS = 12;  // a share of 1/12 more makes an action e times as likely

  void shuffle() {
    for (std::size_t i = actions_.size(); i-- > 1;)
      std::swap(actions_[i], actions_[random_.below(static_cast<std::uint32_t>(i + 1))]);
  }

  std::vector<Action>& most_promising(const Position& position, const Standing& standing,
                                      std::size_t breadth) {
    chosen_.assign(actions_.begin(), actions_.end());
    if (breadth >= chosen_.size()) return chosen_;
    ranked_.clear();
    const MoveOrder move_order(position, standing);
    for (const Action action : actions_)
      ranked_.push_back(static_cast<std::uint32_t>(std::clamp(move_order(action), 0, 65535)) << 16 |
                        action.source * 256u | action.target);
    const auto end = ranked_.begin() + static_cast<std::ptrdiff_t>(breadth);
    std::partial_sort(ranked_.begin(), end, ranked_.end(), std::greater<>());
    chosen_.clear();
    for (auto it = ranked_.begin(); it != end; ++it)
      chosen_.push_back(
          {static_cast<std::uint8_t>(*it >> 8 & 0xff), static_cast<std::uint8_t>(*it & 0xff)});
    return chosen_;
  }

  [[nodiscard]] Candidate<Action> evaluator(Position& position, Action action) const {
    Undo undo;
    Candidate<Action> candidate{action, 0, {}, false};
    position.make(action, undo);
    if (position.over()) {
      candidate.shares = final_shares(position);
      candidate.is_certain = true;
    } else {
      const Standing standing = evaluate(position, weights_);
      candidate.shares = shares_of(position, standing);
      candidate.is_certain = standing.can_end >> position.mover() & 1;
    }
    position.unmake(action, undo);
    return candidate;
  }

  static void give_priors(std::vector<Candidate<Action>>& list, int mover) {
    float most = 0, sum = 0;
    for (const auto& candidate : list) most = std::max(most, candidate.shares[mover]);
    for (auto& candidate : list)
      sum += candidate.prior = decay(SHARPNESS * (candidate.shares[mover] - most));
    for (auto& candidate : list) candidate.prior /= sum;
  }

  const Weights& weights_;
  Random random_;
  Position::Actions actions_;
  std::vector<std::uint32_t> ranked_;
  std::vector<Action> chosen_;
};

}  // namespace tretorri::towers
