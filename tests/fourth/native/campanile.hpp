// The rules of Campanile [P1 to P3]: the native twin of the tiny fourth game.
#pragma once

#include "core/concepts.hpp"
#include "material/campanile.hpp"

namespace tretorri::campanile {

inline constexpr int HEIGHT = material::campanile::tower::height_;          // P1
inline constexpr int MOST_TAKEN = material::campanile::tower::most_taken_;  // P2
inline constexpr std::string_view SEATS = "ab";

class Position {
 public:
  static constexpr std::string_view name = "campanile";
  using Action = int;  // how many slabs are taken
  using Actions = FixedList<Action, MOST_TAKEN>;
  struct Undo {};

  static Position read(std::string_view text) {
    const auto fields = split(text, ' ');
    if (fields.size() != 4 || fields[1].empty() || fields[1].size() > 3) throw Refused("bad form");
    Position position;
    position.height_ = 0;
    for (const char digit : fields[1]) position.height_ = 10 * position.height_ + (digit - '0');
    position.turn_ = read_turn(fields[3]);
    if (position.height_ < 0 || position.height_ > HEIGHT || position.text() != text)
      throw Refused("no such tower");
    return position;
  }

  [[nodiscard]] std::string text() const {
    return std::string(SEATS) + ' ' + std::to_string(height_) + ' ' +
           SEATS[static_cast<std::size_t>(mover())] + ' ' + std::to_string(turn_);
  }
  [[nodiscard]] std::string text(Action action) const { return 't' + std::to_string(action); }

  /// Lists how many slabs can be taken [P2].
  void actions(Actions& list) const {
    list.clear();
    for (int taken = 1; taken <= std::min(MOST_TAKEN, height_); ++taken) list.push(taken);
  }
  void make(Action action, Undo&) {
    height_ -= action;
    ++turn_;
  }
  void unmake(Action action, Undo&) {
    height_ += action;
    --turn_;
  }

  /// Who has taken the last slab wins [P3].
  [[nodiscard]] Result result() const {
    return height_ ? Result{} : Result{{turn_ % seats()}, {}, "P3"};
  }
  [[nodiscard]] unsigned winners() const { return height_ ? 0 : 1u << turn_ % seats(); }

  void remember(const std::vector<std::uint64_t>&, int) {}  // no rule looks back
  [[nodiscard]] std::uint64_t start_key() const { return key(); }
  [[nodiscard]] std::uint64_t key() const {
    return mix(static_cast<std::uint64_t>(2 * height_ + mover()) + 1);
  }
  [[nodiscard]] int turn() const { return turn_; }
  [[nodiscard]] int mover() const { return (turn_ - 1) % seats(); }
  [[nodiscard]] int seats() const { return static_cast<int>(SEATS.size()); }

 private:
  int height_ = HEIGHT, turn_ = 1;
};

}  // namespace tretorri::campanile
