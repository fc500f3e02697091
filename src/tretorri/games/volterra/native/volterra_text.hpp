// Text in and out of the native Volterra, the same as in notation.py and reading.py; included by
// volterra.hpp.
#pragma once

#include "volterra.hpp"

namespace tretorri::volterra {

inline constexpr std::array<char, 2> LETTERS{material::colours::light_[0],
                                             material::colours::dark_[0]};

inline std::string square_text(Square square) {
  return std::string{static_cast<char>('a' + square % STRIDE),
                     static_cast<char>('1' + square / STRIDE)};
}

inline Square read_square(std::string_view text) {
  if (text.size() != 2) throw Refused("bad square");
  const int column = text[0] - 'a', row = text[1] - '1';
  if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) throw Refused("bad square");
  return STRIDE * row + column;
}

inline Colour read_colour(char letter) {
  if (letter != LETTERS[0] && letter != LETTERS[1]) throw Refused("bad colour");
  return letter == LETTERS[1];
}

/// Tells whether pieces and pawns fit a turn of the layout [V16]; `pieces` counts them by colour.
inline bool Position::fits_layout(const std::array<int, 2>& pieces) const {
  if (turn_ > LAYOUT_TURNS) return false;
  const int laid = std::min(turn_ - 1, LAYING_TURNS);
  for (int seat = 0; seat < 2; ++seat) {
    const Colour colour = first_ ^ seat;
    const int expected = (laid + 1 - seat) / 2;
    const bool has_pawn = turn_ - 1 > LAYING_TURNS + seat;
    if (pieces[colour] != expected || std::popcount(owned(colour)) != expected) return false;
    if ((pawn_[colour] != NOWHERE) != has_pawn) return false;
  }
  return true;
}

/// Refuses what breaks the setting; that each pawn is on its own colour is known.
inline void Position::check_setting(const std::array<int, 2>& pieces) const {
  if (done_ == Done::Laying) {
    if (!fits_layout(pieces)) throw Refused("bad layout");
    return;
  }
  if (unconnected(bit(pawn_[0]) | bit(pawn_[1]))) throw Refused("a part without a pawn [V12]");
  if (done_ == Done::Nothing) return;
  if (turn_ > LAST_TURN) throw Refused("a half turn too late [C3]");
  const Squares lifting = lifting_places(takes(), builds()) & bit(pawn_[colour()]);
  if (!(done_ == Done::Pawn ? lifting : pawn_targets()))
    throw Refused("a turn that cannot be completed [V11]");
}

inline Position Position::read(std::string_view text) {
  const auto fields = split(text, ' ');
  if (fields.size() != 6 || fields[0].size() != 2 || fields[4].size() != 1)
    throw Refused("bad form");
  Position position;
  position.first_ = read_colour(fields[0][0]);
  if (read_colour(fields[0][1]) == position.first_) throw Refused("bad seats");
  const auto rows = split(fields[1], '/');
  if (rows.size() != ROWS) throw Refused("bad board");
  std::array<int, 2> pieces{};
  for (int row = 0; row < ROWS; ++row) {
    const auto towers = split(rows[ROWS - 1 - row], ',');
    if (towers.size() != COLUMNS) throw Refused("bad board");
    for (int column = 0; column < COLUMNS; ++column) {
      if (towers[column] == "-") continue;
      Tower tower = 1;
      for (const char letter : towers[column]) {
        const Colour colour = read_colour(letter);
        if (++pieces[colour] > PIECES) throw Refused("too many pieces");
        tower = tower << 1 | static_cast<Tower>(colour);
      }
      if (tower == 1) throw Refused("bad tower");
      position.set_tower(STRIDE * row + column, tower);
    }
  }
  const auto done = DONE.find(fields[4][0]);
  if (done == std::string_view::npos) throw Refused("bad done");
  position.done_ = static_cast<Done>(done);
  position.turn_ = read_turn(fields[5]);
  if (fields[2] != std::string_view(&LETTERS[position.colour()], 1)) throw Refused("bad mover");
  const auto pawns = split(fields[3], ',');
  if (pawns.size() != 2) throw Refused("bad pawns");
  for (Colour colour = 0; colour < 2; ++colour) {
    if (pawns[colour].size() < 2 || pawns[colour][0] != LETTERS[colour]) throw Refused("bad pawns");
    const auto place = pawns[colour].substr(1);
    if (place == "-" && position.done_ == Done::Laying) continue;
    const Square square = read_square(place);
    if (!(position.owned(colour) & bit(square))) throw Refused("pawn on no tower of its colour");
    position.set_pawn(colour, square);
  }
  position.check_setting(pieces);
  position.key_ += turn_key(position.colour(), position.done_);
  if (position.done_ != Done::Laying) position.history_.push(position.key_);
  return position;
}

inline std::uint64_t Position::start_key() const {
  if (done_ != Done::Nothing) throw Refused("no turn begins here");
  return history_.last();
}

inline void Position::remember(const std::vector<std::uint64_t>& begun, int) {
  if (done_ == Done::Laying && !begun.empty()) throw Refused("nothing repeats while laying");
  history_.put_before(begun);
}

inline std::string Position::text() const {
  std::string text{LETTERS[first_], LETTERS[first_ ^ 1], ' '};
  for (int row = ROWS; row-- > 0;) {
    for (int column = 0; column < COLUMNS; ++column) {
      const Square square = STRIDE * row + column;
      const bool has_tower = occupied_ & bit(square);
      if (!has_tower) text += '-';
      for (int i = has_tower ? height(tower_[square]) : 0; i-- > 0;)
        text += LETTERS[tower_[square] >> i & 1];
      if (column + 1 < COLUMNS) text += ',';
    }
    text += row ? '/' : ' ';
  }
  text += LETTERS[colour()];
  for (Colour c = 0; c < 2; ++c) {
    text += c ? ',' : ' ';
    text += LETTERS[c];
    text += pawn_[c] == NOWHERE ? "-" : square_text(pawn_[c]);
  }
  text += ' ';
  text += DONE[static_cast<std::size_t>(done_)];
  return text + ' ' + std::to_string(turn_);
}

inline std::string Position::text(Action action) const {
  switch (action.kind) {
    case Kind::MovePawn: return "P" + square_text(action.target);
    case Kind::LayPiece: return "@" + square_text(action.target);
    case Kind::PlacePawn: return "P@" + square_text(action.target);
    case Kind::MoveTower: break;
  }
  return square_text(action.source) + "-="[action.pieces - 1] + square_text(action.target);
}

inline std::string Position::text(Turn turn) const {
  const Kind kind = done_ == Done::Laying ? Kind::PlacePawn : Kind::MovePawn;
  const std::string pawn = text(Action{kind, 0, turn.pawn, 0});
  if (turn.pieces == 0) return pawn;
  const std::string tower = text(Action{Kind::MoveTower, turn.source, turn.target, turn.pieces});
  if (done_ == Done::Pawn) return tower;
  return turn.tower_first ? tower + "+" + pawn : pawn + "+" + tower;
}

inline Result Position::result() const {
  Actions list;
  actions(list);
  if (!list.empty()) return {};
  Result result;
  for (int seat = 0; seat < 2; ++seat) {
    if (winners() >> seat & 1) result.winners.push_back(seat);
    auto& scores = result.scores.emplace_back();
    for (const int height : heights(first_ ^ seat))
      if (height) scores.push_back(height);
  }
  turn_actions(list);
  result.rule = list.empty() ? "V14" : history_.stands_third_time(since_) ? "C1" : "C3";
  return result;
}

}  // namespace tretorri::volterra
