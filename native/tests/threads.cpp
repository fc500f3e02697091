// Several threads count, play and search at once, each on its own, and every search has helpers;
// built with the thread sanitizer.
//
//   threads CORPUS THREADS ROUNDS SEED
#include <thread>

#include "corpus.hpp"
#include "search/parallel.hpp"
#include "searches.hpp"

namespace tretorri {

constexpr std::uint64_t MAX_LEAVES = 3000;
constexpr std::uint64_t GAMES = 2;
constexpr std::uint32_t NODES = 3000;
constexpr std::uint32_t MAX_HELPERS = 3;
constexpr std::uint32_t MAX_MICROSECONDS = 2000;

/// Runs work that another thread stops at some moment.
template <class Work>
void stop_midway(Random& random, Work work) {
  std::atomic<bool> stop{false};
  const std::chrono::microseconds wait(random.below(MAX_MICROSECONDS));
  std::thread stopper([&] {
    std::this_thread::sleep_for(wait);
    stop = true;
  });
  work(stop);
  stopper.join();
}

/// Makes a search, lets it run to its end or be stopped, and frees it.
template <class Search, Position P>
void search_now(const P& position, Random& random) {
  const std::uint64_t seed = random.next();
  Limits limits;
  if (random.below(2)) limits.nodes = 1 + random.below(NODES);
  limits.threads = 1 + static_cast<int>(random.below(MAX_HELPERS + 1));
  const int lines = 1 + static_cast<int>(random.below(3));
  stop_midway(random, [&](const std::atomic<bool>& stop) {
    search_from<Search>(position, limits, lines, seed, stop);
  });
}

template <Position P, class Search>
void visit(const Case& start, Random& random) {
  P position = P::read(start.text);
  const std::uint64_t seed = random.next();
  typename P::Actions list;
  position.actions(list);
  if (start.depth && start.count <= MAX_LEAVES) {
    const std::atomic<bool> never{false};
    require(perft(position, start.depth, true, never) == start.count, "perft", start.text);
  }
  stop_midway(random, [&](const auto& stop) { perft(position, 6, false, stop); });
  stop_midway(random, [&](const auto& stop) { playouts(position, GAMES, seed, stop); });
  if constexpr (!std::is_void_v<Search>)
    if (!list.empty()) search_now<Search>(position, random);
}

/// An exception in any helper ends the work of all and is rethrown.
void failures_are_handed_on(int threads, int failing) {
  const std::atomic<bool> never{false};
  Limits limits;
  limits.threads = threads;
  SharedBudget shared(limits, never);
  bool caught = false;
  try {
    run_in_parallel(shared, threads, [&](int number) {
      Budget budget(shared);
      if (number == failing) throw std::runtime_error("failed");
      while (!budget.spend()) continue;
    });
  } catch (const std::runtime_error&) {
    caught = true;
  }
  require(caught, "a failure is handed on", "");
}

void run(const std::vector<Case>& corpus, std::uint64_t rounds, std::uint64_t seed) {
  Random random(seed);
  for (int failing = 0; failing < 3; ++failing) failures_are_handed_on(3, failing);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const Case& start = corpus[random.below(static_cast<std::uint32_t>(corpus.size()))];
    bind_all(start, [&]<class P, class Search>(const Case& c) {
      if (c.game == P::name) visit<P, Search>(c, random);
    });
  }
}

}  // namespace tretorri

int main(int count, char** words) {
  using namespace tretorri;
  if (count != 5) return std::fputs("threads CORPUS THREADS ROUNDS SEED\n", stderr), 2;
  const auto number = [&](int i) { return std::strtoull(words[i], nullptr, 10); };
  const auto corpus = read_corpus(words[1]);
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < number(2); ++i)
    threads.emplace_back(run, std::cref(corpus), number(3), number(4) + i);
  for (auto& thread : threads) thread.join();
  std::printf("%llu threads, %llu rounds each\n", number(2), number(3));
  return 0;
}
