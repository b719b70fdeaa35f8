#include "io/recording_layers.h"

#include <limits>

#include "base/assert.h"
#include "io/report_rows.h"

namespace abut {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

using Numbers = std::vector<std::uint32_t>;

std::vector<std::uint8_t> list_codes(const auto& items, const auto& code) {
  std::vector<std::uint8_t> codes;
  for (const auto& item : items) codes.push_back(static_cast<std::uint8_t>(code(item)));
  return codes;
}

// Encodes one kind of content after the other; each adds its members to the layer's JSON.
class LayerEncoder {
 public:
  LayerEncoder(ChunkBuilder& chunk, std::span<const RecordedMesh> meshes, const RecordedLayer& layer)
      : chunk_(chunk), meshes_(meshes) {
    json_ = {{"kind", ""}, {"name", layer.name}, {"label", layer.label}};
  }

  Json take() { return std::move(json_); }

  void operator()(const RecordedPairs& layer);
  void operator()(const RecordedContours& layer);
  void operator()(const RecordedContacts& layer);
  void operator()(const RecordedArrows& layer);
  void operator()(const RecordedSpheres& layer);
  void operator()(const RecordedBoxes& layer);
  void operator()(const RecordedCurves& layer);
  void operator()(const RecordedVisits& layer);

 private:
  void add_feature(Numbers& numbers, const SurfaceFeature& feature) const;
  void add_levels(const auto& layer, std::size_t count);

