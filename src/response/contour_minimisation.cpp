#include <algorithm>
#include <cmath>

#include "abut/response.h"

namespace abut {
namespace {

// Where an edge runs almost within the pierced face, the piercing slides without bounds; the length does not.
constexpr double kLargestSlide = 10;

// From the edge into the face, at right angles to the edge.
Vec3 find_inward(const Surface& surface, std::span<const Vec3> positions, FaceId face, EdgeId edge, const Vec3& along) {
  const auto& ends = surface.edge(edge);
  for (const VertexId v : surface.face(face)) {
    if (v == ends[0] || v == ends[1]) continue;
    const Vec3 way = positions[v] - positions[ends[0]];
    return way - way.dot(along) * along;
  }
  return Vec3::Zero();
}

double find_inverse_mass(const Piercing& piercing, std::span<const Body> bodies, InverseMasses masses, bool of_edge) {
  double sum = 0;
  if (of_edge) {
    for (const VertexId v : bodies[piercing.edge_body].surface->edge(piercing.edge))
      sum += masses[piercing.edge_body][v];
  } else {
    for (const VertexId v : bodies[piercing.face_body].surface->face(piercing.face))
      sum += masses[piercing.face_body][v];
  }
  return sum;
}

double sign_of(const Piercing& piercing) { return piercing.side == 0 ? 1 : -1; }

// One correction for each vertex of a contour: the sum of those of its piercings, scaled together so that none is
// longer than the largest of them.
void merge_corrections(std::vector<Correction>& corrections, double largest) {
  std::stable_sort(corrections.begin(), corrections.end(), [](const Correction& a, const Correction& b) {
    return std::tie(a.body, a.vertex) < std::tie(b.body, b.vertex);
  });
  std::size_t count = 0;
  double longest = 0;
  for (const Correction& correction : corrections) {
    Correction* last = count > 0 ? &corrections[count - 1] : nullptr;
    if (last && last->body == correction.body && last->vertex == correction.vertex) {
      last->displacement += correction.displacement;
    } else {
      corrections[count++] = correction;
    }
  }
  corrections.resize(count);
  for (const Correction& correction : corrections) longest = std::max(longest, correction.displacement.norm());
  if (longest <= largest) return;
  for (Correction& correction : corrections) correction.displacement *= largest / longest;
}

}  // namespace

LengthGradient measure_length_gradient(std::span<const Body> bodies, const Piercing& piercing) {
  const Body &of_edge = bodies[piercing.edge_body], &of_face = bodies[piercing.face_body];
  const auto& [p, q] = of_edge.surface->edge(piercing.edge);
  const Vec3 along = (of_edge.positions[q] - of_edge.positions[p]).normalized();
  const Vec3 normal = unit_normal(face_points(*of_face.surface, of_face.positions, piercing.face));
  LengthGradient gradient;
  for (const FaceId face : of_edge.surface->edge_faces(piercing.edge)) {
    const Vec3 line = normal.cross(unit_normal(face_points(*of_edge.surface, of_edge.positions, face)));
    if (!(line.squaredNorm() > 1e-24)) continue;  // faces in one plane meet in no line
    Vec3 inward = line.normalized();
    if (inward.dot(find_inward(*of_edge.surface, of_edge.positions, face, piercing.edge, along)) < 0) inward = -inward;
    const double steepness = along.dot(normal), shift = along.dot(inward);
    const double slide = std::abs(shift) < kLargestSlide * std::abs(steepness)
                             ? shift / steepness
                             : std::copysign(kLargestSlide, shift) * std::copysign(1.0, steepness);
    gradient.of_edge += inward - slide * normal;
    gradient.of_face += slide * normal;
  }
  return gradient;
}

Vec3 measure_movable_gradient(std::span<const Body> bodies, const Piercing& piercing, InverseMasses masses) {
  const LengthGradient gradient = measure_length_gradient(bodies, piercing);
  Vec3 sum = Vec3::Zero();
  if (find_inverse_mass(piercing, bodies, masses, true) > 0) sum += gradient.of_edge;
  if (find_inverse_mass(piercing, bodies, masses, false) > 0) sum -= gradient.of_face;
  return sum;
}

Vec3 limit_correction(const Vec3& gradient, double largest, double softness) {
  const double length = std::sqrt(gradient.squaredNorm() + softness * softness);
  return length > 0 ? Vec3(gradient * (largest / length)) : Vec3(Vec3::Zero());
}

void distribute(std::span<const Body> bodies, const Piercing& piercing, const Vec3& relative, InverseMasses masses,
                std::vector<Correction>& corrections) {
  const auto& ends = bodies[piercing.edge_body].surface->edge(piercing.edge);
  const auto& corners = bodies[piercing.face_body].surface->face(piercing.face);
  const std::array<double, 2> edge_weights = {1 - piercing.edge_parameter, piercing.edge_parameter};
  const auto edge_masses = masses[piercing.edge_body], face_masses = masses[piercing.face_body];
  double compliance = 0;
  for (int i = 0; i < 2; ++i) compliance += edge_masses[ends[i]] * edge_weights[i] * edge_weights[i];
  for (int i = 0; i < 3; ++i) {
    compliance += face_masses[corners[i]] * piercing.face_weights[i] * piercing.face_weights[i];
  }
  if (!(compliance > 0)) return;
  const Vec3 impulse = relative / compliance;
  for (int i = 0; i < 2; ++i) {
    const double share = edge_masses[ends[i]] * edge_weights[i];
    if (share > 0) corrections.push_back({piercing.edge_body, ends[i], share * impulse});
  }
  for (int i = 0; i < 3; ++i) {
    const double share = face_masses[corners[i]] * piercing.face_weights[i];
    if (share > 0) corrections.push_back({piercing.face_body, corners[i], -share * impulse});
  }
}

std::vector<Vec3> sum_gradients(std::span<const Body> bodies, const Piercings& found, InverseMasses masses) {
  std::vector<Vec3> sums(found.contour_count, Vec3::Zero());
  for (const Piercing& piercing : found.piercings) {
    sums[piercing.contour] += sign_of(piercing) * measure_movable_gradient(bodies, piercing, masses);
  }
  return sums;
}

std::vector<Correction> minimise_contours(std::span<const Body> bodies, const Piercings& found, InverseMasses masses,
                                          const MinimisationSettings& settings) {
  std::vector<Vec3> sums;
  if (settings.is_global) sums = sum_gradients(bodies, found, masses);
  std::vector<std::vector<Correction>> of_contours(found.contour_count);
  for (const Piercing& piercing : found.piercings) {
    const Vec3 gradient = settings.is_global ? Vec3(sign_of(piercing) * sums[piercing.contour])
                                             : measure_movable_gradient(bodies, piercing, masses);
    distribute(bodies, piercing, limit_correction(gradient, settings.largest, settings.softness), masses,
               of_contours[piercing.contour]);
  }
  std::vector<Correction> corrections;
  for (auto& of_contour : of_contours) {
    merge_corrections(of_contour, settings.largest);
    corrections.insert(corrections.end(), of_contour.begin(), of_contour.end());
  }
  merge_corrections(corrections, std::numeric_limits<double>::infinity());
  return corrections;
}

}  // namespace abut
