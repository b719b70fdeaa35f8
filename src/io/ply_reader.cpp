// PLY, text and binary. The body is one stream of numbers whose types the header gives; this reader walks through all
// of them, keeps x, y, z of "vertex" and the index list of "face", and steps over the rest.
#include <cmath>
#include <utility>
#include <vector>

#include "io/mesh_builder.h"
#include "io/number.h"
#include "io/ply_header.h"
#include "io/readers.h"

namespace abut {
namespace {

// The body as a stream of numbers, whatever its encoding.
class PlyStream {
 public:
  PlyStream(std::string_view bytes, const PlyHeader& header)
      : bytes_(bytes),
        header_(header),
        cursor_(bytes, {}, header.data_start, header.data_line),
        next_byte_(header.data_start) {}

  double read(Scalar type) { return header_.is_text ? read_text() : read_binary(type); }

  /// Where the number read last stands, as an offset and as a place for messages.
  std::size_t offset() const { return offset_; }
  Place place() const { return header_.is_text ? line_place(cursor_.line()) : byte_place(offset_); }

  void check_rest() {
    const std::string_view rest = bytes_.substr(header_.is_text ? cursor_.offset() : next_byte_);
    if (!is_padding(rest)) fail_at(place(), "{} bytes found after the last element the header promises", rest.size());
  }

 private:
  double read_text() {
    const std::string_view word = cursor_.read_word_across_lines();
    if (word.empty()) fail_at(place(), "end of file found, but the header promises more elements");
    const auto value = parse_number(word);
    if (!value) fail_at(place(), "{} found, expected a number", quote(word));
    offset_ = cursor_.offset_of(word);
    return *value;
  }

  double read_binary(Scalar type) {
    offset_ = next_byte_;
    if (bytes_.size() - offset_ < scalar_size(type))
      fail_at(place(), "end of file found, but the header promises more elements");
    next_byte_ += scalar_size(type);
    return load_scalar(bytes_.data() + offset_, type, header_.order);
  }

  std::string_view bytes_;
  const PlyHeader& header_;
  TextCursor cursor_;
  std::size_t next_byte_;
  std::size_t offset_ = 0;
};

class PlyReader {
 public:
  explicit PlyReader(MeshFile::Content& content)
      : content_(content),
        builder_(content),
        header_(read_ply_header(content.bytes)),
        stream_(content.bytes, header_) {}

  void read() {
    const PlyElement& vertices = require_element("vertex");
    const PlyElement& faces = require_element("face");
    vertex_count_ = vertices.count;
    find_axes(vertices);  // both fail early, before room is made for what the header promises
    find_indices(faces);
    builder_.reserve(vertices.count, faces.count);
    for (const PlyElement& element : header_.elements) {
      if (&element == &vertices)
        read_vertices(element);
      else if (&element == &faces)
        read_faces(element);
      else
        skip(element);
    }
    stream_.check_rest();
    builder_.finish();
  }

 private:
  const PlyElement& require_element(std::string_view name) {
    if (const PlyElement* element = header_.find_element(name)) return *element;
    if (name == "face" && header_.find_element("tristrips"))
      fail("triangle strips (element 'tristrips') found, expected faces (element 'face')");
    fail("header without element '{}' found", name);
  }

  void read_vertices(const PlyElement& element) {
    const std::vector<int> axes = find_axes(element);
    for (std::size_t v = 0; v < element.count; ++v) {
      Vec3 position;
      CoordinateOffsets offsets;
      for (std::size_t p = 0; p < axes.size(); ++p) {
        if (axes[p] < 0) {
          skip(element.properties[p]);
          continue;
        }
        position[axes[p]] = stream_.read(element.properties[p].type);
        require_coordinate(position[axes[p]], stream_.place());
        offsets[axes[p]] = stream_.offset();
      }
      builder_.add_vertex(position, offsets, stream_.place());
    }
  }

  // For each property of a vertex the axis it gives, or -1. Sets the encodings for write-back.
  std::vector<int> find_axes(const PlyElement& element) {
    std::vector<int> axes;
    int found = 0;
    for (const PlyProperty& property : element.properties) {
      const bool is_axis = !property.count_type && property.name.size() == 1 && property.name[0] >= 'x';
      axes.push_back(is_axis && property.name[0] <= 'z' ? property.name[0] - 'x' : -1);
      if (axes.back() < 0) continue;
      ++found;
      // Text keeps its digits whatever the header says; only integers must stay integers.
      const bool is_rounded = !header_.is_text || is_integer(property.type);
      content_.encodings[axes.back()] = {
          .is_text = header_.is_text, .type = is_rounded ? property.type : Scalar::float64, .order = header_.order};
    }
    if (found < 3) fail("element 'vertex' without properties x, y and z found");
    return axes;
  }

  void read_faces(const PlyElement& element) {
    const PlyProperty& indices = find_indices(element);
    for (std::size_t f = 0; f < element.count; ++f) {
      for (const PlyProperty& property : element.properties) {
        if (&property == &indices)
          read_polygon(property);
        else
          skip(property);
      }
    }
  }

  const PlyProperty& find_indices(const PlyElement& element) {
    for (const PlyProperty& property : element.properties)
      if (property.count_type && (property.name == "vertex_indices" || property.name == "vertex_index"))
        return property;
    fail("element 'face' without a list vertex_indices or vertex_index found");
  }

  void read_polygon(const PlyProperty& property) {
    const std::size_t size = read_length(property);
    const Place place = stream_.place();
    polygon_.clear();
    while (polygon_.size() < size) {
      const double index = stream_.read(property.type);
      if (!(index >= 0 && index < static_cast<double>(vertex_count_)) || index != std::trunc(index))
        fail_at(stream_.place(), "{} found, expected a vertex index below {}", index, vertex_count_);
      polygon_.push_back(VertexId(static_cast<std::size_t>(index)));
    }
    builder_.add_polygon(polygon_, vertex_count_, place);
  }

  std::size_t read_length(const PlyProperty& property) {
    const double length = stream_.read(*property.count_type);
    // No list is longer than the file; the bound also keeps the conversion defined.
    if (!(length >= 0 && length <= static_cast<double>(content_.bytes.size())) || length != std::trunc(length))
      fail_at(stream_.place(), "{} found, expected the length of a list", length);
    return static_cast<std::size_t>(length);
  }

  void skip(const PlyProperty& property) {
    const std::size_t length = property.count_type ? read_length(property) : 1;
    for (std::size_t i = 0; i < length; ++i) stream_.read(property.type);
  }

  void skip(const PlyElement& element) {
    if (element.properties.empty()) return;  // any number of them takes no bytes, and must take no time
    for (std::size_t i = 0; i < element.count; ++i)
      for (const PlyProperty& property : element.properties) skip(property);
  }

  MeshFile::Content& content_;
  MeshBuilder builder_;
  PlyHeader header_;
  PlyStream stream_;
  std::size_t vertex_count_ = 0;
  std::vector<VertexId> polygon_;
};

}  // namespace

void read_ply(MeshFile::Content& content) { PlyReader(content).read(); }

}  // namespace abut
