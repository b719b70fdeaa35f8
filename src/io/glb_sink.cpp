// An animation as a GLB: each frame is a morph target of every mesh that moves, and an animation of the weights shows
// one after the other. The JSON stands before the binary data and is known last, so the data waits in a file.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "io/animation_sink.h"
#include "io/failure.h"
#include "io/float_extent.h"
#include "io/glb_chunks.h"
#include "io/json_view.h"
#include "io/scalar.h"
#include "io/spool_file.h"
#include "io/staged_file.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// Of the 4 GiB that a GLB can have, with room for the JSON.
constexpr std::uint64_t kMaxBinarySize = 4'000'000'000;

// Codes of glTF.
constexpr int kFloat = 5126, kUnsignedInt = 5125, kVertexData = 34962, kIndexData = 34963;

void append_float(std::string& out, double value) { append_scalar(out, value, Scalar::float32, ByteOrder::little); }

double round_to_float(double value) { return *round_to_scalar(value, Scalar::float32); }

/// Binary data and what the JSON is to say of it.
struct Block {
  std::string bytes;
  Json accessor;
  int target = 0;  // of its buffer view; 0: none
};

Block make_points(std::span<const Vec3> positions) {
  FloatExtent box;
  for (const Vec3& position : positions) box.add(position);
  Json accessor = {{"componentType", kFloat}, {"count", positions.size()}, {"type", "VEC3"}};
  accessor["min"] = box.lower;
  accessor["max"] = box.upper;
  return {format_floats(positions), std::move(accessor), kVertexData};
}

// From where the file has the vertex, so that the sum is as near to the new position as floats allow.
std::vector<Vec3> find_offsets(const AnimatedMesh& mesh, std::span<const Vec3> positions) {
  std::vector<Vec3> offsets(positions.size());
  for (std::size_t v = 0; v < positions.size(); ++v)
    for (int axis = 0; axis < 3; ++axis) {
      offsets[v][axis] = positions[v][axis] - round_to_float(mesh.mesh->positions[v][axis]);
      if (!round_to_scalar(offsets[v][axis], Scalar::float32))
        fail("mesh {}: vertex {}: moved by {}, which does not fit the file's type float32", quote(mesh.name), v,
             offsets[v][axis]);
    }
  return offsets;
}

Block make_triangles(const PolygonMesh& mesh) {
  std::string bytes;
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p)
    for (const auto& triangle : triangulate(mesh, PolygonId(p)))
      for (const VertexId v : triangle) append_scalar(bytes, v, Scalar::uint32, ByteOrder::little);
  const std::size_t count = bytes.size() / scalar_size(Scalar::uint32);
  return {std::move(bytes), {{"componentType", kUnsignedInt}, {"count", count}, {"type", "SCALAR"}}, kIndexData};
}

Block make_times(std::size_t frame_count, double fps) {
  std::string bytes;
  for (std::size_t frame = 0; frame < frame_count; ++frame) append_float(bytes, static_cast<double>(frame) / fps);
  Json accessor = {{"componentType", kFloat}, {"count", frame_count}, {"type", "SCALAR"}};
  accessor["min"] = Json::array({0.0});
  accessor["max"] = Json::array({round_to_float(static_cast<double>(frame_count - 1) / fps)});
  return {std::move(bytes), std::move(accessor)};
}

// At the time of a frame its target counts and no other.
Block make_weights(std::size_t frame_count) {
  std::string bytes;
  for (std::size_t frame = 0; frame < frame_count; ++frame)
    for (std::size_t target = 0; target < frame_count; ++target) append_float(bytes, frame == target ? 1 : 0);
  return {std::move(bytes), {{"componentType", kFloat}, {"count", frame_count * frame_count}, {"type", "SCALAR"}}};
}

