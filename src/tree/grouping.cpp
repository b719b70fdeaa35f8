// Grouping from below: neighbours become groups, groups become larger groups, round after round. In each round the
// pairs that make the roundest patches, by sqrt(area) / perimeter (Volino and Thalmann 1994), are joined first.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tree/hierarchy.h"

namespace abut {
namespace {

constexpr std::uint32_t kNone = ~0u;

// A few numbers.
class Members {
 public:
  static constexpr std::size_t kMax = 4;
  void add(std::uint32_t member) { list_[count_++] = member; }
  std::uint32_t size() const { return count_; }
  const std::uint32_t* begin() const { return list_.data(); }
  const std::uint32_t* end() const { return list_.data() + count_; }

 private:
  std::array<std::uint32_t, kMax> list_;
  std::uint32_t count_ = 0;
};

// A patch in the making, from a single face upwards.
struct Group {
  float area = 0, perimeter = 0;
  std::uint32_t face_count = 0;
  std::uint32_t face = kNone;  // its number, for a single face
  Members parts = {};          // else the groups it was made of
};

// A common border of two groups of the present round.
struct Border {
  std::uint32_t a, b;  // a < b
  float length;
  float shape = 0;  // of both together
};

class Grouper {
 public:
  Grouper(const FaceGraph& graph, std::span<FaceId> faces, std::uint32_t group_size)
      : graph_(graph), faces_(faces), group_size_(group_size) {}

  /// Returns the group of all faces.
  std::uint32_t run() {
    start();
    while (round_.size() > 1) {
      if (!join_round()) join_leftovers();
    }
    return round_[0];
  }
  const Group& group(std::uint32_t i) const { return groups_[i]; }

 private:
  void start() {
    groups_.reserve(2 * faces_.size());
    std::vector<std::pair<FaceId, std::uint32_t>> numbers;
    for (std::uint32_t i = 0; i < faces_.size(); ++i) numbers.push_back({faces_[i], i});
    std::sort(numbers.begin(), numbers.end());
    const auto find_number = [&](FaceId f) {
      const auto found = std::lower_bound(numbers.begin(), numbers.end(), std::pair(f, 0u));
      return found != numbers.end() && found->first == f ? found->second : kNone;
    };
    for (std::uint32_t i = 0; i < faces_.size(); ++i) {
      Group& group = groups_.emplace_back(Group{graph_.area(faces_[i]), 0, 1, i});
      for (int side = 0; side < 3; ++side) {
        const float length = graph_.side_length(faces_[i], side);
        const std::uint32_t neighbor = graph_.neighbors(faces_[i])[side];
        const std::uint32_t j = neighbor == FaceGraph::kNone ? kNone : find_number(FaceId(neighbor));
        group.perimeter += length;
        if (j != kNone && i < j) borders_.push_back({i, j, length});
      }
    }
    round_.resize(faces_.size());
    std::iota(round_.begin(), round_.end(), 0u);
  }

  // Joins neighbours, best shapes first; false if nobody has a neighbour.
  bool join_round() {
    if (borders_.empty()) return false;
    for (Border& border : borders_) border.shape = shape_of(border);
    std::sort(borders_.begin(), borders_.end(), [](const Border& x, const Border& y) {
      return x.shape > y.shape || (x.shape == y.shape && std::pair(x.a, x.b) < std::pair(y.a, y.b));
    });
    std::vector<std::uint32_t> team(round_.size(), kNone);  // of each group of the round
    std::vector<Members> teams;
    for (const Border& border : borders_) {
      if (team[border.a] == kNone && team[border.b] == kNone) {
        team[border.a] = team[border.b] = static_cast<std::uint32_t>(teams.size());
        Members& pair = teams.emplace_back();
        pair.add(border.a);
        pair.add(border.b);
      } else if ((team[border.a] == kNone) != (team[border.b] == kNone)) {
        const std::uint32_t single = team[border.a] == kNone ? border.a : border.b;
        const std::uint32_t full = team[border.a == single ? border.b : border.a];
        if (teams[full].size() >= group_size_) continue;
        team[single] = full;
        teams[full].add(single);
      }
    }
    finish_round(team, teams);
    return true;
  }

