// The wins in one turn that a seat of VoldéTour has, as turns, and what each of them stands on.
#pragma once

#include "voldetour_turn.hpp"

namespace tretorri::voldetour {

/// A way to win in one turn: what is placed, and the squares that must stay as they are for it.
struct Win {
  int seat = -1;
  FixedList<Action, 2> placed;
  Squares needs;
};

/// Finds the squares of a Lord's way of at most three steps; none if there is no such way.
class LordsWay {
 public:
  LordsWay(const Terrain& terrain, Squares lords, Square target)
      : terrain_(terrain), lords_(lords), target_(target) {}

  Squares from(Square start) {
    way_ = {};
    return walk(start, height_of(terrain_.surface(start)), MAX_SQUARES) ? way_ : Squares{};
  }

 private:
  bool walk(Square square, int height, int squares) {
    if (square == target_) return true;
    if (squares == 0) return false;
    for (Direction d = 0; d < DIRECTIONS; ++d)
      if (enter(square, d, height, squares)) {
        way_ |= bit(square);
        return true;
      }
    return false;
  }

  bool enter(Square from, Direction d, int height, int squares) {
    const Square square = from + STEP[d];
    if (square < 0 || !BOARD.has(square) || lords_.has(square)) return false;
    const Surface surface = terrain_.surface(square);
    if (surface == flat(height)) return walk(square, height, squares - 1);
    const bool up = height < TOWER_HEIGHT && surface == slope(height, d);
    const bool down = height > 0 && surface == slope(height - 1, opposite(d));
    if ((!up && !down) || !enter(square, d, up ? height + 1 : height - 1, squares)) return false;
    way_ |= bit(square);
    return true;
  }

  const Terrain& terrain_;
  const Squares lords_;
  const Square target_;
  Squares way_;
};

/// Plays the placements of a win; false if the rules do not allow them here.
inline bool place_all(const Position& position, const Win& win, Terrain& terrain) {
  for (const Action action : win.placed) {
    const Piece old = position.piece(win.seat, action.slot());
    if (old) {
      if (position.is_blocked(terrain, old)) return false;
      terrain.turn_over(old);
    }
    if (!position.fits(terrain, action.piece())) return false;
    terrain.turn_over(action.piece());
  }
  return true;
}

/// Tells whether a win that was found elsewhere is one here; the pieces are those of then.
inline bool still_wins(const Position& position, const Win& win) {
  Terrain terrain = position.terrain();
  const Square tower = position.setup().enemy_tower(win.seat);
  return place_all(position, win, terrain) && position.lord_targets(terrain, win.seat).has(tower);
}

/// The squares on which a win depends: to stop it, one of them must change.
inline Squares needs_of(const Position& position, const Win& win) {
  Terrain terrain = position.terrain();
  place_all(position, win, terrain);
  Squares needs = LordsWay(terrain, position.lords(), position.setup().enemy_tower(win.seat))
                      .from(position.lord(win.seat));
  for (const Action action : win.placed) {
    const Piece old = position.piece(win.seat, action.slot());
    needs |= spot(action.piece());
    if (old) needs |= spot(old) | beside(spot(old));  // D13
  }
  return needs & BOARD;
}

/// Finds a win of `seat`, as if it were to move now.
inline bool find_win(const Position& position, int seat, Win& win) {
  if (position.is_over() || position.lord(seat) == OUT) return false;
  WinSearch search(position, seat);
  if (!search.run()) return false;
  win.seat = seat;
  win.placed = search.placed();
  win.needs = needs_of(position, win);
  return true;
}

/// The wins of a mover's rivals, while that mover's turn is looked at.
class Threats {
 public:
  Threats(int mover, int seats) : mover_(mover), seats_(seats) {}

  /// A win of a rival, or null. What was found before is tried first, as that takes less time.
  const Win* find(const Position& position) {
    if (position.is_over()) return nullptr;
    const Win* win = find_known(position);
    for (int after = 1; after < seats_ && !win; ++after)
      win = find_new(position, (mover_ + after) % seats_);
    if (win) latest_found_ = std::max(latest_found_, rank(win->seat));
    return win;
  }

  /// Leaves the wins of later seats alone.
  void only_next(int seats) {
    seats_to_mind_ = seats;
    latest_found_ = 0;
  }
  /// How many turns after the mover the last of those sits whose wins were found since then.
  [[nodiscard]] int latest_found() const { return latest_found_; }

 private:
  static constexpr std::size_t MAX_KNOWN = 24;

  const Win* find_known(const Position& position) {
    for (std::size_t i = 0; i < known_.size(); ++i) {
      if (!is_minded(position, known_[i].seat) || !still_wins(position, known_[i])) continue;
      std::rotate(known_.begin(), known_.begin() + i, known_.begin() + i + 1);
      known_[0].needs = needs_of(position, known_[0]);  // the Lord may go another way here
      return known_.begin();
    }
    return nullptr;
  }

  const Win* find_new(const Position& position, int seat) {
    Win win;
    if (!is_minded(position, seat) || !find_win(position, seat, win)) return nullptr;
    if (known_.size() == MAX_KNOWN) known_.end_at(known_.end() - 1);
    known_.push(win);
    std::rotate(known_.begin(), known_.end() - 1, known_.end());
    return known_.begin();
  }

  [[nodiscard]] bool is_minded(const Position& position, int seat) const {
    return position.lord(seat) != OUT && rank(seat) <= seats_to_mind_;
  }
  [[nodiscard]] int rank(int seat) const { return (seat - mover_ + seats_) % seats_; }

  int mover_, seats_, seats_to_mind_ = MAX_SEATS, latest_found_ = 0;
  FixedList<Win, MAX_KNOWN> known_;
};

/// A turn with which the mover wins, or none.
inline std::optional<Turn> winning_turn_of(const Position& position) {
  Win win;
  if (!find_win(position, position.mover(), win)) return std::nullopt;
  Turn turn;
  for (const Action action : win.placed) turn.actions.push(action);
  return turn.then(Action::lord(position.setup().enemy_tower(position.mover())));
}

/// The text of a turn with which the mover wins, or none.
inline std::optional<std::string> winning_turn(const Position& position) {
  const auto turn = winning_turn_of(position);
  if (!turn) return std::nullopt;
  return text_of(position, *turn);
}

/// Tells whether no rival can win in its next turn after this one, if those between do nothing.
inline bool stops_every_win(const Position& start, std::string_view text) {
  const Turn turn = read_turn_text(start, text);
  Position position = start;
  TurnUndo undo;
  make(position, turn, undo);
  return !Threats(start.mover(), start.seats()).find(position);
}

}  // namespace tretorri::voldetour
