// Turns of VoldéTour that leave no rival a win in its next turn.
//
// A win stands on certain squares. A turn that stops it changes one of them: by putting a piece
// there, by lifting one, or by the Lord. So while some win is open, first only such actions are
// tried, and after each of them the next open win says where to go on. What is missing then are
// turns in which an action far from the win makes room for the one that stops it. For them all
// pairs of placements are gone through, but most only on paper: whatever leaves the squares of one
// open win alone need not be played, and every turn that is played and fails shows one win more.
#pragma once

#include "search/limits.hpp"
#include "voldetour_threat.hpp"

namespace tretorri::voldetour {

/// How far a defence looks: one placement, two on the ways, everything.
enum class Effort { OnePiece, TwoPieces, Everything };

/// The squares that a placement changes.
inline Squares changed(const Position& position, Action action) {
  const Piece old = position.piece(position.mover(), action.slot());
  return spot(action.piece()) | (old ? spot(old) : Squares{});
}

/// Wins that are open in some position, by the squares that each needs.
class OpenWins {
 public:
  void add(Squares needs) {
    const bool is_new = std::find(needs_.begin(), needs_.end(), needs) == needs_.end();
    if (is_new && needs_.size() < needs_.capacity) needs_.push(needs);
  }
  void clear() { needs_.clear(); }

  /// Where the Lord has to go to stop what is left when these squares have changed: all of the
  /// board if nothing is, no square if the Lord cannot be everywhere.
  [[nodiscard]] Squares left_to_lord(Squares changed) const {
    Squares left = BOARD;
    for (const Squares needs : needs_) {
      if (needs & changed) continue;
      left &= needs;
      if (!left) break;
    }
    return left;
  }

 private:
  FixedList<Squares, 256> needs_;
};

/// Visits the turns that stop every win; `visit` tells whether that is enough.
template <class Visit>
class Defence {
 public:
  /// `threats` are those against the mover of `position`; at most `looks` are spent, 0: no limit.
  Defence(Position& position, Threats& threats, Budget& budget, std::uint64_t looks, Visit visit)
      : position_(position),
        threats_(threats),
        budget_(budget),
        last_look_(looks ? budget.own_nodes() + looks : ~std::uint64_t{0}),
        visit_(visit) {}

  /// Looks as far as this effort, at everything only if there is no stop nearer; returns whether
  /// it was not ended before.
  bool run(Effort effort) {
    for (int phase = 0; phase <= static_cast<int>(effort) && !ended_; ++phase)
      if (static_cast<Effort>(phase) != Effort::Everything || !found_)
        run_only(static_cast<Effort>(phase));
    return !ended_;
  }

  /// Looks for what this effort finds and smaller ones do not.
  bool run_only(Effort effort) {
    const Win* win = threats_.find(position_);
    if (!win) return true;
    const Squares needs = win->needs;
    open_.add(needs);
    if (effort == Effort::OnePiece) move_lord(must_leave_home(position_) ? BOARD : needs);
    if (effort == Effort::Everything) {
      any_first_pieces();
    } else {
      first_pieces(effort, needs);
    }
    return !ended_;
  }

 private:
  bool spent() {
    if (budget_.spend() || budget_.own_nodes() >= last_look_) ended_ = true;
    return ended_;
  }

  /// Ends the turn so; visits it if no win is left.
  void offer(Action last) {
    if (spent()) return;
    const int mover = position_.mover();
    const Square lord = position_.lord(mover);
    Undo undo{};
    position_.make(last, undo);
    const Win* win = threats_.find(position_);
    const bool stopped = !win && position_.lord(mover) != OUT;  // D19
    position_.unmake(last, undo);
    if (win) learn(win->needs, bit(lord) | bit(last.target()));
    if (stopped) found_ = true;
    if (stopped && visit_(turn_.then(last))) ended_ = true;
  }

  void move_lord(Squares needs) {
    for_each(position_.lord_targets() & needs, [&](Square target) {
      if (!ended_) offer(Action::lord(target));
    });
  }

