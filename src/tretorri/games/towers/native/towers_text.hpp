// Text <-> position and action -> text of Spiel der Türme.
#pragma once

#include "towers.hpp"

namespace tretorri::towers {

inline constexpr char NOTHING = '-', EXTRA_MOVE = 'x', UNLIMITED_SIGN = '^';

constexpr char colour_letter(Colour colour) {
  return material::counters::colours::keys_[static_cast<std::size_t>(colour)][0];
}
constexpr char symbol_letter(Symbol symbol) {
  return material::counters::symbols::keys_[static_cast<std::size_t>(symbol)][0];
}

inline Colour read_colour(char letter) {
  for (Colour colour = 0; colour < COLOURS; ++colour)
    if (colour_letter(colour) == letter) return colour;
  throw Refused("bad colour");
}
inline Symbol read_symbol(char letter) {
  for (Symbol symbol = 0; symbol < SYMBOLS; ++symbol)
    if (symbol_letter(symbol) == letter) return symbol;
  throw Refused("bad symbol");
}

inline std::string square_text(Square square) {
  return std::string{static_cast<char>('a' + column_of(square)),
                     static_cast<char>('1' + row_of(square))};
}

inline Square read_square(std::string_view text) {
  if (text.size() != 2) throw Refused("bad square");
  const int column = text[0] - 'a', row = text[1] - '1';
  if (column < 0 || column >= COLUMNS || row < 0 || row >= ROWS) throw Refused("bad square");
  return square_at(column, row);
}

// ---- reading ----------------------------------------------------------------------------------

inline Position Position::read(std::string_view text) {
  const auto fields = split(text, ' ');
  if (fields.size() != 6) throw Refused("bad form");
  Position position;
  position.read_seats(fields[0]);
  position.read_board(fields[1]);
  if (fields[3].size() != 1 || (fields[3][0] != NOTHING && fields[3][0] != EXTRA_MOVE))
    throw Refused("bad phase");
  Clock& clock = position.clock_;
  clock.extra = fields[3][0] == EXTRA_MOVE;
  clock.turn = read_turn(fields[5]);
  clock.seat = static_cast<std::uint8_t>((clock.turn - 1) % position.seats_);
  position.read_locks(fields[4]);
  if (position.text() != text) throw Refused("not exact");  // TO-MOVE and the order of locks too
  position.resume();
  return position;
}

inline void Position::read_seats(std::string_view text) {
  if (text.ends_with(UNLIMITED_SIGN)) {
    text.remove_suffix(1);
    highest_ = NO_LIMIT;
  }
  constexpr std::size_t fewest = 2, most = COLOURS;
  if (text.size() < fewest || text.size() > most) throw Refused("bad seats");
  for (const char letter : text) {
    const Colour colour = read_colour(letter);
    if (!is_neutral(colour)) throw Refused("a colour plays twice");
    owner_[colour] = seats_;
    colour_[seats_++] = static_cast<std::uint8_t>(colour);
    key_ = mix(key_ * 8 + static_cast<std::uint64_t>(colour + 1));
  }
  has_neutral_ = seats_ < COLOURS;
  if (highest_ == NO_LIMIT) key_ = mix(key_ + 7);
}

inline void Position::read_board(std::string_view text) {
  const auto rows = split(text, '/');
  if (rows.size() != static_cast<std::size_t>(ROWS)) throw Refused("bad board");
  std::array<int, KINDS> counts{};
  for (int row = 0; row < ROWS; ++row) {
    const auto towers = split(rows[static_cast<std::size_t>(ROWS - 1 - row)], ',');
    if (towers.size() != static_cast<std::size_t>(COLUMNS)) throw Refused("bad board");
    for (int column = 0; column < COLUMNS; ++column)
      read_tower(square_at(column, row), towers[static_cast<std::size_t>(column)], counts);
  }
  for (Symbol symbol = 0; symbol < SYMBOLS; ++symbol)
    for (Colour colour = 0; colour < COLOURS; ++colour)
      if (counts[kind_of(symbol, colour)] != ALIKE) throw Refused("not the counters of the box");
}

inline void Position::read_tower(Square square, std::string_view text,
                                 std::array<int, KINDS>& counts) {
  if (text == std::string_view(&NOTHING, 1)) return;
  if (text.size() < 2) throw Refused("bad tower");
  const Symbol symbol = read_symbol(text[0]);
  Tower tower = 0;
  for (const char letter : text.substr(1)) {
    const Tower top = counter(symbol, read_colour(letter));
    if (++counts[kind_of(top)] > ALIKE) throw Refused("too many counters");  // T3
    tower = stack(top, tower);
  }
  if (height_of(tower) > highest_) throw Refused("too high");                                // T12
  if (!(WELCOME[square] >> symbol & 1)) throw Refused("wrong symbol");                       // T10
  if (height_of(tower) > 1 && is_neutral(colour_of(tower))) throw Refused("neutral tower");  // T22
  tower_[square] = tower;
  kinds_[kind_of(tower)].add(square);
  if (STREETS.has(square)) holdings_.add(owner_of(tower), square);
  key_ ^= tower_key(square, tower);
}

inline void Position::read_locks(std::string_view text) {
  if (text == std::string_view(&NOTHING, 1)) return;
  for (const auto lock : split(text, ',')) {
    if (lock.size() != 3) throw Refused("bad lock");
    const Square square = read_square(lock.substr(0, 2));
    const Tower tower = tower_[square];
    if (!STREETS.has(square) || !tower || !is_neutral(colour_of(tower)))
      throw Refused("a lock without a neutral counter");
    const int seat = owner_[read_colour(lock[2])];
    if (seat == Holdings::NEUTRAL || seat == mover()) throw Refused("a lock without an owner");
    if (locked().has(square)) throw Refused("locked twice");
    this->lock(square, seat);
  }
}

/// Looks at the ends and skips of a position that was read; T27 counts from the outcome.
inline void Position::resume() {
  clock_.end = end_of_board();
  if (clock_.extra && (clock_.end != End::None || clock_.turn > LAST_TURN))
    throw Refused("an extra move when the game is over");
  if (clock_.end != End::None || (clock_.extra && can_act())) {
    key_ ^= turn_key();
  } else if (clock_.extra) {
    key_ ^= turn_key();
    end_turn();
  } else {
    begin_turn();
  }
  clock_.last_change = clock_.turn;
}

inline std::uint64_t Position::start_key() const {
  if (history_.size() != 1) throw Refused("no turn begins here");
  return history_.last();
}

inline void Position::remember(const std::vector<std::uint64_t>& begun, int last_change) {
  if (history_.size() == 0 && !begun.empty()) throw Refused("no turn begins here");
  if (last_change < 0 || last_change > clock_.turn) throw Refused("a change that is yet to come");
  history_.put_before(begun);
  clock_.once = clock_.twice = 0;
  for (int i = 0; i < history_.size(); ++i) sieve(history_[i]);
  if (last_change > 0) clock_.last_change = last_change;
}

// ---- writing ----------------------------------------------------------------------------------

inline std::string tower_text(Tower tower) {
  if (!tower) return std::string(1, NOTHING);
  std::string text(1, symbol_letter(symbol_of(tower)));
  for (int counter = height_of(tower); counter-- > 0;)
    text += colour_letter(static_cast<Colour>(tower >> (COLOURS_AT + 2 * counter) & 3));
  return text;
}

inline std::string Position::text() const {
  std::string text;
  for (int seat = 0; seat < seats_; ++seat) text += colour_letter(colour_[seat]);
  if (highest_ == NO_LIMIT) text += UNLIMITED_SIGN;
  for (int row = ROWS; row-- > 0;)
    for (int column = 0; column < COLUMNS; ++column) {
      text += column ? ',' : row + 1 == ROWS ? ' ' : '/';
      text += tower_text(tower_[square_at(column, row)]);
    }
  text += {' ', colour_letter(colour()), ' ', clock_.extra ? EXTRA_MOVE : NOTHING, ' '};
  return text + locks_text() + ' ' + std::to_string(clock_.turn);
}

inline std::string Position::locks_text() const {
  std::string text;
  for_each(locked(), [&](Square square) {
    const auto seat = std::find_if(locks_.begin(), locks_.end(),
                                   [&](const Lock& lock) { return lock.squares.has(square); });
    if (!text.empty()) text += ',';
    text += square_text(square) + colour_letter(colour_[seat - locks_.begin()]);
  });
  return text.empty() ? std::string(1, NOTHING) : text;
}

inline std::string Position::text(Action action) const {
  if (action == PASS) return "pass";
  return square_text(action.source) + '-' + square_text(action.target);
}

}  // namespace tretorri::towers
