// Compares can_win_this_turn with can_win_by_trying_all on random crowded positions.
//
//   voldetour_win_check SECONDS SEED
#include <cstdio>
#include <ctime>

#include "voldetour_crowd.hpp"
#include "voldetour_win.hpp"

namespace tretorri::voldetour {

/// Compares both answers until the time is up; returns how many differ.
inline long compare(int seconds, std::uint64_t seed) {
  Random random(seed);
  long positions = 0, wins = 0, differences = 0;
  for (const auto end = std::time(nullptr) + seconds; std::time(nullptr) < end;) {
    const std::string_view done = DONE[random.below(40) ? 1 + random.below(2) : 0];
    const std::string text = Crowd(random, SETUPS[random.below(2)]).text(done);
    try {
      const Position position = Position::read(text);
      const bool wins_here = can_win_this_turn(position);
      const bool differs = wins_here != can_win_by_trying_all(position);
      ++positions;
      wins += wins_here;
      differences += differs;
      if (differs) std::printf("%d %s\n", wins_here, text.c_str());
    } catch (const Refused&) {  // DONE may name a kind that is not in play
    }
  }
  std::printf("positions %ld wins %ld differences %ld\n", positions, wins, differences);
  return differences;
}

}  // namespace tretorri::voldetour

int main(int count, char** words) {
  const int seconds = count > 1 ? std::atoi(words[1]) : 10;
  const std::uint64_t seed = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
  return tretorri::voldetour::compare(seconds, seed) != 0;
}
