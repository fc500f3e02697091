// How every seat of Spiel der Türme stands, without search: what it has built, what it can build
// or lose with the next moves, and who can end the game at once and win.
#pragma once

#include <cmath>

#include "towers.hpp"
#include "towers_weights.hpp"

namespace tretorri::towers {

inline constexpr int POINT = 100;  // worths are counted in hundredths of a point
inline constexpr int MAX_SITES = 48;
inline constexpr int NO_OWNER = -1;

/// The symbol spaces in order, and the place of each square in that order.
struct Sites {
  std::array<std::uint8_t, MAX_SITES> square{};
  std::array<std::uint8_t, SQUARES> number{};
  int count = 0;
};
constexpr Sites number_sites() {
  Sites sites;
  for_each(SITES, [&](Square square) {
    sites.number[square] = static_cast<std::uint8_t>(sites.count);
    sites.square[sites.count++] = static_cast<std::uint8_t>(square);
  });
  return sites;
}
inline constexpr Sites SITE = number_sites();

/// Returns which set of weights evaluates a position.
inline std::size_t weight_set(const Position& position) {
  return static_cast<std::size_t>(position.seats() - 2);
}

/// What a seat has in one district: spaces it owns, and others that it can enter with one move.
struct Holding {
  std::uint8_t owned = 0, enterable = 0;
};

/// How the seats stand.
struct Standing {
  std::array<int, MAX_SEATS> worth{};
  std::array<int, MAX_SEATS> points{};                                 // as they stand [T16]
  std::array<std::array<std::uint8_t, MAX_SITES>, MAX_SEATS> entry{};  // highest that can enter
  std::array<std::array<Holding, MAX_DISTRICTS>, MAX_SEATS> holding{};
  unsigned can_end = 0;  // the seats that could complete a district with their own moves and win
};

/// Looks at one position.
class Evaluation {
 public:
  Evaluation(const Position& position, const Weights& weights, Standing& standing)
      : position_(position), weights_(weights), now_(standing) {}

  void run() {
    collect();
    for (int seat = 0; seat < position_.seats(); ++seat) look_around(seat);
    for (int site = 0; site < SITE.count; ++site) rate_site(site);
    for (int seat = 0; seat < position_.seats(); ++seat) {
      rate_districts(seat);
      now_.worth[seat] +=
          (is_mover(seat) ? weights_.entries_now : weights_.entries_later) * entries_[seat];
    }
    now_.worth[position_.mover()] += weights_.to_move;
  }

 private:
  /// Gathers the sets that everything else asks for.
  void collect() {
    for (Symbol symbol = 0; symbol < SYMBOLS; ++symbol)
      for (Colour colour = 0; colour < COLOURS; ++colour) {
        const Squares squares = position_.standing(kind_of(symbol, colour));
        bearing_[symbol] = bearing_[symbol] | squares;
        owned_[colour] = owned_[colour] | squares;
      }
    full_ = (owned_[0] | owned_[1]) | (owned_[2] | owned_[3]);
  }

  /// Finds what a seat can enter and cover with one move [T7 to T12].
  void look_around(int seat) {
    const Colour colour = position_.colour(seat);
    const Squares own = owned_[colour], blockers = full_ & ~own;
    best_cover_ = 0;
    for (Symbol symbol = 0; symbol < SYMBOLS; ++symbol) {
      const Squares landing =
          (bearing_[symbol] & ~(own & STREETS)) | (ENDS[symbol] & SITES & ~full_);
      lowest_[seat][symbol] = NO_LIMIT;
      for_each(position_.standing(kind_of(symbol, colour)) & STREETS,
               [&](Square source) { look_from(seat, symbol, source, blockers, landing); });
    }
    now_.worth[seat] +=
        (is_mover(seat) ? weights_.attack_now : weights_.attack_later) * best_cover_;
  }

  void look_from(int seat, Symbol symbol, Square source, Squares blockers, Squares landing) {
    const int column = column_of(source), height = height_of(position_.tower(source));
    const Line both = column_bits(blockers, landing, column);
    const Line in_row = row_way(column, row_bits(blockers, source)) & row_bits(landing, source);
    const Line in_column = COLUMN_WAYS[row_of(source)][both & 0xff] & both >> 8;
    lowest_[seat][symbol] = std::min(lowest_[seat][symbol], height);
    int gain = 0;
    for (Line rest = in_row | in_column << COLUMN_BITS; rest; rest &= rest - 1)
      gain = std::max(gain, look_at(seat, height, IN_LINE[source][std::countr_zero(rest)]));
    now_.worth[seat] += weights_.on_street * height + weights_.tower;
    if (height >= position_.highest()) now_.worth[seat] += weights_.full;
    now_.worth[seat] += (is_mover(seat) ? weights_.enter_now : weights_.enter_later) * gain;
  }

