// A small glTF file to bend: one triangle under one node.
#pragma once

#include <nlohmann/json.hpp>

#include "io/base64.h"
#include "io/glb_chunks.h"
#include "io/io_testing.h"

namespace abut {

using Json = nlohmann::ordered_json;

inline std::string make_floats(const std::vector<float>& values) {
  return std::string(reinterpret_cast<const char*>(values.data()), 4 * values.size());
}

inline const std::string kTriangleBytes = make_floats({0, 0, 0, 1, 0, 0, 0, 1, 0});

inline Json make_triangle_json(const std::string& buffer = kTriangleBytes) {
  Json json = Json::parse(R"({
    "asset": {"version": "2.0"}, "nodes": [{"name": "node", "mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
    "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{}]})");
  json["buffers"][0]["byteLength"] = buffer.size();
  json["buffers"][0]["uri"] = "data:application/octet-stream;base64," + encode_base64(buffer);
  return json;
}

inline MeshFile parse_gltf(const Json& json) { return parse(json.dump(), MeshFormat::gltf); }

/// The triangle with the value at a JSON pointer replaced, e.g. bend("/nodes/0/mesh", 7).
inline std::string bend(const std::string& pointer, const Json& value) {
  Json json = make_triangle_json();
  json[Json::json_pointer(pointer)] = value;
  return json.dump();
}

}  // namespace abut
