// What ends a search: nodes, time, or the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <limits>

namespace tretorri {

using WallClock = std::chrono::steady_clock;

/// How much a search may take; the clock starts when this is constructed.
struct Limits {
  std::uint64_t nodes = 0;  // of all threads together; 0: no limit
  double seconds = 0;       // 0: no limit
  int depth = 100;
  int threads = 1;
  bool cpu_time = false;  // whether seconds are CPU time of the thread that reports
  WallClock::time_point begin = WallClock::now();
};

/// The CPU time of this thread, in seconds.
inline double thread_seconds() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// What all threads of one search may spend together.
class SharedBudget {
 public:
  SharedBudget(const Limits& limits, const std::atomic<bool>& stop)
      : limits_(limits),
        stop_(stop),
        // Small shares, so that no thread takes all nodes of a short search.
        most_at_once_(limits.nodes && limits.threads > 1
                          ? std::max<std::uint64_t>(limits.nodes / (16 * limits.threads), 1)
                          : ~std::uint64_t{0}) {}

  /// Gives out at most `wanted` nodes; 0 when there are none left.
  std::uint64_t take(std::uint64_t wanted) {
    wanted = std::min(wanted, most_at_once_);
    if (!limits_.nodes) return wanted;
    const std::uint64_t before = taken_.fetch_add(wanted, std::memory_order_relaxed);
    return before < limits_.nodes ? std::min(wanted, limits_.nodes - before) : 0;
  }
  void count(std::uint64_t nodes) { counted_.fetch_add(nodes, std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t counted() const { return counted_.load(std::memory_order_relaxed); }

  void end() { ended_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool ended() const {
    return ended_.load(std::memory_order_relaxed) || stop_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] const Limits& limits() const { return limits_; }

 private:
  const Limits limits_;
  const std::atomic<bool>& stop_;
  const std::uint64_t most_at_once_;
  std::atomic<std::uint64_t> taken_{0}, counted_{0};
  std::atomic<bool> ended_{false};
};

/// Counts the nodes of one thread and tells, cheaply, whether the search must end.
class Budget {
 public:
  /// A helper that starts later passes the seconds that are gone by then.
  explicit Budget(SharedBudget& shared, double passed = 0)
      : shared_(shared), begin_(thread_seconds() - passed), checked_at_(WallClock::now()) {
    grant();
  }
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
  ~Budget() { shared_.count(nodes_ - counted_); }

  /// Counts one node, checks the limits now and then, and tells whether the search is over.
  bool spend() {
    if (++nodes_ >= next_check_) check_limits();
    return over_;
  }
  [[nodiscard]] bool over() const { return over_; }

  /// While the search must be exact it ignores its limits; only the caller can stop it.
  void set_exact(bool is_exact) {
    is_exact_ = is_exact;
    if (is_exact || over_) return;
    if (is_overdrawn_) next_check_ = nodes_ + 1;
    if (is_late()) shared_.end(), over_ = true;
  }

  /// The nodes of all threads, as far as they are known here.
  [[nodiscard]] std::uint64_t nodes() const { return shared_.counted() + nodes_ - counted_; }
  /// The nodes of this thread.
  [[nodiscard]] std::uint64_t own_nodes() const { return nodes_; }
  [[nodiscard]] double seconds() const {
    if (shared_.limits().cpu_time) return thread_seconds() - begin_;
    return std::chrono::duration<double>(WallClock::now() - shared_.limits().begin).count();
  }
  /// How much of the budget is spent, from 0 to about 1; 0 if there is no limit.
  [[nodiscard]] double part_spent() const {
    const Limits& limits = shared_.limits();
    const double nodes_part =
        limits.nodes ? static_cast<double>(nodes()) / static_cast<double>(limits.nodes) : 0;
    return std::max(nodes_part, limits.seconds > 0 ? seconds() / limits.seconds : 0);
  }

 private:
  static constexpr std::uint64_t MAX_NODES_BETWEEN_CHECKS = 256;  // nodes between two checks
  static constexpr std::chrono::microseconds CHECK_INTERVAL{100};

  /// Checks the limits, the more often the longer a node takes.
  void check_limits() {
    if (over_) return;
    shared_.count(nodes_ - counted_);
    counted_ = nodes_;
    const auto now = WallClock::now();
    between_ = now - checked_at_ < CHECK_INTERVAL ? std::min(2 * between_, MAX_NODES_BETWEEN_CHECKS)
                                                  : std::max<std::uint64_t>(between_ / 2, 1);
    checked_at_ = now;
    if (!is_exact_ && is_late()) shared_.end();
    over_ = shared_.ended();
    grant();
  }

  [[nodiscard]] bool is_late() const {
    const double most = shared_.limits().seconds;
    return most > 0 && seconds() >= most;
  }

  void grant() {
    const std::uint64_t granted = shared_.take(between_);
    is_overdrawn_ = granted == 0;
    if (is_overdrawn_ && !is_exact_) over_ = true;
    next_check_ =
        over_ ? std::numeric_limits<std::uint64_t>::max() : nodes_ + (granted ? granted : between_);
  }

  SharedBudget& shared_;
  const double begin_;
  WallClock::time_point checked_at_;
  std::uint64_t nodes_ = 0, counted_ = 0, next_check_ = 0, between_ = 1;
  bool over_ = false, is_exact_ = false, is_overdrawn_ = false;
};

}  // namespace tretorri
