// The whole check: pairs, contours, counts by part, digest.
#include <algorithm>
#include <map>
#include <tuple>

#include "abut/detect.h"
#include "base/timer.h"

namespace abut {

std::vector<PartPairCount> count_by_parts(std::span<const Body> bodies, std::span<const IntersectingPair> pairs) {
  std::map<std::tuple<BodyId, PartId, BodyId, PartId>, std::size_t> counts;
  const auto part = [&](FaceRef f) { return bodies[f.body].surface->part(f.face); };
  for (const IntersectingPair& pair : pairs) {
    PartId a = part(pair.a), b = part(pair.b);
    if (pair.a.body == pair.b.body && b < a) std::swap(a, b);
    ++counts[{pair.a.body, a, pair.b.body, b}];
  }
  std::vector<PartPairCount> list;
  for (const auto& [key, count] : counts) {
    list.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), std::get<3>(key), count});
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& x, const auto& y) { return x.count > y.count; });
  return list;
}

CheckReport make_report(std::span<const Body> bodies, Intersections intersections, const RunSettings& run) {
  CheckReport report;
  report.intersections = std::move(intersections);
  report.contours = find_contours(bodies, report.intersections.pairs, run);
  // Of a list that was cut short only pieces of lines are known, and their ends would be made up.
  if (!report.intersections.is_complete) report.contours.contours.clear();
  report.by_parts = count_by_parts(bodies, report.intersections.pairs);
  report.digest = make_digest(report.intersections.pairs);
  return report;
}

CheckReport check(std::span<const Body> bodies, const IntersectionSettings& settings) {
  const Timer timer;
  CheckReport report = make_report(bodies, find_intersections(bodies, settings), settings.run);
  report.seconds = timer.seconds();
  return report;
}

}  // namespace abut
