// Job "convex": two convex solids of one shape, 20,000 times. At random: turned anyhow, their centres 0.6 to 1.6 apart.
// Coherent: 200 pairs that pass each other, 100 frames each, a little farther and turned a little in each; ours keeps a
// witness per pair.
//
// A row's count is how many pairs touch. Pairs that are nearer to touching than 1e-5 are left out (one or two of a
// shape): Bullet computes in floats and may count them otherwise. Times are those of one pair and include putting the
// solids where they are.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "abut/convex_pair.h"
#include "bench/bench.h"
#include "bench/cases.h"
#include "bench/peers/convex_peers.h"
#include "tests/support/convexes.h"

namespace abut::bench {
namespace {

constexpr std::size_t kPairs = 20000, kFrames = 100;
constexpr double kFloatsDiffer = 1e-5;

struct Shape {
  std::string name;
  SolidKind kind;
  Convex convex;
};

std::vector<Shape> make_shapes() {
  return {{"box", SolidKind::box, Convex::make_box(Vec3(0.5, 0.5, 0.5))},
          {"hull of 32", SolidKind::hull, test::make_fibonacci_hull(32, Vec3(0.6, 0.48, 0.42))},
          {"capsule", SolidKind::capsule, Convex::make_capsule(0.3, 0.3)},
          {"sphere", SolidKind::sphere, Convex::make_sphere(0.5)}};
}

struct Places {
  Pose3 a, b;
};

struct Workload {
  const Shape* shape;
  std::vector<Places> places;
  std::size_t frames = 1;

  PlacedConvex a(std::size_t i) const { return {&shape->convex, places[i].a}; }
  PlacedConvex b(std::size_t i) const { return {&shape->convex, places[i].b}; }
};

bool is_borderline(const Shape& shape, const Places& places) {
  const PlacedConvex a{&shape.convex, places.a}, b{&shape.convex, places.b};
  const auto deep = measure_penetration(a, b);
  return (deep ? deep->depth : measure_distance(a, b).distance) < kFloatsDiffer;
}

Vec3 make_direction(test::Random& random) {
  for (;;) {
    const Vec3 p = random.point();
    if (p.norm() > 0.1 && p.norm() < 1) return p.normalized();
  }
}

Workload make_random(const Shape& shape) {
  test::Random random(1);
  Workload workload{&shape, {}, 1};
  for (std::size_t i = 0; i < kPairs; ++i) {
    Places places;
    places.a.rotation = test::make_turn_anyhow(random);
    places.b.rotation = test::make_turn_anyhow(random);
    places.b.translation = random.uniform(0.6, 1.6) * make_direction(random);
    if (!is_borderline(shape, places)) workload.places.push_back(places);
  }
  return workload;
}

// From one side to the other, beside the middle by up to their size.
std::vector<Places> make_passage(test::Random& random) {
  const Vec3 way = make_direction(random), beside = way.cross(make_direction(random)).normalized();
  const Vec3 start = -1.5 * way + random.uniform(0, 1) * beside, axis = make_direction(random);
  const auto a = test::make_turn_anyhow(random), b = test::make_turn_anyhow(random);
  std::vector<Places> list;
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    const double t = static_cast<double>(frame) / kFrames;
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(t, axis));
    list.push_back({{a, Vec3::Zero()}, {turn * b, start + 3 * t * way}});
  }
  return list;
}

Workload make_coherent(const Shape& shape) {
  test::Random random(2);
  Workload workload{&shape, {}, kFrames};
  while (workload.places.size() < kPairs) {
    const std::vector<Places> passage = make_passage(random);
    const bool is_clear =
        std::none_of(passage.begin(), passage.end(), [&](const Places& p) { return is_borderline(shape, p); });
    if (is_clear) workload.places.insert(workload.places.end(), passage.begin(), passage.end());
  }
  return workload;
}

// ---- two sides ----

Solid make_solid(const Shape& shape) {
  Solid solid{shape.kind, {0.5, 0.5, 0.5}, shape.convex.radius(), 0.3, {}, {}};
  for (const Vec3& v : shape.convex.vertices()) solid.vertices.push_back({v.x(), v.y(), v.z()});
  for (std::size_t f = 0; f < shape.convex.face_count(); ++f) {
    auto& face = solid.faces.emplace_back();
    for (const VertexId v : shape.convex.face(FaceId(f))) face.push_back(static_cast<int>(v.value));
  }
  return solid;
}

