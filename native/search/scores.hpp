// Scores of alpha-beta searches: forced ends by their distance, everything else by an evaluation.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace tretorri {

inline constexpr int WIN = 30000;          // less the plies that it takes
inline constexpr int PROVEN = WIN - 1000;  // from here on a score is a forced end
inline constexpr int MAX_PLIES = 128;

constexpr int win_in(int plies) { return WIN - plies; }
constexpr int loss_in(int plies) { return plies - WIN; }
inline bool is_forced(int score) { return std::abs(score) >= PROVEN; }

/// What the rules say about a position, for the side to move.
enum class Outcome : std::uint8_t { Open, Win, Draw, Loss, WinWithNextMove };

/// The score of a position whose outcome is not open, `ply` plies below the root.
constexpr int final_score(Outcome outcome, int ply) {
  switch (outcome) {
    case Outcome::Win: return win_in(ply);
    case Outcome::WinWithNextMove: return win_in(ply + 1);
    case Outcome::Loss: return loss_in(ply);
    case Outcome::Draw:
    case Outcome::Open: break;
  }
  return 0;
}

/// The table keeps the distance of a forced end from its position, not from the root.
constexpr int to_table(int score, int ply) {
  return score >= PROVEN ? score + ply : score <= -PROVEN ? score - ply : score;
}
constexpr int from_table(int score, int ply) {
  return score >= PROVEN ? score - ply : score <= -PROVEN ? score + ply : score;
}

/// The share of the win that a score stands for; a score of `scale` means odds of e to 1.
inline double share_of(double score, double scale) { return 1 / (1 + std::exp(-score / scale)); }

}  // namespace tretorri
