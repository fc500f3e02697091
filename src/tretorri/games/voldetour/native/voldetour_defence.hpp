// Turns of VoldéTour that leave no rival a win in its next turn.
//
// A win stands on certain squares. A turn that stops it changes one of them: by putting a piece
// there, by lifting one, or by the Lord. So only such actions are tried while some win is open, and
// after each of them the next open win says where to go on. The last two phases look for turns in
// which an action far from the win makes room for the one that stops it; then none is missed.
#pragma once

#include "search/limits.hpp"
#include "voldetour_threat.hpp"

namespace tretorri::voldetour {

/// How far a defence looks: one placement, two on the ways, one anywhere first, everything.
enum class Effort { OnePiece, TwoPieces, AnyFirst, Everything };

/// Tells whether an action changes one of the squares.
inline bool touches(const Position& position, Action action, Squares squares) {
  const Piece old = position.piece(position.mover(), action.slot());
  return static_cast<bool>((spot(action.piece()) | (old ? spot(old) : Squares{})) & squares);
}

/// Visits the turns that stop every win; `visit` tells whether that is enough.
template <class Visit>
class Defence {
 public:
  /// `threats` are those against the mover of `position`; at most `looks` are spent, 0: no limit.
  Defence(Position& position, Threats& threats, Budget& budget, std::uint64_t looks,
          Visit visit)
      : position_(position), threats_(threats), budget_(budget),
        last_look_(looks ? budget.own_nodes() + looks : ~std::uint64_t{0}), visit_(visit) {}

  /// Looks as far as this effort; returns whether nothing was left out.
  bool run(Effort effort) {
    for (int phase = 0; phase <= static_cast<int>(effort) && !ended_; ++phase)
      run_only(static_cast<Effort>(phase));
    return !ended_;
  }

  /// Looks for what this effort finds and smaller ones do not.
  bool run_only(Effort effort) {
    const Win* win = threats_.find(position_);
    if (!win) return true;
    const Squares needs = win->needs;
    if (effort == Effort::OnePiece) move_lord(must_leave_home(position_) ? BOARD : needs);
    first_pieces(effort, needs);
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
    Undo undo{};
    position_.make(last, undo);
    const bool stopped = position_.lord(mover) != OUT && !threats_.find(position_);  // D19
    position_.unmake(last, undo);
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

  void first_pieces(Effort phase, Squares needs) {
    Position::Actions list;
    position_.actions(list);
    for (const Action action : list) {
      const bool is_near = action.places() && touches(position_, action, needs);
      if (!action.places() || (phase <= Effort::TwoPieces && !is_near)) continue;
      if (phase == Effort::AnyFirst && is_near) continue;
      Undo undo{};
      position_.make(action, undo);
      turn_.actions.push(action);
      after_first(phase, needs);
      turn_.actions.end_at(turn_.actions.end() - 1);
      position_.unmake(action, undo);
      if (ended_) return;
    }
  }

  void after_first(Effort phase, Squares needs) {
    if (phase != Effort::Everything) {
      if (phase != Effort::TwoPieces && spent()) return;
      const Win* win = threats_.find(position_);
      if (!win) {
        if (phase == Effort::OnePiece) finish();
        return;
      }
      needs = win->needs;
      if (phase != Effort::TwoPieces) move_lord(needs);
    } else if (const Win* win = threats_.find(position_)) {
      needs = win->needs;
    } else {
      return;
    }
    if (phase != Effort::OnePiece && position_.done() != BOTH_DONE) second_pieces(phase, needs);
  }

  void second_pieces(Effort phase, Squares needs) {
    Position::Actions list;
    position_.actions(list);
    for (const Action action : list) {
      if (!action.places()) continue;
      const bool is_near = touches(position_, action, needs);
      if (is_near == (phase == Effort::Everything)) continue;
      Undo undo{};
      position_.make(action, undo);
      turn_.actions.push(action);
      if (phase == Effort::Everything) {
        if (!spent()) move_lord(needs);  // the win is as it was: only the Lord can stop it now
      } else {
        after_second();
      }
      turn_.actions.end_at(turn_.actions.end() - 1);
      position_.unmake(action, undo);
      if (ended_) return;
    }
  }

  void after_second() {
    if (spent()) return;
    if (const Win* win = threats_.find(position_)) {
      move_lord(win->needs);
    } else {
      finish();
    }
  }

  Position& position_;
  Threats& threats_;
  Budget& budget_;
  const std::uint64_t last_look_;
  Visit visit_;
  Turn turn_;
  bool ended_ = false;
};

}  // namespace tretorri::voldetour