  // Groups without neighbours are joined as they come.
  void join_leftovers() {
    std::vector<std::uint32_t> team(round_.size(), kNone);
    std::vector<Members> teams;
    for (std::uint32_t i = 0; i + 1 < round_.size(); i += 2) {
      team[i] = team[i + 1] = static_cast<std::uint32_t>(teams.size());
      Members& pair = teams.emplace_back();
      pair.add(i);
      pair.add(i + 1);
    }
    finish_round(team, teams);
  }

  float shape_of(const Border& border) const {
    const Group &a = groups_[round_[border.a]], &b = groups_[round_[border.b]];
    const float perimeter = a.perimeter + b.perimeter - 2 * border.length;
    return perimeter > 0 ? std::sqrt(a.area + b.area) / perimeter : INFINITY;  // a closed surface
  }

  // The teams become groups of the next round, in the order of their first members; those without a team go on as
  // they are.
  void finish_round(std::vector<std::uint32_t>& team, std::vector<Members>& teams) {
    std::vector<std::uint32_t> next, number(round_.size(), kNone);
    for (std::uint32_t i = 0; i < round_.size(); ++i) {
      if (number[i] != kNone) continue;
      number[i] = static_cast<std::uint32_t>(next.size());
      if (team[i] == kNone) {
        next.push_back(round_[i]);
        continue;
      }
      Group group;
      for (const std::uint32_t member : teams[team[i]]) {
        const Group& part = groups_[round_[member]];
        group.area += part.area;
        group.perimeter += part.perimeter;
        group.face_count += part.face_count;
        group.parts.add(round_[member]);
        number[member] = number[i];
      }
      next.push_back(static_cast<std::uint32_t>(groups_.size()));
      groups_.push_back(group);
    }
    renumber_borders(number, next);
    round_.swap(next);
  }

  void renumber_borders(const std::vector<std::uint32_t>& number, const std::vector<std::uint32_t>& next) {
    std::size_t kept = 0;
    for (Border border : borders_) {
      border.a = number[border.a];
      border.b = number[border.b];
      if (border.a == border.b) {
        groups_[next[border.a]].perimeter -= 2 * border.length;
        continue;
      }
      if (border.b < border.a) std::swap(border.a, border.b);
      borders_[kept++] = border;
    }
    borders_.resize(kept);
    std::sort(borders_.begin(), borders_.end(),
              [](const Border& x, const Border& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    kept = 0;
    for (const Border& border : borders_) {
      if (kept > 0 && borders_[kept - 1].a == border.a && borders_[kept - 1].b == border.b) {
        borders_[kept - 1].length += border.length;
      } else {
        borders_[kept++] = border;
      }
    }
    borders_.resize(kept);
  }

  const FaceGraph& graph_;
  std::span<FaceId> faces_;
  std::uint32_t group_size_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> round_;  // groups of the present round
  std::vector<Border> borders_;       // between numbers of the round
};

}  // namespace

std::vector<Hierarchy::Node> group_faces(const FaceGraph& graph, std::span<FaceId> faces, std::uint32_t group_size,
                                         std::uint32_t leaf_size) {
  Grouper grouper(graph, faces, group_size);
  const std::uint32_t all = grouper.run();
  std::vector<FaceId> ordered;
  ordered.reserve(faces.size());
  std::vector<Hierarchy::Node> nodes(1);
  // Depth first, so that every group's faces lie side by side; no recursion, as bad shapes make deep trees.
  struct Open {
    std::uint32_t group, node;
  };
  std::vector<Open> open = {{all, 0}};
  std::uint32_t places_taken = 0;
  while (!open.empty()) {
    const Open top = open.back();
    open.pop_back();
    const Group& group = grouper.group(top.group);
    if (top.node != kNone) nodes[top.node].places = {places_taken, places_taken + group.face_count};
    if (group.parts.size() == 0) {
      ordered.push_back(faces[group.face]);
      ++places_taken;
      continue;
    }
    // Below a leaf faces are only listed.
    const bool is_open = top.node != kNone && group.face_count > leaf_size;
    std::uint32_t child = kNone;
    if (is_open) {
      child = static_cast<std::uint32_t>(nodes.size());
      nodes[top.node].first_child = child;
      nodes[top.node].child_count = group.parts.size();
      nodes.resize(nodes.size() + group.parts.size());
    }
    for (std::uint32_t i = group.parts.size(); i-- > 0;) {
      open.push_back({group.parts.begin()[i], is_open ? child + i : kNone});
    }
  }
  std::copy(ordered.begin(), ordered.end(), faces.begin());
  return nodes;
}

}  // namespace abut
