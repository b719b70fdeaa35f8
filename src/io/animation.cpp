// The Animation class and the ways to get one.
#include "io/animation.h"

#include <utility>

#include "base/assert.h"
#include "io/failure.h"
#include "io/point_cache.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

Result<Animation> make_cache_animation(std::unique_ptr<ByteSource> source, FileName name) {
  const std::string whole = name.whole;
  return catch_failure(whole, [&] { return Animation(make_point_cache(std::move(source), std::move(name))); });
}

}  // namespace

Animation::Animation(std::unique_ptr<Content> content) : content_(std::move(content)) {}
Animation::Animation(Animation&&) noexcept = default;
Animation& Animation::operator=(Animation&&) noexcept = default;
Animation::~Animation() = default;

std::size_t Animation::frame_count() const { return content_->frame_count(); }
std::size_t Animation::complete_frame_count() const { return content_->complete_frame_count(); }
std::size_t Animation::vertex_count() const { return content_->vertex_count(); }

std::string Animation::frame_name(std::size_t frame) const {
  ABUT_ASSERT(frame < frame_count());
  return content_->frame_name(frame);
}

Result<std::vector<Vec3>> Animation::read_frame(std::size_t frame) const {
  ABUT_ASSERT(frame < frame_count());
  return content_->read_frame(frame);
}

Result<Animation> open_animation(const fs::path& path) {
  Result<std::unique_ptr<ByteSource>> source = open_byte_source(path);
  if (!source) return source.error();
  return make_cache_animation(*std::move(source), {printable(path.string()), printable(path.filename().string())});
}

Result<Animation> open_animation(std::vector<fs::path> frames, const PolygonMesh& base) {
  if (frames.empty()) return Error{"an animation without frames found, expected at least one mesh file"};
  if (Status valid = check_polygon_mesh(base); !valid) return Error{"base mesh: " + valid.error().message};
  return Animation(make_mesh_sequence(std::move(frames), base));
}

Result<Animation> parse_animation(std::string bytes, std::string_view name) {
  return make_cache_animation(make_byte_source(std::move(bytes)), {printable(name), printable(name)});
}

bool is_point_cache(const fs::path& path) {
  const Result<std::unique_ptr<ByteSource>> source = open_byte_source(path);
  if (!source) return false;
  const auto is_cache = catch_failure("", [&] { return has_point_cache_mark(read_head(**source)); });
  return is_cache && *is_cache;
}

}  // namespace abut
