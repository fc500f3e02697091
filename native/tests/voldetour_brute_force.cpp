// Wins in one turn and what stops them, by trying every turn; answers lines of standard input.
//
//   crowd SEED         a random position with pieces crowded around the mover's goal
//   win TEXT           a turn with which the mover wins, or "none"
//   threats SEATS TEXT which of the seats could win if it were their turn, or "none"
//   stop SEATS TEXT    a turn after which none of the seats could, "none", or "undecided"
//
// Only the rules are asked: the lists of legal actions, make and unmake, and the tests of a single
// placement and of a Lord's move on which those lists are built. Nothing of the search is used. Not
// every turn need be played, by these arguments:
// - Only a Lord who stops on the enemy Tower wins [D5], so no other move of it is made in a reply.
// - A turn against which a reply is known that wins is no stop; other replies are not looked for.
// - A reply that wins if the defender does nothing more depends on few squares: those of its pieces
//   and those on the Lord's way [D9 to D12, D15 to D17] and, around a piece in play that it moves,
//   those beside it [D13]. As long as the defender puts nothing there, lifts nothing there and
//   sends no Lord there, the reply wins as before; so the last piece or the Lord must go there.
// - Two placements in either order lead to one position, which is looked at once.
#include <iostream>
#include <sstream>
#include <unordered_set>

#include "voldetour_crowd.hpp"

namespace tretorri::voldetour {

using Actions = Position::Actions;
using Line = FixedList<Action, 3>;  // the actions of a turn
inline constexpr std::size_t MAX_LOOKS = 3'000'000;

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

std::string text_of(Position position, const Line& line) {
  std::string text;
  for (const Action action : line) {
    Undo undo{};
    text += (text.empty() ? "" : "+") + position.text(action);
    position.make(action, undo);
  }
  return text;
}

/// The position in which a seat has its next turn, if those before it do nothing; who could not act
/// is passed over, and another seat is to move [D8].
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

/// A winning turn of a seat and the squares on which it depends.
struct Win {
  int seat = -1;
  Line line;
  Squares needs;
};

/// The squares of a Lord's way to a target in at most so many steps; none if there is none.
Squares way(const Terrain& terrain, Squares lords, Square from, Square to, int steps) {
  if (from == to) return bit(to);
  if (steps == 0) return {};
  for (Direction d = 0; d < DIRECTIONS; ++d) {
    Squares passed = bit(from);
    int height = height_of(terrain.surface(from));
    for (Square square = from + STEP[d]; square >= 0 && BOARD.has(square) && !lords.has(square);
         square += STEP[d]) {
      passed |= bit(square);
      const Surface surface = terrain.surface(square);
      if (surface == flat(height)) {
        const Squares rest = way(terrain, lords, square, to, steps - 1);
        if (rest) return rest | passed;
      }
      if (height < TOWER_HEIGHT && surface == slope(height, d)) {
        ++height;
      } else if (height > 0 && surface == slope(height - 1, opposite(d))) {
        --height;
      } else {
        break;
      }
    }
  }
  return {};
}

/// Plays the placements of a win, by the rules; false if they are not legal or do not win here.
/// Collects the squares on which this depends.
bool holds(const Position& position, Win& win) {
  Terrain terrain = position.terrain();
  win.needs = {};
  for (const Action action : win.line) {
    if (!action.places()) continue;
    const Piece old = position.piece(win.seat, action.slot());
    if (old) {
      if (position.is_blocked(terrain, old)) return false;
      terrain.turn_over(old);
      win.needs |= spot(old) | beside(spot(old));
    }
    if (!position.fits(terrain, action.piece())) return false;
    terrain.turn_over(action.piece());
    win.needs |= spot(action.piece());
  }
  const Square tower = position.setup().enemy_tower(win.seat);
  if (!position.lord_targets(terrain, win.seat).has(tower)) return false;
  const Squares passed =
      way(terrain, position.lords(), position.lord(win.seat), tower, MAX_SQUARES);
  win.needs |= passed ? passed : BOARD;
  return true;
}

/// The wins of some seats, as far as known.
class Wins {
 public:
  explicit Wins(std::vector<int> seats) : seats_(std::move(seats)) {}

  /// A win of one of the seats, if those before it do nothing; null if there is none.
  const Win* find(const Position& position) {
    if (position.is_over()) return nullptr;
    for (std::size_t i = 0; i < known_.size(); ++i) {
      if (position.lord(known_[i].seat) == OUT || !holds(position, known_[i])) continue;
      std::rotate(known_.begin(), known_.begin() + i, known_.begin() + i + 1);
      return &known_[0];
    }
    for (const int seat : seats_)
      if (position.lord(seat) != OUT && add(position, seat)) return &known_[0];
    return nullptr;
  }

 private:
  bool add(const Position& position, int seat) {
    Position next = as_if_to_move(position, seat);
    Win win{seat, {}, {}};
    if (next.mover() != seat || !find_win(next, win.line)) return false;
    if (!holds(position, win)) throw Refused("a win that was found does not hold");
    known_.insert(known_.begin(), win);
    return true;
  }

  std::vector<int> seats_;
  std::vector<Win> known_;
};

/// Looks for a turn of the mover after which none of the seats wins.
class Stop {
 public:
  Stop(const Position& start, const std::vector<int>& seats)
      : start_(start), position_(start), wins_(seats) {}

  std::string find() {
    if (from_here(2)) return text_of(start_, line_);
    return looks_ < MAX_LOOKS ? "none" : "undecided";
  }

 private:
  /// Ends the turn here, or places at most so many pieces more; true if that stops.
  bool from_here(int pieces) {
    if (!seen_.insert(position_.key()).second || ++looks_ >= MAX_LOOKS) return false;
    if (ends(Action::end())) return true;
    const Win* win = wins_.find(position_);
    const Squares needs = win ? win->needs : BOARD;
    if (move_lord(needs)) return true;
    Actions list;
    if (pieces > 0) position_.actions(list);
    for (const Action action : list)
      if (action.places() && place(action, pieces - 1, needs)) return true;
    return false;
  }

  bool place(Action action, int pieces, Squares needs) {
    const Piece old = position_.piece(start_.mover(), action.slot());
    const bool touches{(spot(action.piece()) | (old ? spot(old) : Squares{})) & needs};
    Undo undo{};
    position_.make(action, undo);
    line_.push(action);
    const bool stops = touches || pieces > 0 ? from_here(pieces) : move_lord(needs);
    position_.unmake(action, undo);
    if (!stops) drop_last(line_);
    return stops;
  }

  bool move_lord(Squares needs) {
    bool stops = false;
    for_each(position_.lord_targets() & needs,
             [&](Square target) { stops = stops || ends(Action::lord(target)); });
    return stops;
  }

  /// Ends the turn so, if that is legal; tells whether no win is left.
  bool ends(Action last) {
    if (last == Action::end() && position_.done() == 0) return false;
    Undo undo{};
    position_.make(last, undo);
    const bool stops = position_.lord(start_.mover()) != OUT && !wins_.find(position_);  // D19
    position_.unmake(last, undo);
    if (stops) line_.push(last);
    return stops;
  }

  const Position start_;
  Position position_;
  Wins wins_;
  Line line_;
  std::size_t looks_ = 0;
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
    if (Wins({seat}).find(position)) found += position.setup().letters[seat];
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
