// Binds the searches to Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "bindings/cancel.hpp"
#include "bindings/tuning.hpp"
#include "search/limits.hpp"
#include "search/result.hpp"

namespace tretorri {

using LineTuple = std::tuple<std::vector<std::string>, std::vector<double>, std::vector<double>>;
using ResultTuple = std::tuple<std::vector<LineTuple>, int, std::uint64_t, double, bool, bool>;

inline ResultTuple as_tuple(const SearchResult& result) {
  std::vector<LineTuple> lines;
  for (const Line& line : result.lines) lines.emplace_back(line.turns, line.shares, line.points);
  return {lines, result.depth, result.nodes, result.seconds, result.proven, result.memory_full};
}

using Listener = std::optional<std::function<void(ResultTuple)>>;

/// Sets an option of a game's search, which exists for measurements, by its name.
template <class S>
void set_option(S& search, std::string_view name, int value) {
  if constexpr (requires { search.set_option(name, value); })
    if (search.set_option(name, value)) return;
  throw Refused("the search has no such option");
}

/// Binds a search as a class of its own, which keeps its memory, weights and options.
template <class P, class S>
void bind_search(nanobind::module_& module) {
  namespace nb = nanobind;
  using namespace nb::literals;
  nb::class_<S>(module, (std::string(P::name) + "_search").c_str())
      .def(nb::init<std::size_t, std::uint64_t>(), "memory"_a, "seed"_a)
      .def(
          "search",
          [](S& search, const P& root, std::uint64_t nodes, double seconds, int depth, int lines,
             const Listener& listener, int threads, bool cpu_time) {
            if (!root.result().rule.empty()) throw Refused("the game is over");
            if (lines < 1 || depth < 1 || seconds < 0 || threads < 1) throw Refused("bad limits");
            Limits limits{nodes, seconds, depth, threads, cpu_time};
            Cancel cancel;
            return as_tuple(cancel.watch([&](std::atomic<bool>& stop) {
              return search.search(root, limits, lines, stop, [&](const SearchResult& result) {
                if (!listener) return;
                nb::gil_scoped_acquire locked;
                (*listener)(as_tuple(result));
              });
            }));
          },
          "root"_a, "nodes"_a, "seconds"_a, "depth"_a, "lines"_a, "listener"_a.none(),
          "threads"_a = 1, "cpu_time"_a = false)
      .def("set_option", &set_option<S>, "name"_a, "value"_a);
  if constexpr (requires { typename S::Tuning; }) bind_tuning<P, S>(module);
}

}  // namespace tretorri
