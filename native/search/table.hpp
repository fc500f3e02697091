// The transposition table: what was found out about positions, by their keys.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace tretorri {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

struct Entry {
  std::uint64_t key = 0;
  std::uint32_t move = 0;
  std::int16_t score = 0;
  std::int8_t depth = 0;
  Bound bound = Bound::None;
};
static_assert(sizeof(Entry) == 16);

class Table {
 public:
  explicit Table(std::size_t bytes) : entries_(std::bit_floor(bytes / sizeof(Entry))) {}

  [[nodiscard]] const Entry* find(std::uint64_t key) const {
    const Entry& entry = entries_[key & (entries_.size() - 1)];
    return entry.key == key && entry.bound != Bound::None ? &entry : nullptr;
  }
  void keep(const Entry& entry) { entries_[entry.key & (entries_.size() - 1)] = entry; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace tretorri
