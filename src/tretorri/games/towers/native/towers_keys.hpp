// The parts of a key of Spiel der Türme: what stands where, who is to move, what is locked.
#pragma once

#include "towers_state.hpp"

namespace tretorri::towers {

/// Random keys; `which` keeps the keys of different things apart.
template <std::size_t N>
constexpr std::array<std::uint64_t, N> random_keys(std::uint64_t which) {
  std::array<std::uint64_t, N> keys{};
  for (std::size_t i = 0; i < N; ++i) keys[i] = mix(which << 40 | i);
  return keys;
}

inline constexpr std::array<std::uint64_t, SQUARES> SQUARE_KEYS = [] {
  auto keys = random_keys<SQUARES>(1);
  for (auto& key : keys) key |= 1;  // odd, so that a product loses nothing
  return keys;
}();

/// The key of a tower on a square; 0 for no tower, so that an empty square needs no key.
inline std::uint64_t tower_key(Square square, Tower tower) {
  const std::uint64_t product = std::rotl(tower, 8) * SQUARE_KEYS[square];  // the height lowest
  return (product ^ product >> 32) * 0x94d049bb133111ebULL;
}

inline constexpr auto LOCK_KEYS = random_keys<SQUARES * MAX_SEATS>(2);  // by square and seat
inline constexpr auto TURN_KEYS = random_keys<2 * MAX_SEATS>(4);        // by seat and extra move

/// What an extra move changes in the key, by seat and whether it follows another.
inline constexpr auto EXTRA_KEYS = [] {
  auto keys = TURN_KEYS;
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] ^= TURN_KEYS[i | 1];
  return keys;
}();

}  // namespace tretorri::towers
