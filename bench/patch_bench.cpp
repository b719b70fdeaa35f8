// Job "patches": curved patches that move, pair by pair; the count is that of pairs of parts looked at.
#include <random>

#include "abut/patch_contact.h"
#include "bench/bench.h"

namespace abut::bench {
namespace {

struct Scene {
  Patch a, b;
};

class Dice {
 public:
  double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Vec3 point(double size) { return Vec3(number(-size, size), number(-size, size), number(-size, size)); }

 private:
  std::mt19937_64 engine_{5};
};

// About a square of 2, bumpy.
Patch make_sheet(Dice& dice) {
  BezierNet net;
  for (int k = 0; k < 16; ++k) net[k] = Vec3(k / 4 * 2.0 / 3 - 1, k % 4 * 2.0 / 3 - 1, 0) + dice.point(0.5);
  return *make_bezier_patch(net);
}

Patch make_patch(Dice& dice, const std::string& kind) {
  if (kind == "bezier") return make_sheet(dice);
  if (kind == "sphere") return *make_sphere_patch(dice.number(0.2, 1));
  if (kind == "torus") return *make_torus_patch(dice.number(0.6, 1), dice.number(0.1, 0.4));
  return *make_superquadric_patch(
      {.radii = Vec3::Ones() + dice.point(0.5), .along = dice.number(0.4, 1.6), .around = dice.number(0.4, 1.6)});
}

Patch place(Dice& dice, const Patch& patch, double height, double speed, double turning) {
  PatchMotion motion;
  const Vec3 axis = dice.point(1);
  motion.start = {Eigen::Quaterniond(Eigen::AngleAxisd(dice.number(0, 6), axis.normalized())), dice.point(0.3)};
  motion.start.translation.z() += height;
  motion.velocity = dice.point(speed);
  motion.turning = dice.point(turning);
  motion.pivot = motion.start.translation;
  return *patch.moved(motion);
}

std::vector<Scene> make_scenes(const std::string& kind, double speed, double turning) {
  Dice dice;
  std::vector<Scene> scenes;
  for (int i = 0; i < 400; ++i) {
    const Patch a = place(dice, make_patch(dice, kind), 0, speed, turning);
    scenes.push_back({a, place(dice, make_patch(dice, kind), 2, speed, turning)});
  }
  return scenes;
}

Row make_row(const std::string& name, std::size_t size, const Measurement& m) {
  return {"patches", name, size, 1, m.seconds, "", 0, m.count, 0};
}

// Scenes that are apart all the time, and scenes that come to touch.
std::vector<Row> measure_impacts(const std::string& kind, double speed, double turning, const std::string& name) {
  std::vector<Row> rows;
  const auto scenes = make_scenes(kind, speed, turning);
  for (const PatchVerdict verdict : {PatchVerdict::separate, PatchVerdict::contact}) {
    std::vector<Scene> chosen;
    for (const Scene& s : scenes) {
      if (find_patch_patch_impact(s.a, s.b).verdict == verdict) chosen.push_back(s);
    }
    const auto m = measure([&] {
      std::uint64_t cells = 0;
      for (const Scene& s : chosen) cells += find_patch_patch_impact(s.a, s.b).cells;
      return cells;
    });
    rows.push_back(make_row(name + (verdict == PatchVerdict::separate ? ", apart" : ", touching"), chosen.size(), m));
  }
  return rows;
}

std::vector<Row> measure_distances(const std::string& kind) {
  std::vector<Scene> scenes = make_scenes(kind, 0, 0);
  scenes.erase(std::remove_if(scenes.begin(), scenes.end(), [](const Scene& s) { return !test_apart(s.a, s.b); }),
               scenes.end());
  const auto distances = measure([&] {
    std::uint64_t cells = 0;
    for (const Scene& s : scenes) cells += measure_distance(s.a, s.b).cells;
    return cells;
  });
  const auto tests = measure([&] {
    std::uint64_t count = 0;
    for (const Scene& s : scenes) count += test_apart(s.a, s.b);
    return count;
  });
  return {make_row(kind + " distance", scenes.size(), distances), make_row(kind + " test_apart", scenes.size(), tests)};
}

// From nothing, and from the points of a moment ago.
std::vector<Row> measure_extremal() {
  const auto scenes = make_scenes("superquadric", 1, 1);
  std::vector<ExtremalPoints> last;
  for (const Scene& s : scenes) last.push_back(*find_extremal_points(s.a, s.b, 0));
  const auto cold = measure([&] {
    std::uint64_t proved = 0;
    for (const Scene& s : scenes) proved += find_extremal_points(s.a, s.b, 0.01)->is_proved;
    return proved;
  });
  const auto warm = measure([&] {
    std::uint64_t proved = 0;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
      proved += find_extremal_points(scenes[i].a, scenes[i].b, 0.01, {.wants_proof = false}, &last[i])->is_proved;
    }
    return proved;
  });
  return {make_row("extremal points, proved", scenes.size(), cold),
          make_row("extremal points, followed", scenes.size(), warm)};
}

}  // namespace

std::vector<Case> make_patch_cases() {
  std::vector<Case> cases;
  cases.push_back({"patches", "bezier still", [] { return measure_impacts("bezier", 0, 0, "bezier still"); }});
  for (const std::string kind : {"bezier", "sphere", "torus", "superquadric"}) {
    cases.push_back({"patches", kind + " moving", [=] { return measure_impacts(kind, 1, 0, kind + " moving"); }});
    cases.push_back({"patches", kind + " turning", [=] { return measure_impacts(kind, 1, 1, kind + " turning"); }});
    cases.push_back({"patches", kind + " distance", [=] { return measure_distances(kind); }});
  }
  cases.push_back({"patches", "extremal", [] { return measure_extremal(); }});
  return cases;
}

}  // namespace abut::bench