  /// What the seat would gain by an entry; what it can cover on a street is noted.
  int look_at(int seat, int height, Square target) {
    const Tower standing = position_.tower(target);
    const int there = height_of(standing), owner = standing ? position_.owner(standing) : NO_OWNER;
    if (height + there > position_.highest()) return 0;  // T12
    if (SITES.has(target)) {
      std::uint8_t& best = now_.entry[seat][SITE.number[target]];
      best = std::max(best, static_cast<std::uint8_t>(height));
      return height + (owner == seat ? 0 : there);
    }
    if (owner == Holdings::NEUTRAL) return 0;
    now_.worth[owner] += weights_.under_attack * there;
    best_cover_ = std::max(best_cover_, there);
    return 0;
  }

  /// Counts a tower on a symbol space by how safe it is, and the space for its district.
  void rate_site(int site) {
    const Square square = SITE.square[site];
    const Tower tower = position_.tower(square);
    const int owner = tower ? position_.owner(tower) : NO_OWNER;
    const int district = DISTRICTS.of[square];
    for (int seat = 0; seat < position_.seats() && district != NO_DISTRICT; ++seat) {
      Holding& holding = now_.holding[seat][district];
      entries_[seat] += now_.entry[seat][site] != 0;
      if (seat == owner) ++holding.owned;
      else if (now_.entry[seat][site]) ++holding.enterable;
    }
    if (owner == NO_OWNER || owner == Holdings::NEUTRAL) return;
    now_.points[owner] += height_of(tower);
    now_.worth[owner] += height_of(tower) * safety(site, owner, tower);
  }

  [[nodiscard]] int safety(int site, int owner, Tower tower) const {
    const int room = position_.highest() - height_of(tower);
    bool coverable = false, reached = false;
    for (int seat = 0; seat < position_.seats(); ++seat) {
      if (seat == owner) continue;
      if (now_.entry[seat][site] && is_mover(seat)) return weights_.taken;
      reached |= now_.entry[seat][site] != 0;
      coverable |= lowest_[seat][symbol_of(tower)] <= room;
    }
    // What no tower on the streets is low enough to cover is safe for good: they only grow.
    return reached ? weights_.at_risk : coverable ? weights_.calm : weights_.safe;
  }

  void rate_districts(int seat) {
    const auto& by_reach = is_mover(seat) ? weights_.reach_now : weights_.reach_later;
    for (int district = 0; district < DISTRICTS.count; ++district) {
      const Holding& holding = now_.holding[seat][district];
      const int owned = holding.owned, reach = owned + holding.enterable;
      now_.worth[seat] += weights_.held[std::min(owned, 4)] + by_reach[std::min(reach, 4)];
      if (reach == std::popcount(DISTRICTS.squares[district].half[0]) +
                       std::popcount(DISTRICTS.squares[district].half[1]) &&
          wins_by_completing(seat, district)) {
        now_.can_end |= 1u << seat;
        if (!is_mover(seat)) now_.worth[seat] += weights_.winning_end;
      }
    }
  }

  /// Tells whether a seat that enters the spaces it lacks has the most points then [T16]. The
  /// symbols differ, so the towers do; one's own towers never stand in the way; and each entry but
  /// the last gives another move [T14]: no other seat can stop it.
  [[nodiscard]] bool wins_by_completing(int seat, int district) const {
    auto points = now_.points;
    for_each(DISTRICTS.squares[district], [&](Square square) {
      const Tower tower = position_.tower(square);
      const int owner = tower ? position_.owner(tower) : NO_OWNER, height = height_of(tower);
      if (owner == seat) {
        points[seat] += height;
        return;
      }
      points[seat] += 2 * (height + now_.entry[seat][SITE.number[square]]);
      if (owner >= 0 && owner != Holdings::NEUTRAL) points[owner] -= height;
    });
    for (int other = 0; other < position_.seats(); ++other)
      if (other != seat && points[other] >= points[seat]) return false;
    return true;
  }

  [[nodiscard]] bool is_mover(int seat) const { return seat == position_.mover(); }

  const Position& position_;
  const Weights& weights_;
  Standing& now_;
  std::array<Squares, 4> bearing_{}, owned_{};
  Squares full_;
  std::array<std::array<int, 4>, MAX_SEATS> lowest_{};  // street tower by seat and symbol
  std::array<int, MAX_SEATS> entries_{};                // spaces that can be entered
  int best_cover_ = 0;
};

inline Standing evaluate(const Position& position, const Weights& weights) {
  Standing standing;
  Evaluation(position, weights, standing).run();
  return standing;
}

}  // namespace tretorri::towers
