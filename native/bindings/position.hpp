// Binds the rules of one game to Python: only text and numbers cross.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/cancel.hpp"
#include "bindings/measure.hpp"
#include "core/perft.hpp"
#include "core/playouts.hpp"

namespace tretorri {

/// Finds the legal action that is written `text`.
template <Position P>
typename P::Action find_action(const P& position, std::string_view text) {
  typename P::Actions list;
  position.actions(list);
  for (const auto action : list)
    if (position.text(action) == text) return action;
  throw Refused("not a legal action");
}

/// Reads a position with what the rules remember besides its text: the texts of earlier turn
/// starts [C1], and the turn of the last lasting change, or 0.
template <Position P>
P read_with_memory(std::string_view text, const std::vector<std::string>& begun, int last_change) {
  P position = P::read(text);
  if (begun.size() > static_cast<std::size_t>(position.turn()))
    throw Refused("more turns to remember than were played");
  std::vector<std::uint64_t> keys;
  for (const std::string& start : begun) keys.push_back(P::read(start).start_key());
  position.remember(keys, last_change);
  return position;
}

using EndTuple = std::tuple<std::vector<int>, std::vector<std::vector<int>>, std::string>;

template <Position P>
std::optional<EndTuple> result_of(const P& position) {
  const Result result = position.result();
  if (result.rule.empty()) return std::nullopt;
  return EndTuple{result.winners, result.scores, result.rule};
}

template <Position P>
std::vector<std::string> action_texts(const P& position) {
  typename P::Actions list;
  position.actions(list);
  std::vector<std::string> texts;
  texts.reserve(list.size());
  for (const auto action : list) texts.push_back(position.text(action));
  return texts;
}

/// Makes and takes back every action and tells whether key and text are as before.
template <Position P>
bool unmakes_exactly(const P& position) {
  P copy = position;
  typename P::Actions list;
  typename P::Undo undo;
  position.actions(list);
  for (const auto action : list) {
    copy.make(action, undo);
    if (copy.key() != P::read(copy.text()).key()) return false;
    copy.unmake(action, undo);
    if (copy.key() != position.key() || copy.text() != position.text()) return false;
  }
  return true;
}

/// Binds the rules of a game as a class with the name of the game.
template <Position P>
void bind_position(nanobind::module_& module) {
  namespace nb = nanobind;
  using namespace nb::literals;
  nb::class_<P> bound(module, std::string(P::name).c_str());
  bound
      .def(nb::new_(&read_with_memory<P>), "text"_a, "begun"_a = std::vector<std::string>(),
           "last_change"_a = 0)
      .def("__str__", [](const P& p) { return p.text(); })
      .def("actions", &action_texts<P>)
      .def(
          "play",
          [](const P& p, std::string_view text) {
            P after = p;
            typename P::Undo undo;
            after.make(find_action(p, text), undo);
            return after;
          },
          "action"_a)
      .def_prop_ro("key", [](const P& p) { return p.key(); })
      .def_prop_ro("turn", [](const P& p) { return p.turn(); })
      .def_prop_ro("mover", [](const P& p) { return p.mover(); })
      .def_prop_ro("result", &result_of<P>)
      .def("unmakes_exactly", &unmakes_exactly<P>)
      .def(
          "perft",
          [](const P& p, int depth, bool every_leaf) {
            check_depth(depth);
            Cancel cancel;
            return cancel.watch([&](const std::atomic<bool>& stop) {
              P copy = p;
              return perft(copy, depth, every_leaf, stop);
            });
          },
          "depth"_a, "every_leaf"_a = false)
      .def(
          "playouts",
          [](const P& p, std::uint64_t games, std::uint64_t seed) {
            Cancel cancel;
            const Playouts played = cancel.watch(
                [&](const std::atomic<bool>& stop) { return playouts(p, games, seed, stop); });
            return std::make_tuple(
                played.games, played.actions,
                std::vector<double>(played.shares.begin(), played.shares.begin() + p.seats()));
          },
          "games"_a, "seed"_a);
  bind_measures(bound);
  if constexpr (requires(const P& p) { can_win_this_turn(p); })
    bound.def("can_win_this_turn", [](const P& p) { return can_win_this_turn(p); });
  if constexpr (requires(const P& p) { winning_turn(p); })
    bound.def("winning_turn", [](const P& p) { return winning_turn(p); });
  if constexpr (requires(const P& p, std::string_view turn) { stops_every_win(p, turn); })
    bound.def(
        "stops_every_win",
        [](const P& p, std::string_view turn) { return stops_every_win(p, turn); }, "turn"_a);
}

}  // namespace tretorri
