// An animation as mesh files, one per frame, with all meshes in each.
#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "abut/io.h"
#include "io/animation_sink.h"
#include "io/failure.h"
#include "io/file_access.h"
#include "io/format_detection.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kDigits = 4;  // more where numbers need them

// An object of its own for each mesh, or for each of its parts.
void append_parts(PolygonMesh& all, const AnimatedMesh& mesh) {
  const auto first = static_cast<std::uint32_t>(all.polygon_count());
  for (Part part : list_parts(*mesh.mesh)) {
    const bool is_whole = part.polygon_count == mesh.mesh->polygon_count();
    part.name = is_whole ? mesh.name : mesh.name + "/" + part.name;
    part.first_polygon += first;
    all.parts.push_back(std::move(part));
  }
}

void append_polygons(PolygonMesh& all, const PolygonMesh& mesh) {
  const std::size_t first_vertex = all.vertex_count();
  const auto first_corner = static_cast<std::uint32_t>(all.polygon_vertices.size());
  for (const VertexId v : mesh.polygon_vertices) all.polygon_vertices.emplace_back(first_vertex + v);
  for (std::size_t p = 1; p <= mesh.polygon_count(); ++p)
    all.polygon_starts.push_back(first_corner + mesh.polygon_starts[p]);
  all.positions.insert(all.positions.end(), mesh.positions.begin(), mesh.positions.end());
}

void require_room(std::span<const AnimatedMesh> meshes) {
  std::size_t elements = 0;
  for (const AnimatedMesh& mesh : meshes)
    elements += std::max(mesh.mesh->vertex_count(), mesh.mesh->polygon_vertices.size());
  if (elements > kMaxElements) fail("meshes with {} elements found, expected {} at most", elements, kMaxElements);
}

PolygonMesh join(std::span<const AnimatedMesh> meshes) {
  require_room(meshes);
  PolygonMesh all;
  for (const AnimatedMesh& mesh : meshes) {
    append_parts(all, mesh);
    append_polygons(all, *mesh.mesh);
  }
  return all;
}

class SequenceSink : public AnimationSink {
 public:
  explicit SequenceSink(const AnimationTask& task)
      : path_(task.path),
        format_(*find_format_by_extension(task.path)),
        overwrite_(task.overwrite),
        all_(join(task.head.meshes)) {}

  // What could stop it later is said before long work begins.
  Status check_folder() const {
    if (Status status = check_writable(frame_path(0)); !status) return status;
    if (overwrite_) return success();
    const auto files = list_files(path_.has_parent_path() ? path_.parent_path() : ".");
    if (!files) return files.error();
    for (const fs::path& file : *files)
      if (is_frame(file)) return describe_failure(file, "exists already and was not to be overwritten");
    return success();
  }

  Status add_frame(FramePositions positions) override {
    auto place = all_.positions.begin();
    for (const auto& of_mesh : positions) place = std::copy(of_mesh.begin(), of_mesh.end(), place);
    const Result<std::string> bytes = format_mesh(all_, format_);
    if (!bytes) return bytes.error();
    Status status = write_file(frame_path(frame_count_), *bytes, overwrite_);
    if (status) ++frame_count_;
    return status;
  }

  // Frames of an earlier, longer animation would pass for frames of this one.
  Status finish() override {
    std::error_code error;
    for (std::size_t frame = frame_count_; overwrite_ && fs::remove(frame_path(frame), error);) ++frame;
    return error ? Status(describe_failure(path_, error.message())) : success();
  }

  std::vector<fs::path> files() const override {
    std::vector<fs::path> paths;
    for (std::size_t frame = 0; frame < frame_count_; ++frame) paths.push_back(frame_path(frame));
    return paths;
  }

  // Those of an earlier, longer animation as well.
  bool may_replace(const fs::path& file) const override {
    const auto folder = [](const fs::path& path) {
      return path.has_parent_path() ? path.parent_path() : fs::path(".");
    };
    return is_frame(file) && is_same_file(folder(file), folder(path_));
  }

 private:
  fs::path frame_path(std::size_t frame) const {
    fs::path name = path_.stem();
    name += fmt::format("_{:0{}}", frame, kDigits);
    name += path_.extension();
    return path_.parent_path() / name;
  }

  bool is_frame(const fs::path& file) const {
    const std::string stem = file.stem().string(), start = path_.stem().string() + "_";
    if (file.extension() != path_.extension() || !stem.starts_with(start)) return false;
    const std::string number = stem.substr(start.size());
    return number.size() >= kDigits && number.find_first_not_of("0123456789") == std::string::npos;
  }

  fs::path path_;
  MeshFormat format_;
  bool overwrite_;
  PolygonMesh all_;  // of the last frame
  std::size_t frame_count_ = 0;
};

}  // namespace

SinkResult make_sequence_sink(const AnimationTask& task) {
  auto sink = std::make_unique<SequenceSink>(task);
  if (const Status status = sink->check_folder(); !status) return status.error();
  return std::unique_ptr<AnimationSink>(std::move(sink));
}

}  // namespace abut
