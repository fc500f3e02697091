// Long calls without the interpreter lock that Ctrl-C still ends, and the end of the interpreter.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <utility>

namespace tretorri {

/// Runs work on a thread of its own while this one looks for signals.
class Cancel {
 public:
  template <class Work>
  auto watch(Work work) {
    std::optional<decltype(work(stop_))> result;
    run([&] { result.emplace(work(stop_)); });
    return *std::move(result);
  }

  /// Has the running calls of all threads stopped when the interpreter exits, and waits for them: it
  /// ends threads of its own wherever they ask for its lock, which no C++ code on the stack survives.
  static void stop_at_exit();

 private:
  /// Returns when `work` is done; a signal that raises an exception in Python asks it to stop.
  void run(const std::function<void()>& work);

  std::atomic<bool> stop_{false};
};

}  // namespace tretorri
