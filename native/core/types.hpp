// What all games share: errors, results, fixed lists, random numbers and the history for repetitions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tretorri {

inline constexpr int MAX_SEATS = 4;
inline constexpr int LAST_TURN = 500;           // C3
inline constexpr int OCCURRENCES_THAT_END = 3;  // C1

/// A text that is no position or no legal action.
struct Refused : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// How a game ended; scores are lists of numbers by seat (empty where the game counts nothing).
struct Result {
  std::vector<int> winners;  // seats in turn order, as indices
  std::vector<std::vector<int>> scores;
  std::string rule;
};

/// A list that never allocates.
template <class T, std::size_t N>
class FixedList {
 public:
  static constexpr std::size_t capacity = N;

  void push(T item) {
    assert(size_ < N);
    items_[size_++] = item;
  }
  void clear() { size_ = 0; }
  /// Ends the list at `end`, up to which the caller has written.
  void end_at(const T* end) {
    size_ = static_cast<std::size_t>(end - items_.data());
    assert(size_ <= N);
  }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return items_[i]; }
  const T& operator[](std::size_t i) const { return items_[i]; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<T, N> items_;  // filled as far as size_ says
};

/// Mixes a number so that every bit of it matters.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// A small fast generator of random numbers; the same seed gives the same numbers everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed + 0x9e3779b97f4a7c15ULL)) {}
  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15ULL); }
  /// A number from 0 to n - 1.
  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((next() >> 32) * n) >> 32);
  }

 private:
  std::uint64_t state_;
};

/// The keys of the positions that began a turn, as far back as they can come again [C1].
class History {
 public:
  History() = default;
  History(const History& other) : size_(other.size_) { copy(other); }
  History& operator=(const History& other) {
    size_ = other.size_;
    copy(other);
    return *this;
  }
  void push(std::uint64_t key) {
    assert(size_ < keys_.size());
    keys_[size_++] = key;
  }
  void pop() { --size_; }
  [[nodiscard]] std::uint64_t last() const { return keys_[size_ - 1]; }
  [[nodiscard]] std::uint64_t operator[](int i) const { return keys_[static_cast<unsigned>(i)]; }
  /// Puts older keys before these; there must be room for the turns to come.
  void put_before(const std::vector<std::uint64_t>& older) {
    assert(older.size() + size_ <= keys_.size());
    std::copy_backward(keys_.data(), keys_.data() + size_, keys_.data() + size_ + older.size());
    std::copy(older.begin(), older.end(), keys_.data());
    size_ += static_cast<std::uint32_t>(older.size());
  }
  /// Puts another key in the place of the last.
  void replace(std::uint64_t key) { keys_[size_ - 1] = key; }
  [[nodiscard]] int size() const { return static_cast<int>(size_); }
  /// Tells whether the last key stands for the third time since entry `from`.
  [[nodiscard]] bool stands_third_time(int from) const {
    return occurrences(from) >= OCCURRENCES_THAT_END;
  }
  /// How often the last key stands since entry `from`.
  [[nodiscard]] int occurrences(int from) const {
    const std::uint64_t key = keys_[size_ - 1];
    return static_cast<int>(std::count(keys_.data() + from, keys_.data() + size_, key));
  }
  /// Mixes the keys that stand twice since entry `from` into one number.
  [[nodiscard]] std::uint64_t stood_twice(int from) const {
    std::uint64_t mixed = 0;
    for (std::uint32_t i = static_cast<std::uint32_t>(from); i < size_; ++i)
      if (std::count(keys_.data() + from, keys_.data() + i, keys_[i]) == 1) mixed ^= mix(keys_[i]);
    return mixed;
  }

 private:
  void copy(const History& other) {
    std::memcpy(keys_.data(), other.keys_.data(), size_ * sizeof(std::uint64_t));
  }
  std::uint32_t size_ = 0;
  std::array<std::uint64_t, LAST_TURN + MAX_SEATS + 4> keys_;  // filled as far as size_ says
};

/// Splits a text at a separator; empty parts are kept.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

/// Reads a turn number from 1 to 999999 without leading zeros.
inline int read_turn(std::string_view text) {
  if (text.empty() || text.size() > 6 || text[0] == '0') throw Refused("bad turn");
  int turn = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') throw Refused("bad turn");
    turn = 10 * turn + (c - '0');
  }
  return turn;
}

}  // namespace tretorri
