// The part of a's surface that is inside b has an area vector, the integral of its normal; it is the rate at which the
// volume that both share grows as a is moved (Allard, Faure et al., Volume contact constraints at arbitrary resolution,
// 2010). By Stokes it depends on nothing but the border, half the integral of x cross dx: so the segments in which
// triangles cross are all that is needed, each turned so that the inside of b lies to its left on a.
//
// From the edges that pierce the other surface one walks inwards, to find what is inside. How deep a point is, is asked
// along the normal.
#include "detect/overlap_regions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "abut/narrow.h"
#include "base/sort_unique.h"
#include "base/union_find.h"
#include "detect/placed_leaf.h"
#include "detect/ray_exit.h"

namespace abut {
namespace {

// No more points of a region are measured than this many on each side.
constexpr std::size_t kMostPoints = 32;
// Of a disk as long around: a region's area, seen from anywhere, says little where it is a smaller share than the
// first, and nothing where it is smaller than the second.
constexpr double kSmallShare = 1e-3, kNoShare = 1e-9;

constexpr std::uint32_t kNotReached = ~0u;
// A border whose ends are farther apart than this share of its length is open.
constexpr double kOpen = 1e-6;
// Faces along such a border agree if their normals, of length up to 2, are on average at least so long.
constexpr double kAgreeing = 0.3;
// Cosines of angles of eleven degrees, and of 45.
constexpr double kNearlyAlong = 0.98, kRoughlyAlong = 0.7;

// Names a part of a surface.
using PartName = std::pair<int, std::uint32_t>;

PartName name_part(const Surface& surface, FaceId face, TriangleFeature feature) {
  if (is_corner(feature)) return {0, surface.face(face)[feature_index(feature)]};
  if (is_edge(feature)) return {1, surface.face_edges(face)[feature_index(feature)]};
  return {2, face};
}

struct Segment {
  Vec3 from, to;
  NearFacePair faces;
};

struct End {
  std::array<PartName, 2> name;
  std::uint32_t segment;
};

// Where an edge goes through the other surface.
struct Piercing {
  EdgeId edge;
  double at;             // along the edge, from its first vertex
  bool is_first_inside;  // seen from here, the first vertex is on the inner side
  std::uint32_t segment;
};

class RegionFinder {
 public:
  RegionFinder(const PlacedSurface& a, const PlacedSurface& b, std::span<const NearFacePair> pairs)
      : surfaces_{&a, &b} {
    for (const NearFacePair& pair : pairs) look_at(pair);
  }

  std::vector<OverlapRegion> run() {
    UnionFind groups(segments_.size());
    join_ends(groups);
    for (int side = 0; side < 2; ++side) walk_inwards(side, groups);
    const auto roots = groups.roots();
    std::map<std::uint32_t, Border> borders;
    for (std::uint32_t s = 0; s < segments_.size(); ++s) add_to_border(segments_[s], borders[roots[s]]);
    std::map<std::uint32_t, OverlapRegion> regions;
    for (const auto& [root, border] : borders) {
      if (const auto normal = find_normal(border)) regions[root].normal = *normal;
    }
    straighten(roots, borders, regions);
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      const auto region = regions.find(roots[s]);
      if (region == regions.end()) continue;
      region->second.faces[0].push_back(segments_[s].faces.a);
      region->second.faces[1].push_back(segments_[s].faces.b);
    }
    for (int side = 0; side < 2; ++side) add_points(side, roots, borders, regions);
    std::vector<OverlapRegion> list;
    for (auto& [root, region] : regions) {
      if (region.points.empty()) continue;
      for (auto& faces : region.faces) sort_unique(faces);
      list.push_back(std::move(region));
    }
    return list;
  }

 private:
  struct Inside {
    std::vector<std::pair<VertexId, std::uint32_t>> vertices;  // and a segment of their region
    std::vector<std::pair<Vec3, std::uint32_t>> middles;       // of edges between two piercings
  };

