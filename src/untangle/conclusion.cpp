#include "untangle/conclusion.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>

namespace abut {
namespace {

constexpr double kStrained = 0.2;

// Of one search among some of the bodies.
std::optional<MinimumDistance> measure_among(std::span<const Body> all, std::span<const BodyId> chosen, Scope scope,
                                             const RunSettings& run) {
  std::vector<Body> bodies;
  for (const BodyId id : chosen) bodies.push_back(all[id]);
  auto found = find_minimum_distance(bodies, {.run = {run.threads, {}}, .scope = scope});
  if (found && found->nearest) {
    found->nearest->a.body = chosen[found->nearest->a.body];
    found->nearest->b.body = chosen[found->nearest->b.body];
  }
  if (found && found->intersection) {
    found->intersection->a.body = chosen[found->intersection->a.body];
    found->intersection->b.body = chosen[found->intersection->b.body];
  }
  return found;
}

// No more than the distance of what is in the boxes.
double measure_gap(const Box3& a, const Box3& b) {
  return (a.lower - b.upper).cwiseMax(b.lower - a.upper).cwiseMax(0.0).maxCoeff();
}

// How the pieces of surface that meet in a contour can move.
struct Mobility {
  bool has_free_cut = false;  // a corner of a cut face may move
  std::set<std::uint32_t> components;
};

Mobility find_mobility(const Assembly& assembly, std::span<const IntersectingPair> pairs, const Contour& contour,
                       bool of_a) {
  Mobility mobility;
  for (const std::uint32_t i : contour.pairs) {
    const FaceRef face = of_a ? pairs[i].a : pairs[i].b;
    for (const VertexId v : assembly.surface(face.body).face(face.face)) {
      const std::uint32_t vertex = assembly.number(face.body, v);
      mobility.has_free_cut |= assembly.is_movable(vertex);
      mobility.components.insert(assembly.components[vertex]);
    }
  }
  return mobility;
}

bool is_joined(std::span<const IntersectingPair> pairs, const Contour& contour) {
  return std::all_of(contour.pairs.begin(), contour.pairs.end(),
                     [&](std::uint32_t i) { return pairs[i].shared_vertices == 3; });
}

// Pieces of surface that are held all around: nothing of their border may move, if they have one, or nothing at all.
std::vector<std::uint8_t> find_held_components(const Assembly& assembly) {
  std::vector<std::uint8_t> has_border(assembly.component_count, 0), has_free_border = has_border, is_free = has_border;
  for (std::size_t i = 0; i < assembly.body_count(); ++i) {
    const Surface& surface = assembly.surface(BodyId(i));
    for (std::uint32_t k = 0; k < surface.vertex_count(); ++k) {
      const std::uint32_t v = assembly.number(BodyId(i), VertexId(k)), component = assembly.components[v];
      is_free[component] |= assembly.is_movable(v);
      if (!surface.is_boundary(VertexId(k))) continue;
      has_border[component] = 1;
      has_free_border[component] |= assembly.is_movable(v);
    }
  }
  std::vector<std::uint8_t> is_held(assembly.component_count, 0);
  for (std::size_t c = 0; c < is_held.size(); ++c) is_held[c] = has_border[c] ? !has_free_border[c] : !is_free[c];
  return is_held;
}

}  // namespace

Deformation measure_deformation(const Assembly& assembly, std::span<const Vec3> positions) {
  Deformation d;
  for (std::uint32_t v = 0; v < assembly.vertex_count(); ++v) {
    if (!assembly.is_movable(v)) continue;
    const double way = (positions[v] - assembly.input[v]).norm();
    ++d.movable_vertices;
    d.moved_vertices += way > 0;
    d.mean_displacement += way;
    d.largest_displacement = std::max(d.largest_displacement, way);
  }
  std::size_t edges = 0;
  double most = 0;
  for (std::size_t i = 0; i < assembly.edge_count; ++i) {
    const Link& link = assembly.links[i];
    if ((!assembly.is_movable(link.a) && !assembly.is_movable(link.b)) || !(link.length > 0)) continue;
    const double stretch = (positions[link.a] - positions[link.b]).norm() / link.length;
    d.smallest_stretch = std::min(d.smallest_stretch, stretch);
    d.largest_stretch = std::max(d.largest_stretch, stretch);
    const double strain = std::abs(stretch - 1);
    d.mean_strain += strain;
    d.strained_edges += strain > kStrained;
    if (strain > most) {
      most = strain;
      d.most_strained = assembly.edge(static_cast<std::uint32_t>(i));
    }
    ++edges;
  }
  d.mean_displacement /= std::max<double>(1, static_cast<double>(d.movable_vertices));
  d.mean_strain /= std::max<double>(1, static_cast<double>(edges));
  d.mean_edge = assembly.mean_edge;
  return d;
}

// Points are searched from the nearest along one axis outwards.
double measure_reach(const Assembly& assembly, std::span<const Vec3> positions,
                     std::span<const IntersectingPair> pairs) {
  std::vector<Vec3> cut;
  for (const IntersectingPair& pair : pairs) {
    for (const FaceRef face : {pair.a, pair.b}) {
      for (const VertexId v : assembly.surface(face.body).face(face.face)) {
        cut.push_back(assembly.input[assembly.number(face.body, v)]);
      }
    }
  }
  const auto before = [](const Vec3& a, const Vec3& b) { return a.x() < b.x(); };
  std::sort(cut.begin(), cut.end(), before);
  double reach = 0;
  for (std::uint32_t v = 0; v < positions.size() && !cut.empty(); ++v) {
    const Vec3& p = assembly.input[v];
    if (positions[v] == p) continue;
    double nearest = std::numeric_limits<double>::infinity();
    const auto middle = std::lower_bound(cut.begin(), cut.end(), p, before);
    for (auto i = middle; i != cut.end() && i->x() - p.x() < nearest; ++i) nearest = std::min(nearest, (*i - p).norm());
    for (auto i = middle; i != cut.begin() && p.x() - std::prev(i)->x() < nearest; --i) {
      nearest = std::min(nearest, (*std::prev(i) - p).norm());
    }
    reach = std::max(reach, nearest);
  }
  return reach;
}

std::optional<MinimumDistance> measure_separation(const Assembly& assembly, std::span<const Vec3> positions,
                                                  const RunSettings& run) {
  const auto bodies = assembly.place(positions);
  std::vector<BodyId> movable;
  std::vector<Box3> boxes;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    boxes.push_back(make_box(bodies[i].positions));
    if (!assembly.is_obstacle(BodyId(i))) movable.push_back(BodyId(i));
  }
  auto least = measure_among(bodies, movable, Scope::all, run);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!assembly.is_obstacle(BodyId(i))) continue;
    for (const BodyId moving : movable) {
      if (least && measure_gap(boxes[moving], boxes[i]) >= least->distance) continue;
      const std::array pair = {moving, BodyId(i)};
      const auto found = measure_among(bodies, pair, Scope::between, run);
      if (found && (!least || found->distance < least->distance)) least = found;
    }
  }
  return least;
}

