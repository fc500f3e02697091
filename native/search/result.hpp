// The result of a search: the best lines, each with the expected share of every seat.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tretorri {

/// A line of play as whole turns (the first may be the rest of one), and what it is worth.
struct Line {
  std::vector<std::string> turns;
  std::vector<double> shares;  // the share of the win that each seat may expect, in seat order
  std::vector<double> points;  // expected points by seat, in games that count them
};

struct SearchResult {
  std::vector<Line> lines;  // the best first; at least one while the game runs
  int depth = 0;            // in turns
  std::uint64_t nodes = 0;
  double seconds = 0;
  bool proven = false;       // the result of the best line is certain
  bool memory_full = false;  // the search ended before its limits as it had no memory left
};

/// Called with each better result while the search goes on.
using Report = std::function<void(const SearchResult&)>;

}  // namespace tretorri
