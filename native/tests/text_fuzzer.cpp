// libFuzzer on the text boundary: reads any bytes as a position, then plays as further bytes say.
//
//   text_fuzzer --game=volterra [--actions=24] -runs=1000000 CORPUS_FOLDER
//
// An input is a position text, a line feed, and two bytes for each action to choose.
#include <cstddef>
#include <optional>
#include <utility>

#include "games.hpp"
#include "laws.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace tretorri {

constexpr std::uint64_t WINS_ASKED = 8;  // of so many positions one is asked whether it is won

using Target = bool (*)(std::string_view text, std::string_view choices);

Target target = nullptr;
std::size_t most_actions = 24;  // more would only make it slow
std::uint64_t tried = 0, accepted = 0;

template <Position P>
std::optional<P> read_if_possible(std::string_view text) {
  try {
    return P::read(text);
  } catch (const Refused&) {
    return std::nullopt;
  }
}

/// Asks a position everything that Python may ask.
template <Position P>
void ask_everything(const P& position, const typename P::Actions& list) {
  text_reads_back(position);
  ends_by_a_rule(position, !list.empty());
  Random random(position.key());
  draws_what_is_listed(position, list, random);
  makes_what_would_be_drawn(position, random);
  if constexpr (requires { can_win_this_turn(position); })
    if (position.key() % WINS_ASKED == 0) can_win_this_turn(position);
}

/// Plays until the choices or the game are at their end, then takes all back; tells whether the
/// text was a position. Each choice is a number of two bytes.
template <Position P>
bool read_and_play(std::string_view text, std::string_view choices) {
  auto position = read_if_possible<P>(text);
  if (!position) return false;
  const std::string start = position->text();
  typename P::Actions list;
  std::vector<std::pair<typename P::Action, typename P::Undo>> played;
  position->actions(list);
  choices = choices.substr(0, 2 * most_actions);
  for (; choices.size() >= 2 && !list.empty(); choices.remove_prefix(2)) {
    const auto high = static_cast<unsigned char>(choices[0]);
    const auto low = static_cast<unsigned char>(choices[1]);
    auto& [action, undo] = played.emplace_back();
    action = list[static_cast<std::size_t>(high << 8 | low) % list.size()];
    require(!position->text(action).empty(), "an action has a name", position->text());
    position->make(action, undo);
    position->actions(list);
  }
  ask_everything(*position, list);
  for (; !played.empty(); played.pop_back())
    position->unmake(played.back().first, played.back().second);
  require(position->text() == start, "a game taken back leaves no trace", start);
  return true;
}

void choose_game(std::string_view name) {
  bind_all(name, []<class P, class>(std::string_view wanted) {
    if (wanted == P::name) target = read_and_play<P>;
  });
}

}  // namespace tretorri

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  constexpr std::string_view game = "--game=", actions = "--actions=";
  for (int i = 1; i < *count; ++i) {
    const std::string word = (*words)[i];
    if (word.starts_with(game)) tretorri::choose_game(word.substr(game.size()));
    if (word.starts_with(actions)) tretorri::most_actions = std::stoul(word.substr(actions.size()));
  }
  if (!tretorri::target) {
    std::fputs("--game=ID of a native game is missing\n", stderr);
    std::exit(2);
  }
  std::atexit([] {
    std::fprintf(stderr, "tried %lu accepted %lu\n", tretorri::tried, tretorri::accepted);
  });
  return 0;
}

/// Changes either the text or the choices, so that many texts stay positions.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  const auto end_of_text = static_cast<std::size_t>(std::find(data, data + size, '\n') - data);
  if (end_of_text + 1 >= size || seed % 2) return LLVMFuzzerMutate(data, size, most);
  const std::size_t kept = end_of_text + 1;
  return kept + LLVMFuzzerMutate(data + kept, size - kept, most - kept);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t end_of_text = std::min(input.find('\n'), size);
  const auto choices = input.substr(std::min(end_of_text + 1, size));
  ++tretorri::tried;
  tretorri::accepted += tretorri::target(input.substr(0, end_of_text), choices);
  return 0;
}
