// What a player does in Volterra: single actions and whole turns, and what is needed to take them
// back.
#pragma once

#include "volterra_board.hpp"

namespace tretorri::volterra {

using Colour = int;           // index into the colours of the material: 0 light, 1 dark
using Tower = std::uint32_t;  // a leading 1, then the pieces from bottom to top

inline constexpr Tower NO_TOWER = 1;
inline constexpr Tower TALL = 4;  // a tower of two pieces or more is no smaller number
inline constexpr int PIECES = material::field::pieces_;
inline constexpr int MAX_LIFTED = 2;                   // V9
inline constexpr int LAYING_TURNS = 2 * PIECES;        // V16
inline constexpr int LAYOUT_TURNS = LAYING_TURNS + 2;  // V16
static_assert(2 * PIECES < 31);

enum class Kind : std::uint8_t { MovePawn, MoveTower, LayPiece, PlacePawn };
enum class Done : std::uint8_t { Nothing, Pawn, Tower, Laying };
inline constexpr std::string_view DONE = "-PTB";

struct Action {
  Kind kind;
  std::int8_t source;  // only for towers
  std::int8_t target;
  std::int8_t pieces;  // only for towers
  bool operator==(const Action&) const = default;
};

/// A whole turn: pawn and tower, in whichever order is legal. Two orders that reach the same
/// position are one turn; `tower_first` is set only where the pawn cannot go first. In mid-turn it
/// is the rest: `pawn` is where the pawn is already, or no pieces are left to move.
struct Turn {
  std::int8_t pawn, source, target;
  std::int8_t pieces : 7;  // no bit is left over: the search compares turns as numbers
  bool tower_first : 1;
  bool operator==(const Turn&) const = default;
};

/// What a tower move changes besides the two towers.
struct Sets {
  std::uint64_t key;
  Squares occupied, dark, tall;
  int since;
};

/// What unmake() cannot work out again.
struct Undo {
  Sets sets;
  Tower source, target;
  std::int8_t pawn;
  Done done;
  bool ended_turn;
};

/// The top pieces of a tower, as the last bits of a number.
constexpr Tower top_of(Tower tower, int pieces) { return tower & ((1u << pieces) - 1); }

/// By height: more than all lower towers that the pieces could make, so a sum of weights compares
/// the highest towers, then the next [V15].
inline constexpr auto HEIGHT_WEIGHTS = [] {
  std::array<std::int64_t, 2 * PIECES + 1> weights{};
  weights[1] = 1;
  for (int height = 1; height < 2 * PIECES; ++height)
    weights[height + 1] = (2 * PIECES / height + 1) * weights[height];
  return weights;
}();

// ---- keys ---------------------------------------------------------------------------------------

template <std::size_t N>
constexpr std::array<std::uint64_t, N> mixed_keys(std::uint64_t from) {
  std::array<std::uint64_t, N> keys{};
  for (std::size_t i = 0; i < N; ++i) keys[i] = mix(from + i);
  return keys;
}
inline constexpr auto SQUARE_KEYS = mixed_keys<32>(std::uint64_t{1} << 39);
inline constexpr auto PAWN_KEYS = [] {
  auto keys = mixed_keys<64>(std::uint64_t{1} << 40);
  keys[NOWHERE] = keys[32 + NOWHERE] = 0;
  return keys;
}();
inline constexpr auto TURN_KEYS = mixed_keys<8>(std::uint64_t{1} << 41);

/// 0 for no tower, so that an emptied square needs no key.
constexpr std::uint64_t tower_key(Square square, Tower tower) {
  return (tower - 1) * SQUARE_KEYS[square];
}
constexpr std::uint64_t pawn_key(Colour colour, Square square) {
  return PAWN_KEYS[static_cast<std::size_t>(32 * colour + square)];
}
constexpr std::uint64_t turn_key(Colour colour, Done done) {
  return TURN_KEYS[static_cast<std::size_t>(4 * colour + static_cast<int>(done))];
}

}  // namespace tretorri::volterra
