// What tuning asks of an evaluation: its weights by name, and how well they predict results.
//
// A game's search has `using Tuning`, which says what the weights are called (NAMES), which set of
// them evaluates a position (set_of), for which score the odds are e to 1 (UNIT), and what each
// seat's standing is worth (worths). Worths must be sums of weights times whole numbers, the
// features: then each feature is what the worth comes to with one weight of 1 and all others 0.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <map>

#include "bindings/cancel.hpp"
#include "core/types.hpp"

namespace tretorri {

using NamedWeights = std::map<std::string, int>;

/// Positions with the results of their games, as the features of every seat.
template <class P, class Tuning>
class Samples {
 public:
  static constexpr std::size_t COUNT = Tuning::NAMES.size();
  using Row = std::array<std::int16_t, COUNT>;

  /// Adds a position unless the search would not ask the evaluation about it.
  bool add(const P& position, const std::vector<double>& shares) {
    if (shares.size() != static_cast<std::size_t>(position.seats()))
      throw Refused("a share is needed for each seat");
    if (!Tuning::is_evaluated(position)) return false;
    Sample sample{Tuning::set_of(position), rows_.size(), 0};
    const auto rows = features(position);
    for (std::size_t seat = 0; seat < shares.size(); ++seat) {
      if (!Tuning::is_in(position, static_cast<int>(seat))) continue;
      rows_.push_back(rows[seat]);
      shares_.push_back(shares[seat]);
      ++sample.seats;
    }
    samples_.push_back(sample);
    return true;
  }

  static std::array<Row, MAX_SEATS> features(const P& position) {
    std::array<Row, MAX_SEATS> rows{};
    typename Tuning::Numbers numbers{};
    for (std::size_t i = 0; i < COUNT; ++i) {
      numbers[i] = 1;
      const auto worths = Tuning::worths(position, numbers);
      numbers[i] = 0;
      for (std::size_t seat = 0; seat < MAX_SEATS; ++seat)
        rows[seat][i] = static_cast<std::int16_t>(worths[seat]);
    }
    return rows;
  }

  /// The cross entropy of the results, summed up, with its slope and curve at these weights.
  struct Look {
    std::uint64_t positions = 0;
    double entropy = 0;
    std::vector<double> slope, curve;
  };

  /// Looks at the positions of one set of weights, or at all (-1). The weights are in logits.
  [[nodiscard]] Look look(const std::vector<double>& weights, int set,
                          const std::atomic<bool>& stop) const {
    if (weights.size() != COUNT) throw Refused("a number is needed for each weight");
    Look look;
    look.slope.assign(COUNT, 0);
    look.curve.assign(COUNT * COUNT, 0);
    for (const Sample& sample : samples_) {
      if (set >= 0 && sample.set != static_cast<std::size_t>(set)) continue;
      if (stop.load(std::memory_order_relaxed)) break;
      count(sample, weights, look);
    }
    for (std::size_t i = 0; i < COUNT; ++i)
      for (std::size_t k = 0; k < i; ++k) look.curve[k * COUNT + i] = look.curve[i * COUNT + k];
    return look;
  }

 private:
  struct Sample {
    std::size_t set, first;  // the row of its first seat
    std::size_t seats;
  };
  using Chances = std::array<double, MAX_SEATS>;

  void count(const Sample& sample, const std::vector<double>& weights, Look& look) const {
    const Chances chances = foreseen(sample, weights);
    std::array<double, COUNT> mean{};
    for (std::size_t seat = 0; seat < sample.seats; ++seat) {
      const Row& row = rows_[sample.first + seat];
      const double share = shares_[sample.first + seat];
      if (share > 0) look.entropy -= share * std::log(chances[seat]);
      for (std::size_t i = 0; i < COUNT; ++i) {
        look.slope[i] += (chances[seat] - share) * row[i];
        mean[i] += chances[seat] * row[i];
      }
    }
    for (std::size_t seat = 0; seat < sample.seats; ++seat)
      bend(rows_[sample.first + seat], mean, chances[seat], look.curve);
    ++look.positions;
  }

  /// Each seat's chance to win, by the weights.
  [[nodiscard]] Chances foreseen(const Sample& sample, const std::vector<double>& weights) const {
    Chances chances{};
    double most = -1e9, sum = 0;
    for (std::size_t seat = 0; seat < sample.seats; ++seat) {
      for (std::size_t i = 0; i < COUNT; ++i)
        chances[seat] += weights[i] * rows_[sample.first + seat][i];
      most = std::max(most, chances[seat]);
    }
    for (std::size_t seat = 0; seat < sample.seats; ++seat)
      sum += chances[seat] = std::exp(std::max(chances[seat] - most, -30.0));
    for (double& chance : chances) chance /= sum;
    return chances;
  }

