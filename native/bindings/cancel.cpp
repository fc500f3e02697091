#include "bindings/cancel.hpp"

#include <nanobind/nanobind.h>
#include <pthread.h>

#include <chrono>
#include <future>
#include <thread>

namespace tretorri {

namespace {

constexpr std::chrono::milliseconds SIGNAL_CHECK_INTERVAL{20};
constexpr std::chrono::seconds MAX_EXIT_WAIT{30};  // a listener in Python may never return

std::atomic<bool> is_exiting{false};
std::atomic<int> running{0};  // calls; changed only by who holds the interpreter lock

struct Running {
  Running() { ++running; }
  ~Running() { --running; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
};

void stop_all() {
  is_exiting = true;
  nanobind::gil_scoped_release unlocked;
  const auto end = std::chrono::steady_clock::now() + MAX_EXIT_WAIT;
  while (running > 0 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(SIGNAL_CHECK_INTERVAL / 10);
}

}  // namespace

void Cancel::stop_at_exit() {
  pthread_atfork(nullptr, nullptr, [] { running = 0; });  // the threads stay in the parent
  nanobind::module_::import_("atexit").attr("register")(nanobind::cpp_function(&stop_all));
}

void Cancel::run(const std::function<void()>& work) {
  if (is_exiting) {  // only the thread that asks ends, and without a word
    PyErr_SetNone(PyExc_SystemExit);
    throw nanobind::python_error();
  }
  const Running counted;
  std::future<void> done;
  {
    nanobind::gil_scoped_release unlocked;
    done = std::async(std::launch::async, work);
  }
  while (true) {
    {
      nanobind::gil_scoped_release unlocked;
      if (done.wait_for(SIGNAL_CHECK_INTERVAL) == std::future_status::ready) break;
    }
    if (PyErr_CheckSignals() != 0 || is_exiting) {
      stop_ = true;
      nanobind::gil_scoped_release unlocked;
      done.wait();
      break;
    }
  }
  if (PyErr_Occurred()) throw nanobind::python_error();
  done.get();
}

}  // namespace tretorri
