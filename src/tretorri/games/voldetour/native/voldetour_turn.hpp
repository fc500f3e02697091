// Whole turns of VoldéTour: at most a Block, a Stair, and the Lord's move or the word "end" [D6].
#pragma once

#include <optional>

#include "voldetour.hpp"

namespace tretorri::voldetour {

struct Turn {
  FixedList<Action, 3> actions;

  /// The same turn with one action more.
  [[nodiscard]] Turn then(Action action) const {
    Turn longer = *this;
    longer.actions.push(action);
    return longer;
  }
  bool operator==(const Turn& other) const {
    return std::equal(actions.begin(), actions.end(), other.actions.begin(), other.actions.end());
  }
};

using TurnUndo = std::array<Undo, 3>;

inline void make(Position& position, const Turn& turn, TurnUndo& undo) {
  for (std::size_t i = 0; i < turn.actions.size(); ++i) position.make(turn.actions[i], undo[i]);
}
inline void unmake(Position& position, const Turn& turn, const TurnUndo& undo) {
  for (std::size_t i = turn.actions.size(); i-- > 0;) position.unmake(turn.actions[i], undo[i]);
}

/// Tells whether this is the last turn in which the mover's Lord can leave its Tower [D19].
inline bool must_leave_home(const Position& position) {
  const Setup& setup = position.setup();
  const int mover = position.mover();
  return position.lord(mover) == setup.towers[mover] &&
         position.turn() >= setup.last_turn_at_home(mover);
}

inline bool moves_lord(const Turn& turn) {
  return turn.actions[turn.actions.size() - 1].step() == Step::MoveLord;
}

/// A turn in which the mover's Lord moves, with as few placements as possible; or none.
inline std::optional<Turn> turn_that_moves_lord(Position& position, const Turn& begun, int pieces) {
  const Squares targets = position.lord_targets();
  if (targets) return begun.then(Action::lord(first(targets)));
  if (pieces == 0 || position.done() == BOTH_DONE) return std::nullopt;
  Position::Actions list;
  position.actions(list);
  for (const Action action : list) {
    if (!action.places()) continue;
    Undo undo{};
    position.make(action, undo);
    const auto turn = turn_that_moves_lord(position, begun.then(action), pieces - 1);
    position.unmake(action, undo);
    if (turn) return turn;
  }
  return std::nullopt;
}

/// A turn with which the mover's Lord leaves its Tower, or none [D19].
inline std::optional<Turn> turn_that_leaves_home(const Position& start) {
  Position position = start;
  for (int pieces = 0; pieces <= 2; ++pieces)
    if (const auto turn = turn_that_moves_lord(position, {}, pieces)) return turn;
  return std::nullopt;
}

/// Writes a turn that can be played in the position.
inline std::string text_of(const Position& start, const Turn& turn) {
  Position position = start;
  std::string text;
  Undo undo;
  for (const Action action : turn.actions) {
    text += (text.empty() ? "" : "+") + position.text(action);
    position.make(action, undo);
  }
  return text;
}

/// Reads a turn, or the rest of one, and refuses what cannot be played.
inline Turn read_turn_text(const Position& start, std::string_view text) {
  Position position = start;
  Turn turn;
  Undo undo;
  Position::Actions list;
  for (const auto part : split(text, '+')) {
    position.actions(list);
    const auto* found = std::find_if(list.begin(), list.end(),
                                     [&](Action action) { return position.text(action) == part; });
    const bool is_over = !turn.actions.empty() && !turn.actions[turn.actions.size() - 1].places();
    if (is_over || found == list.end()) throw Refused("not a legal turn");
    turn.actions.push(*found);
    position.make(*found, undo);
  }
  if (turn.actions[turn.actions.size() - 1].places()) throw Refused("the turn has not ended");
  return turn;
}

}  // namespace tretorri::voldetour
