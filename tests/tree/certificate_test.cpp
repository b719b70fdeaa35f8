#include "tree/certificate.h"

#include <gtest/gtest.h>

#include <map>

#include "abut/detect.h"
#include "support/distances.h"
#include "support/meshes.h"
#include "support/motions.h"
#include "support/shapes.h"

namespace abut {
namespace {

using test::BuiltMesh;
using test::Random;

// For a mesh, which pairs of places intersect or, with a margin, are near, by brute force.
class Truth {
 public:
  Truth(const BuiltMesh& built, const SurfaceTree& tree, double margin = 0) {
    std::vector<std::uint32_t> place(built.surface.face_count());
    const auto all = tree.places(0);
    for (std::uint32_t p = all.begin; p < all.end; ++p) place[tree.face(p)] = p;
    const Body body = built.body();
    for (const auto& pair : find_intersections_brute_force({&body, 1}).pairs) {
      pairs_.push_back({place[pair.a.face], place[pair.b.face]});
    }
    if (margin == 0) return;
    for (std::size_t f = 0; f < place.size(); ++f) {
      for (std::size_t g = f + 1; g < place.size(); ++g) {
        if (test::distance_apart_from_shared(body, FaceId(f), FaceId(g)) > margin * (1 - 1e-12)) continue;
        pairs_.push_back({place[f], place[g]});
      }
    }
  }
  template <class InPatch>
  bool test_any(const InPatch& in_patch) const {
    return std::any_of(pairs_.begin(), pairs_.end(), [&](auto p) { return in_patch(p.first) && in_patch(p.second); });
  }
  std::size_t size() const { return pairs_.size(); }

