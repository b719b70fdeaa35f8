// PC2, the point cache that modelling programs read; point_cache.h has its layout.
#include "abut/io.h"
#include "io/failure.h"
#include "io/point_cache.h"
#include "io/scalar.h"
#include "shape/polygon_mesh.h"

namespace abut {
namespace {

using Frames = std::span<const std::vector<Vec3>>;

void append_integer(std::string& out, std::size_t value) {
  append_scalar(out, static_cast<double>(value), Scalar::int32, ByteOrder::little);
}

void append_float(std::string& out, double value) { append_scalar(out, value, Scalar::float32, ByteOrder::little); }

void require_counts(Frames frames) {
  if (frames.empty() || frames.size() > kMaxFrames)
    fail("{} frames found, expected 1 to {}", frames.size(), kMaxFrames);
  const std::size_t vertex_count = frames[0].size();
  if (vertex_count == 0 || vertex_count > kMaxElements)
    fail("{} vertices found, expected 1 to {}", vertex_count, kMaxElements);
  for (std::size_t f = 0; f < frames.size(); ++f)
    if (frames[f].size() != vertex_count)
      fail("frame {}: {} vertices found, expected {} as in frame 0", f, frames[f].size(), vertex_count);
}

void append_frame(std::string& out, std::span<const Vec3> positions, std::size_t frame) {
  if (const Status status = check_positions(positions); !status) fail("frame {}: {}", frame, status.error().message);
  for (std::size_t v = 0; v < positions.size(); ++v)
    for (const double x : positions[v]) {
      if (!round_to_scalar(x, Scalar::float32))
        fail("frame {}: vertex {}: coordinate {} does not fit the file's type float32", frame, v, x);
      append_float(out, x);
    }
}

std::string format_frames(Frames frames) {
  require_counts(frames);
  std::string bytes;
  bytes.reserve(kPc2HeaderSize + frames.size() * frames[0].size() * kVertexSize);
  bytes += format_pc2_header(frames.size(), frames[0].size());
  for (std::size_t f = 0; f < frames.size(); ++f) append_frame(bytes, frames[f], f);
  return bytes;
}

}  // namespace

std::string format_pc2_header(std::size_t frame_count, std::size_t vertex_count) {
  std::string header(kPc2Mark);
  append_integer(header, 1);  // version
  append_integer(header, vertex_count);
  append_float(header, 0);  // first frame
  append_float(header, 1);  // frames per sample
  append_integer(header, frame_count);
  return header;
}

Result<std::string> format_pc2(Frames frames) {
  return catch_failure("PC2", [&] { return format_frames(frames); });
}

Status write_pc2(Frames frames, const std::filesystem::path& path, bool overwrite) {
  const auto bytes = catch_failure(printable(path.string()), [&] { return format_frames(frames); });
  return bytes ? write_file(path, *bytes, overwrite) : Status(bytes.error());
}

}  // namespace abut
