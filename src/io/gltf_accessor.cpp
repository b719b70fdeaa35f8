// Accessor -> bufferView -> buffer, each step with its bounds.
#include "io/gltf_accessor.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "io/failure.h"

namespace abut {
namespace {

struct BufferRange {
  std::size_t buffer = 0;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::size_t stride = 0;  // 0: elements stand side by side
};

Scalar find_component_type(const JsonView& json) {
  constexpr std::array<std::pair<std::size_t, Scalar>, 6> kTypes = {{{5120, Scalar::int8},
                                                                     {5121, Scalar::uint8},
                                                                     {5122, Scalar::int16},
                                                                     {5123, Scalar::uint16},
                                                                     {5125, Scalar::uint32},
                                                                     {5126, Scalar::float32}}};
  const JsonView type = json.at("componentType");
  const auto found =
      std::find_if(kTypes.begin(), kTypes.end(), [&](auto& known) { return known.first == type.to_size(); });
  if (found == kTypes.end()) fail_at(type.path(), "{} found, expected 5120 to 5123, 5125 or 5126", type.to_size());
  return found->second;
}

BufferRange find_range(const GltfDocument& document, const JsonView& view_index) {
  const JsonView view = JsonView(document.json).at("bufferViews").at(view_index.to_size());
  refuse_compression(view);
  const BufferRange range = {.buffer = view.at("buffer").to_size(),
                             .offset = size_or(view, "byteOffset", 0),
                             .length = view.at("byteLength").to_size(),
                             .stride = size_or(view, "byteStride", 0)};
  if (range.buffer >= document.buffers.size())
    fail_at(view.path(), "buffer {} found, but there are {}", range.buffer, document.buffers.size());
  const std::size_t size = document.buffers[range.buffer].bytes.size();
  if (range.offset > size || range.length > size - range.offset)
    fail_at(view.path(), "{} bytes from byte {} on found, but the buffer has {}", range.length, range.offset, size);
  return range;
}

// Puts the accessor into the range that its member bufferView names.
void place_in_buffer(GltfAccessor& accessor, const GltfDocument& document, const JsonView& json) {
  const BufferRange range = find_range(document, json.at("bufferView"));
  const std::size_t start = size_or(json, "byteOffset", 0);
  accessor.buffer = range.buffer;
  accessor.offset = range.offset + start;
  accessor.stride = range.stride > 0 ? range.stride : accessor.element_size();
  if (accessor.stride < accessor.element_size())
    fail_at(json.path(), "stride of {} bytes found, but an element has {}", accessor.stride, accessor.element_size());
  // The last element need not be followed by a whole stride.
  const std::size_t room = start > range.length ? 0 : range.length - start;
  const std::size_t fitting =
      room < accessor.element_size() ? 0 : (room - accessor.element_size()) / accessor.stride + 1;
  if (accessor.count > fitting)
    fail_at(json.path(), "{} elements promised, but the buffer view holds {}", accessor.count, fitting);
}

void check_type(const JsonView& json, int components) {
  const JsonView type = json.at("type");
  const std::string_view expected = components == 3 ? "VEC3" : "SCALAR";
  if (type.to_string() != expected) fail_at(type.path(), "{} found, expected {}", quote(type.to_string()), expected);
}

// The largest value of a normalized type stands for 1.
double find_scale(const GltfAccessor& accessor) {
  if (!accessor.normalized) return 1;
  switch (accessor.type) {
    case Scalar::int8:
      return 127;
    case Scalar::uint8:
      return 255;
    case Scalar::int16:
      return 32767;
    case Scalar::uint16:
      return 65535;
    default:
      return 1;
  }
}

std::vector<double> load_elements(const GltfDocument& document, const GltfAccessor& accessor) {
  std::vector<double> values(accessor.count * accessor.components, 0.0);
  if (!accessor.buffer) return values;
  const char* bytes = document.buffers[*accessor.buffer].bytes.data() + accessor.offset;
  const double scale = find_scale(accessor);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t at =
        i / accessor.components * accessor.stride + i % accessor.components * scalar_size(accessor.type);
    const double value = load_scalar(bytes + at, accessor.type, ByteOrder::little) / scale;
    values[i] = accessor.normalized ? std::max(value, -1.0) : value;  // -128 / 127 means -1, says the standard
  }
  return values;
}

void apply_sparse(std::vector<double>& values, const GltfDocument& document, const JsonView& json,
                  GltfAccessor accessor) {
  const JsonView sparse = json.at("sparse");
  GltfAccessor indices = {.count = sparse.at("count").to_size(), .type = find_component_type(sparse.at("indices"))};
  if (indices.count > accessor.count)
    fail_at(sparse.path(), "{} exceptions found for {} elements", indices.count, accessor.count);
  place_in_buffer(indices, document, sparse.at("indices"));
  const std::size_t full_count = std::exchange(accessor.count, indices.count);
  place_in_buffer(accessor, document, sparse.at("values"));
  const std::vector<double> places = load_elements(document, indices);
  const std::vector<double> exceptions = load_elements(document, accessor);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!(places[i] >= 0 && places[i] < static_cast<double>(full_count)))
      fail_at(sparse.path(), "index {} found, but the accessor has {} elements", places[i], full_count);
    const auto target = static_cast<std::size_t>(places[i]) * accessor.components;
    std::copy_n(exceptions.begin() + i * accessor.components, accessor.components, values.begin() + target);
  }
}

JsonView find_accessor_json(const GltfDocument& document, std::size_t index) {
  return JsonView(document.json).at("accessors").at(index);
}

}  // namespace

GltfAccessor find_accessor(const GltfDocument& document, std::size_t index, int components) {
  const JsonView json = find_accessor_json(document, index);
  check_type(json, components);
  GltfAccessor accessor = {
      .count = json.at("count").to_size(), .components = components, .type = find_component_type(json)};
  if (const auto normalized = json.find("normalized")) accessor.normalized = normalized->to_bool();
  accessor.is_sparse = json.find("sparse").has_value();
  if (json.find("bufferView")) place_in_buffer(accessor, document, json);
  return accessor;
}

std::vector<double> read_accessor(const GltfDocument& document, std::size_t index, int components) {
  const GltfAccessor accessor = find_accessor(document, index, components);
  std::vector<double> values = load_elements(document, accessor);
  if (accessor.is_sparse) apply_sparse(values, document, find_accessor_json(document, index), accessor);
  return values;
}

}  // namespace abut
