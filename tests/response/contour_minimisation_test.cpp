// The gradient of a contour's length against differences, and what corrections keep.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "abut/detect.h"
#include "abut/response.h"
#include "scenes/tangles.h"
#include "support/random.h"

namespace abut {
namespace {

struct Scene {
  std::vector<Surface> surfaces;
  std::vector<std::vector<Vec3>> positions;

  std::vector<Body> bodies() const {
    std::vector<Body> bodies;
    for (std::size_t i = 0; i < surfaces.size(); ++i) bodies.push_back({&surfaces[i], positions[i]});
    return bodies;
  }
};

Scene make(std::string_view kind, std::uint64_t seed, int cells = 12) {
  const auto tangled = make_tangle(kind, seed, cells);
  Scene scene;
  for (const SceneMesh& mesh : tangled->meshes) {
    scene.surfaces.push_back(make_surface(mesh.mesh));
    scene.positions.push_back(mesh.mesh.positions);
  }
  return scene;
}

struct Found {
  std::vector<IntersectingPair> pairs;
  Crossings crossings;
  Piercings piercings;
};

Found find_all(const Scene& scene, std::span<const std::uint8_t> is_ignored = {}) {
  Found found;
  const auto bodies = scene.bodies();
  found.pairs = find_intersections(bodies).pairs;
  found.crossings = find_crossings(bodies, found.pairs);
  found.piercings =
      find_piercings(bodies, found.pairs, found.crossings.crossings, found.crossings.of_pairs, is_ignored);
  return found;
}

double measure_length(const Scene& scene) {
  const Found found = find_all(scene);
  double length = 0;
  for (const PairCrossings& pair : found.crossings.of_pairs) {
    if (pair.count != 2) continue;
    length +=
        (found.crossings.crossings[pair.crossings[0]].position - found.crossings.crossings[pair.crossings[1]].position)
            .norm();
  }
  return length;
}

std::vector<std::vector<double>> make_masses(const Scene& scene, double inverse_mass = 1) {
  std::vector<std::vector<double>> masses;
  for (const auto& positions : scene.positions) masses.emplace_back(positions.size(), inverse_mass);
  return masses;
}

std::vector<std::span<const double>> view(const std::vector<std::vector<double>>& masses) {
  return {masses.begin(), masses.end()};
}

// Whether the edge runs almost within the face, where the gradient is limited.
bool is_shallow(const std::vector<Body>& bodies, const Piercing& p) {
  const auto& [u, v] = bodies[p.edge_body].surface->edge(p.edge);
  const TrianglePoints t = face_points(*bodies[p.face_body].surface, bodies[p.face_body].positions, p.face);
  const Vec3 along = bodies[p.edge_body].positions[v] - bodies[p.edge_body].positions[u];
  return std::abs(along.normalized().dot((t[1] - t[0]).cross(t[2] - t[0]).normalized())) < 0.11;
}

// The sum of all piercings' gradients, vertex by vertex, is the exact derivative of the length.
TEST(ContourMinimisation, GradientIsTheDerivativeOfTheLength) {
  for (const char* kind : {"closed", "bbii", "bibi", "pocket", "collar"}) {
    Scene scene = make(kind, 3);
    const auto bodies = scene.bodies();
    const Found found = find_all(scene);
    std::map<std::pair<BodyId, VertexId>, Vec3> gradients;
    std::set<std::pair<BodyId, VertexId>> limited;
    for (const Piercing& p : found.piercings.piercings) {
      const LengthGradient g = measure_length_gradient(bodies, p);
      const auto& ends = bodies[p.edge_body].surface->edge(p.edge);
      const auto& corners = bodies[p.face_body].surface->face(p.face);
      const double s[] = {1 - p.edge_parameter, p.edge_parameter};
      for (int i = 0; i < 2; ++i) {
        gradients.try_emplace({p.edge_body, ends[i]}, Vec3::Zero()).first->second -= s[i] * g.of_edge;
        if (is_shallow(bodies, p)) limited.insert({p.edge_body, ends[i]});
      }
      for (int i = 0; i < 3; ++i) {
        gradients.try_emplace({p.face_body, corners[i]}, Vec3::Zero()).first->second -= p.face_weights[i] * g.of_face;
        if (is_shallow(bodies, p)) limited.insert({p.face_body, corners[i]});
      }
    }
    ASSERT_GT(gradients.size(), 20u);
    const double step = 1e-7;
    int checked = 0;
    for (const auto& [vertex, gradient] : gradients) {
      if (limited.contains(vertex) || ++checked % 5 != 0) continue;
      for (int axis = 0; axis < 3; ++axis) {
        double& x = scene.positions[vertex.first][vertex.second][axis];
        const double kept = x;
        x = kept + step;
        const double longer = measure_length(scene);
        x = kept - step;
        const double shorter = measure_length(scene);
        x = kept;
        EXPECT_NEAR((longer - shorter) / (2 * step), gradient[axis], 1e-4 * (1 + gradient.norm())) << kind;
      }
    }
    EXPECT_GT(checked, 10) << kind;
  }
}

TEST(ContourMinimisation, GradientIsNullInFlatSurfaces) {
  const Scene scene = make("strip", 0);
  const auto bodies = scene.bodies();
  int inner = 0;
  for (const Piercing& p : find_all(scene).piercings.piercings) {
    if (bodies[p.edge_body].surface->is_boundary(p.edge)) continue;
    EXPECT_LT(measure_length_gradient(bodies, p).relative().norm(), 1e-9);
    ++inner;
  }
  EXPECT_GT(inner, 3);
}

// A seam that stands upright in a level face: the lines of intersection run from it into each of its faces, and the sum
// of their directions is the gradient.
TEST(ContourMinimisation, AllFacesOfASeamCount) {
  const auto measure = [](std::vector<double> angles) {
    Scene scene;
    PolygonMesh seam, level;
    seam.positions = {Vec3(0, 0, -1), Vec3(0, 0, 1)};
    for (std::size_t i = 0; i < angles.size(); ++i) {
      seam.positions.push_back(Vec3(std::cos(angles[i]), std::sin(angles[i]), 0));
      seam.add_polygon(std::array{VertexId(0), VertexId(1), VertexId(2 + i)});
    }
    level.positions = {Vec3(-5, -4, 0.3), Vec3(6, -5, 0.3), Vec3(0, 7, 0.3)};
    level.add_polygon(std::array{VertexId(0), VertexId(1), VertexId(2)});
    for (const PolygonMesh& mesh : {seam, level}) {
      scene.surfaces.push_back(make_surface(mesh));
      scene.positions.push_back(mesh.positions);
    }
    Piercing piercing{BodyId(0), BodyId(1), EdgeId(0), FaceId(0)};
    return measure_length_gradient(scene.bodies(), piercing).relative();
  };
  const double right = std::acos(0.0);
  EXPECT_LT((measure({0}) - Vec3(1, 0, 0)).norm(), 1e-12);
  EXPECT_LT(measure({0, 2 * right}).norm(), 1e-12);
  EXPECT_LT((measure({0, right, 2 * right}) - Vec3(0, 1, 0)).norm(), 1e-12);
  EXPECT_LT((measure({0, right, 2 * right, 1.2}) - Vec3(std::cos(1.2), 1 + std::sin(1.2), 0)).norm(), 1e-12);
}

TEST(ContourMinimisation, LimitIsThatOfThePaper) {
  const Vec3 g(3, 0, 4);
  EXPECT_NEAR(limit_correction(g, 2, 0).norm(), 2, 1e-15);
  EXPECT_NEAR(limit_correction(g, 2, 5).norm(), 2 * 5 / std::sqrt(50), 1e-15);
  EXPECT_EQ(limit_correction(Vec3::Zero(), 2, 0.5), Vec3::Zero());
  EXPECT_EQ(limit_correction(Vec3::Zero(), 2, 0), Vec3::Zero());
}

TEST(ContourMinimisation, KeepsMomentum) {
  test::Random random(5);
  for (const bool is_global : {false, true}) {
    for (const char* kind : {"closed", "bibi", "ll", "collar"}) {
      const Scene scene = make(kind, 2);
      auto masses = make_masses(scene);
      for (auto& of_body : masses) {
        for (double& m : of_body) m = random.uniform(0.1, 10);
      }
      const auto views = view(masses);
      const auto bodies = scene.bodies();
      const auto corrections = minimise_contours(bodies, find_all(scene).piercings, views,
                                                 {.is_global = is_global, .largest = 0.01, .softness = 0.5});
      ASSERT_FALSE(corrections.empty());
      Vec3 momentum = Vec3::Zero();
      double sum = 0;
      for (const Correction& c : corrections) {
        momentum += c.displacement / masses[c.body][c.vertex];
        sum += c.displacement.norm() / masses[c.body][c.vertex];
      }
      EXPECT_GT(sum, 0);
      EXPECT_LT(momentum.norm(), 1e-12 * sum) << kind;
    }
  }
}

TEST(ContourMinimisation, ShortensTheContour) {
  for (const bool is_global : {false, true}) {
    for (const char* kind : {"closed", "bbii", "eight"}) {
      Scene scene = make(kind, 4);
      const auto masses = make_masses(scene);
      const auto views = view(masses);
      const auto corrections = minimise_contours(scene.bodies(), find_all(scene).piercings, views,
                                                 {.is_global = is_global, .largest = 1e-4, .softness = 0.5});
      const double before = measure_length(scene);
      for (const Correction& c : corrections) scene.positions[c.body][c.vertex] += c.displacement;
      EXPECT_LT(measure_length(scene), before) << kind;
    }
  }
}

TEST(ContourMinimisation, WhatNeverMovesIsLeftAlone) {
  const Scene scene = make("closed", 1);
  auto masses = make_masses(scene);
  std::fill(masses[0].begin(), masses[0].end(), 0);
  const auto corrections =
      minimise_contours(scene.bodies(), find_all(scene).piercings, view(masses), {.is_global = true, .largest = 0.01});
  ASSERT_FALSE(corrections.empty());
  for (const Correction& c : corrections) EXPECT_EQ(c.body, BodyId(1));
  std::fill(masses[1].begin(), masses[1].end(), 0);
  EXPECT_TRUE(
      minimise_contours(scene.bodies(), find_all(scene).piercings, view(masses), {.is_global = true, .largest = 0.01})
          .empty());
}

TEST(Piercings, SidesFollowTheSheets) {
  const Scene scene = make("closed", 0);
  const Piercings found = find_all(scene).piercings;
  ASSERT_EQ(found.contour_count, 1u);
  int of_first = 0;
  for (const Piercing& p : found.piercings) {
    EXPECT_EQ(p.side == found.piercings[0].side, p.edge_body == found.piercings[0].edge_body);
    of_first += p.edge_body == BodyId(0);
  }
  EXPECT_GT(of_first, 0);
  EXPECT_LT(of_first, static_cast<int>(found.piercings.size()));
}

// On one sheet, the two lines of a contour are told apart though they lie on the same surface.
TEST(Piercings, SidesOfOneSheetAreTwoLines) {
  const Scene scene = make("ll", 0);
  const Piercings found = find_all(scene).piercings;
  EXPECT_EQ(found.contour_count, 1u);
  EXPECT_EQ(found.loop_vertices.size(), 2u);
  int sides[2] = {0, 0};
  std::map<EdgeId, int> side_of;
  for (const Piercing& p : found.piercings) {
    ++sides[p.side];
    EXPECT_EQ(side_of.try_emplace(p.edge, p.side).first->second, p.side);
  }
  EXPECT_GT(sides[0], 3);
  EXPECT_GT(sides[1], 3);
}

TEST(Piercings, ContoursHoldTogetherWhereCrossingsAreMissing) {
  const Scene scene = make("closed", 0, 24);
  const Found all = find_all(scene);
  std::vector<std::uint8_t> is_ignored;
  for (std::size_t i = 0; i < all.crossings.crossings.size(); ++i) is_ignored.push_back(i % 2);
  const Piercings half = find_all(scene, is_ignored).piercings;
  EXPECT_NEAR(static_cast<double>(half.piercings.size()), 0.5 * static_cast<double>(all.piercings.piercings.size()), 2);
  EXPECT_LE(half.contour_count, 2u);
  std::map<std::uint32_t, BodyId> body_of_side;
  for (const Piercing& p : half.piercings) {
    EXPECT_EQ(body_of_side.try_emplace(2 * p.contour + p.side, p.edge_body).first->second, p.edge_body);
  }
}

TEST(Piercings, WhatTouchesIsNamed) {
  const Scene scene = make("doubled", 0, 4);
  const Piercings found = find_all(scene).piercings;
  EXPECT_FALSE(found.not_general.empty());
}

}  // namespace
}  // namespace abut
