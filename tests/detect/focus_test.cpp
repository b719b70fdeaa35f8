// With some faces in focus, nothing that they have a part in is lost, and what is found is true.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "abut/detect.h"
#include "scenes/tangles.h"
#include "support/random.h"

namespace abut {
namespace {

struct Scene {
  std::vector<Surface> surfaces;
  std::vector<std::vector<Vec3>> positions;
  Detector detector;

  explicit Scene(std::string_view kind) {
    const auto tangled = make_tangle(kind, 3, 12);
    for (const SceneMesh& mesh : tangled->meshes) {
      surfaces.push_back(make_surface(mesh.mesh));
      positions.push_back(mesh.mesh.positions);
    }
    for (std::size_t i = 0; i < surfaces.size(); ++i) detector.add({&surfaces[i], positions[i]});
  }
};

// All faces around some vertices, as where those have moved.
std::vector<std::vector<std::uint8_t>> choose_faces(const Scene& scene, test::Random& random) {
  std::vector<std::vector<std::uint8_t>> chosen;
  for (const Surface& surface : scene.surfaces) {
    auto& faces = chosen.emplace_back(surface.face_count(), 0);
    const int start = random.integer(0, static_cast<int>(surface.vertex_count()) - 1);
    for (int v = start; v < std::min<int>(start + 15, static_cast<int>(surface.vertex_count())); ++v) {
      for (const FaceId f : surface.vertex_faces(VertexId(v))) faces[f] = 1;
    }
  }
  return chosen;
}

TEST(Focus, loses_nothing_the_faces_have_a_part_in) {
  test::Random random(11);
  std::size_t kept = 0, left_out = 0;
  for (const char* kind : {"squares", "tubes2", "crumple", "ll"}) {
    Scene scene(kind);
    const auto all = scene.detector.find_intersections().pairs;
    for (int round = 0; round < 10; ++round) {
      const auto chosen = choose_faces(scene, random);
      const auto has_part = [&](const IntersectingPair& p) {
        return chosen[p.a.body][p.a.face] || chosen[p.b.body][p.b.face];
      };
      for (std::size_t i = 0; i < chosen.size(); ++i) scene.detector.focus(BodyId(i), chosen[i]);
      const auto found = scene.detector.find_intersections().pairs;
      EXPECT_TRUE(std::includes(all.begin(), all.end(), found.begin(), found.end())) << kind;
      for (const IntersectingPair& pair : all) {
        if (!has_part(pair)) continue;
        EXPECT_TRUE(std::binary_search(found.begin(), found.end(), pair)) << kind;
        ++kept;
      }
      left_out += all.size() - found.size();
    }
    for (std::size_t i = 0; i < scene.surfaces.size(); ++i) scene.detector.focus(BodyId(i), {});
    EXPECT_EQ(scene.detector.find_intersections().pairs, all) << kind;
  }
  EXPECT_GT(kept, 100u);
  EXPECT_GT(left_out, 1000u);
}

// Features are listed once for all faces around them, so vertices are in focus with all their faces.
TEST(Focus, holds_for_what_is_near_and_for_impacts) {
  test::Random random(12);
  std::size_t near_kept = 0, impacts_kept = 0;
  for (const char* kind : {"tubes2", "layers"}) {
    Scene scene(kind);
    const double within = 0.02;
    const auto near = scene.detector.find_proximities({.within = within}).pairs;
    for (int round = 0; round < 5; ++round) {
      const auto chosen = choose_faces(scene, random);
      std::vector<std::vector<Vec3>> ends = scene.positions;
      std::vector<std::set<std::uint32_t>> moved(ends.size());
      for (std::size_t i = 0; i < chosen.size(); ++i) {
        scene.detector.focus(BodyId(i), chosen[i]);
        for (std::uint32_t v = 0; v < ends[i].size(); ++v) {
          const auto faces = scene.surfaces[i].vertex_faces(VertexId(v));
          if (!std::all_of(faces.begin(), faces.end(), [&](FaceId f) { return chosen[i][f] != 0; })) continue;
          moved[i].insert(v);
          ends[i][v] += random.point(-0.05, 0.05);
        }
      }
      const auto some = scene.detector.find_proximities({.within = within}).pairs;
      for (const Proximity& p : near) {
        if (p.a.kind != SurfaceFeature::Kind::vertex || !moved[p.a.body].contains(p.a.index)) continue;
        EXPECT_TRUE(std::binary_search(some.begin(), some.end(), p));
        ++near_kept;
      }
      for (std::size_t i = 0; i < ends.size(); ++i) scene.detector.sweep(BodyId(i), scene.positions[i], ends[i]);
      const auto in_focus = scene.detector.find_impacts({.check_start = false}).impacts;
      for (std::size_t i = 0; i < ends.size(); ++i) scene.detector.focus(BodyId(i), {});
      const auto all = scene.detector.find_impacts({.check_start = false}).impacts;
      std::size_t while_moving = 0;
      for (const Impact& impact : all) while_moving += !impact.touch.at_start;
      std::size_t found = 0;
      for (const Impact& impact : in_focus) found += !impact.touch.at_start;
      EXPECT_EQ(found, while_moving);
      impacts_kept += found;
      for (std::size_t i = 0; i < ends.size(); ++i) scene.detector.move(BodyId(i), scene.positions[i]);
    }
  }
  EXPECT_GT(near_kept, 20u);
  EXPECT_GT(impacts_kept, 20u);
}

}  // namespace
}  // namespace abut