  /// Adds what one seat does to the lower half of the curve.
  static void bend(const Row& row, const std::array<double, COUNT>& mean, double chance,
                   std::vector<double>& curve) {
    for (std::size_t i = 0; i < COUNT; ++i) {
      const double part = chance * (row[i] - mean[i]);
      if (part == 0) continue;
      for (std::size_t k = 0; k <= i; ++k) curve[i * COUNT + k] += part * (row[k] - mean[k]);
    }
  }

  std::vector<Sample> samples_;
  std::vector<Row> rows_;
  std::vector<double> shares_;
};

/// The sets of weights that a search uses, by name.
template <class S>
std::vector<NamedWeights> weights_of(const S& search) {
  using Tuning = typename S::Tuning;
  std::vector<NamedWeights> sets;
  for (const auto& set : search.weights()) {
    const auto numbers = Tuning::numbers_of(set);
    NamedWeights& named = sets.emplace_back();
    for (std::size_t i = 0; i < numbers.size(); ++i) named.emplace(Tuning::NAMES[i], numbers[i]);
  }
  return sets;
}

template <class Tuning>
typename Tuning::Numbers read_weights(const NamedWeights& named) {
  typename Tuning::Numbers numbers{};
  if (named.size() != numbers.size()) throw Refused("wrong number of weights");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto found = named.find(std::string(Tuning::NAMES[i]));
    if (found == named.end()) throw Refused("a weight is missing");
    using Number = typename Tuning::Numbers::value_type;
    if (found->second != static_cast<Number>(found->second)) throw Refused("too large a weight");
    numbers[i] = static_cast<Number>(found->second);
  }
  return numbers;
}

template <class S>
void set_weights(S& search, const std::vector<NamedWeights>& named) {
  auto sets = search.weights();
  if (named.size() != sets.size()) throw Refused("wrong number of sets of weights");
  for (std::size_t i = 0; i < sets.size(); ++i)
    sets[i] = S::Tuning::weights_from(read_weights<typename S::Tuning>(named[i]));
  search.set_weights(sets);
}

/// Binds the weights of a search, and the samples that they are tuned by.
template <class P, class S>
void bind_tuning(nanobind::module_& module) {
  namespace nb = nanobind;
  using namespace nb::literals;
  using Batch = Samples<P, typename S::Tuning>;
  const nb::handle search = nb::type<S>();
  nb::cpp_function_def(&weights_of<S>, nb::scope(search), nb::name("weights"), nb::is_method());
  nb::cpp_function_def(&set_weights<S>, nb::scope(search), nb::name("set_weights"), nb::is_method(),
                       "sets"_a);
  nb::class_<Batch>(module, (std::string(P::name) + "_samples").c_str())
      .def(nb::init<>())
      .def_prop_ro_static("unit", [](nb::handle) { return double{S::Tuning::UNIT}; })
      .def_prop_ro_static("names",
                          [](nb::handle) {
                            return std::vector<std::string>(S::Tuning::NAMES.begin(),
                                                            S::Tuning::NAMES.end());
                          })
      .def("add", &Batch::add, "position"_a, "shares"_a)
      .def_static(
          "features",
          [](const P& position) {
            std::vector<std::vector<int>> rows;
            const auto all = Batch::features(position);
            for (int seat = 0; seat < position.seats(); ++seat)
              rows.emplace_back(all[seat].begin(), all[seat].end());
            return rows;
          },
          "position"_a)
      .def_static(
          "worths",
          [](const P& position, const NamedWeights& weights) {
            const auto worths =
                S::Tuning::worths(position, read_weights<typename S::Tuning>(weights));
            return std::vector<int>(worths.begin(), worths.begin() + position.seats());
          },
          "position"_a, "weights"_a)
      .def(
          "look",
          [](const Batch& samples, const std::vector<double>& weights, int set) {
            Cancel cancel;
            auto look = cancel.watch(
                [&](const std::atomic<bool>& stop) { return samples.look(weights, set, stop); });
            return std::make_tuple(look.positions, look.entropy, look.slope, look.curve);
          },
          "weights"_a, "set"_a = -1);
}

}  // namespace tretorri
