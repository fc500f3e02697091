// The transposition table: what was found out about positions, by their keys.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace tretorri {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

struct Entry {
  std::uint64_t key;
  std::uint32_t move;
  std::int16_t score;
  std::int8_t depth;
  std::uint8_t age_and_bound;

  [[nodiscard]] Bound bound() const { return static_cast<Bound>(age_and_bound & 3); }
};
static_assert(sizeof(Entry) == 16);

/// Four entries to a bucket, a bucket to a line of the cache. What earlier searches left counts as
/// empty, so that a search gives the same answer whatever the table was used for before.
class Table {
 public:
  explicit Table(std::size_t bytes)
      : count_(std::clamp<std::size_t>(bytes / sizeof(Bucket), 1, std::size_t{1} << 31)),
        // Zeroed pages come from the system when they are first touched: a short search in a large
        // table does not pay for all of it.
        buckets_(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket)))) {
    if (!buckets_) throw std::bad_alloc();
  }

  void start_search() {
    if (++age_ == AGES) {
      std::memset(static_cast<void*>(buckets_.get()), 0, count_ * sizeof(Bucket));
      age_ = 1;
    }
  }

  [[nodiscard]] const Entry* find(std::uint64_t key) const {
    for (const Entry& entry : bucket(key))
      if (entry.key == key && is_of_this_search(entry)) return &entry;
    return nullptr;
  }

  /// Keeps a result in place of the same position, of something older, or of the shallowest.
  void keep(std::uint64_t key, std::uint32_t move, int score, int depth, Bound bound) {
    Entry* worst = nullptr;
    for (Entry& entry : bucket(key)) {
      if (entry.key == key || !is_of_this_search(entry)) {
        worst = &entry;
        break;
      }
      if (!worst || entry.depth < worst->depth) worst = &entry;
    }
    *worst = {key, move, static_cast<std::int16_t>(score), static_cast<std::int8_t>(depth),
              static_cast<std::uint8_t>(age_ << 2 | static_cast<unsigned>(bound))};
  }

 private:
  using Bucket = std::array<Entry, 4>;
  static constexpr unsigned AGES = 64;

  struct Free {
    void operator()(Bucket* buckets) const { std::free(buckets); }
  };

  [[nodiscard]] bool is_of_this_search(const Entry& entry) const {
    return entry.age_and_bound >> 2 == age_;
  }
  [[nodiscard]] Bucket& bucket(std::uint64_t key) const {
    return buckets_.get()[((key >> 32) * count_) >> 32];
  }

  std::size_t count_;
  std::unique_ptr<Bucket, Free> buckets_;
  unsigned age_ = 0;
};

}  // namespace tretorri
