// Binds one game to Python; the build instantiates it in a translation unit for each.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "bindings/position.hpp"
#include "bindings/search.hpp"

namespace tretorri {

/// Binds the position of a game, with the hash of the material that it was compiled from, and its
/// search unless that is void.
template <Position P, class S>
void bind_game(nanobind::module_& module, std::string_view material_hash) {
  bind_position<P>(module);
  nanobind::type<P>().attr("material_hash") = std::string(material_hash).c_str();
  if constexpr (!std::is_void_v<S>) bind_search<P, S>(module);
}

}  // namespace tretorri