  ChunkBuilder& chunk_;
  std::span<const RecordedMesh> meshes_;
  Json json_;
};

void LayerEncoder::operator()(const RecordedPairs& layer) {
  ABUT_ASSERT(layer.overlaps.size() == layer.pairs.size());
  Numbers faces;
  for (const IntersectingPair& pair : layer.pairs) {
    faces.insert(faces.end(), {pair.a.body, pair.a.face, pair.b.body, pair.b.face});
  }
  json_["kind"] = "pairs";
  json_["faces"] = chunk_.add(faces);
  json_["overlaps"] = chunk_.add(list_codes(layer.overlaps, [](Overlap overlap) { return overlap; }));
}

void LayerEncoder::operator()(const RecordedContours& layer) {
  std::vector<double> lengths, areas;
  std::vector<Vec3> points;
  std::vector<std::uint8_t> ends_on_boundary;
  Numbers segments, ends, pairs;
  Numbers point_starts = {0}, segment_starts = {0}, end_starts = {0}, pair_starts = {0};
  for (const Contour& contour : layer.contours) {
    const auto first = static_cast<std::uint32_t>(points.size());
    lengths.push_back(contour.length);
    areas.push_back(contour.area);
    for (const Crossing& crossing : contour.crossings) points.push_back(crossing.position);
    for (const auto& [from, to] : contour.segments) segments.insert(segments.end(), {first + from, first + to});
    for (const Contour::End& end : contour.ends) {
      ends.push_back(first + end.crossing);
      ends_on_boundary.push_back(end.on_boundary);
    }
    pairs.insert(pairs.end(), contour.pairs.begin(), contour.pairs.end());
    point_starts.push_back(static_cast<std::uint32_t>(points.size()));
    segment_starts.push_back(static_cast<std::uint32_t>(segments.size() / 2));
    end_starts.push_back(static_cast<std::uint32_t>(ends.size()));
    pair_starts.push_back(static_cast<std::uint32_t>(pairs.size()));
  }
  json_["kind"] = "contours";
  json_["shapes"] = chunk_.add(list_codes(layer.contours, [](const Contour& contour) { return contour.shape; }));
  json_["lengths"] = chunk_.add(lengths);
  json_["areas"] = chunk_.add(areas);
  json_["points"] = chunk_.add_positions(points);
  json_["point_starts"] = chunk_.add(point_starts);
  json_["segments"] = chunk_.add(segments);
  json_["segment_starts"] = chunk_.add(segment_starts);
  json_["ends"] = chunk_.add(ends);
  json_["ends_on_boundary"] = chunk_.add(ends_on_boundary);
  json_["end_starts"] = chunk_.add(end_starts);
  json_["pairs"] = chunk_.add(pairs);
  json_["pair_starts"] = chunk_.add(pair_starts);
}

void LayerEncoder::add_feature(Numbers& numbers, const SurfaceFeature& feature) const {
  std::array<std::uint32_t, 4> row = {feature.body, kNone, kNone, kNone};
  if (feature.body.is_valid()) {
    std::size_t i = 1;
    for (const VertexId v : list_vertices(*meshes_[feature.body].mesh.body.surface, feature)) row[i++] = v;
  }
  numbers.insert(numbers.end(), row.begin(), row.end());
}

void LayerEncoder::operator()(const RecordedContacts& layer) {
  Numbers features_a, features_b;
  std::vector<Vec3> points_a, points_b, normals;
  std::vector<double> gaps, times;
  for (const RecordedContact& contact : layer.contacts) {
    add_feature(features_a, contact.a);
    add_feature(features_b, contact.b);
    points_a.push_back(contact.point_a);
    points_b.push_back(contact.point_b);
    normals.push_back(contact.normal);
    gaps.push_back(contact.gap);
    times.push_back(contact.time);
  }
  json_["kind"] = "contacts";
  json_["features_a"] = chunk_.add(features_a);
  json_["features_b"] = chunk_.add(features_b);
  json_["points_a"] = chunk_.add_positions(points_a);
  json_["points_b"] = chunk_.add_positions(points_b);
  json_["normals"] = chunk_.add_vectors(normals);
  json_["gaps"] = chunk_.add(gaps);
  if (layer.has_times) json_["times"] = chunk_.add(times);
}

void LayerEncoder::operator()(const RecordedArrows& layer) {
  ABUT_ASSERT(layer.vectors.size() == layer.origins.size());
  json_["kind"] = "arrows";
  json_["origins"] = chunk_.add_positions(layer.origins);
  json_["vectors"] = chunk_.add_vectors(layer.vectors);
  json_["scale"] = layer.scale;
}

void LayerEncoder::add_levels(const auto& layer, std::size_t count) {
  ABUT_ASSERT(layer.levels.size() == count);
  ABUT_ASSERT(layer.marks.empty() || layer.marks.size() == count);
  json_["levels"] = chunk_.add(layer.levels);
  if (!layer.marks.empty()) json_["marks"] = chunk_.add(layer.marks);
}

void LayerEncoder::operator()(const RecordedSpheres& layer) {
  ABUT_ASSERT(layer.radii.size() == layer.centers.size());
  const std::vector<float> radii(layer.radii.begin(), layer.radii.end());
  json_["kind"] = "spheres";
  json_["centers"] = chunk_.add_positions(layer.centers);
  json_["radii"] = chunk_.add(radii);
  add_levels(layer, layer.centers.size());
}

void LayerEncoder::operator()(const RecordedBoxes& layer) {
  ABUT_ASSERT(layer.axes.size() == layer.centers.size() && layer.halves.size() == layer.centers.size());
  std::vector<Vec3> axes;
  for (const auto& of_box : layer.axes) axes.insert(axes.end(), of_box.begin(), of_box.end());
  json_["kind"] = "boxes";
  json_["centers"] = chunk_.add_positions(layer.centers);
  json_["axes"] = chunk_.add_vectors(axes);
  json_["halves"] = chunk_.add_vectors(layer.halves);
  add_levels(layer, layer.centers.size());
}

void LayerEncoder::operator()(const RecordedCurves& layer) {
  ABUT_ASSERT(layer.degree == 1 || layer.degree == 3);
  ABUT_ASSERT(layer.starts.size() == layer.closed.size() + 1 && layer.starts.back() == layer.points.size());
  json_["kind"] = "curves";
  json_["degree"] = layer.degree;
  json_["points"] = chunk_.add_positions(layer.points);
  json_["starts"] = chunk_.add(layer.starts);
  json_["closed"] = chunk_.add(layer.closed);
}

void LayerEncoder::operator()(const RecordedVisits& layer) {
  ABUT_ASSERT(layer.counts.size() == layer.nodes.size());
  json_["kind"] = "visits";
  json_["mesh"] = layer.mesh.value;
  json_["nodes"] = chunk_.add(layer.nodes);
  json_["counts"] = chunk_.add(layer.counts);
}

}  // namespace

Json encode_layer(ChunkBuilder& chunk, std::span<const RecordedMesh> meshes, const RecordedLayer& layer) {
  LayerEncoder encoder(chunk, meshes, layer);
  std::visit(encoder, layer.content);
  return encoder.take();
}

}  // namespace abut
