// The threads of one search.
#pragma once

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "search/limits.hpp"

namespace tretorri {

/// Keeps the first exception of several threads.
class FirstFailure {
 public:
  /// To be called in a catch block.
  void capture() {
    const std::lock_guard<std::mutex> locked(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
  /// To be called when the threads have ended.
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr failure_;
};

/// Calls work(0) here and work(1), work(2), ... on threads of their own, and waits for all. An
/// exception in one of them ends the search and is rethrown when all have ended.
template <class Work>
void run_in_parallel(SharedBudget& shared, int threads, Work work) {
  FirstFailure failure;
  const auto run = [&](auto task) noexcept {
    try {
      task();
    } catch (...) {
      shared.end();
      failure.capture();
    }
  };
  std::vector<std::thread> helpers;  // not every libc++ has std::jthread
  run([&] {
    for (int number = 1; number < threads; ++number)
      helpers.emplace_back([&run, &work, number] { run([&] { work(number); }); });
    work(0);
  });
  for (std::thread& helper : helpers) helper.join();
  failure.rethrow();
}

}  // namespace tretorri
