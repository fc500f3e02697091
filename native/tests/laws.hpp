// What holds for every position of every native game, whatever its rules.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/perft.hpp"
#include "core/playouts.hpp"

namespace tretorri {

/// Ends the program, in a way that sanitizers and fuzzers notice, unless a law holds.
inline void require(bool holds, const char* law, const std::string& text) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n%s\n", law, text.c_str());
  std::abort();
}

/// A text reads back to the same position.
template <Position P>
void text_reads_back(const P& position) {
  const std::string text = position.text();
  try {
    const P read = P::read(text);
    require(read.text() == text, "the text reads back", text);
    require(read.key() == position.key(), "the key is that of the text", text);
  } catch (const Refused& refused) {
    require(false, refused.what(), text);
  }
}

/// An end has a rule, and what is running has none.
template <Position P>
void ends_by_a_rule(const P& position, bool has_actions) {
  const Result result = position.result();
  require(result.rule.empty() == has_actions, "an end has a rule", position.text());
  if (has_actions) return;
  unsigned winners = 0;
  for (const int seat : result.winners) winners |= 1u << seat;
  require(winners == position.winners(), "the winners are those of the result", position.text());
}

/// Where a game draws an action without listing all, it is one of the list.
template <Position P>
void draws_what_is_listed(const P& position, const typename P::Actions& list, Random& random) {
  typename P::Actions scratch;
  typename P::Action drawn;
  const bool found = draw_action(position, scratch, random, drawn);
  require(found == !list.empty(), "an action is drawn unless the game is over", position.text());
  require(!found || std::find(list.begin(), list.end(), drawn) != list.end(),
          "what is drawn is legal", position.text());
}

/// Where a game makes whole turns at random, they are what drawing action by action makes.
template <Position P>
void makes_what_would_be_drawn(const P& position, Random& random) {
  if constexpr (requires(P& made) { made.make_random_turn(random); }) {
    P at_once = position, one_by_one = position;
    const std::uint64_t seed = random.next();
    Random chance(seed), same_chance(seed);
    typename P::Actions scratch;
    typename P::Action action;
    typename P::Undo undo;
    const int made = at_once.make_random_turn(chance);
    int drawn = 0;
    while (drawn < std::max(made, 1) && draw_action(one_by_one, scratch, same_chance, action)) {
      one_by_one.make(action, undo);
      ++drawn;
    }
    require(
        drawn == made && at_once.text() == one_by_one.text() && at_once.key() == one_by_one.key(),
        "a random turn is its random actions", position.text());
  }
}

/// An action taken back leaves no trace.
template <Position P>
void unmakes(P& position, typename P::Action action) {
  const std::string text = position.text();
  const std::uint64_t key = position.key();
  typename P::Undo undo;
  position.make(action, undo);
  text_reads_back(position);
  position.unmake(action, undo);
  require(position.text() == text && position.key() == key, "unmake leaves no trace", text);
}

}  // namespace tretorri