std::vector<IntersectingPair> find_pairs_left(const Assembly& assembly, std::span<const Vec3> positions,
                                              const RunSettings& run, std::size_t& obstacle_pairs) {
  auto pairs = find_intersections(assembly.place(positions), {.run = {run.threads, {}}}).pairs;
  obstacle_pairs = std::erase_if(pairs, [&](const IntersectingPair& pair) {
    return assembly.is_obstacle(pair.a.body) && assembly.is_obstacle(pair.b.body);
  });
  return pairs;
}

std::vector<Remainder> list_remainders(const Assembly& assembly, std::span<const Vec3> positions,
                                       std::span<const IntersectingPair> pairs, const RunSettings& run) {
  auto contours = find_contours(assembly.place(positions), pairs, {run.threads, {}}).contours;
  const auto is_held = find_held_components(assembly);
  const auto all_held = [&](const Mobility& side) {
    return std::all_of(side.components.begin(), side.components.end(), [&](std::uint32_t c) { return is_held[c]; });
  };
  std::map<std::uint32_t, int> held_contacts;  // of a piece that may move: contours with what is held
  std::vector<std::array<Mobility, 2>> sides;
  for (const Contour& contour : contours) {
    auto& [a, b] = sides.emplace_back(
        std::array{find_mobility(assembly, pairs, contour, true), find_mobility(assembly, pairs, contour, false)});
    if (!b.has_free_cut)
      for (const std::uint32_t c : a.components) ++held_contacts[c];
    if (!a.has_free_cut)
      for (const std::uint32_t c : b.components) ++held_contacts[c];
  }
  std::vector<Remainder> remainders;
  for (std::size_t i = 0; i < contours.size(); ++i) {
    const auto& [a, b] = sides[i];
    const auto is_squeezed = [&](const Mobility& side) {
      return std::any_of(side.components.begin(), side.components.end(),
                         [&](std::uint32_t c) { return held_contacts[c] > 1; });
    };
    Obstruction why = Obstruction::not_resolved;
    if (is_joined(pairs, contours[i])) {
      why = Obstruction::joined;
    } else if ((!a.has_free_cut && !b.has_free_cut) || (all_held(a) && all_held(b))) {
      why = Obstruction::pinned;
    } else if (is_squeezed(a) || is_squeezed(b)) {
      why = Obstruction::squeezed;
    }
    remainders.push_back({std::move(contours[i]), why});
  }
  return remainders;
}

}  // namespace abut
