// Long calls without the interpreter lock that Ctrl-C still ends.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <future>

namespace tretorri {

/// Runs work on a thread of its own while this one looks for signals.
class Cancel {
 public:
  template <class Work>
  auto watch(Work work) {
    std::future<decltype(work(stop_))> done;
    {
      nanobind::gil_scoped_release unlocked;
      done = std::async(std::launch::async, [&] { return work(stop_); });
    }
    while (true) {
      {
        nanobind::gil_scoped_release unlocked;
        if (done.wait_for(std::chrono::milliseconds(20)) == std::future_status::ready) break;
      }
      if (PyErr_CheckSignals() != 0) {
        stop_ = true;
        nanobind::gil_scoped_release unlocked;
        done.wait();
        break;
      }
    }
    if (PyErr_Occurred()) throw nanobind::python_error();
    return done.get();
  }

 private:
  std::atomic<bool> stop_{false};
};

}  // namespace tretorri
