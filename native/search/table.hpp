// The transposition table: results of searched positions, by their keys.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

namespace tretorri {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

struct Entry {
  std::uint32_t move;
  std::int16_t score;
  std::int8_t depth;
  std::uint8_t age_and_bound;

  [[nodiscard]] Bound bound() const { return static_cast<Bound>(age_and_bound & 3); }
};
static_assert(sizeof(Entry) == 8);

/// Four entries to a bucket, a bucket to a cache line. Entries of earlier searches count as empty, so
/// that a search gives the same result whatever the table was used for before.
///
/// The threads of one search share it without locks: each entry is stored with its key XOR the
/// entry, so what two threads wrote at once matches neither position.
class Table {
 public:
  explicit Table(std::size_t bytes)
      : count_(std::clamp<std::size_t>(bytes / sizeof(Bucket), 1, std::size_t{1} << 31)) {
    clear();
  }

  /// To be called by one thread before the others start; allocates again if that failed before.
  void start_search() {
    if (++age_ >= AGES || !buckets_) clear();
  }

  [[nodiscard]] std::optional<Entry> find(std::uint64_t key) const {
    for (const Slot& slot : bucket(key)) {
      const std::uint64_t bits = read(slot.bits);
      if ((read(slot.check) ^ bits) != key) continue;
      const auto entry = std::bit_cast<Entry>(bits);
      if (is_of_this_search(entry)) return entry;
    }
    return std::nullopt;
  }

  /// Stores a result in place of the same position, of an older search, or of the least depth.
  void store(std::uint64_t key, std::uint32_t move, int score, int depth, Bound bound) {
    Slot* worst = nullptr;
    int least = 0;
    for (Slot& slot : bucket(key)) {
      const std::uint64_t bits = read(slot.bits);
      const auto entry = std::bit_cast<Entry>(bits);
      if ((read(slot.check) ^ bits) == key || !is_of_this_search(entry)) {
        worst = &slot;
        break;
      }
      if (!worst || entry.depth < least) worst = &slot, least = entry.depth;
    }
    const Entry entry{move, static_cast<std::int16_t>(score), static_cast<std::int8_t>(depth),
                      static_cast<std::uint8_t>(age_ << 2 | static_cast<unsigned>(bound))};
    const auto bits = std::bit_cast<std::uint64_t>(entry);
    write(worst->bits, bits);
    write(worst->check, key ^ bits);
  }

 private:
  using Word = std::atomic<std::uint64_t>;
  struct Slot {
    Word check, bits;
  };
  using Bucket = std::array<Slot, 4>;
  static_assert(sizeof(Bucket) == 64 && Word::is_always_lock_free);
  static constexpr unsigned AGES = 64;

  struct Free {
    void operator()(Bucket* buckets) const { std::free(buckets); }
  };

  static std::uint64_t read(const Word& word) { return word.load(std::memory_order_relaxed); }
  static void write(Word& word, std::uint64_t bits) { word.store(bits, std::memory_order_relaxed); }

  /// Zeroed pages come from the system when they are first touched: a short search in a large
  /// table does not pay for all of it.
  void clear() {
    buckets_.reset();
    buckets_.reset(static_cast<Bucket*>(std::calloc(count_, sizeof(Bucket))));
    if (!buckets_) throw std::bad_alloc();
    age_ = 1;
  }

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
