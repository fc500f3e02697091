// What ends a search: nodes, time, or somebody who asks.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace tretorri {

struct Limits {
  std::uint64_t nodes = 0;  // 0: no limit
  double seconds = 0;       // 0: no limit
  int depth = 100;
};

/// Counts nodes and tells, cheaply, whether the search must end.
class Budget {
 public:
  Budget(const Limits& limits, const std::atomic<bool>& stop)
      : limits_(limits), stop_(stop), begin_(Clock::now()) {}

  /// Counts one node; looks at the clock now and then.
  bool spend() {
    ++nodes_;
    if (limits_.nodes && nodes_ >= limits_.nodes) over_ = true;
    if ((nodes_ & 1023) == 0 && (stop_.load(std::memory_order_relaxed) || late())) over_ = true;
    return over_;
  }
  [[nodiscard]] bool over() const { return over_; }
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  /// Tells whether a further iteration could not be finished anyway.
  [[nodiscard]] bool mostly_spent() const {
    return limits_.seconds > 0 && seconds() > 0.6 * limits_.seconds;
  }

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] bool late() const { return limits_.seconds > 0 && seconds() >= limits_.seconds; }

  Limits limits_;
  const std::atomic<bool>& stop_;
  Clock::time_point begin_;
  std::uint64_t nodes_ = 0;
  bool over_ = false;
};

}  // namespace tretorri
