// Several threads count, play and search at once, each on its own; built with the thread sanitizer.
//
//   threads CORPUS THREADS ROUNDS SEED
#include <thread>

#include "corpus.hpp"
#include "searching.hpp"

namespace tretorri {

constexpr std::uint64_t MOST_LEAVES = 3000;
constexpr std::uint64_t GAMES = 2;
constexpr std::uint64_t NODES = 500;
constexpr std::uint32_t MOST_MICROSECONDS = 2000;

/// Runs work that another thread stops at some moment.
template <class Work>
void stop_midway(Random& random, Work work) {
  std::atomic<bool> stop{false};
  const std::chrono::microseconds wait(random.below(MOST_MICROSECONDS));
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
  if (random.below(2)) limits.nodes = NODES;
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
  if (start.depth && start.count <= MOST_LEAVES) {
    const std::atomic<bool> never{false};
    require(perft(position, start.depth, true, never) == start.count, "perft", start.text);
  }
  stop_midway(random, [&](const auto& stop) { perft(position, 6, false, stop); });
  stop_midway(random, [&](const auto& stop) { playouts(position, GAMES, seed, stop); });
  if constexpr (!std::is_void_v<Search>)
    if (!list.empty()) search_now<Search>(position, random);
}

void run(const std::vector<Case>& corpus, std::uint64_t rounds, std::uint64_t seed) {
  Random random(seed);
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
