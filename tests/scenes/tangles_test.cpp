#include "scenes/tangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "abut/detect.h"

namespace abut {
namespace {

using Kind = SurfaceFeature::Kind;

// A tangle with its surfaces, in one place.
struct BuiltTangle {
  BuiltTangle(std::string_view kind, std::uint64_t seed, int cells = 0) : tangle(*make_tangle(kind, seed, cells)) {
    for (const SceneMesh& mesh : tangle.meshes) surfaces.push_back(make_surface(mesh.mesh));
    for (std::size_t i = 0; i < surfaces.size(); ++i) bodies.push_back({&surfaces[i], tangle.meshes[i].mesh.positions});
  }
  BuiltTangle(const BuiltTangle&) = delete;

  bool test_boundary(const SurfaceFeature& feature) const {
    return feature.kind == Kind::edge && surfaces[feature.body].is_boundary(EdgeId(feature.index));
  }

  TangledScene tangle;
  std::vector<Surface> surfaces;
  std::vector<Body> bodies;
};

// What tells the kinds of contours apart.
struct ContourCounts {
  std::vector<BodyId> boundary_ends = {};  // whose boundary each of them is on, ascending
  std::size_t inner_ends = 0, loop_vertices = 0;
  friend bool operator==(const ContourCounts&, const ContourCounts&) = default;
};

ContourCounts count_ends(const BuiltTangle& built, const Contour& contour) {
  ContourCounts counts;
  for (const Contour::End& end : contour.ends) {
    const Crossing& crossing = contour.crossings[end.crossing];
    if (!end.on_boundary) ++counts.inner_ends;
    for (const SurfaceFeature& feature : {crossing.a, crossing.b}) {
      if (built.test_boundary(feature)) counts.boundary_ends.push_back(feature.body);
    }
  }
  std::ranges::sort(counts.boundary_ends);
  for (const Crossing& crossing : contour.crossings) {
    if (crossing.a == crossing.b && crossing.a.kind == Kind::vertex) ++counts.loop_vertices;
  }
  return counts;
}

std::size_t count_edge_face_crossings(const Contours& contours) {
  std::size_t count = 0;
  for (const Contour& contour : contours.contours) {
    count += static_cast<std::size_t>(std::ranges::count_if(contour.crossings, [](const Crossing& crossing) {
      return std::max(crossing.a.kind, crossing.b.kind) == Kind::face &&
             std::min(crossing.a.kind, crossing.b.kind) == Kind::edge;
    }));
  }
  return count;
}

TEST(MakeTangle, meshes_are_whole_and_something_that_may_move_intersects) {
  for (const TangleKind& kind : list_tangles()) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      SCOPED_TRACE(std::string(kind.name) + ", seed " + std::to_string(seed));
      const BuiltTangle built(kind.name, seed);
      EXPECT_EQ(built.tangle.name, kind.name);
      EXPECT_EQ(built.tangle.is_solvable, kind.is_solvable);
      for (const SceneMesh& mesh : built.tangle.meshes) {
        EXPECT_TRUE(check_polygon_mesh(mesh.mesh).has_value());
        EXPECT_TRUE(mesh.rest.empty() || mesh.rest.size() == mesh.mesh.vertex_count());
        for (const VertexId v : mesh.pins) EXPECT_LT(v, mesh.mesh.vertex_count());
      }
      const auto may_move = [&](const FaceRef& face) { return !built.tangle.meshes[face.body].is_obstacle; };
      EXPECT_TRUE(std::ranges::any_of(find_intersections(built.bodies).pairs, [&](const IntersectingPair& pair) {
        return may_move(pair.a) || may_move(pair.b);
      }));
    }
  }
}

TEST(MakeTangle, depends_on_its_arguments_and_nothing_else) {
  const auto have_equal_positions = [](const TangledScene& a, const TangledScene& b) {
    return std::ranges::equal(a.meshes, b.meshes, [](const SceneMesh& x, const SceneMesh& y) {
      return x.mesh.positions == y.mesh.positions && x.rest == y.rest;
    });
  };
  for (const TangleKind& kind : list_tangles()) {
    SCOPED_TRACE(kind.name);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const TangledScene tangle = *make_tangle(kind.name, seed);
      EXPECT_TRUE(have_equal_positions(tangle, *make_tangle(kind.name, seed, kind.default_cells)));
      EXPECT_FALSE(have_equal_positions(tangle, *make_tangle(kind.name, seed + 1)));
      EXPECT_FALSE(have_equal_positions(tangle, *make_tangle(kind.name, seed, kind.default_cells + 2)));
    }
  }
}

TEST(MakeTangle, has_every_kind_at_every_size) {
  for (const TangleKind& kind : list_tangles()) {
    for (const int cells : {4, 5, 7}) {
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        const TangledScene tangle = *make_tangle(kind.name, seed, cells);
        for (const SceneMesh& mesh : tangle.meshes) {
          EXPECT_TRUE(check_polygon_mesh(mesh.mesh).has_value()) << kind.name << ", " << cells << " cells";
        }
      }
    }
  }
}

TEST(MakeTangle, rest_shapes_are_free) {
  int count = 0;
  for (const TangleKind& kind : list_tangles()) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const BuiltTangle built(kind.name, seed);
      for (std::size_t i = 0; i < built.surfaces.size(); ++i) {
        const std::vector<Vec3>& rest = built.tangle.meshes[i].rest;
        if (rest.empty()) continue;
        const Body body = {&built.surfaces[i], rest};
        EXPECT_TRUE(find_intersections({&body, 1}).pairs.empty()) << kind.name << ", seed " << seed;
        ++count;
      }
    }
  }
  EXPECT_GT(count, 0);
}