 protected:
  void add(std::uint32_t a, std::uint32_t b) { pairs_.push_back({a, b}); }

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_;
};

// The same for a mesh on its way: which pairs of places have features that come to touch, or are within the margin, at
// any time.
class MovingTruth : public Truth {
 public:
  MovingTruth(const BuiltMesh& built, std::span<const Vec3> end, const SurfaceTree& tree, double margin)
      : Truth(built, tree) {
    const Surface& surface = built.surface;
    std::vector<std::uint32_t> place(surface.face_count());
    const auto all = tree.places(0);
    for (std::uint32_t p = all.begin; p < all.end; ++p) place[tree.face(p)] = p;
    const auto list_faces = [&](const SurfaceFeature& feature) -> std::vector<FaceId> {
      if (feature.kind == SurfaceFeature::Kind::face) return {FaceId(feature.index)};
      const auto faces = feature.kind == SurfaceFeature::Kind::vertex ? surface.vertex_faces(VertexId(feature.index))
                                                                      : surface.edge_faces(EdgeId(feature.index));
      return {faces.begin(), faces.end()};
    };
    const test::MovingBody body{&surface, built.mesh.positions, end};
    ImpactSettings settings;
    settings.separation = margin * (1 - 1e-12);
    for (const Impact& impact : test::find_impacts_brute_force({&body, 1}, Scope::all, settings)) {
      if (!impact.touch.is_certain) continue;
      for (const FaceId f : list_faces(impact.a)) {
        for (const FaceId g : list_faces(impact.b)) {
          if (surface.face_edges(f)[0].is_valid() && surface.face_edges(g)[0].is_valid()) add(place[f], place[g]);
        }
      }
    }
  }
};

struct Tally {
  int granted = 0, refused = 0, true_refusals = 0, wrong = 0;
};

void audit_patches(const SurfaceTree& tree, const Truth& truth, Tally& tally) {
  Certificate certificate;
  for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) {
    if (!tree.rims().has_rim(i) || tree.node(i).directions == 0) continue;
    const bool is_proved = certificate.prove(tree, i);
    const bool has_hit = truth.test_any([&](std::uint32_t p) { return tree.places(i).contains(p); });
    ++(is_proved ? tally.granted : tally.refused);
    tally.true_refusals += !is_proved && has_hit;
    tally.wrong += is_proved && has_hit;
  }
}

// Any two patches, adjacent or not.
void audit_unions(const SurfaceTree& tree, const Truth& truth, Random& random, Tally& tally) {
  Certificate certificate;
  const int count = static_cast<int>(tree.nodes().size());
  for (int tries = 0; tries < 300; ++tries) {
    const auto a = static_cast<std::uint32_t>(random.integer(0, count - 1)),
               b = static_cast<std::uint32_t>(random.integer(0, count - 1));
    const auto x = tree.places(a), y = tree.places(b);
    if (!tree.rims().has_rim(a) || !tree.rims().has_rim(b) || x.contains(y.begin) || y.contains(x.begin)) continue;
    if ((tree.node(a).directions & tree.node(b).directions) == 0) continue;
    const bool is_proved = certificate.prove(tree, a, b);
    const bool has_hit = truth.test_any([&](std::uint32_t p) { return x.contains(p) || y.contains(p); });
    ++(is_proved ? tally.granted : tally.refused);
    tally.true_refusals += !is_proved && has_hit;
    tally.wrong += is_proved && has_hit;
  }
}

// Every proof is checked against all pairs of faces there are.
TEST(Certificate, is_granted_to_nothing_that_meets_itself) {
  Random random(11);
  std::map<std::string, Tally> patches, unions;
  for (const auto kind : test::list_shape_kinds()) {
    for (int round = 0; round < 60; ++round) {
      PolygonMesh mesh = test::make_shape(kind, random, random.integer(40, 600));
      if (round % 3 == 0) test::damage(mesh, random);
      const BuiltMesh built(std::move(mesh));
      const SurfaceTree tree(built.surface, built.mesh.positions, {static_cast<Grouping>(random.integer(0, 1)), 4});
      test::refine_all(tree);
      const Truth truth(built, tree);
      audit_patches(tree, truth, patches[std::string(kind)]);
      audit_unions(tree, truth, random, unions[std::string(kind)]);
    }
  }
  Tally all;
  for (const auto* list : {&patches, &unions}) {
    for (const auto& [kind, tally] : *list) {
      EXPECT_EQ(tally.wrong, 0) << kind;
      all.granted += tally.granted;
      all.refused += tally.refused;
      all.true_refusals += tally.true_refusals;
    }
  }
  for (const auto& [kind, tally] : patches) EXPECT_GT(tally.granted, 20) << kind;
  EXPECT_GT(all.granted, 15000);
  EXPECT_GT(all.refused, 1000);
  EXPECT_GT(all.true_refusals, 300);
}

TEST(Certificate, with_a_margin_is_granted_to_nothing_near_itself) {
  Random random(12);
  Tally all;
  for (const auto kind : test::list_shape_kinds()) {
    Tally patches, unions;
    for (int round = 0; round < 40; ++round) {
      PolygonMesh mesh = test::make_shape(kind, random, random.integer(40, 250));
      if (round % 3 == 0) test::damage(mesh, random);
      const BuiltMesh built(std::move(mesh));
      SurfaceTree tree(built.surface, built.mesh.positions, {static_cast<Grouping>(random.integer(0, 1)), 4});
      const double size = make_box(built.mesh.positions).size().maxCoeff();
      const double margin = size * std::pow(10, random.uniform(-4, -1));
      tree.update(built.mesh.positions, tree.frame(), {}, margin);
      test::refine_all(tree);
      const Truth truth(built, tree, margin);
      audit_patches(tree, truth, patches);
      audit_unions(tree, truth, random, unions);
    }
    for (const Tally& tally : {patches, unions}) {
      EXPECT_EQ(tally.wrong, 0) << kind;
      all.granted += tally.granted;
      all.refused += tally.refused;
      all.true_refusals += tally.true_refusals;
    }
    EXPECT_GT(patches.granted, 20) << kind;
  }
  EXPECT_GT(all.granted, 4000);
  EXPECT_GT(all.refused, 500);
  EXPECT_GT(all.true_refusals, 200);
}

// With and without a margin. What moves little keeps its proofs, what moves much loses them.
TEST(Certificate, of_what_moves_is_granted_to_nothing_that_comes_to_touch) {
  Random random(13);
  Tally still, all, with_margin;
  for (const auto kind : test::list_shape_kinds()) {
    for (int round = 0; round < 24; ++round) {
      PolygonMesh mesh = test::make_shape(kind, random, random.integer(40, 200));
      if (round % 3 == 0) test::damage(mesh, random);
      const BuiltMesh built(std::move(mesh));
      SurfaceTree tree(built.surface, built.mesh.positions, {static_cast<Grouping>(random.integer(0, 1)), 4});
      const double size = make_box(built.mesh.positions).size().maxCoeff();
      const double margin = round % 2 == 0 ? 0 : size * std::pow(10, random.uniform(-4, -1.5));
      const auto end =
          test::make_end_positions(built.mesh.positions, random, size * std::pow(10, random.uniform(-3, -0.7)));
      BoxFrame frame = tree.frame();
      if (random.coin()) frame.drift = end[0] - built.mesh.positions[0];
      tree.sweep(built.mesh.positions, end, frame, {}, margin);
      test::refine_all(tree);
      Tally& tally = margin == 0 ? all : with_margin;
      const MovingTruth truth(built, end, tree, margin);
      audit_patches(tree, truth, tally);
      audit_unions(tree, truth, random, tally);
    }
  }
  for (const Tally& tally : {all, with_margin}) {
    EXPECT_EQ(tally.wrong, 0);
    EXPECT_GT(tally.granted, 1000);
    EXPECT_GT(tally.refused, 200);
    EXPECT_GT(tally.true_refusals, 50);
  }
}

}  // namespace
}  // namespace abut
