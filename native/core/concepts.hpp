// What the generic code asks of a game: a position that is changed in place and taken back.
#pragma once

#include <concepts>

#include "core/types.hpp"

namespace tretorri {

/// A position of some game. `actions` lists nothing when the game is over.
template <class P>
concept Position =
    std::copyable<P> && requires(P& p, const P& c, typename P::Action action,
                                 typename P::Undo& undo, typename P::Actions& list,
                                 std::string_view text, const std::vector<std::uint64_t>& keys) {
      { P::name } -> std::convertible_to<std::string_view>;
      { P::read(text) } -> std::same_as<P>;
      { c.start_key() } -> std::same_as<std::uint64_t>;  // of a text that begins a turn
      { p.remember(keys, 0) } -> std::same_as<void>;
      { c.text() } -> std::same_as<std::string>;
      { c.text(action) } -> std::same_as<std::string>;
      { c.actions(list) } -> std::same_as<void>;
      { p.make(action, undo) } -> std::same_as<void>;
      { p.unmake(action, undo) } -> std::same_as<void>;
      { c.result() } -> std::same_as<Result>;     // rule "" while the game runs
      { c.winners() } -> std::same_as<unsigned>;  // seats as bits, none in a draw; only when over
      { c.key() } -> std::same_as<std::uint64_t>;
      { c.turn() } -> std::same_as<int>;
      { c.mover() } -> std::same_as<int>;
      { c.seats() } -> std::same_as<int>;
    };

}  // namespace tretorri
