#include "reproduce/outline_boxes/figure_scenes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "base/chance.h"
#include "reproduce/outline_boxes/wavy_outline.h"

namespace abut::reproduce {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kFar = 400;  // more than objects are wide
constexpr double kExact = 0.1 * kContactTolerance;
constexpr double kLittle = 0.05;  // how far from contact, by the distance from the middle
constexpr std::size_t kFramesBetween = 5;
constexpr std::uint64_t kSeedsPerScene = 100;  // more than any scene has outlines

Vec2 make_way(double angle) { return Vec2(std::cos(angle), std::sin(angle)); }

// Where what is apart when far and not when near begins to meet, on the near side.
double find_first_meeting(double near, double far, const std::function<bool(double)>& are_apart) {
  while (far - near > kExact) (are_apart(0.5 * (near + far)) ? far : near) = 0.5 * (near + far);
  return near;
}

bool are_apart(const PlacedOutline& a, const PlacedOutline& b) {
  return find_relation(a, b, {kContactTolerance}).relation == OutlineRelation::separate;
}

std::vector<Outline> make_three(const WavyShape& shape, std::uint64_t seed) {
  std::vector<Outline> outlines;
  for (std::uint64_t i = 0; i < 3; ++i) outlines.push_back(make_wavy_outline(shape, kSeedsPerScene * seed + i));
  return outlines;
}

// ---------------------------------------------------------------------------------------------------------------
// Fig. 8

Pose2 place_on_ring(std::size_t number, double distance) {
  return {1, 0, distance * make_way(kPi / 2 + 2 * kPi / 3 * static_cast<double>(number))};
}

OutlineScene make_ring(const std::vector<Outline>& outlines, double distance) {
  OutlineScene scene{outlines, {}};
  for (std::size_t i = 0; i < outlines.size(); ++i) scene.poses.push_back(place_on_ring(i, distance));
  return scene;
}

// ---------------------------------------------------------------------------------------------------------------
// Fig. 9

constexpr double kSide = 320, kSpeed = 3;  // of the grid they start on; what it shrinks by in a frame
constexpr std::size_t kMostFrames = 80;

Outline make_regular_polygon(int corners, double radius) {
  std::vector<Vec2> points;
  for (int i = 0; i < corners; ++i) points.push_back(radius * make_way(2 * kPi * i / corners));
  return {"", {make_polygon(points)}};
}

// Four of 128 segments, three of 32, a square and a triangle: 615. No more waves than one for eight segments.
std::vector<Outline> make_nine(int waves, std::uint64_t seed) {
  const WavyShape large{128, std::min(waves, 16)}, small{32, std::min(waves, 4), 70};
  std::vector<Outline> outlines;
  for (std::uint64_t i = 0; i < 7; ++i) {
    outlines.push_back(make_wavy_outline(i % 2 == 0 ? large : small, kSeedsPerScene * seed + i));
  }
  outlines.push_back(make_regular_polygon(4, 90));
  outlines.push_back(make_regular_polygon(3, 90));
  return outlines;
}

std::vector<Pose2> place_in_frame(std::size_t frame, std::uint64_t seed) {
  const double side = kSide - kSpeed * static_cast<double>(frame);
  std::vector<Pose2> poses;
  for (std::size_t i = 0; i < 9; ++i) {
    const std::uint64_t number = 2 * i;
    const double angle = 2 * kPi * abut::draw(~seed, number), spin = 0.1 * (abut::draw(~seed, number + 1) - 0.5);
    const Vec2 cell(static_cast<double>(i % 3) - 1, static_cast<double>(i / 3) - 1);
    poses.push_back(Pose2::make(angle + spin * static_cast<double>(frame), side * cell));
  }
  return poses;
}

std::size_t find_first_interference(const OutlineScene& scene, std::uint64_t seed) {
  PlantedScene planted(scene, Adaptation::elementary);
  std::size_t frame = 0;
  while (frame < kMostFrames && count_relations(planted).interferences == 0)
    planted.place(place_in_frame(++frame, seed));
  return frame;
}

// ---------------------------------------------------------------------------------------------------------------
// Fig. 10

constexpr double kRoughness = 1;

}  // namespace

RingScenes make_ring_scenes(int waves, std::uint64_t seed) {
  const std::vector<Outline> outlines = make_three({.waves = waves}, seed);
  const PlantedScene planted(make_ring(outlines, 0), Adaptation::elementary);
  // All directions of an outline have one point of it each. So two that meet still meet when they are nearer.
  std::array<double, 3> meetings = {};
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t i = k, j = (k + 1) % 3;
    meetings[k] = find_first_meeting(0, kFar, [&](double distance) {
      return are_apart({&planted.tree(i), place_on_ring(i, distance)}, {&planted.tree(j), place_on_ring(j, distance)});
    });
  }
  const auto [last, first] = std::minmax_element(meetings.begin(), meetings.end());
  return {make_ring(outlines, (1 + kLittle) * *first), make_ring(outlines, *first),
          make_ring(outlines, (1 - kLittle) * *last)};
}

MovingScenes make_moving_scenes(int waves, std::uint64_t seed) {
  OutlineScene first{make_nine(waves, seed), place_in_frame(0, seed)};
  const std::size_t frame = find_first_interference(first, seed);
  first.poses = place_in_frame(frame, seed);
  OutlineScene later{first.outlines, place_in_frame(frame + kFramesBetween, seed)};
  return {std::move(first), std::move(later)};
}

OutlineScene make_rough_scene(int waves, std::uint64_t seed) {
  OutlineScene scene{make_three({.waves = waves, .roughness = kRoughness}, seed), {{}, {}, {}}};
  const PlantedScene planted(scene, Adaptation::elementary);
  const auto place = [&](std::size_t i, const Vec2& shift) { return PlacedOutline{&planted.tree(i), {1, 0, shift}}; };
  const double second = find_first_meeting(
      0, kFar, [&](double distance) { return are_apart(place(0, Vec2::Zero()), place(1, Vec2(distance, 0))); });
  const Vec2 beside(second, 0);
  // From above, towards the middle between the two.
  const double third = find_first_meeting(0, kFar, [&](double height) {
    const PlacedOutline last = place(2, 0.5 * beside + Vec2(0, height));
    return are_apart(place(0, Vec2::Zero()), last) && are_apart(place(1, beside), last);
  });
  scene.poses = {{}, {1, 0, beside}, {1, 0, 0.5 * beside + Vec2(0, third)}};
  return scene;
}

}  // namespace abut::reproduce
