// What is near, of bodies that are looked at once: a detector for the moment.
#include "abut/detect.h"

namespace abut {
namespace {

Detector make_detector(std::span<const Body> bodies, const RunSettings& run) {
  Detector detector({}, {run.threads, {}});
  for (const Body& body : bodies) detector.add(body);
  return detector;
}

}  // namespace

Proximities find_proximities(std::span<const Body> bodies, const ProximitySettings& settings) {
  return make_detector(bodies, settings.run).find_proximities(settings);
}

std::optional<MinimumDistance> find_minimum_distance(std::span<const Body> bodies, const DistanceSettings& settings) {
  return make_detector(bodies, settings.run).find_minimum_distance(settings);
}

}  // namespace abut