  /// Ends a turn after which no win is open; a Lord that must leave home does it now [D19].
  void finish() {
    offer(Action::end());
    if (must_leave_home(position_)) move_lord(BOARD);
  }

  /// Places a piece, goes on, and takes it back.
  template <class Then>
  void place(Action action, Then then) {
    if (turn_.actions.empty()) open_after_first_.clear();
    Squares& spots = turn_.actions.empty() ? first_ : second_;
    spots = changed(position_, action);
    Undo undo{};
    position_.make(action, undo);
    turn_.actions.push(action);
    then();
    turn_.actions.end_at(turn_.actions.end() - 1);
    position_.unmake(action, undo);
    spots = {};
  }

  /// Calls `visit` with every placement that is legal now, until the search ends.
  template <class Each>
  void for_each_placement(Each visit) {
    Position::Actions list;
    position_.actions(list);
    for (const Action action : list) {
      if (ended_) return;
      if (action.places()) visit(action);
    }
  }

  // ---- pieces on the squares of a win ---------------------------------------------------------

  void first_pieces(Effort effort, Squares needs) {
    for_each_placement([&](Action action) {
      if (!(changed(position_, action) & needs)) return;
      if (effort == Effort::OnePiece) {
        place(action, [&] { end_turn(BOARD); });
      } else {
        place(action, [&] { second_pieces(); });
      }
    });
  }

  void second_pieces() {
    const Win* win = position_.done() == BOTH_DONE ? nullptr : threats_.find(position_);
    if (!win) return;
    learn(win->needs, {});
    for_each_placement([&](Action action) {
      if (left_to_lord(changed(position_, action)) == BOARD)
        place(action, [&] { end_turn(BOARD); });
    });
  }

  // ---- pieces anywhere ------------------------------------------------------------------------

  void any_first_pieces() {
    for_each_placement([&](Action action) {
      if (spent()) return;
      place(action, [&] {
        if (const Squares left = left_to_lord({})) end_turn(left);
        if (position_.done() != BOTH_DONE) any_second_pieces(action.step());
      });
    });
  }

  void any_second_pieces(Step first_step) {
    // Placements far from each other can be made in either order: one is enough.
    const Squares near = first_step == Step::PlaceBlock ? BOARD : first_ | beside(first_);
    for_each_placement([&](Action action) {
      const Squares second = changed(position_, action);
      const Squares left = second & near ? left_to_lord(second) : Squares{};
      if (left) place(action, [&] { end_turn(left); });
    });
  }

  // ---- what is open ---------------------------------------------------------------------------

  /// Where the Lord must go after the pieces so far and one more, as far as wins are known.
  [[nodiscard]] Squares left_to_lord(Squares second) const {
    return open_after_first_.left_to_lord(second) & open_.left_to_lord(first_ | second);
  }

  /// Tries the ends of a turn whose Lord must go to one of the squares. If they are the whole board
  /// no win is known to be left; then it is looked for.
  void end_turn(Squares left) {
    if (left == BOARD) {
      if (spent()) return;
      const Win* win = threats_.find(position_);
      if (!win) return finish();
      learn(win->needs, {});
      left = win->needs;
    }
    move_lord(left);
  }

  /// Notes a win that was open after a turn. It is open without the turn too, or without what came
  /// after the first piece, if nothing of that has changed a square that it needs.
  void learn(Squares needs, Squares lord_moved) {
    const Squares later = second_ | lord_moved;
    if (needs & later) return;
    (needs & first_ ? open_after_first_ : open_).add(needs);
  }

  Position& position_;
  Threats& threats_;
  Budget& budget_;
  const std::uint64_t last_look_;
  Visit visit_;
  Turn turn_;
  OpenWins open_;              // before the turn
  OpenWins open_after_first_;  // after its first piece
  Squares first_, second_;     // what the pieces of the turn have changed
  bool found_ = false, ended_ = false;
};

}  // namespace tretorri::voldetour
