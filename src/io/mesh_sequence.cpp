// An animation of mesh files. What was worked out for the base mesh holds for a frame only if its polygons are the very
// same, so a frame that differs is refused rather than read as something else.
#include <utility>

#include "io/animation.h"
#include "io/failure.h"

namespace abut {
namespace {

void require_same_polygon(const PolygonMesh& mesh, const PolygonMesh& base, PolygonId p) {
  const auto found = mesh.polygon(p), expected = base.polygon(p);
  if (found.size() != expected.size())
    fail("polygon {} with {} vertices found, expected {} as in the base mesh", p.value, found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    if (found[i] != expected[i])
      fail("polygon {} with vertex {} at corner {} found, expected vertex {} as in the base mesh", p.value,
           found[i].value, i, expected[i].value);
}

void require_same_polygons(const PolygonMesh& mesh, const PolygonMesh& base) {
  if (mesh.polygon_count() != base.polygon_count())
    fail("{} polygons found, expected {} as in the base mesh", mesh.polygon_count(), base.polygon_count());
  for (std::size_t p = 0; p < base.polygon_count(); ++p) require_same_polygon(mesh, base, PolygonId(p));
}

class MeshSequence final : public Animation::Content {
 public:
  MeshSequence(std::vector<std::filesystem::path> paths, const PolygonMesh& base)
      : paths_(std::move(paths)), vertex_count_(base.vertex_count()) {
    base_polygons_.polygon_starts = base.polygon_starts;
    base_polygons_.polygon_vertices = base.polygon_vertices;
  }

  std::size_t frame_count() const override { return paths_.size(); }
  std::size_t complete_frame_count() const override { return paths_.size(); }
  std::size_t vertex_count() const override { return vertex_count_; }
  std::string frame_name(std::size_t frame) const override { return printable(paths_[frame].filename().string()); }

  Result<std::vector<Vec3>> read_frame(std::size_t frame) const override {
    const Result<MeshFile> file = read_mesh(paths_[frame]);
    if (!file) return file.error();
    return catch_failure(printable(paths_[frame].string()), [&] {
      const PolygonMesh& mesh = file->mesh();
      if (mesh.vertex_count() != vertex_count_)
        fail("{} vertices found, expected {} as in the base mesh", mesh.vertex_count(), vertex_count_);
      require_same_polygons(mesh, base_polygons_);
      return mesh.positions;
    });
  }

 private:
  std::vector<std::filesystem::path> paths_;
  std::size_t vertex_count_;
  PolygonMesh base_polygons_;  // without positions, which are the frames' affair
};

}  // namespace

std::unique_ptr<Animation::Content> make_mesh_sequence(std::vector<std::filesystem::path> frames,
                                                       const PolygonMesh& base) {
  return std::make_unique<MeshSequence>(std::move(frames), base);
}

}  // namespace abut
