// From intersecting pairs to crossings. Each pair contributes the extreme points of its intersection, and each point is
// named by the two features that hold it. That name is exact and the same from every pair that has the point, so
// joining equal names joins the pieces of the line, without any tolerance.
#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "abut/detect.h"
#include "base/parallel.h"

namespace abut {
namespace {

SurfaceFeature name_feature(const Body& body, FaceRef ref, TriangleFeature feature) {
  using Kind = SurfaceFeature::Kind;
  const int i = feature_index(feature);
  if (is_corner(feature)) return {ref.body, Kind::vertex, body.surface->face(ref.face)[i]};
  if (is_edge(feature)) return {ref.body, Kind::edge, body.surface->face_edges(ref.face)[i]};
  return {ref.body, Kind::face, ref.face};
}

Crossing name_crossing(std::span<const Body> bodies, const IntersectingPair& pair, const MeetingPoint& point) {
  Crossing crossing{name_feature(bodies[pair.a.body], pair.a, point.a),
                    name_feature(bodies[pair.b.body], pair.b, point.b), point.position};
  if (crossing.b < crossing.a) std::swap(crossing.a, crossing.b);
  return crossing;
}

bool before(const Crossing& x, const Crossing& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); }
bool same(const Crossing& x, const Crossing& y) { return x.a == y.a && x.b == y.b; }

// True if the line between two points of a triangle runs along one of its edges.
bool test_along_edge(TriangleFeature x, TriangleFeature y) {
  const auto is_on = [](TriangleFeature f, int edge) {
    if (is_edge(f)) return feature_index(f) == edge;
    return is_corner(f) && (feature_index(f) == edge || feature_index(f) == (edge + 1) % 3);
  };
  return (is_on(x, 0) && is_on(y, 0)) || (is_on(x, 1) && is_on(y, 1)) || (is_on(x, 2) && is_on(y, 2));
}

Overlap classify(const TriangleMeeting& meeting) {
  if (meeting.is_area()) return Overlap::area;
  if (!meeting.is_segment()) return Overlap::point;
  const MeetingPoint &first = meeting.points[0], &second = meeting.points[1];
  return test_along_edge(first.a, second.a) || test_along_edge(first.b, second.b) ? Overlap::edge : Overlap::crossing;
}

// The extreme points of all pairs, pair after pair. Sets the counts and overlaps of the pairs.
std::vector<Crossing> name_all(std::span<const Body> bodies, std::span<const IntersectingPair> pairs, int threads,
                               std::vector<PairCrossings>& of_pairs) {
  constexpr std::size_t block_size = 1024;
  std::vector<std::vector<Crossing>> blocks((pairs.size() + block_size - 1) / block_size);
  const auto points = [&](FaceRef f) { return face_points(*bodies[f.body].surface, bodies[f.body].positions, f.face); };
  parallel_blocks(pairs.size(), block_size, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const TriangleMeeting meeting = find_triangle_triangle(points(pairs[i].a), points(pairs[i].b));
      of_pairs[i].count = meeting.count;
      of_pairs[i].overlap = classify(meeting);
      for (int k = 0; k < meeting.count; ++k) {
        blocks[begin / block_size].push_back(name_crossing(bodies, pairs[i], meeting.points[k]));
      }
    }
  });
  return join_in_order(blocks);
}

// Gives equal names equal numbers, in the order of the names, and keeps one crossing of each.
std::vector<std::uint32_t> number_names(const std::vector<Crossing>& named, std::vector<Crossing>& kept) {
  std::vector<std::uint32_t> order(named.size()), numbers(named.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return before(named[x], named[y]); });
  for (const std::uint32_t i : order) {
    if (kept.empty() || !same(kept.back(), named[i])) kept.push_back(named[i]);
    numbers[i] = static_cast<std::uint32_t>(kept.size() - 1);
  }
  return numbers;
}

}  // namespace

Crossings find_crossings(std::span<const Body> bodies, std::span<const IntersectingPair> pairs,
                         const RunSettings& run) {
  Crossings found;
  found.of_pairs.resize(pairs.size());
  const std::vector<Crossing> named = name_all(bodies, pairs, run.threads, found.of_pairs);
  const std::vector<std::uint32_t> numbers = number_names(named, found.crossings);
  auto next = numbers.begin();
  for (PairCrossings& of_pair : found.of_pairs) {
    std::copy_n(next, of_pair.count, of_pair.crossings.begin());
    next += of_pair.count;
  }
  return found;
}

}  // namespace abut
