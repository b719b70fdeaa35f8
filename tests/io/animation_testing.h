// A small scene that moves, for the tests of what writes animations.
#pragma once

#include <algorithm>
#include <cmath>

#include "abut/animation.h"
#include "io/io_testing.h"
#include "io/scalar.h"

namespace abut {

using Frame = std::vector<std::vector<Vec3>>;  // positions of each mesh

/// Two sheets of a quadrilateral and a triangle each that move, and a floor between them that does not.
class MovingScene {
 public:
  MovingScene() {
    sheet_.positions = {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.5, 1.7, 1.1}};
    sheet_.add_polygon(std::vector{VertexId(0), VertexId(1), VertexId(2), VertexId(3)});
    sheet_.add_polygon(std::vector{VertexId(3), VertexId(2), VertexId(4)});
    other_ = sheet_;
    for (Vec3& p : other_.positions) p += Vec3(3, 0.1, 1);
    floor_.positions = {{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}};
    floor_.add_polygon(std::vector{VertexId(0), VertexId(1), VertexId(2)});
    head.meshes = {{"shirt", &sheet_}, {"the floor", &floor_, false}, {"skirt", &other_}};
    head.fps = 24;
  }
  MovingScene(const MovingScene&) = delete;
  MovingScene& operator=(const MovingScene&) = delete;

  /// The positions in a frame, in doubles that no float holds.
  Frame frame(int number) const {
    Frame frame;
    for (const AnimatedMesh& mesh : head.meshes) {
      frame.push_back(mesh.mesh->positions);
      if (!mesh.moves) continue;
      for (Vec3& p : frame.back()) p += 0.1 * number * Vec3(std::sin(p.x() + number), 1, -1.0 / 3);
    }
    return frame;
  }

  AnimationHead head;

 private:
  PolygonMesh sheet_, floor_, other_;
};

inline AnimationWriter create_writer(const std::filesystem::path& path, const AnimationHead& head,
                                     bool overwrite = false) {
  Result<AnimationWriter> writer = AnimationWriter::create(path, head, overwrite);
  if (!writer) throw std::runtime_error(writer.error().message);
  return *std::move(writer);
}

/// Adds a frame; meshes that do not move have no positions.
inline Status add_frame(AnimationWriter& writer, const AnimationHead& head, const Frame& frame) {
  std::vector<std::span<const Vec3>> spans(frame.begin(), frame.end());
  for (std::size_t m = 0; m < spans.size() && m < head.meshes.size(); ++m)
    if (!head.meshes[m].moves) spans[m] = {};
  return writer.add_frame(spans);
}

/// The whole animation.
inline void write_scene(const MovingScene& scene, const std::filesystem::path& path, int frame_count,
                        bool overwrite = false) {
  AnimationWriter writer = create_writer(path, scene.head, overwrite);
  for (int f = 0; f < frame_count; ++f) {
    const Status status = add_frame(writer, scene.head, scene.frame(f));
    ASSERT_TRUE(status) << status.error().message;
  }
  const Status status = writer.finish();
  ASSERT_TRUE(status) << status.error().message;
}

/// What is in the folder, sorted.
inline std::vector<std::string> file_names(const TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder / ""))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// Not by casts: in a loop over points GCC 12 leaves the cast to float and back out where it vectorises (-O3).
inline std::vector<Vec3> round_to_floats(std::vector<Vec3> positions) {
  for (Vec3& p : positions)
    for (double& x : p) x = round_to_scalar(x, Scalar::float32).value();
  return positions;
}

}  // namespace abut
