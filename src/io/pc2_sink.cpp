// An animation as point caches: a PC2 for each mesh that moves, since programs want a cache per object, and each mesh
// as an OBJ beside it, since a cache has no polygons.
#include <string>
#include <utility>

#include "abut/io.h"
#include "io/animation_sink.h"
#include "io/failure.h"
#include "io/point_cache.h"
#include "io/staged_file.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

struct OpenFile {
  fs::path path;
  StagedFile file;
};

struct Cache {
  std::size_t mesh;
  OpenFile file;
};

// One object: programs that make one of each part would have no mesh that fits the cache.
Result<std::string> format_whole(const AnimatedMesh& mesh) {
  PolygonMesh whole = *mesh.mesh;
  whole.parts = {{mesh.name, 0, static_cast<std::uint32_t>(whole.polygon_count())}};
  return format_mesh(whole, MeshFormat::obj);
}

class Pc2Sink : public AnimationSink {
 public:
  explicit Pc2Sink(const AnimationTask& task) : path_(task.path), head_(task.head) {}

  Status open(bool overwrite) {
    const std::vector<std::string> names = make_identifiers(head_.meshes);
    std::size_t moving = 0;
    for (const AnimatedMesh& mesh : head_.meshes) moving += mesh.moves;
    if (moving == 0) fail("no mesh that moves found, expected at least one");
    for (std::size_t m = 0; m < head_.meshes.size(); ++m) {
      const AnimatedMesh& mesh = head_.meshes[m];
      const bool is_only_one = mesh.moves && moving == 1;
      if (Status status = open_mesh(m, is_only_one ? "" : "." + names[m], overwrite); !status) return status;
    }
    return success();
  }

  Status add_frame(FramePositions positions) override {
    if (frame_count_ == kMaxFrames) fail("a PC2 file cannot hold more than {} frames", kMaxFrames);
    std::vector<std::string> bytes;  // of all caches, before any of them grows
    for (const Cache& cache : caches_) bytes.push_back(format_floats(positions[cache.mesh]));
    for (std::size_t c = 0; c < caches_.size(); ++c)
      if (Status status = caches_[c].file.file.append(bytes[c]); !status) return status;
    ++frame_count_;
    return success();
  }

  Status finish() override {
    for (Cache& cache : caches_)
      if (Status status = cache.file.file.rewrite_start(format_header(cache)); !status) return status;
    for (OpenFile& mesh : meshes_)
      if (Status status = mesh.file.commit(); !status) return status;
    for (Cache& cache : caches_)
      if (Status status = cache.file.file.commit(); !status) return status;
    return success();
  }

  std::vector<fs::path> files() const override {
    std::vector<fs::path> paths;
    for (const Cache& cache : caches_) paths.push_back(cache.file.path);
    for (const OpenFile& mesh : meshes_) paths.push_back(mesh.path);
    return paths;
  }

 private:
  Status open_mesh(std::size_t m, const std::string& name, bool overwrite) {
    const Result<std::string> bytes = format_whole(head_.meshes[m]);
    if (!bytes) return bytes.error();
    Result<OpenFile> rest = open_file(name + ".obj", overwrite);
    if (!rest) return rest.error();
    if (Status status = rest->file.append(*bytes); !status) return status;
    meshes_.push_back(*std::move(rest));
    if (!head_.meshes[m].moves) return success();
    Result<OpenFile> file = open_file(name + path_.extension().string(), overwrite);
    if (!file) return file.error();
    caches_.push_back({m, *std::move(file)});
    return caches_.back().file.file.append(format_header(caches_.back()));  // so that positions find their place
  }

  Result<OpenFile> open_file(const std::string& ending, bool overwrite) const {
    fs::path path = path_;
    path.replace_extension();
    path += ending;
    Result<StagedFile> file = StagedFile::create(path, overwrite);
    if (!file) return file.error();
    return OpenFile{std::move(path), *std::move(file)};
  }

  std::string format_header(const Cache& cache) const {
    return format_pc2_header(frame_count_, head_.meshes[cache.mesh].mesh->vertex_count());
  }

  fs::path path_;
  const AnimationHead& head_;
  std::vector<OpenFile> meshes_;
  std::vector<Cache> caches_;
  std::size_t frame_count_ = 0;
};

}  // namespace

SinkResult make_pc2_sink(const AnimationTask& task) {
  auto sink = std::make_unique<Pc2Sink>(task);
  if (const Status status = sink->open(task.overwrite); !status) return status.error();
  return std::unique_ptr<AnimationSink>(std::move(sink));
}

}  // namespace abut
