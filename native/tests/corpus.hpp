// Positions to begin from, written by the Python tests: one in a line, `GAME DEPTH COUNT TEXT`.
#pragma once

#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tretorri {

/// A position and its perft; the depth is 0 where nothing was counted.
struct Case {
  std::string game;
  int depth = 0;
  std::uint64_t count = 0;
  std::string text;
};

inline std::vector<Case> read_corpus(const std::string& path) {
  std::ifstream file(path);
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Case& read = cases.emplace_back();
    words >> read.game >> read.depth >> read.count;
    words.ignore();
    if (!std::getline(words, read.text)) throw std::runtime_error("no corpus line: " + line);
  }
  if (cases.empty()) throw std::runtime_error("no corpus in " + path);
  return cases;
}

}  // namespace tretorri
