// Where the frames of an Animation come from: a point cache, or one mesh file each.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "abut/io.h"
#include "io/byte_source.h"

namespace abut {

class Animation::Content {
 public:
  virtual ~Content() = default;
  virtual std::size_t frame_count() const = 0;
  virtual std::size_t complete_frame_count() const = 0;
  virtual std::size_t vertex_count() const = 0;
  virtual std::string frame_name(std::size_t frame) const = 0;
  virtual Result<std::vector<Vec3>> read_frame(std::size_t frame) const = 0;
};

/// How messages and reports call a file, both fit for a terminal.
struct FileName {
  std::string whole;  ///< as the user gave it, folders included
  std::string last;   ///< without them
};

/// Reads the header and throws Failure if it is no point cache or none that could be.
std::unique_ptr<Animation::Content> make_point_cache(std::unique_ptr<ByteSource> source, FileName name);

/// `base` must satisfy check_polygon_mesh.
std::unique_ptr<Animation::Content> make_mesh_sequence(std::vector<std::filesystem::path> frames,
                                                       const PolygonMesh& base);

}  // namespace abut
