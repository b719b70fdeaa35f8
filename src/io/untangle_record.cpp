// The way of untangling for a viewer: faces once, positions step by step as floats in base64.
#include <bit>

#include "abut/io.h"
#include "io/base64.h"
#include "io/report_rows.h"
#include "io/scalar.h"
#include "io/untangle_rows.h"

namespace abut {
namespace {

std::string encode_floats(std::span<const float> numbers) {
  std::string bytes;
  bytes.reserve(4 * numbers.size());
  for (const float number : numbers) append_scalar(bytes, number, Scalar::float32, ByteOrder::little);
  return encode_base64(bytes);
}

std::string encode_positions(std::span<const Vec3> positions) {
  std::vector<float> numbers;
  for (const Vec3& p : positions) {
    for (int axis = 0; axis < 3; ++axis) numbers.push_back(static_cast<float>(p[axis]));
  }
  return encode_floats(numbers);
}

std::string recorded_mesh_row(const CheckedMesh& mesh) {
  const Surface& surface = *mesh.body.surface;
  std::string row = fmt::format(R"({{"name": {}, "vertices": {}, "positions": "{}", "faces": [)",
                                json_string(mesh.name), surface.vertex_count(), encode_positions(mesh.body.positions));
  for (const auto& face : surface.faces()) {
    const char* separator = row.back() == '[' ? "" : ", ";
    fmt::format_to(Out(row), "{}{}, {}, {}", separator, face[0].value, face[1].value, face[2].value);
  }
  return row + "]}";
}

std::string recorded_step_row(const RecordedStep& recorded) {
  std::string row = step_object(recorded.step);
  row.pop_back();
  row += R"(, "positions": [)";
  for (const auto& positions : recorded.positions) {
    const char* separator = row.back() == '[' ? "" : ", ";
    row += separator + (positions.empty() ? "null" : fmt::format("\"{}\"", encode_floats(positions)));
  }
  return row + "]}";
}

}  // namespace

std::string format_record_json(std::span<const CheckedMesh> meshes, std::span<const RecordedStep> steps, int every) {
  std::string json = "{\n" + report_start("abut-untangle-record");
  fmt::format_to(Out(json), "  \"every\": {},\n", every);
  write_rows(json, "meshes", meshes, recorded_mesh_row);
  json += ",\n";
  write_rows(json, "steps", steps, recorded_step_row);
  json += "\n}\n";
  return json;
}

}  // namespace abut