  void look_at(const NearFacePair& pair) {
    const TrianglePoints p = surfaces_[0]->triangle(pair.a), q = surfaces_[1]->triangle(pair.b);
    if (!test_placed(p, q)) return;
    const TriangleMeeting meeting = find_triangle_triangle(p, q);
    if (!meeting.is_segment()) return;
    const Vec3 along = surfaces_[0]->normal(pair.a).cross(surfaces_[1]->normal(pair.b));
    const Vec3 &first = meeting.points[0].position, &second = meeting.points[1].position;
    const auto number = static_cast<std::uint32_t>(segments_.size());
    const bool is_forward = (second - first).dot(along) >= 0;
    segments_.push_back({is_forward ? first : second, is_forward ? second : first, pair});
    for (int i = 0; i < 2; ++i) {
      const MeetingPoint& end = meeting.points[i];
      ends_.push_back(
          {{name_part(surfaces_[0]->surface(), pair.a, end.a), name_part(surfaces_[1]->surface(), pair.b, end.b)},
           number});
      if (is_edge(end.a)) add_piercing(0, pair.a, end.a, end.position, pair.b, number);
      if (is_edge(end.b)) add_piercing(1, pair.b, end.b, end.position, pair.a, number);
    }
  }

  void add_piercing(int side, FaceId face, TriangleFeature feature, const Vec3& at, FaceId other,
                    std::uint32_t segment) {
    const PlacedSurface &own = *surfaces_[side], &there = *surfaces_[1 - side];
    const EdgeId edge = own.surface().face_edges(face)[feature_index(feature)];
    const auto& [v, w] = own.surface().edge(edge);
    const Vec3 p = own.point(v), along = own.point(w) - p;
    piercings_[side].push_back({edge, along.dot(at - p), there.normal(other).dot(along) > 0, segment});
  }

  // Segments that end at the same point belong together.
  void join_ends(UnionFind& groups) {
    std::sort(ends_.begin(), ends_.end(),
              [](const End& p, const End& q) { return std::tie(p.name, p.segment) < std::tie(q.name, q.segment); });
    for (std::size_t i = 1; i < ends_.size(); ++i) {
      if (ends_[i].name == ends_[i - 1].name) groups.unite(ends_[i].segment, ends_[i - 1].segment);
    }
  }

  // From the inner ends of pierced edges along all edges that are not.
  void walk_inwards(int side, UnionFind& groups) {
    auto& piercings = piercings_[side];
    std::sort(piercings.begin(), piercings.end(), [](const Piercing& p, const Piercing& q) {
      return std::tie(p.edge, p.at, p.segment) < std::tie(q.edge, q.at, q.segment);
    });
    if (piercings.empty()) return;
    const Surface& surface = surfaces_[side]->surface();
    std::vector<std::uint8_t> is_pierced(surface.edge_count());
    for (const Piercing& p : piercings) is_pierced[p.edge] = 1;
    std::vector<std::uint32_t> reached(surface.vertex_count(), kNotReached);
    std::vector<VertexId> open;
    const auto reach = [&](VertexId v, std::uint32_t segment) {
      if (reached[v] != kNotReached) return groups.unite(reached[v], segment);
      reached[v] = segment;
      open.push_back(v);
    };
    for (std::size_t i = 0; i < piercings.size(); ++i) {
      const Piercing& p = piercings[i];
      const auto& [v, w] = surface.edge(p.edge);
      const bool is_first = i == 0 || piercings[i - 1].edge != p.edge;
      const bool is_last = i + 1 == piercings.size() || piercings[i + 1].edge != p.edge;
      if (is_first && p.is_first_inside) reach(v, p.segment);
      if (is_last && !p.is_first_inside) reach(w, p.segment);
      if (!is_last && !p.is_first_inside && piercings[i + 1].is_first_inside)
        add_middle(side, p, piercings[i + 1], groups);
    }
    while (!open.empty()) {
      const VertexId v = open.back();
      open.pop_back();
      const std::uint32_t segment = reached[v];
      inside_[side].vertices.push_back({v, segment});
      for (const FaceId f : surface.vertex_faces(v)) {
        for (const EdgeId e : surface.face_edges(f)) {
          const auto& ends = surface.edge(e);
          if ((ends[0] == v || ends[1] == v) && !is_pierced[e]) reach(ends[0] == v ? ends[1] : ends[0], segment);
        }
      }
    }
    std::sort(inside_[side].vertices.begin(), inside_[side].vertices.end());
  }

