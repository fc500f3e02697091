// Turns of VoldéTour worth a look: by what they do to the Lords' shortest ways.
#pragma once

#include "voldetour_defence.hpp"
#include "voldetour_way.hpp"

namespace tretorri::voldetour {

/// How many turns are looked at in a position.
struct Breadth {
  int followed;    // first placements that are tried with a second one
  int kept;        // turns that are given back
  bool all_sides;  // whether the ways to all sides of a Tower count, or the shortest only
};

struct Candidate {
  Turn turn;
  int value = 0;  // for the mover: how much farther the rivals are
};

/// The cost of the way of each seat from where its Lord stands.
struct Costs {
  std::array<int, MAX_SEATS> of{};
  [[nodiscard]] int nearest_rival(int seat, int seats) const {
    int nearest = 2 * MAX_COST;
    for (int other = 0; other < seats; ++other)
      if (other != seat) nearest = std::min(nearest, of[other]);
    return nearest;
  }
};

class Candidates {
 public:
  explicit Candidates(Budget& budget) : budget_(budget) {}

  int cost(const Position& position, int seat) {
    if (position.lord(seat) == OUT) return MAX_COST;
    return ways_.find(position, position.terrain(), seat, bit(position.lord(seat)));
  }

  /// The best turns first. At least one is given back, whatever has been spent.
  std::vector<Candidate> list(Position& position, const Breadth& breadth) {
    best_.clear();
    keys_.clear();
    breadth_ = breadth;
    ground_ = squares_that_matter(position);
    Turn turn;
    finish(position, turn);
    std::vector<Candidate> firsts = place_one(position, turn);
    sort(firsts);
    for (std::size_t i = 0; i < firsts.size() && static_cast<int>(i) < breadth.followed; ++i) {
      if (budget_.over()) break;
      place_second(position, firsts[i].turn);
    }
    sort(best_);
    if (static_cast<int>(best_.size()) > breadth.kept) best_.resize(breadth.kept);
    return best_;
  }

  /// The best end of a turn whose pieces are placed: the Lord's move, or none.
  Action best_last(const Position& position, int& cost) {
    const int mover = position.mover();
    const Square lord = position.lord(mover);
    const Squares targets = position.lord_targets();
    const bool may_stay = position.done() && !must_leave_home(position);
    const Squares from = may_stay ? targets | bit(lord) : targets;
    cost = from ? ways_.find(position, position.terrain(), mover, from) : 2 * MAX_COST;
    const Squares nearest = cost < MAX_COST ? ways_.nearest() : from;  // all are cut off
    if (nearest.has(lord) || !from) return Action::end();
    return Action::lord(first(nearest));
  }

 private:
  static void sort(std::vector<Candidate>& list) {
    std::stable_sort(list.begin(), list.end(),
                     [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
  }

  /// The squares that are built, or must be, on the shortest ways.
  Squares squares_that_matter(const Position& position) {
    Squares squares;
    for (int seat = 0; seat < position.seats(); ++seat) {
      if (position.lord(seat) == OUT) continue;
      const Square lord = position.lord(seat), tower = position.setup().enemy_tower(seat);
      costs_.of[seat] = ways_.find(position, position.terrain(), seat, bit(lord));
      const Ways::Trace best = ways_.trace(position.terrain(), lord, costs_.of[seat]);
      way_[seat] = best.all;
      squares |= best.built;
      if (breadth_.all_sides)
        for_each(beside(bit(tower)) & BOARD,
                 [&](Square side) { squares |= way(position, seat, bit(side)); });
    }
    return squares;
  }

  Squares way(const Position& position, int seat, Squares last_steps) {
    const Square lord = position.lord(seat);
    const int cost = ways_.find(position, position.terrain(), seat, bit(lord), last_steps);
    budget_.spend();
    return ways_.trace(position.terrain(), lord, cost).built;
  }

  /// Values the turn with its best end, and keeps it.
  int finish(Position& position, const Turn& turn) {
    const int mover = position.mover();
    int cost = 0;
    const Action last = best_last(position, cost);
    if (last == Action::end() && !position.done()) return -2 * MAX_COST;
    Costs all;
    for (int seat = 0; seat < position.seats(); ++seat)
      all.of[seat] = seat == mover ? cost : rival_cost(position, turn, seat);
    budget_.spend();
    const int value = all.nearest_rival(mover, position.seats()) - cost;
    const std::uint64_t key = mix(position.key() ^ last.bits);
    if (std::find(keys_.begin(), keys_.end(), key) != keys_.end()) return value;
    keys_.push_back(key);
    best_.push_back({turn.then(last), value});
    return value;
  }

  /// The way of a rival changes when its squares do; that it gets shorter is left to the search.
  int rival_cost(const Position& position, const Turn& turn, int seat) {
    for (const Action action : turn.actions)
      if (spot(action.piece()) & way_[seat]) return cost(position, seat);
    return touched_ & way_[seat] ? cost(position, seat) : costs_.of[seat];
  }

  std::vector<Candidate> place_one(Position& position, const Turn& turn) {
    Position::Actions list;
    position.actions(list);
    std::vector<Candidate> tried;
    for (const Action action : list) {
      if (!is_purposeful(position, action)) continue;
      if (budget_.over() && !best_.empty()) break;
      Undo undo{};
      const Squares touched = touched_;
      if (const Piece old = position.piece(position.mover(), action.slot())) touched_ |= spot(old);
      position.make(action, undo);
      const Turn longer = turn.then(action);
      tried.push_back({longer, finish(position, longer)});
      position.unmake(action, undo);
      touched_ = touched;
    }
    return tried;
  }

  /// Tells whether an action changes a square that matters. Of alike pieces that are of no use
  /// where they are, only the first is taken.
  [[nodiscard]] bool is_purposeful(const Position& position, Action action) const {
    if (!action.places()) return false;
    const int mover = position.mover();
    const Piece old = position.piece(mover, action.slot());
    if (old && spot(old) & ground_) return true;
    if (!(spot(action.piece()) & ground_)) return false;
    const Kind kind = KIND_OF[action.slot()];
    if (!old) return true;
    if (position.in_play(mover, kind) < count_of(kind)) return false;
    for (int slot = FIRST_SLOT[kind]; slot < action.slot(); ++slot) {
      const Piece other = position.piece(mover, slot);
      if (!(spot(other) & ground_) && !position.is_blocked(other)) return false;
    }
    return true;
  }

  void place_second(Position& position, const Turn& first) {
    Undo undo{};
    const Action action = first.actions[0];
    const Piece old = position.piece(position.mover(), action.slot());
    touched_ = old ? spot(old) : Squares{};
    position.make(action, undo);
    if (position.done() != BOTH_DONE) place_one(position, first);
    touched_ = {};
    position.unmake(action, undo);
  }

  Budget& budget_;
  Ways ways_;
  Breadth breadth_{};
  Squares ground_;   // squares that matter
  Squares touched_;  // where the turn has lifted a piece
  Costs costs_;      // before the turn
  std::array<Squares, MAX_SEATS> way_{};
  std::vector<Candidate> best_;
  std::vector<std::uint64_t> keys_;  // of what the best come to, each once
};

}  // namespace tretorri::voldetour
