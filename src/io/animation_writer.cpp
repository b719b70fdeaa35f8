// AnimationWriter: checks what comes in, and leaves the writing to the sink of its format.
#include <utility>

#include "abut/animation.h"
#include "base/assert.h"
#include "io/animation_sink.h"
#include "io/failure.h"
#include "io/mesh_file.h"
#include "shape/polygon_mesh.h"

namespace abut {

namespace fs = std::filesystem;

struct AnimationWriter::Content {
  AnimationFormat format;
  std::string name;  // the path, fit for messages
  AnimationHead head;
  std::unique_ptr<AnimationSink> sink = {};
  std::size_t frame_count = 0;
  std::optional<Error> failure = {};  // of the disk
  bool is_finished = false;

  Status keep_failure(Status status) {
    if (!status) failure = status.error();
    return status;
  }
};

namespace {

constexpr double kMinFps = 1e-3, kMaxFps = 1e6;

AnimationFormat require_format(const fs::path& path) {
  const auto format = find_animation_format(path);
  if (!format)
    fail("extension {} found, expected .obj or .ply (a file per frame), .pc2, .usda or .glb",
         quote(path.extension().string()));
  return *format;
}

// Mesh files hold doubles, all else floats.
void require_coordinates(std::span<const Vec3> positions, AnimationFormat format) {
  if (const Status status = check_positions(positions); !status) fail("{}", status.error().message);
  if (format == AnimationFormat::sequence) return;
  for (std::size_t v = 0; v < positions.size(); ++v)
    for (const double x : positions[v]) require_fit(x, Scalar::float32, v);
}

// What is wrong inside `check` is wrong with that mesh.
template <class Check>
void name_mesh(const AnimatedMesh& mesh, Check check) {
  try {
    check();
  } catch (const Failure& failure) {
    throw Failure{fmt::format(": mesh {}{}", quote(mesh.name), failure.text)};
  }
}

void require_mesh(const PolygonMesh& mesh, AnimationFormat format) {
  if (const Status status = check_polygon_mesh(mesh); !status) fail("{}", status.error().message);
  if (mesh.polygon_count() == 0) fail("no polygons found, expected at least one");
  require_coordinates(mesh.positions, format);
}

void require_head(const AnimationHead& head, AnimationFormat format) {
  if (head.meshes.empty()) fail("no meshes found, expected at least one");
  if (!(head.fps >= kMinFps && head.fps <= kMaxFps))
    fail("{} frames per second found, expected {} to {}", head.fps, kMinFps, kMaxFps);
  for (const AnimatedMesh& mesh : head.meshes) {
    ABUT_ASSERT(mesh.mesh != nullptr);
    name_mesh(mesh, [&] { require_mesh(*mesh.mesh, format); });
  }
}

void require_positions(const AnimatedMesh& mesh, std::span<const Vec3> positions, AnimationFormat format) {
  if (!mesh.moves) fail("positions found, but the mesh was not to move");
  if (positions.size() != mesh.mesh->vertex_count())
    fail("{} positions found, expected {}", positions.size(), mesh.mesh->vertex_count());
  require_coordinates(positions, format);
}

// The positions of all meshes, checked.
std::vector<std::span<const Vec3>> complete_frame(const AnimationHead& head, AnimationFormat format,
                                                  FramePositions positions) {
  if (positions.size() > head.meshes.size())
    fail("positions of {} meshes found, expected {} at most", positions.size(), head.meshes.size());
  std::vector<std::span<const Vec3>> complete;
  for (const AnimatedMesh& mesh : head.meshes) {
    const std::size_t m = complete.size();
    const bool is_given = m < positions.size() && !positions[m].empty();
    if (is_given) name_mesh(mesh, [&] { require_positions(mesh, positions[m], format); });
    complete.push_back(is_given ? positions[m] : std::span<const Vec3>(mesh.mesh->positions));
  }
  return complete;
}

SinkResult make_sink(AnimationFormat format, const AnimationTask& task) {
  switch (format) {
    case AnimationFormat::sequence:
      return make_sequence_sink(task);
    case AnimationFormat::pc2:
      return make_pc2_sink(task);
    case AnimationFormat::usda:
      return make_usda_sink(task);
    case AnimationFormat::glb:
      break;
  }
  return make_glb_sink(task);
}

}  // namespace

std::optional<AnimationFormat> find_animation_format(const fs::path& path) {
  const std::string extension = to_lower(path.extension().string());
  if (extension == ".obj" || extension == ".ply") return AnimationFormat::sequence;
  if (extension == ".pc2") return AnimationFormat::pc2;
  if (extension == ".usda") return AnimationFormat::usda;
  if (extension == ".glb") return AnimationFormat::glb;
  return std::nullopt;
}

AnimationWriter::AnimationWriter(std::unique_ptr<Content> content) : content_(std::move(content)) {}
AnimationWriter::AnimationWriter(AnimationWriter&&) noexcept = default;
AnimationWriter& AnimationWriter::operator=(AnimationWriter&&) noexcept = default;
AnimationWriter::~AnimationWriter() = default;

Result<AnimationWriter> AnimationWriter::create(const fs::path& path, const AnimationHead& head, bool overwrite) {
  std::string name = printable(path.string());
  auto content = catch_failure(name, [&] {
    const AnimationFormat format = require_format(path);
    require_head(head, format);
    return std::make_unique<Content>(Content{.format = format, .name = name, .head = head});
  });
  if (!content) return content.error();
  auto sink = catch_failure(name, [&] { return make_sink((*content)->format, {path, (*content)->head, overwrite}); });
  if (!sink) return sink.error();
  if (!*sink) return sink->error();
  (*content)->sink = **std::move(sink);
  return AnimationWriter(*std::move(content));
}

Status AnimationWriter::add_frame(FramePositions positions) {
  Content& content = *content_;
  ABUT_ASSERT(!content.is_finished);
  if (content.failure) return *content.failure;
  const auto added = catch_failure(fmt::format("{}: frame {}", content.name, content.frame_count), [&] {
    return content.sink->add_frame(complete_frame(content.head, content.format, positions));
  });
  if (!added) return added.error();
  if (*added) ++content.frame_count;
  return content.keep_failure(*added);
}

AnimationFormat AnimationWriter::format() const { return content_->format; }
std::size_t AnimationWriter::frame_count() const { return content_->frame_count; }
bool AnimationWriter::may_replace(const fs::path& file) const { return content_->sink->may_replace(file); }

std::vector<fs::path> AnimationWriter::files() const { return content_->sink->files(); }

Status AnimationWriter::finish() {
  Content& content = *content_;
  ABUT_ASSERT(!content.is_finished);
  if (content.failure) return *content.failure;
  if (content.frame_count == 0) return Error{content.name + ": no frames found, expected at least one"};
  content.is_finished = true;
  const auto finished = catch_failure(content.name, [&] { return content.sink->finish(); });
  return finished ? *finished : Status(finished.error());
}

}  // namespace abut
