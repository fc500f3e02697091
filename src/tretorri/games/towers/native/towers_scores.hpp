// The ends that the board shows, and who has won how, in Spiel der Türme.
#pragma once

#include "towers.hpp"

namespace tretorri::towers {

/// The end that a seat's move to a symbol space brings about, if any [T16 before T17].
inline End Position::end_at_once(int seat, Square site) const {
  const int district = DISTRICTS.of[site];
  if (district != NO_DISTRICT && DISTRICTS.squares[district].within(owned(colour_[seat])))
    return End::District;
  return has_left_the_streets(seat) ? End::Streets : End::None;
}

/// Looks at T16 and T17 on the whole board.
inline End Position::end_of_board() const {
  for (int seat = 0; seat < seats_; ++seat)
    if (complete_districts(colour_[seat])) return End::District;
  for (int seat = 0; seat < seats_; ++seat)
    if (has_left_the_streets(seat)) return End::Streets;
  return End::None;
}

/// The squares of the districts that a colour owns completely [T16].
inline Squares Position::complete_districts(Colour colour) const {
  const Squares own = owned(colour);
  Squares complete;
  for (int district = 0; district < DISTRICTS.count; ++district)
    if (DISTRICTS.squares[district].within(own)) complete = complete | DISTRICTS.squares[district];
  return complete;
}

/// The points of each seat: every counter on a symbol space, complete districts double [T16].
inline std::array<int, MAX_SEATS> Position::scores() const {
  std::array<int, MAX_SEATS> points{};
  for (int seat = 0; seat < seats_; ++seat) {
    const auto count = [&](Square s) { points[seat] += height_of(tower_[s]); };
    for_each(owned(colour_[seat]) & SITES, count);
    for_each(complete_districts(colour_[seat]), count);
  }
  return points;
}

inline unsigned Position::winners() const {
  const auto points = scores();
  const int most = *std::max_element(points.begin(), points.begin() + seats_);
  unsigned best = 0;
  for (int seat = 0; seat < seats_; ++seat) best |= unsigned{points[seat] == most} << seat;
  return best;
}

inline Result Position::result() const {
  Result result;
  if (!is_over()) return result;
  const auto points = scores();
  for (int seat = 0; seat < seats_; ++seat) {
    if (winners() >> seat & 1) result.winners.push_back(seat);
    result.scores.push_back({points[seat]});
  }
  switch (clock_.end) {
    case End::District: result.rule = "T16"; break;
    case End::Streets: result.rule = "T17"; break;
    case End::NoMove: result.rule = "T18"; break;
    case End::None: result.rule = is_repeated() ? "C1" : is_quiet() ? "T27" : "C3"; break;
  }
  return result;
}

}  // namespace tretorri::towers
