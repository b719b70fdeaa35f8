// From what was found to layers of a recording.
#include "abut/recording.h"
#include "abut/response.h"
#include "io/report_rows.h"

namespace abut {
namespace {

double measure_mean_edge(std::span<const Body> bodies) {
  double sum = 0, count = 0;
  for (const Body& body : bodies) {
    const auto edges = static_cast<double>(body.surface->edge_count());
    sum += edges * measure_mean_edge(*body.surface, body.positions);
    count += edges;
  }
  return count > 0 ? sum / count : 0;
}

// Those that come last never move.
std::vector<std::vector<double>> list_inverse_masses(std::span<const Body> bodies, std::size_t moving_count) {
  std::vector<std::vector<double>> masses;
  for (const Body& body : bodies) {
    masses.emplace_back(body.positions.size(), masses.size() < moving_count ? 1.0 : 0.0);
  }
  return masses;
}

Vec3 place_of(std::span<const Body> bodies, const SurfaceFeature& feature, const Vec3& weights) {
  return find_position(bodies[feature.body], feature, weights, bodies[feature.body].positions);
}

}  // namespace

std::vector<RecordedLayer> record_intersections(std::span<const IntersectingPair> pairs, const Contours& contours) {
  return {{"pairs", "Intersecting pairs of faces", RecordedPairs{{pairs.begin(), pairs.end()}, contours.overlaps}},
          {"contours", "Intersection contours", RecordedContours{contours.contours}}};
}

RecordedLayer record_proximities(std::span<const Body> bodies, std::span<const Proximity> pairs) {
  RecordedContacts layer;
  for (const Proximity& pair : pairs) {
    layer.contacts.push_back({pair.a, pair.b, place_of(bodies, pair.a, pair.distance.a_weights),
                              place_of(bodies, pair.b, pair.distance.b_weights), pair.distance.normal,
                              pair.distance.distance});
  }
  return {"near", "Near features", std::move(layer)};
}

RecordedLayer record_impacts(std::span<const CheckedMesh> meshes, const MotionReport& report,
                             std::span<const Impact> impacts) {
  RecordedContacts layer;
  layer.has_times = true;
  for (const Impact& impact : impacts) {
    const Vec3 place = report.position(meshes, impact);
    layer.contacts.push_back({impact.a, impact.b, place + report.asked.separation * impact.touch.normal, place,
                              impact.touch.normal, report.asked.separation, impact.touch.time});
  }
  return {"impacts", "Impacts", std::move(layer)};
}

std::vector<RecordedLayer> record_gradients(std::span<const Body> bodies, std::span<const IntersectingPair> pairs,
                                            std::size_t moving_count, const RunSettings& run) {
  if (pairs.empty()) return {};
  const Crossings found = find_crossings(bodies, pairs, run);
  const Piercings piercings = find_piercings(bodies, pairs, found.crossings, found.of_pairs);
  const auto inverse_masses = list_inverse_masses(bodies, moving_count);
  const std::vector<std::span<const double>> masses(inverse_masses.begin(), inverse_masses.end());
  const auto sums = sum_gradients(bodies, piercings, masses);
  const double edge = measure_mean_edge(bodies);
  RecordedArrows gradients, corrections;
  gradients.scale = edge;
  for (const Piercing& piercing : piercings.piercings) {
    const Vec3 sum = piercing.side == 0 ? sums[piercing.contour] : Vec3(-sums[piercing.contour]);
    gradients.vectors.push_back(measure_movable_gradient(bodies, piercing, masses));
    corrections.vectors.push_back(limit_correction(sum, edge, MinimisationSettings{}.softness));
    gradients.origins.push_back(piercing.position);
  }
  corrections.origins = gradients.origins;
  return {{"G", "G: gradient of the contour's length", std::move(gradients)},
          {"H", "H: correction of the contour", std::move(corrections)}};
}

}  // namespace abut
