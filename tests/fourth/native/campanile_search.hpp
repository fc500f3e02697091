// The search of Campanile: the tree search that suits any game.
#pragma once

#include "campanile.hpp"
#include "search/tree.hpp"

namespace tretorri::campanile {

using Search = TreeSearch<Position>;

}  // namespace tretorri::campanile
