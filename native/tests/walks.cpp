// Walks through the games of a corpus and looks at every law on the way; built with sanitizers.
//
//   walks CORPUS MAX_LEAVES GAMES SEED
#include <map>

#include "corpus.hpp"
#include "search/uct.hpp"
#include "searches.hpp"
#include "turns.hpp"

namespace tretorri {

/// How much to do from each position of the corpus.
struct Effort {
  std::uint64_t most_leaves;  // larger perfts are left out
  std::uint64_t games;
  std::uint64_t seed;
};

struct Done {
  std::uint64_t perfts = 0, leaves = 0, games = 0, actions = 0, searches = 0;
};

inline const std::atomic<bool> NEVER{false};
constexpr int LOOKED_AT = 2;  // actions tried out at each step of a walk
constexpr int STEPS = 60;     // of one walk
constexpr int STEPS_PER_SEARCH = 60;
constexpr std::uint64_t NODES = 20;

template <Position P>
void count_leaves(P position, const Case& start, Done& done) {
  for (const bool every_leaf : {false, true})
    require(perft(position, start.depth, every_leaf, NEVER) == start.count, "perft", start.text);
  text_reads_back(position);
  ++done.perfts;
  done.leaves += 2 * start.count;
}

/// Lets every search of a game look at a running position.
template <class Search, Position P>
void search(const P& position, std::uint64_t seed, Done& done) {
  Limits limits;
  limits.nodes = NODES;
  Uct<P>(seed).search(position, limits, NEVER);
  Uct<P>(seed).turn(position, limits, NEVER);
  if constexpr (!std::is_void_v<Search>)
    for (const int number : {1, 3}) {
      limits.threads = number;
      search_from<Search>(position, limits, number, seed, NEVER);
    }
  if constexpr (requires { can_win_this_turn(position); }) can_win_this_turn(position);
  ++done.searches;
}

/// Goes to the end of a random game and all the way back.
template <class Search, Position P>
void walk(P position, Random& random, Done& done) {
  struct Step {
    typename P::Action action;
    typename P::Undo undo;
    std::string before;
    std::uint64_t key;
  };
  std::vector<Step> steps;
  typename P::Actions list;
  while (steps.size() < STEPS) {
    position.actions(list);
    ends_by_a_rule(position, !list.empty());
    draws_what_is_listed(position, list, random);
    makes_what_would_be_drawn(position, random);
    makes_each_turn(position);
    if (list.empty()) break;
    const auto any = [&] { return list[random.below(static_cast<std::uint32_t>(list.size()))]; };
    for (int i = 0; i < LOOKED_AT; ++i) unmakes(position, any());
    if (steps.empty() || random.below(STEPS_PER_SEARCH) == 0)
      search<Search>(position, random.next(), done);
    Step& step = steps.emplace_back(Step{any(), {}, position.text(), position.key()});
    position.make(step.action, step.undo);
  }
  ++done.games;
  done.actions += steps.size();
  for (; !steps.empty(); steps.pop_back()) {
    const Step& step = steps.back();
    position.unmake(step.action, step.undo);
    require(position.text() == step.before && position.key() == step.key,
            "a game taken back leaves no trace", step.before);
  }
}

template <Position P, class Search>
void visit(const Case& start, const Effort& effort, Done& done) {
  const P position = P::read(start.text);
  if (start.depth) {  // the corpus has the same position for several depths
    if (start.count <= effort.most_leaves) count_leaves(position, start, done);
    return;
  }
  Random random(effort.seed);
  for (std::uint64_t game = 0; game < effort.games; ++game) walk<Search>(position, random, done);
  const Playouts played = playouts(position, effort.games, effort.seed, NEVER);
  require(played.games == effort.games, "all games are played", start.text);
}

}  // namespace tretorri

int main(int count, char** words) {
  using namespace tretorri;
  if (count != 5) return std::fputs("walks CORPUS MAX_LEAVES GAMES SEED\n", stderr), 2;
  const auto number = [&](int i) { return std::strtoull(words[i], nullptr, 10); };
  const Effort effort{number(2), number(3), number(4)};
  std::map<std::string, Done> done;
  for (const Case& start : read_corpus(words[1]))
    bind_all(start, [&]<class P, class Search>(const Case& c) {
      if (c.game == P::name) visit<P, Search>(c, effort, done[c.game]);
    });
  for (const auto& [game, d] : done)
    std::printf("%s: %lu perfts, %lu leaves, %lu games, %lu actions, %lu searches\n", game.c_str(),
                d.perfts, d.leaves, d.games, d.actions, d.searches);
  return 0;
}
