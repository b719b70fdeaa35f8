// An animation as text of Universal Scene Description: a prim per mesh under one root. All samples of a prim stand
// together, so that those of each mesh that moves wait in a file of their own.
#include <array>
#include <iterator>
#include <string>
#include <utility>

#include "io/animation_sink.h"
#include "io/failure.h"
#include "io/float_extent.h"
#include "io/number.h"
#include "io/scalar.h"
#include "io/spool_file.h"
#include "io/staged_file.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

struct MovingMesh {
  std::size_t mesh;
  SpoolFile floats;
  std::vector<FloatExtent> boxes = {};  // of each frame
};

using Point = FloatExtent::Corner;

void append_point(std::string& out, const Point& point) {
  out += '(';
  for (int axis = 0; axis < 3; ++axis) {
    if (axis > 0) out += ", ";
    append_number(out, point[axis]);
  }
  out += ')';
}

// [a, b, c], each item written by `append`.
template <class Items, class Append>
void append_list(std::string& out, const Items& items, Append append) {
  const char* separator = "[";
  for (const auto& item : items) {
    out += separator;
    append(item);
    separator = ", ";
  }
  out += ']';
}

void append_points(std::string& out, std::span<const Point> points) {
  append_list(out, points, [&](const Point& point) { append_point(out, point); });
}

template <class Numbers>
void append_integers(std::string& out, const Numbers& numbers) {
  append_list(out, numbers, [&](std::uint32_t number) { fmt::format_to(std::back_inserter(out), "{}", number); });
}

std::vector<Point> to_floats(std::span<const Vec3> positions) {
  std::vector<Point> points;
  points.reserve(positions.size());
  for (const Vec3& p : positions)
    points.push_back({static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z())});
  return points;
}

std::vector<Point> load_floats(const std::string& bytes) {
  constexpr std::size_t kFloat = sizeof(float);
  std::vector<Point> points(bytes.size() / (3 * kFloat));
  for (std::size_t i = 0; i < 3 * points.size(); ++i)
    points[i / 3][i % 3] =
        static_cast<float>(load_scalar(bytes.data() + i * kFloat, Scalar::float32, ByteOrder::little));
  return points;
}

FloatExtent find_box(std::span<const Vec3> positions) {
  FloatExtent box;
  for (const Vec3& position : positions) box.add(position);
  return box;
}

std::string format_layer_head(const AnimationHead& head, std::size_t frame_count) {
  std::string fps;
  append_number(fps, head.fps);
  return fmt::format(
      "#usda 1.0\n(\n    defaultPrim = \"root\"\n    metersPerUnit = 1\n    upAxis = \"{}\"\n"
      "    startTimeCode = 0\n    endTimeCode = {}\n    timeCodesPerSecond = {}\n    framesPerSecond = {}\n)\n\n"
      "def Xform \"root\"\n{{\n",
      head.is_y_up ? 'Y' : 'Z', frame_count - 1, fps, fps);
}

// What a mesh has whether it moves or not: whoever asks for no time gets what the head has.
std::string format_mesh_head(const PolygonMesh& mesh, const std::string& name) {
  std::vector<std::uint32_t> counts;
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p)
    counts.push_back(mesh.polygon_starts[p + 1] - mesh.polygon_starts[p]);
  const FloatExtent box = find_box(mesh.positions);
  std::string out = fmt::format("    def Mesh \"{}\"\n    {{\n", name);
  out += "        uniform bool doubleSided = 1\n        uniform token subdivisionScheme = \"none\"\n";
  out += "        int[] faceVertexCounts = ";
  append_integers(out, counts);
  out += "\n        int[] faceVertexIndices = ";
  append_integers(out, mesh.polygon_vertices);
  out += "\n        float3[] extent = ";
  append_points(out, std::array{box.lower, box.upper});
  out += "\n        point3f[] points = ";
  append_points(out, to_floats(mesh.positions));
  return out += "\n";
}

std::string format_sample(std::size_t frame, std::span<const Point> points) {
  std::string out = fmt::format("            {}: ", frame);
  append_points(out, points);
  return out += ",\n";
}

class UsdaSink : public AnimationSink {
 public:
  UsdaSink(const AnimationTask& task, StagedFile file)
      : path_(task.path), head_(task.head), names_(make_identifiers(task.head.meshes)), file_(std::move(file)) {}

  Status open() {
    for (std::size_t m = 0; m < head_.meshes.size(); ++m) {
      if (!head_.meshes[m].moves) continue;
      Result<SpoolFile> spool = SpoolFile::create(path_);
      if (!spool) return spool.error();
      moving_.push_back({m, *std::move(spool)});
    }
    return success();
  }

  Status add_frame(FramePositions positions) override {
    std::vector<std::string> bytes;  // of all meshes, before anything is written
    for (const MovingMesh& mesh : moving_) bytes.push_back(format_floats(positions[mesh.mesh]));
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      moving_[i].boxes.push_back(find_box(positions[moving_[i].mesh]));
      if (Status status = moving_[i].floats.append(bytes[i]); !status) return status;
    }
    ++frame_count_;
    return success();
  }

  Status finish() override {
    if (Status status = file_.append(format_layer_head(head_, frame_count_)); !status) return status;
    auto next_moving = moving_.begin();
    for (std::size_t m = 0; m < head_.meshes.size(); ++m) {
      if (Status status = file_.append(format_mesh_head(*head_.meshes[m].mesh, names_[m])); !status) return status;
      if (head_.meshes[m].moves)
        if (Status status = write_samples(*next_moving++); !status) return status;
      if (Status status = file_.append("    }\n"); !status) return status;
    }
    if (Status status = file_.append("}\n"); !status) return status;
    return file_.commit();
  }

  std::vector<fs::path> files() const override { return {path_}; }

 private:
  Status write_samples(MovingMesh& mesh) {
    std::string boxes = "        float3[] extent.timeSamples = {\n";
    for (std::size_t frame = 0; frame < frame_count_; ++frame)
      boxes += format_sample(frame, std::array{mesh.boxes[frame].lower, mesh.boxes[frame].upper});
    boxes += "        }\n        point3f[] points.timeSamples = {\n";
    if (Status status = file_.append(boxes); !status) return status;
    if (Status status = mesh.floats.start_reading(); !status) return status;
    std::string bytes(mesh.floats.size() / frame_count_, '\0');
    for (std::size_t frame = 0; frame < frame_count_; ++frame) {
      if (Status status = mesh.floats.read(bytes); !status) return status;
      if (Status status = file_.append(format_sample(frame, load_floats(bytes))); !status) return status;
    }
    return file_.append("        }\n");
  }

  fs::path path_;
  const AnimationHead& head_;
  std::vector<std::string> names_;
  StagedFile file_;
  std::vector<MovingMesh> moving_;
  std::size_t frame_count_ = 0;
};

}  // namespace

SinkResult make_usda_sink(const AnimationTask& task) {
  Result<StagedFile> file = StagedFile::create(task.path, task.overwrite);
  if (!file) return file.error();
  auto sink = std::make_unique<UsdaSink>(task, *std::move(file));
  if (const Status status = sink->open(); !status) return status.error();
  return std::unique_ptr<AnimationSink>(std::move(sink));
}

}  // namespace abut
