// What benchmarks and matches ask of the core besides the rules: turn perft and plain UCT.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/cancel.hpp"
#include "core/turn_perft.hpp"
#include "search/uct.hpp"

namespace tretorri {

inline constexpr int MAX_DEPTH = 100;  // of a count, which needs stack for every level

inline void check_depth(int depth) {
  if (depth < 0 || depth > MAX_DEPTH) throw Refused("the depth must be from 0 to 100");
}

/// Plain UCT over `simulations`: the best action, how many were made, and their mean length.
template <Position P>
std::tuple<std::string, std::uint64_t, double> run_uct(const P& position, std::uint64_t simulations,
                                                       std::uint64_t seed) {
  if (simulations == 0) throw Refused("no simulation is asked for");
  typename P::Actions list;
  position.actions(list);
  if (list.empty()) throw Refused("the game is over");
  Uct<P> uct(seed);
  Limits limits;
  limits.nodes = simulations;
  Cancel cancel;
  const auto best = cancel.watch(
      [&](const std::atomic<bool>& stop) { return uct.search(position, limits, stop); });
  return {position.text(best), uct.simulations(), uct.mean_length()};
}

/// The actions that plain UCT plays in a turn, or to the end of one, within one budget.
template <Position P>
std::vector<std::string> run_uct_turn(const P& position, std::uint64_t nodes, double seconds,
                                      bool cpu_time, std::size_t memory, std::uint64_t seed) {
  if (nodes == 0 && !(seconds > 0)) throw Refused("bad limits");
  if (!position.result().rule.empty()) throw Refused("the game is over");
  Limits limits{nodes, seconds};
  limits.cpu_time = cpu_time;
  Cancel cancel;
  const auto turn = cancel.watch([&](const std::atomic<bool>& stop) {
    return Uct<P>(seed, 1.0, memory).turn(position, limits, stop);
  });
  std::vector<std::string> texts;
  P after = position;
  typename P::Undo undo;
  for (const auto action : turn) {
    texts.push_back(after.text(action));
    after.make(action, undo);
  }
  return texts;
}

template <Position P>
std::uint64_t run_turn_perft(const P& position, int depth) {
  check_depth(depth);
  if (!position.is_turn_start()) throw Refused("a turn is under way");
  Cancel cancel;
  return cancel.watch([&](const std::atomic<bool>& stop) {
    P copy = position;
    return turn_perft(copy, depth, stop);
  });
}

template <Position P>
void bind_measures(nanobind::class_<P>& bound) {
  using namespace nanobind::literals;
  bound.def("uct", &run_uct<P>, "simulations"_a, "seed"_a);
  bound.def("uct_turn", &run_uct_turn<P>, "nodes"_a, "seconds"_a, "cpu_time"_a, "memory"_a,
            "seed"_a);
  if constexpr (HasTurns<P>) bound.def("turn_perft", &run_turn_perft<P>, "depth"_a);
}

}  // namespace tretorri