PlainPose make_plain(const Pose3& pose) {
  const Vec3& t = pose.translation;
  return {pose.rotation.w(), pose.rotation.x(), pose.rotation.y(), pose.rotation.z(), {t.x(), t.y(), t.z()}};
}

SolidPairs make_pairs(const Workload& workload) {
  SolidPairs pairs{make_solid(*workload.shape), {}};
  for (const auto& [a, b] : workload.places) pairs.places.push_back({make_plain(a), make_plain(b)});
  return pairs;
}

Measurement per_pair(Measurement m, const Workload& workload) {
  m.seconds /= static_cast<double>(workload.places.size());
  return m;
}

Measurement measure_ours(const Workload& workload, SolidQuestion question) {
  return per_pair(measure([&] {
                    std::uint64_t count = 0;
                    for (std::size_t i = 0; i < workload.places.size(); ++i) {
                      const PlacedConvex a = workload.a(i), b = workload.b(i);
                      count += question == SolidQuestion::touching ? test_touching(a, b)
                                                                   : !find_contact_patch(a, b).is_empty();
                    }
                    return count;
                  }),
                  workload);
}

// A witness per pair; tests are those that it did not decide.
Measurement measure_with_witness(const Workload& workload, SolidQuestion question) {
  std::uint64_t searches = 0;
  Measurement m = measure([&] {
    std::uint64_t count = 0;
    searches = 0;
    ConvexWitness witness;
    for (std::size_t i = 0; i < workload.places.size(); ++i) {
      if (i % workload.frames == 0) witness = {};
      const PlacedConvex a = workload.a(i), b = workload.b(i);
      count += question == SolidQuestion::touching ? test_touching(a, b, &witness)
                                                   : !find_contact_patch(a, b, 0, &witness).is_empty();
      if ((i + 1) % workload.frames == 0) searches += witness.tests - witness.saved;
    }
    return count;
  });
  m.tests = searches;
  return per_pair(m, workload);
}

std::optional<Measurement> per_pair(const std::optional<Measurement>& m, const Workload& workload) {
  return m ? std::optional(per_pair(*m, workload)) : std::nullopt;
}

std::vector<Row> compare(const Workload& workload, SolidQuestion question) {
  const bool is_coherent = workload.frames > 1;
  const Measurement alone = measure_ours(workload, question);
  const Measurement ours = is_coherent ? measure_with_witness(workload, question) : alone;
  const SolidPairs pairs = make_pairs(workload);
  const std::string name = fmt::format("{}, {}, {}", workload.shape->name, is_coherent ? "coherent" : "random",
                                       question == SolidQuestion::touching ? "yes or no" : "contacts");
  std::vector<Row> rows;
  const auto add = [&](const char* peer, const std::optional<Measurement>& theirs) {
    rows.push_back(make_row("convex", name, workload.places.size(), 1, ours, peer, theirs));
  };
  add("fcl", per_pair(measure_fcl_solids(pairs, question), workload));
  add("bullet", per_pair(measure_bullet_solids(pairs), workload));
  if (is_coherent) {
    Measurement fresh = alone;
    fresh.tests = workload.places.size();
    add("abut_no_witness", fresh);
  }
  return rows;
}

}  // namespace

std::vector<Case> make_convex_cases() {
  static const std::vector<Shape> shapes = make_shapes();
  std::vector<Case> cases;
  for (const Shape& shape : shapes) {
    for (const bool is_coherent : {false, true}) {
      for (const SolidQuestion question : {SolidQuestion::touching, SolidQuestion::contacts}) {
        const std::string name = fmt::format("{}, {}, {}", shape.name, is_coherent ? "coherent" : "random",
                                             question == SolidQuestion::touching ? "yes or no" : "contacts");
        cases.push_back({"convex", name, [&shape, is_coherent, question] {
                           return compare(is_coherent ? make_coherent(shape) : make_random(shape), question);
                         }});
      }
    }
  }
  return cases;
}

}  // namespace abut::bench