  void add_middle(int side, const Piercing& p, const Piercing& q, UnionFind& groups) {
    groups.unite(p.segment, q.segment);
    const auto& [v, w] = surfaces_[side]->surface().edge(p.edge);
    const Vec3 from = surfaces_[side]->point(v), along = surfaces_[side]->point(w) - from;
    inside_[side].middles.push_back({from + 0.5 * (p.at + q.at) / along.squaredNorm() * along, p.segment});
  }

  // Sums over a region's border: half the integral of x cross dx, that of dx, its length, and that of the normals of b
  // less those of a.
  struct Border {
    Vec3 start = Vec3::Zero(), area = Vec3::Zero(), way = Vec3::Zero(), facing = Vec3::Zero();
    double length = 0;

    bool is_open() const { return way.norm() > kOpen * length; }
    bool is_faced() const { return facing.norm() > kAgreeing * length; }
    /// What reaches through has a border whose area is small and whose faces look all ways. Small, but of faces that
    /// agree, is what an edge cuts of a face.
    bool is_through() const { return area.norm() <= kSmallShare * length * length && !is_faced(); }
  };

  void add_to_border(const Segment& segment, Border& border) const {
    const Vec3 along = segment.to - segment.from;
    if (border.length == 0) border.start = segment.from;
    border.area += 0.5 * (segment.from - border.start).cross(segment.to - border.start);
    border.way += along;
    border.length += along.norm();
    border.facing += along.norm() * (surfaces_[1]->normal(segment.faces.b) - surfaces_[0]->normal(segment.faces.a));
  }

  // Where sides lie in one plane only rounding says where they cross, and a border may have holes; then the faces along
  // it say which way to go, if they agree. Nothing where a border turns the wrong way round, for surfaces that touch,
  // and where it is open because a surface ends there.
  std::optional<Vec3> find_normal(const Border& border) const {
    if (border.is_open()) {
      const bool is_closed = surfaces_[0]->surface().is_closed() && surfaces_[1]->surface().is_closed();
      return is_closed && border.is_faced() ? std::optional<Vec3>(border.facing.normalized()) : std::nullopt;
    }
    if (!border.is_through()) {
      const bool has_area = border.area.norm() > kNoShare * border.length * border.length;
      const Vec3 normal = has_area ? Vec3(-border.area.normalized()) : Vec3(border.facing.normalized());
      return normal.dot(border.facing) > 0 ? std::optional(normal) : std::nullopt;
    }
    const auto find_center = [](const PlacedSurface& s) { return s.body().pose.apply(s.mesh().tree().frame().origin); };
    const Vec3 way = find_center(*surfaces_[0]) - find_center(*surfaces_[1]);
    return way.norm() > 0 ? Vec3(way.normalized()) : Vec3(Vec3::UnitZ());
  }

  // A normal that is nearly that of faces along much of the border is taken to be theirs: what a box cuts of the sides
  // of another must not tilt the contact.
  void straighten(std::span<const std::uint32_t> roots, const std::map<std::uint32_t, Border>& borders,
                  std::map<std::uint32_t, OverlapRegion>& regions) const {
    std::map<std::uint32_t, Vec3> alike;
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      const auto region = regions.find(roots[s]);
      if (region == regions.end()) continue;
      Vec3& sum = alike.try_emplace(roots[s], Vec3::Zero()).first->second;
      const NearFacePair& faces = segments_[s].faces;
      const double least = borders.at(roots[s]).is_open() ? kRoughlyAlong : kNearlyAlong;
      const double length = (segments_[s].to - segments_[s].from).norm();
      for (const Vec3& normal : {surfaces_[1]->normal(faces.b), Vec3(-surfaces_[0]->normal(faces.a))}) {
        if (normal.dot(region->second.normal) > least) sum += length * normal;
      }
    }
    for (const auto& [root, sum] : alike) {
      if (sum.norm() > kAgreeing * borders.at(root).length) regions[root].normal = sum.normalized();
    }
  }