TEST(MakeTangle, contours_are_of_the_kinds_promised) {
  const BodyId first(0), second(1);
  const std::pair<std::string_view, ContourCounts> promises[] = {
      {"closed", {{}, 0, 0}},
      {"eight", {{}, 0, 1}},
      {"ll", {{}, 2, 2}},
      {"bbii", {{second, second}, 0, 0}},
      {"bibi", {{first, second}, 0, 0}},
      {"bli", {{first}, 1, 1}},
      {"cross", {{first, first}, 0, 1}},
      {"strip", {{second, second}, 0, 0}},
      {"sheets", {{second, second}, 0, 0}},
      {"finger", {{}, 0, 0}},
      {"loop", {{first, first}, 0, 0}},
      {"pinned", {{first, second}, 0, 0}},
  };
  for (const auto& [kind, promise] : promises) {
    for (const int cells : {12, 32}) {
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        SCOPED_TRACE(std::string(kind) + ", " + std::to_string(cells) + " cells, seed " + std::to_string(seed));
        const BuiltTangle built(kind, seed, cells);
        const CheckReport report = check(built.bodies);
        ASSERT_EQ(report.contours.contours.size(), 1u);
        EXPECT_TRUE(count_ends(built, report.contours.contours[0]) == promise);
      }
    }
  }
}

TEST(MakeTangle, a_dip_has_two_contours_from_border_to_border) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const BuiltTangle built("dip", seed);
    const CheckReport report = check(built.bodies);
    ASSERT_EQ(report.contours.contours.size(), 2u);
    const ContourCounts promise = {{BodyId(1), BodyId(1)}, 0, 0};
    for (const Contour& contour : report.contours.contours) EXPECT_TRUE(count_ends(built, contour) == promise);
  }
}

// More than a hundred contours and about 2000 crossings, as in the paper.
TEST(MakeTangle, squares_are_as_tangled_as_those_of_the_paper) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Contours contours = check(BuiltTangle("squares", seed).bodies).contours;
    const std::size_t crossings = count_edge_face_crossings(contours);
    EXPECT_GT(contours.contours.size(), seed == 0 ? 100u : 80u);
    EXPECT_GT(crossings, 1500u);
    EXPECT_LT(crossings, seed == 0 ? 2500u : 3000u);
  }
}

TEST(MakeTangle, seams_have_three_faces) {
  for (const std::string_view kind : {"pocket", "collar"}) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const BuiltTangle built(kind, seed);
      std::size_t seam_edges = 0;
      for (std::size_t e = 0; e < built.surfaces[0].edge_count(); ++e) {
        ASSERT_LE(built.surfaces[0].edge_faces(EdgeId(e)).size(), 3u);
        if (built.surfaces[0].edge_faces(EdgeId(e)).size() == 3) ++seam_edges;
      }
      EXPECT_GT(seam_edges, 20u);
    }
  }
}

TEST(MakeTangle, one_face_in_a_hundred_of_a_garment_crosses) {
  for (const int cells : {40, 80, 110}) {
    const BuiltTangle built("garment", 1, cells);
    std::set<FaceRef> crossing;
    for (const IntersectingPair& pair : find_intersections(built.bodies).pairs) crossing.insert({pair.a, pair.b});
    std::size_t faces = 0;
    for (const Surface& surface : built.surfaces) faces += surface.face_count();
    const double share = static_cast<double>(crossing.size()) / static_cast<double>(faces);
    EXPECT_GT(share, 0.005);
    EXPECT_LT(share, 0.015);
  }
}

// How often a closed mesh goes around a point: the solid angles of its triangles.
double measure_winding(const BuiltTangle& built, BodyId body, const Vec3& point) {
  double sum = 0;
  for (std::size_t f = 0; f < built.surfaces[body].face_count(); ++f) {
    const TrianglePoints t = face_points(built.surfaces[body], built.bodies[body].positions, FaceId(f));
    const Vec3 a = (t[0] - point).normalized(), b = (t[1] - point).normalized(), c = (t[2] - point).normalized();
    sum += 2 * std::atan2(a.dot(b.cross(c)), 1 + a.dot(b) + b.dot(c) + c.dot(a));
  }
  return std::abs(sum) / (4 * std::numbers::pi);
}

// So no way of moving the rest is a solution.
TEST(MakeTangle, a_pinched_sheet_is_pinned_inside_and_outside_of_both_balls) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const BuiltTangle built("pinched", seed);
    const SceneMesh& sheet = built.tangle.meshes[0];
    for (const BodyId ball : {BodyId(1), BodyId(2)}) {
      EXPECT_TRUE(built.tangle.meshes[ball].is_obstacle);
      EXPECT_NEAR(measure_winding(built, ball, sheet.mesh.positions[sheet.pins.back()]), 1, 1e-6);
      EXPECT_NEAR(measure_winding(built, ball, sheet.mesh.positions[sheet.pins.front()]), 0, 1e-6);
    }
  }
}

TEST(MakeTangle, says_what_is_possible) {
  const Result<TangledScene> unknown = make_tangle("gordian");
  ASSERT_FALSE(unknown.has_value());
  for (const TangleKind& kind : list_tangles()) EXPECT_NE(unknown.error().message.find(kind.name), std::string::npos);
  for (const int cells : {-1, 3, 2001}) {
    const Result<TangledScene> odd = make_tangle("closed", 0, cells);
    ASSERT_FALSE(odd.has_value());
    EXPECT_EQ(odd.error().message,
              "tangle closed: " + std::to_string(cells) + " cells asked for, 4 to 2000 are possible");
  }
}

}  // namespace
}  // namespace abut
