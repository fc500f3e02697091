// Wins in one turn and what stops them, by trying every turn; answers lines of standard input.
//
//   crowd SEED         a random position with pieces crowded around the mover's goal
//   win TEXT           a turn with which the mover wins, or "none"
//   threats SEATS TEXT which of the seats could win if it were their turn, or "none"
//   stop SEATS TEXT    a turn after which none of the seats could, "none", or "undecided"
//
// Only the rules are asked, by the lists of legal actions and by make and unmake; nothing of the
// search is used. Three things are left out, as they cannot matter: Lord's moves other than to the
// enemy Tower when a win is looked for, as only that wins [D5]; a turn of the defender that leads
// to the same position as one before; and replies after a turn against which a reply is known that
// wins, for one is enough. A known reply is tried by finding each of its actions in the list.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <unordered_set>

#include "voldetour_crowd.hpp"

namespace tretorri::voldetour {

using Actions = Position::Actions;
using Line = FixedList<Action, 3>;  // the actions of a turn
inline constexpr std::size_t MOST_TURNS = 3'000'000;

bool has(const Actions& list, Action wanted) {
  for (const Action action : list)
    if (action == wanted) return true;
  return false;
}

void drop_last(Line& line) { line.end_at(line.end() - 1); }

/// Finds a turn, or the rest of one, with which the mover's Lord stops on the enemy Tower.
bool find_win(Position& position, Line& line) {
  Actions list;
  position.actions(list);
  const Action to_tower = Action::lord(position.setup().enemy_tower(position.mover()));
  if (has(list, to_tower)) {
    line.push(to_tower);
    return true;
  }
  for (const Action action : list) {
    if (!action.places()) continue;
    Undo undo{};
    position.make(action, undo);
    line.push(action);
    const bool wins = find_win(position, line);
    position.unmake(action, undo);
    if (wins) return true;
    drop_last(line);
  }
  return false;
}

/// Tells whether a turn is legal; it ends with a win then.
bool is_legal(Position position, const Line& line) {
  for (const Action action : line) {
    Actions list;
    Undo undo{};
    position.actions(list);
    if (!has(list, action)) return false;
    position.make(action, undo);
  }
  return true;
}

std::string text_of(Position position, const Line& line) {
  std::string text;
  for (const Action action : line) {
    Undo undo{};
    text += (text.empty() ? "" : "+") + position.text(action);
    position.make(action, undo);
  }
  return text;
}

/// The position in which a seat has its next turn, if those before it do nothing.
Position as_if_to_move(const Position& position, int seat) {
  if (seat == position.mover() && position.done() == 0) return position;
  std::istringstream words(position.text());
  std::array<std::string, 6> fields;
  for (std::string& field : fields) words >> field;
  const int seats = position.seats();
  const int turn = position.turn() + (seat - position.mover() + seats) % seats;
  return Position::read(fields[0] + ' ' + fields[1] + ' ' + position.setup().letters[seat] + ' ' +
                        fields[3] + " - " + std::to_string(turn));
}

/// The wins of some seats, as far as known.
class Wins {
 public:
  explicit Wins(std::vector<int> seats) : seats_(std::move(seats)) {}

  /// Tells whether one of the seats wins, if it is its turn next.
  bool any(const Position& position) {
    for (const int seat : seats_)
      if (wins(position, seat)) return true;
    return false;
  }

  bool wins(const Position& before, int seat) {
    if (before.is_over() || before.lord(seat) == OUT) return false;
    Position position = as_if_to_move(before, seat);
    for (std::size_t i = 0; i < known_.size(); ++i) {
      if (known_[i].first != seat || !is_legal(position, known_[i].second)) continue;
      std::rotate(known_.begin(), known_.begin() + i, known_.begin() + i + 1);
      return true;
    }
    Line line;
    if (!find_win(position, line)) return false;
    known_.insert(known_.begin(), {seat, line});
    return true;
  }

 private:
  std::vector<int> seats_;
  std::vector<std::pair<int, Line>> known_;
};

/// Looks for a turn of the mover after which none of the seats wins: short turns first.
class Stop {
 public:
  Stop(const Position& start, const std::vector<int>& seats)
      : start_(start), position_(start), wins_(seats) {}

  std::string find() {
    for (int pieces = 0; pieces <= 2; ++pieces)
      if (place(pieces)) return text_of(start_, line_);
    return seen_.size() < MOST_TURNS ? "none" : "undecided";
  }

 private:
  /// Places so many pieces more, then ends the turn in every way; true if one of them stops.
  bool place(int pieces) {
    Actions list;
    position_.actions(list);
    for (const Action action : list) {
      if (action.places() != (pieces > 0) || seen_.size() >= MOST_TURNS) continue;
      Undo undo{};
      line_.push(action);
      position_.make(action, undo);
      const bool stops = pieces > 0 ? place(pieces - 1) : is_stopped();
      position_.unmake(action, undo);
      if (stops) return true;
      drop_last(line_);
    }
    return false;
  }

  bool is_stopped() {
    return seen_.insert(position_.key()).second && position_.lord(start_.mover()) != OUT &&
           !wins_.any(position_);
  }

  const Position start_;
  Position position_;
  Wins wins_;
  Line line_;
  std::unordered_set<std::uint64_t> seen_;
};

std::string crowd(std::uint64_t seed) {
  Random random(seed);
  return Crowd(random, SETUPS[random.below(2)]).text(DONE[0]);
}

std::string win(Position position) {
  Line line;
  return find_win(position, line) ? text_of(position, line) : "none";
}

std::string threats(const Position& position, const std::vector<int>& seats) {
  std::string found;
  for (const int seat : seats)
    if (Wins({}).wins(position, seat)) found += position.setup().letters[seat];
  return found.empty() ? "none" : found;
}

/// Answers a line; what cannot be read is refused.
std::string answer(const std::string& line) {
  std::istringstream words(line);
  std::string word, letters, text;
  words >> word;
  if (word == "crowd" && words >> text) return crowd(std::stoull(text));
  if (word != "win") words >> letters;
  std::getline(words >> std::ws, text);
  const Position position = Position::read(text);
  if (word == "win") return win(position);
  std::vector<int> seats;
  for (int seat = 0; seat < position.seats(); ++seat)
    if (letters.find(position.setup().letters[seat]) != letters.npos) seats.push_back(seat);
  return word == "stop" ? Stop(position, seats).find() : threats(position, seats);
}

}  // namespace tretorri::voldetour

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    try {
      std::cout << tretorri::voldetour::answer(line) << std::endl;
    } catch (const tretorri::Refused& refused) {
      std::cout << "refused " << refused.what() << std::endl;
    }
  }
}
