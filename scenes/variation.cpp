#include "scenes/variation.h"

#include <cmath>
#include <numbers>

namespace abut {

Vec3 Variation::point(double low, double high) {
  const double x = uniform(low, high), y = uniform(low, high), z = uniform(low, high);
  return Vec3(x, y, z);
}

Turn make_random_turn(Variation& vary) {
  // A random point of the ball in four dimensions has a random direction, which is a quaternion.
  double w = 1;
  Vec3 v = Vec3::Zero();
  do {
    w = vary.uniform(-1, 1);
    v = vary.point(-1, 1);
  } while (w * w + v.squaredNorm() > 1 || w * w + v.squaredNorm() < 0.01);
  const double length = std::sqrt(w * w + v.squaredNorm());
  const double a = w / length, x = v.x() / length, y = v.y() / length, z = v.z() / length;
  return {{Vec3(1 - 2 * (y * y + z * z), 2 * (x * y - z * a), 2 * (x * z + y * a)),
           Vec3(2 * (x * y + z * a), 1 - 2 * (x * x + z * z), 2 * (y * z - x * a)),
           Vec3(2 * (x * z - y * a), 2 * (y * z + x * a), 1 - 2 * (x * x + y * y))}};
}

Waves::Waves(Variation& vary, double strength, double frequency) {
  double sum = 0;
  for (Wave& wave : waves_) {
    const Vec3 along = vary.point(-frequency, frequency), push = vary.point(-1, 1);
    wave = {along, push, vary.uniform(0, 2 * std::numbers::pi)};
    sum += push.norm();
  }
  for (Wave& wave : waves_) wave.push *= strength / sum;
}

Vec3 Waves::operator()(const Vec3& p) const {
  Vec3 sum = Vec3::Zero();
  for (const Wave& wave : waves_) sum += std::sin(wave.along.dot(p) + wave.phase) * wave.push;
  return sum;
}

void turn_all(TangledMeshes& meshes, Variation& vary) {
  if (vary.is_textbook()) return;
  const Turn turn = make_random_turn(vary);
  for (SceneMesh& mesh : meshes) {
    for (Vec3& p : mesh.mesh.positions) p = turn(p);
    for (Vec3& p : mesh.rest) p = turn(p);
  }
}

void disturb(TangledMeshes& meshes, Variation& vary, double noise) {
  if (vary.is_textbook()) return;
  const Waves waves(vary, 0.05, 2.5);
  for (SceneMesh& mesh : meshes) {
    const double roughness = mesh.is_obstacle ? 0 : noise;
    for (Vec3& p : mesh.mesh.positions) p += waves(p) + vary.point(-roughness, roughness);
  }
  turn_all(meshes, vary);
}

}  // namespace abut