  // Of each region how far its border and what is inside it of a surface reach along its way. A line that leaves what
  // both share leaves it there, or earlier; farther on it is in something else.
  std::map<std::uint32_t, double> find_tops(int side, std::span<const std::uint32_t> roots,
                                            const std::map<std::uint32_t, Border>& borders,
                                            const std::map<std::uint32_t, OverlapRegion>& regions) const {
    std::map<std::uint32_t, double> tops;
    const auto reach = [&](std::uint32_t segment, const Vec3& p) {
      const auto region = regions.find(roots[segment]);
      if (region == regions.end()) return;
      const Border& border = borders.at(roots[segment]);
      if (border.is_open() || border.is_through()) return;
      const double height = p.dot(region->second.normal) * (side == 0 ? -1 : 1);
      const auto [top, is_new] = tops.try_emplace(roots[segment], height);
      if (!is_new) top->second = std::max(top->second, height);
    };
    for (std::uint32_t s = 0; s < segments_.size(); ++s) {
      reach(s, segments_[s].from);
      reach(s, segments_[s].to);
    }
    for (const auto& [v, segment] : inside_[side].vertices) reach(segment, surfaces_[side]->point(v));
    for (const auto& [middle, segment] : inside_[side].middles) reach(segment, middle);
    return tops;
  }

  void add_points(int side, std::span<const std::uint32_t> roots, const std::map<std::uint32_t, Border>& borders,
                  std::map<std::uint32_t, OverlapRegion>& regions) {
    const PlacedSurface& own = *surfaces_[side];
    const auto tops = find_tops(1 - side, roots, borders, regions);
    std::map<std::uint32_t, std::vector<Vec3>> points;
    for (const auto& [v, segment] : inside_[side].vertices) {
      if (!regions.contains(roots[segment])) continue;
      points[roots[segment]].push_back(own.point(v));
      auto& faces = regions[roots[segment]].faces[side];
      for (const FaceId f : own.surface().vertex_faces(v)) faces.push_back(f);
    }
    for (const auto& [middle, segment] : inside_[side].middles) {
      if (regions.contains(roots[segment])) points[roots[segment]].push_back(middle);
    }
    const PlacedRigid other = surfaces_[1 - side]->body();
    for (auto& [root, list] : points) {
      OverlapRegion& region = regions[root];
      const Vec3 way = side == 0 ? region.normal : Vec3(-region.normal);
      for (const Vec3& p : choose_points(std::move(list), way)) {
        double depth = find_exit(other, p, way);
        if (!std::isfinite(depth)) continue;
        if (const auto top = tops.find(root); top != tops.end())
          depth = std::min(depth, std::max(0.0, top->second - p.dot(way)));
        const Vec3 exit = p + depth * way;
        region.points.push_back({side == 0 ? p : exit, side == 0 ? exit : p, depth});
        region.depth = std::max(region.depth, depth);
      }
    }
  }

  // Of many points those that are farthest out, all around and against the way.
  static std::vector<Vec3> choose_points(std::vector<Vec3> list, const Vec3& way) {
    if (list.size() <= kMostPoints) return list;
    const Vec3 u = way.unitOrthogonal(), v = way.cross(u);
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < kMostPoints; ++i) {
      const double angle = 2 * EIGEN_PI * static_cast<double>(i) / kMostPoints;
      // By turns flat and steep; the last straight down.
      const Vec3 around = std::cos(angle) * u + std::sin(angle) * v;
      const Vec3 outwards = i + 1 == kMostPoints ? Vec3(-way) : i % 2 == 0 ? around : Vec3(around - 2 * way);
      const auto farthest = std::max_element(
          list.begin(), list.end(), [&](const Vec3& p, const Vec3& q) { return p.dot(outwards) < q.dot(outwards); });
      chosen.push_back(static_cast<std::size_t>(farthest - list.begin()));
    }
    sort_unique(chosen);
    std::vector<Vec3> few;
    for (const std::size_t i : chosen) few.push_back(list[i]);
    return few;
  }

  std::array<const PlacedSurface*, 2> surfaces_;
  std::vector<Segment> segments_;
  std::vector<End> ends_;
  std::array<std::vector<Piercing>, 2> piercings_;
  std::array<Inside, 2> inside_;
};

}  // namespace

std::vector<OverlapRegion> find_overlap_regions(const PlacedSurface& a, const PlacedSurface& b,
                                                std::span<const NearFacePair> pairs) {
  return RegionFinder(a, b, pairs).run();
}

}  // namespace abut
