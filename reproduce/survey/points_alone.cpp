// Section 2.2: how much is lost if only the points of polygons are tested, and not their edges.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "abut/narrow.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kPairs = 4'000;

struct MovingTriangle {
  TrianglePoints start, end;
};

// In a ball of radius 1 around a place; goes its way without turning.
MovingTriangle make_triangle(Variation& vary, const Vec3& place, const Vec3& way) {
  MovingTriangle triangle;
  for (std::size_t i = 0; i < 3; ++i) {
    triangle.start[i] = place + make_random_direction(vary);
    triangle.end[i] = triangle.start[i] + way;
  }
  return triangle;
}

bool test_points(const MovingTriangle& a, const MovingTriangle& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Motion<4> m{{a.start[i], b.start[0], b.start[1], b.start[2]}, {a.end[i], b.end[0], b.end[1], b.end[2]}};
    if (find_vertex_face_impact(m)) return true;
  }
  return false;
}

bool test_edges(const MovingTriangle& a, const MovingTriangle& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t j = (i + 1) % 3, l = (k + 1) % 3;
      const Motion<4> m{{a.start[i], a.start[j], b.start[k], b.start[l]}, {a.end[i], a.end[j], b.end[k], b.end[l]}};
      if (find_edge_edge_impact(m)) return true;
    }
  }
  return false;
}

struct Counts {
  int touching = 0, by_points = 0, by_edges = 0;
};

// Each goes as far as the two were apart at first, times a share.
Counts count(double share) {
  Variation vary(26);
  Counts counts;
  for (int i = 0; i < kPairs; ++i) {
    const Vec3 place = 3 * make_random_direction(vary);
    const MovingTriangle a = make_triangle(vary, Vec3::Zero(), Vec3::Zero());
    const MovingTriangle b = make_triangle(vary, place, -share * place + vary.point(-1, 1));
    const bool by_points = test_points(a, b) || test_points(b, a), by_edges = test_edges(a, b);
    counts.touching += by_points || by_edges;
    counts.by_points += by_points;
    counts.by_edges += by_edges;
  }
  return counts;
}

}  // namespace

void report_points_alone(Report& report, Expectations& expectations) {
  report.paragraph(
      "Points alone: 4,000 pairs of triangles, one of which flies at the other. Whoever tests only points against "
      "triangles misses those that meet with their edges; in a mesh, a neighbour's point may notice it later.");
  Table table{{"flight", "touch on the way", "by points", "by edges", "missed by points alone"}};
  for (const auto& [share, name] : {std::pair{0.5, "comes near"}, {1.0, "stops within"}, {2.0, "goes through"}}) {
    const Counts counts = count(share);
    const auto text = [](int n) { return format_count(static_cast<std::uint64_t>(n)); };
    const double missed = double(counts.touching - counts.by_points) / counts.touching;
    table.rows.push_back(
        {name, text(counts.touching), text(counts.by_points), text(counts.by_edges), format_share(missed)});
    if (share != 2) continue;
    expectations.push_back({"triangles that go through each other: found by points alone",
                            "many, not all: more than half", format_share(1 - missed), missed > 0 && missed < 0.5});
  }
  report.table(table);
}

}  // namespace abut::reproduce
