// What a position of VoldéTour is made of: actions, what is taken back, keys.
#pragma once

#include "voldetour_board.hpp"

namespace tretorri::voldetour {

enum class Step : std::uint8_t { PlaceBlock, PlaceStair, MoveLord, EndTurn };  // D6
enum class Rule : std::uint8_t { None, D5, D8, D19, C1, C3 };
inline constexpr std::array<std::string_view, 6> RULES{"", "D5", "D8", "D19", "C1", "C3"};

/// One step of a turn: a piece as it will stand and the slot it has, or the Lord's target.
struct Action {
  std::uint32_t bits;
  static constexpr Action place(Step step, int slot, Piece piece) {
    return {static_cast<std::uint32_t>(static_cast<int>(step) << 24 | slot << 16 | piece)};
  }
  static constexpr Action lord(Square target) {
    return place(Step::MoveLord, 0, piece_of(0, 0, target));
  }
  static constexpr Action end() { return place(Step::EndTurn, 0, 0); }
  [[nodiscard]] constexpr Step step() const { return static_cast<Step>(bits >> 24); }
  [[nodiscard]] constexpr bool places() const { return step() <= Step::PlaceStair; }
  [[nodiscard]] constexpr int slot() const { return bits >> 16 & 31; }
  [[nodiscard]] constexpr Piece piece() const { return static_cast<Piece>(bits); }
  [[nodiscard]] constexpr Square target() const { return anchor_of(piece()); }
  constexpr bool operator==(const Action&) const = default;
};

/// What has been done in a turn, as bits.
using Done = std::uint8_t;
inline constexpr Done BLOCK_DONE = 1, STAIR_DONE = 2, BOTH_DONE = 3;
inline constexpr Done RESERVE_USED = 4;  // not part of the position: only C1 asks for it
inline constexpr std::array<std::string_view, 4> DONE{"-", "B", "S", "BS"};

using Lords = std::array<std::uint8_t, MAX_SEATS>;  // squares by seat

/// What unmake() cannot work out again; a placement fills the first line only.
struct Undo {
  std::uint64_t key;
  Piece piece;
  Done done;
  std::uint8_t mover;
  Rule rule;
  std::uint8_t winners;
  Lords lord;
  int turn = 0, since = 0, history = 0;
  Squares lords;
};

/// How many squares a Lord can reach at most: each step leads on to three more.
constexpr int most_targets() {
  int all = 0;
  for (int step = 0, edge = 4; step < MAX_SQUARES && all < COLUMNS * ROWS; ++step, edge *= 3)
    all += edge;
  return std::min(all, COLUMNS * ROWS);
}
inline constexpr int MAX_TARGETS = most_targets();

/// How many ways a piece can lie on a square; nesting takes the place of one way to stand.
constexpr int ways_of(Kind kind) { return kind == STAIR ? DIRECTIONS : kind == 1 ? 1 : 3; }

constexpr int most_actions() {
  int most = MAX_TARGETS + 1;
  for (Kind kind = 0; kind < KINDS; ++kind) most += count_of(kind) * ways_of(kind) * COLUMNS * ROWS;
  return most;
}

// ---- keys -------------------------------------------------------------------------------------

inline std::uint64_t piece_key(int seat, Piece piece) {
  return mix(std::uint64_t{1} << 20 | static_cast<std::uint64_t>(seat) << 16 | piece);
}
inline std::uint64_t lord_key(int seat, Square square) {
  return mix(std::uint64_t{2} << 20 | static_cast<std::uint64_t>(seat << 8 | square));
}
inline constexpr auto TURN_KEYS = [] {
  std::array<std::array<std::uint64_t, 4>, MAX_SEATS> keys{};
  for (std::uint64_t seat = 0; seat < MAX_SEATS; ++seat)
    for (std::uint64_t done = 0; done < 4; ++done)
      keys[seat][done] = mix(std::uint64_t{3} << 20 | seat << 8 | done);
  return keys;
}();
inline std::uint64_t turn_key(int seat, Done done) { return TURN_KEYS[seat][done & BOTH_DONE]; }

}  // namespace tretorri::voldetour
