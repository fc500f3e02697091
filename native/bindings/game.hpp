// The Python face of one game; the build instantiates it in a translation unit for each.
#pragma once

#include <type_traits>

#include "bindings/position.hpp"
#include "bindings/search.hpp"

namespace tretorri {

/// Binds the position of a game, and its search unless that is void.
template <Position P, class S>
void bind_game(nanobind::module_& module) {
  bind_position<P>(module);
  if constexpr (!std::is_void_v<S>) bind_search<P, S>(module);
}

}  // namespace tretorri
