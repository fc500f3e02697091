// Text <-> position and action of VoldéTour.
#pragma once

#include "voldetour.hpp"

namespace tretorri::voldetour {

inline std::string square_text(Square square) {
  return static_cast<char>('a' + square % STRIDE) + std::to_string(square / STRIDE + 1);
}

inline Square read_square(std::string_view text) {
  const Square square = find_square(text);
  if (square < 0) throw Refused("bad square");
  return square;
}

inline std::string kind_text(Shape shape) {
  return is_block(shape) ? "B" + std::to_string(length_of(shape)) : "S";
}

inline std::string way_text(Shape shape) {
  if (is_nested(shape)) return "^";
  if (!is_block(shape)) return std::string{COMPASS[climb_of(shape)]};
  return length_of(shape) == 1 ? "" : std::string{"xyz"[way_of(shape)]};
}

/// Reads kind and way, such as `B2z`, `B1`, `Sn`; a nested Stair still lacks its direction.
inline Shape read_shape(std::string_view text) {
  for (Shape shape = 1; shape < SHAPES; ++shape) {
    const Kind kind = kind_of(shape);
    const bool is_possible = count_of(kind) && (kind != 1 || way_of(shape) == Z);
    if (is_possible && text == kind_text(shape) + way_text(shape)) return shape;
  }
  throw Refused("bad piece");
}

/// The order of pieces in a text: anchor row, anchor column, level, nested last.
inline int place_order(Piece piece) {
  return anchor_of(piece) << 8 | level_of(piece) << 1 | is_nested(shape_of(piece));
}

// ---- reading ----------------------------------------------------------------------------------

inline Position Position::read(std::string_view text) {
  const auto fields = split(text, ' ');
  if (fields.size() != 6) throw Refused("bad form");
  Position position;
  position.setup_ = nullptr;
  for (const Setup& setup : SETUPS)
    if (setup.letters == fields[0]) position.setup_ = &setup;
  if (!position.setup_) throw Refused("bad seats");
  position.key_ = position.seats_key();
  position.set_turn(read_turn(fields[5]));
  if (fields[2] != position.setup_->letters.substr(position.mover_, 1)) throw Refused("bad mover");
  position.read_pieces(fields[1]);
  position.read_lords(fields[3]);
  position.read_done(fields[4]);
  position.begin();
  assert(position.is_consistent());
  return position;
}

/// Reads the pieces, at most those in the box [D2].
inline void Position::read_pieces(std::string_view text) {
  terrain_.with[flat(0)] = BOARD & ~setup_->all_towers;
  terrain_.with[flat(TOWER_HEIGHT)] = setup_->all_towers;
  if (text == "-") return;
  FixedList<std::pair<int, Piece>, MAX_SEATS * SLOTS> pieces;
  std::array<std::array<int, KINDS>, MAX_SEATS> used{};
  int last = -1;
  for (const auto part : split(text, ';')) {
    const auto at = part.find('@'), dot = part.find('.');
    if (part.empty() || at == part.npos || dot == part.npos || dot < at) throw Refused("bad piece");
    const auto seat = setup_->letters.find(part[0]);
    const auto level = part.substr(dot + 1);
    if (seat == part.npos || level.size() != 1 || level[0] < '0' || level[0] >= '0' + TOWER_HEIGHT)
      throw Refused("bad piece");
    const Shape shape = read_shape(part.substr(1, at - 1));
    const Piece piece =
        piece_of(shape, level[0] - '0', read_square(part.substr(at + 1, dot - at - 1)));
    if (place_order(piece) <= last) throw Refused("pieces out of order");
    last = place_order(piece);
    if (++used[seat][kind_of(shape)] > count_of(kind_of(shape))) throw Refused("too many pieces");
    pieces.push({static_cast<int>(seat), piece});
  }
  build(pieces);
}

/// Puts the pieces down from the board up [D10 to D12].
inline void Position::build(const FixedList<std::pair<int, Piece>, MAX_SEATS * SLOTS>& pieces) {
  for (int level = 0; level < TOWER_HEIGHT; ++level) {
    for (const bool nested : {false, true}) {
      for (const auto& [seat, piece] : pieces)
        if (level_of(piece) == level && is_nested(shape_of(piece)) == nested) put(seat, piece);
    }
  }
}

inline void Position::put(int seat, Piece piece) {
  if (is_nested(shape_of(piece))) {
    const Surface under = terrain_.surface(anchor_of(piece));
    if (under < FLATS) throw Refused("nested on no slope");
    piece = piece_of(NESTED + climb_on(under), level_of(piece), anchor_of(piece));
  }
  if (!is_low_enough(shape_of(piece), level_of(piece)) || !spot(piece) || !fits(terrain_, piece))
    throw Refused("a piece where none can stand");
  const Kind kind = kind_of(shape_of(piece));
  piece_[seat][FIRST_SLOT[kind] + in_play_[seat][kind]++] = piece;
  key_ ^= piece_key(seat, piece);
  terrain_.turn_over(piece);
}

/// Reads the Lords; refuses them where no Lord can stand on this turn [D5, D16 to D19].
inline void Position::read_lords(std::string_view text) {
  const auto parts = split(text, ',');
  if (static_cast<int>(parts.size()) != seats()) throw Refused("bad lords");
  int winners = 0;
  for (int seat = 0; seat < seats(); ++seat) {
    if (parts[seat].empty() || parts[seat][0] != setup_->letters[seat]) throw Refused("bad lords");
    const auto place = parts[seat].substr(1);
    const Square square = place == "-" ? OUT : read_square(place);
    const bool is_late = turn_ > setup_->last_turn_at_home(seat);
    key_ ^= lord_key(seat, OUT);
    if (square == OUT) {
      if (!is_late) throw Refused("a Lord out too early");
      continue;
    }
    const Squares here = bit(square), lateral = setup_->closed(seat) & ~bit(setup_->towers[seat]);
    if (here & (lords_ | lateral | ~terrain_.flats())) throw Refused("a Lord where none can stand");
    if (is_late && square == setup_->towers[seat]) throw Refused("a Lord too long at home");
    winners += square == setup_->enemy_tower(seat);
    set_lord(seat, square);
  }
  if (winners > 1 || !lords_) throw Refused("two Lords have won, or all are out");
}

inline void Position::read_done(std::string_view text) {
  const auto found = std::find(DONE.begin(), DONE.end(), text);
  if (found == DONE.end()) throw Refused("bad done");
  done_ = static_cast<Done>(found - DONE.begin());
  int blocks = 0;
  for (Kind kind = 1; kind < KINDS; ++kind) blocks += in_play_[mover_][kind];
  if ((done_ & BLOCK_DONE && !blocks) || (done_ & STAIR_DONE && !in_play_[mover_][STAIR]))
    throw Refused("done names a kind that is not in play");
}

/// Looks whether the game is over, and otherwise begins the turn unless it is half done.
inline void Position::begin() {
  for (int seat = 0; seat < seats(); ++seat)
    if (lord_[seat] == setup_->enemy_tower(seat)) end(Rule::D5, 1u << seat);
  if (!is_over()) look_for_last_lord();
  const bool mover_is_out = !is_over() && lord_[mover_] == OUT;
  if (done_ && (is_over() || mover_is_out || turn_ > LAST_TURN)) throw Refused("half a turn");
  if (!is_over() && !done_) begin_turn();
  if (mover_is_out && rule_ != Rule::D8) throw Refused("the mover is out");
  key_ ^= turn_key(mover_, done_);
}

inline std::uint64_t Position::start_key() const {
  if (history_.size() != 1) throw Refused("no turn begins here");
  return history_.last();
}

inline void Position::remember(const std::vector<std::uint64_t>& begun, int) {
  history_.put_before(begun);
  const bool may_end = !is_over() || rule_ == Rule::C3;
  if (!done_ && may_end && history_.stands_third_time(since_)) end(Rule::C1, 0);
}

inline bool Position::is_consistent() const {
  Position rebuilt;
  rebuilt.setup_ = setup_;
  rebuilt.key_ = seats_key();
  rebuilt.read_pieces("-");
  for (int level = 0; level < TOWER_HEIGHT; ++level)
    for (const bool nested : {false, true})
      for (int seat = 0; seat < seats(); ++seat)
        for (const Piece piece : piece_[seat])
          if (piece && level_of(piece) == level && is_nested(shape_of(piece)) == nested)
            rebuilt.put(seat, piece);
  for (int seat = 0; seat < seats(); ++seat) {
    rebuilt.key_ ^= lord_key(seat, OUT);
    rebuilt.set_lord(seat, lord_[seat]);
  }
  rebuilt.key_ ^= turn_key(mover_, done_);
  return rebuilt.key_ == key_ && rebuilt.terrain_.with == terrain_.with &&
         rebuilt.in_play_ == in_play_ && rebuilt.lords_ == lords_;
}

// ---- writing ----------------------------------------------------------------------------------

inline std::string Position::text() const {
  FixedList<std::pair<int, std::string>, MAX_SEATS * SLOTS> pieces;
  for (int seat = 0; seat < seats(); ++seat) {
    for (const Piece piece : piece_[seat]) {
      if (piece == IN_RESERVE) continue;
      const Shape shape = shape_of(piece);
      pieces.push({place_order(piece), setup_->letters[seat] + kind_text(shape) + way_text(shape) +
                                           '@' + square_text(anchor_of(piece)) + '.' +
                                           std::to_string(level_of(piece))});
    }
  }
  std::sort(pieces.begin(), pieces.end());
  std::string text{setup_->letters};
  text += pieces.empty() ? " -" : "";
  for (std::size_t i = 0; i < pieces.size(); ++i) text += (i ? ';' : ' ') + pieces[i].second;
  text += std::string{' ', setup_->letters[mover_]};
  for (int seat = 0; seat < seats(); ++seat) {
    text += std::string{seat ? ',' : ' ', setup_->letters[seat]};
    text += lord_[seat] == OUT ? "-" : square_text(lord_[seat]);
  }
  text += ' ';
  text += DONE[done()];
  return text + ' ' + std::to_string(turn_);
}

inline std::string Position::text(Action action) const {
  if (action.step() == Step::EndTurn) return "end";
  if (action.step() == Step::MoveLord) return "L>" + square_text(action.target());
  const Shape shape = shape_of(action.piece());
  const Piece old = piece_[mover_][action.slot()];
  return kind_text(shape) + (old == IN_RESERVE ? "" : square_text(anchor_of(old))) + '>' +
         square_text(action.target()) + way_text(shape);
}

inline Result Position::result() const {
  Result result;
  for (int seat = 0; seat < seats(); ++seat)
    if (winners_ >> seat & 1) result.winners.push_back(seat);
  result.rule = RULES[static_cast<std::size_t>(rule_)];
  return result;
}

}  // namespace tretorri::voldetour