class GlbSink : public AnimationSink {
 public:
  GlbSink(const AnimationTask& task, StagedFile file, SpoolFile binary)
      : path_(task.path), head_(task.head), file_(std::move(file)), binary_(std::move(binary)) {
    json_["asset"] = {{"version", "2.0"}, {"generator", "abut"}};
    json_["scene"] = 0;
    json_["scenes"] = Json::array({{{"nodes", Json::array({0})}}});
    json_["nodes"] = Json::array({{{"name", "root"}}});
    // glTF has y up; this turns z to where y is.
    if (!head_.is_y_up) json_["nodes"][0]["rotation"] = {-std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)};
    // Cloth has two sides.
    json_["materials"] = Json::array({{{"doubleSided", true}, {"pbrMetallicRoughness", {{"metallicFactor", 0.0}}}}});
  }

  Status open() {
    for (const AnimatedMesh& mesh : head_.meshes)
      if (Status status = add_mesh(mesh); !status) return status;
    return success();
  }

  Status add_frame(FramePositions positions) override {
    if (frame_count_ == kMaxGlbFrames)
      fail("a GLB has a morph target per frame, expected {} at most; .usda and .pc2 hold more", kMaxGlbFrames);
    std::vector<std::pair<std::size_t, Block>> targets;
    std::uint64_t size = binary_.size();
    for (std::size_t m = 0; m < head_.meshes.size(); ++m) {
      if (!head_.meshes[m].moves) continue;
      targets.emplace_back(m, make_points(find_offsets(head_.meshes[m], positions[m])));
      size += targets.back().second.bytes.size();
    }
    if (size > kMaxBinarySize) fail("a GLB cannot hold more than 4 GiB; .usda and .pc2 do");
    for (const auto& [m, target] : targets) {
      json_["meshes"][m]["primitives"][0]["targets"].push_back({{"POSITION", accessor_count()}});
      if (Status status = add(target); !status) return status;
    }
    ++frame_count_;
    return success();
  }

  Status finish() override {
    if (Status status = add_animation(); !status) return status;
    json_["buffers"] = Json::array({{{"byteLength", binary_.size()}}});
    // Names may be any bytes; JSON must be UTF-8.
    std::string text = json_.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (Status status = file_.append(make_glb_start(std::move(text), binary_.size())); !status) return status;
    if (Status status = copy_binary(); !status) return status;
    return file_.commit();
  }

  std::vector<fs::path> files() const override { return {path_}; }

 private:
  std::size_t accessor_count() const { return json_.contains("accessors") ? json_["accessors"].size() : 0; }

  // An accessor and a view of its own for the block. All have numbers of 4 bytes, so all begin where they may.
  Status add(const Block& block) {
    Json& views = json_["bufferViews"];
    Json accessor = block.accessor;
    accessor["bufferView"] = views.size();
    json_["accessors"].push_back(std::move(accessor));
    Json view = {{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", block.bytes.size()}};
    if (block.target != 0) view["target"] = block.target;
    views.push_back(std::move(view));
    return binary_.append(block.bytes);
  }

  Status add_mesh(const AnimatedMesh& mesh) {
    const std::size_t index = json_["nodes"].size();
    json_["nodes"][0]["children"].push_back(index);
    json_["nodes"].push_back({{"name", mesh.name}, {"mesh", index - 1}});
    Json primitive = {{"attributes", {{"POSITION", accessor_count()}}}, {"indices", accessor_count() + 1}};
    primitive["material"] = 0;
    json_["meshes"].push_back({{"name", mesh.name}, {"primitives", Json::array({std::move(primitive)})}});
    if (Status status = add(make_points(mesh.mesh->positions)); !status) return status;
    return add(make_triangles(*mesh.mesh));
  }

  // All meshes have the same number of targets, so one sampler is enough for all.
  Status add_animation() {
    std::vector<double> weights(frame_count_, 0.0);
    weights[0] = 1;  // programs without animations show the first frame
    Json channels = Json::array();
    for (std::size_t m = 0; m < head_.meshes.size(); ++m) {
      if (!head_.meshes[m].moves) continue;
      json_["meshes"][m]["weights"] = weights;
      channels.push_back({{"sampler", 0}, {"target", {{"node", m + 1}, {"path", "weights"}}}});
    }
    if (channels.empty()) return success();
    const std::size_t input = accessor_count();
    const Json sampler = {{"input", input}, {"output", input + 1}, {"interpolation", "LINEAR"}};
    json_["animations"] = Json::array({{{"channels", std::move(channels)}, {"samplers", Json::array({sampler})}}});
    if (Status status = add(make_times(frame_count_, head_.fps)); !status) return status;
    return add(make_weights(frame_count_));
  }

  Status copy_binary() {
    if (Status status = binary_.start_reading(); !status) return status;
    std::string piece(1 << 20, '\0');
    for (std::uint64_t left = binary_.size(); left > 0; left -= piece.size()) {
      piece.resize(std::min<std::uint64_t>(left, piece.size()));
      if (Status status = binary_.read(piece); !status) return status;
      if (Status status = file_.append(piece); !status) return status;
    }
    return success();
  }

  fs::path path_;
  const AnimationHead& head_;
  StagedFile file_;
  SpoolFile binary_;
  Json json_;
  std::size_t frame_count_ = 0;
};

}  // namespace

SinkResult make_glb_sink(const AnimationTask& task) {
  Result<StagedFile> file = StagedFile::create(task.path, task.overwrite);
  if (!file) return file.error();
  Result<SpoolFile> binary = SpoolFile::create(task.path);
  if (!binary) return binary.error();
  auto sink = std::make_unique<GlbSink>(task, *std::move(file), *std::move(binary));
  if (const Status status = sink->open(); !status) return status.error();
  return std::unique_ptr<AnimationSink>(std::move(sink));
}

}  // namespace abut
