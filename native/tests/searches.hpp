// Short searches from any running position, for games that have a search.
#pragma once

#include <cmath>

#include "games.hpp"
#include "laws.hpp"
#include "search/limits.hpp"
#include "search/result.hpp"

namespace tretorri {

inline constexpr std::size_t SMALL_MEMORY = std::size_t{1} << 20;

/// Plays a turn, written as its actions joined by `+`; every one must be legal.
template <Position P>
void play_turn(P& position, const std::string& turn) {
  typename P::Actions list;
  typename P::Undo undo;
  for (const auto part : split(turn, '+')) {
    position.actions(list);
    const auto found = std::find_if(
        list.begin(), list.end(), [&](const auto action) { return position.text(action) == part; });
    require(found != list.end(), "the search plays by the rules", position.text() + ": " + turn);
    position.make(*found, undo);
  }
}

/// Searches a running position and plays through the lines that come out.
template <class Search, Position P>
void search_from(const P& root, const Limits& limits, int lines, std::uint64_t seed,
                 const std::atomic<bool>& stop) {
  Search search(SMALL_MEMORY, seed);
  const SearchResult result = search.search(root, limits, lines, stop, [](const SearchResult&) {});
  require(!result.lines.empty() && !result.lines[0].turns.empty(), "a search finds a turn",
          root.text());
  for (const Line& line : result.lines) {
    P position = root;
    for (const std::string& turn : line.turns) play_turn(position, turn);
    double sum = 0;
    for (const double share : line.shares) sum += share;
    require(std::abs(sum - 1) < 1e-6, "shares make up one win", root.text());
  }
}

}  // namespace tretorri
