// Pieces that reports in JSON and CSV have in common. They are written by hand, row by row: a document tree of a
// hundred thousand pairs would take a hundred times the memory. Strings go through nlohmann::json, which knows how to
// quote them.
#pragma once

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <optional>
#include <span>
#include <string>

#include "abut/io.h"

namespace abut {

using Out = std::back_insert_iterator<std::string>;

std::string json_string(std::string_view text);
std::string as_list(const Vec3& p);
std::string as_box(const Box3& box);

/// "format", "version" and "abut", each on a line of its own.
std::string report_start(std::string_view format);

/// "key": [ one row per line ]
template <class List, class Row>
void write_rows(std::string& json, std::string_view key, const List& list, const Row& row) {
  fmt::format_to(Out(json), "  \"{}\": [", key);
  bool first = true;
  for (const auto& element : list) {
    json += first ? "\n    " : ",\n    ";
    json += row(element);
    first = false;
  }
  json += first ? "]" : "\n  ]";
}

/// What a report says of a mesh. Where they were not looked for, nothing is said of faces without area.
std::string mesh_row(const CheckedMesh& mesh, std::optional<std::size_t> faces_without_area = {});

/// The numbers of one side of a pair: mesh, part, polygon, face.
std::array<std::uint32_t, 4> side_of(std::span<const CheckedMesh> meshes, FaceRef f);

/// "mesh_a": ..., "part_a": ... up to "face_b", without brackets.
std::string pair_members(std::span<const CheckedMesh> meshes, FaceRef a, FaceRef b);

std::string_view overlap_name(Overlap overlap);

/// All members of a pair, in brackets.
std::string pair_row(std::span<const CheckedMesh> meshes, const IntersectingPair& pair, Overlap overlap);

/// "shape": ... up to "pairs", without brackets.
std::string contour_members(const Contour& contour);

/// The vertices of a feature, and as the file numbers them.
std::vector<VertexId> list_vertices(const Surface& surface, const SurfaceFeature& feature);
std::vector<VertexId> list_file_vertices(const CheckedMesh& mesh, const SurfaceFeature& feature);

std::string join(const std::vector<VertexId>& vertices, std::string_view separator);

/// "mesh_a", "part_a", "vertices_a" (and "face_a" for a face), "weights_a", without brackets, for side 'a' or 'b'.
std::string feature_members(std::span<const CheckedMesh> meshes, const SurfaceFeature& feature, const Vec3& weights,
                            char side);

/// The point of a feature that weights name, where vertices are at these positions.
Vec3 find_position(const Body& body, const SurfaceFeature& feature, const Vec3& weights,
                   std::span<const Vec3> positions);

/// "vertex-face" and so on, the smaller feature first, whichever body it belongs to.
std::string kind_of(const Proximity& pair);

/// The point of a feature that weights name.
Vec3 position_of(std::span<const CheckedMesh> meshes, const SurfaceFeature& feature, const Vec3& weights);

/// All members of a proximity, in brackets.
std::string proximity_row(std::span<const CheckedMesh> meshes, const Proximity& pair);

}  // namespace abut
