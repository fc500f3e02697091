// Whole turns of Volterra: listed, tested, or made one after the other; included by volterra.hpp.
#pragma once

#include "volterra.hpp"

namespace tretorri::volterra {

constexpr Turn turn_of(Square pawn, Square source, Square target, int pieces, bool tower_first) {
  return {static_cast<std::int8_t>(pawn), static_cast<std::int8_t>(source),
          static_cast<std::int8_t>(target), static_cast<std::int8_t>(pieces), tower_first};
}

inline void Position::turns(Turns& list) const {
  list.clear();
  if (done_ != Done::Nothing) return rest_of_turn(list);
  if (ended_by_rule()) return;
  const Squares around = AROUND[pawn_[colour()]], steps = pawn_targets();
  const Squares from = takes(), onto = builds();
  Turn* out = list.begin();
  for (Squares rest = steps; rest; rest &= rest - 1)
    out = pawn_first_turns(out, first(rest), from, onto);
  for (Squares rest = around & from; rest; rest &= rest - 1)
    out = tower_first_turns(out, first(rest), around & onto & ~bit(first(rest)), steps);
  list.end_at(out);
}

inline void Position::rest_of_turn(Turns& list) const {
  if (done_ == Done::Pawn)
    return list.end_at(pawn_first_turns(list.begin(), pawn_[colour()], takes(), builds()));
  if (done_ == Done::Laying && turn_ <= LAYING_TURNS) return;
  Squares onto = done_ == Done::Laying ? owned(colour()) : pawn_targets();
  for (; onto; onto &= onto - 1) list.push(turn_of(first(onto), 0, 0, 0, false));
}

/// Writes the turns that begin with this step of the pawn from `out` on and returns the end.
inline Turn* Position::pawn_first_turns(Turn* out, Square pawn, Squares from, Squares onto) const {
  for (from &= AROUND[pawn], onto &= AROUND[pawn]; from; from &= from - 1) {
    const Square source = first(from);
    const int most = most_lifted(source);
    for (Squares rest = onto & ~bit(source); rest; rest &= rest - 1)
      for (int pieces = 1; pieces <= most; ++pieces)
        *out++ = turn_of(pawn, source, first(rest), pieces, false);
  }
  return out;
}

/// Turns that begin with lifting from `source` and that the pawn cannot begin [V10].
inline Turn* Position::tower_first_turns(Turn* out, Square source, Squares onto,
                                         Squares steps) const {
  const int most = most_lifted(source);
  for (; onto; onto &= onto - 1) {
    const Square target = first(onto);
    // Pawn first reaches the same position from every old tower that neighbours both.
    const Squares either = steps & AROUND[source] & AROUND[target];
    for (int pieces = 1; pieces <= most; ++pieces)
      for (Squares now = places_after_lift(source, target, pieces, steps) & ~either; now;
           now &= now - 1)
        *out++ = turn_of(first(now), source, target, pieces, true);
  }
  return out;
}

/// Where the pawn may step to after lifting [V10], given where it might have before.
inline Squares Position::places_after_lift(Square source, Square target, int pieces,
                                           Squares steps) const {
  const Tower left = tower_[source] >> pieces;
  const bool is_mine = left > 1 && static_cast<Colour>(left & 1) == colour();
  return (steps & ~bit(source)) | bit(target) | Squares{is_mine} << source;
}

inline bool Position::is_legal(Turn turn) const {
  if (done_ != Done::Nothing || turn.pieces < 1 || turn.source == turn.target) return false;
  const Square pawn = turn.tower_first ? pawn_[colour()] : Square{turn.pawn};
  const Squares steps = pawn_targets();
  if (!turn.tower_first && !(steps & bit(pawn))) return false;
  if (!(AROUND[pawn] & takes() & bit(turn.source))) return false;
  if (!(AROUND[pawn] & builds() & bit(turn.target))) return false;
  if (turn.pieces > most_lifted(turn.source)) return false;
  if (!turn.tower_first) return true;
  return places_after_lift(turn.source, turn.target, turn.pieces, steps) & bit(turn.pawn);
}

// ---- one after the other ------------------------------------------------------------------------

/// Pieces taken off a tower: where they may be put, and where the pawn may be then.
struct Position::Lifted {
  Tower pieces;
  int count;
  bool may_split;
  Squares targets;
  Squares before;  // steps of the pawn from which the pieces can be lifted
  Squares near;    // targets that the pawn reaches without a step
  Squares after;   // where it may step when it has not; besides, onto the target [V10]

  [[nodiscard]] Squares places(Square target) const {
    const Squares places = before & AROUND[target];
    return near & bit(target) ? places | after | bit(target) : places;
  }
};

template <class Visit>
void Position::each_turn(Visit visit) {
  if (ended_by_rule()) return;
  const Colour mine = colour();
  const Square pawn = pawn_[mine];
  const Squares around = AROUND[pawn], steps = pawn_targets(), onto = builds();
  const std::uint64_t key = key_;
  // The turn is over for the key, with the pawn in the air: both are the same for all turns.
  set_pawn(mine, NOWHERE);
  key_ += turn_key(mine ^ 1, Done::Nothing) - turn_key(mine, Done::Nothing);
  const Sets sets = this->sets();
  for (Squares from = takes(); from; from &= from - 1) {
    const Square source = first(from);
    Lifted lifted{};
    lifted.before = steps & AROUND[source];
    lifted.near = around & bit(source) ? around : 0;
    lifted.targets = (widened(lifted.before) | lifted.near) & onto & ~bit(source);
    const Tower tower = tower_[source];
    const int most = most_lifted(source);
    for (lifted.count = 1; lifted.count <= most; ++lifted.count) {
      lifted.pieces = top_of(tower, lifted.count);
      lifted.may_split = take_off(source, lifted.count);
      lifted.after = (steps & ~bit(source)) | (bit(source) & owned(mine));
      each_target(lifted, mine, visit);
      tower_[source] = tower;
      take_back(sets);
    }
  }
  pawn_[mine] = pawn;
  key_ = key;
}

/// Completes a tower move in every way.
template <class Visit>
void Position::each_target(const Lifted& lifted, Colour mine, Visit& visit) {
  const Sets sets = this->sets();
  for (Squares targets = lifted.targets; targets; targets &= targets - 1) {
    const Square target = first(targets);
    const Tower tower = tower_[target];
    put_on(target, lifted.pieces, lifted.count);
    if (lifted.may_split) lose_parts(target);
    each_place(lifted.places(target), mine, visit);
    tower_[target] = tower;
    take_back(sets);
  }
}

/// Ends the turn with the pawn in each of the places.
template <class Visit>
void Position::each_place(Squares places, Colour mine, Visit& visit) {
  const std::uint64_t key = key_;
  ++turn_;
  history_.push(key);
  for (; places; places &= places - 1) {
    pawn_[mine] = first(places);
    key_ = key + pawn_key(mine, first(places));
    history_.replace(key_);
    visit();
  }
  history_.pop();
  --turn_;
}

}  // namespace tretorri::volterra
