#include "reproduce/mesh_picture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reproduce/svg.h"

namespace abut::reproduce {
namespace {

constexpr int kWidth = 400, kHeight = 420;
constexpr double kTitleHeight = 40, kMargin = 16;
// Few shades, so that neighbours often share one and become one path.
constexpr int kShades = 8;

// Right, up and towards the eye.
struct View {
  explicit View(const Vec3& from)
      : toward(from.normalized()), right(Vec3::UnitZ().cross(toward).normalized()), up(toward.cross(right)) {}
  Vec3 operator()(const Vec3& p) const { return {p.dot(right), -p.dot(up), p.dot(toward)}; }
  Vec3 toward, right, up;
};

struct PaintedFace {
  std::array<Vec3, 3> corners;  // as the view sees them
  std::string color;
  double depth = 0;
};

Vec3 find_normal(const TrianglePoints& t) { return (t[1] - t[0]).cross(t[2] - t[0]).normalized(); }

std::string choose_color(std::uint32_t patch, const Vec3& normal, const View& view) {
  const Vec3 light = (0.7 * view.toward - 0.5 * view.right + 0.5 * view.up).normalized();
  const double shade = std::round(kShades * std::abs(normal.dot(light))) / kShades;
  constexpr double golden = 0.6180339887498949;  // steps of it keep hues apart as long as possible
  return make_color(golden * patch, 0.35 + 0.2 * (patch % 3), 0.30 + 0.42 * shade);
}

std::vector<PaintedFace> list_faces(const MeshPicture& picture, const View& view) {
  std::vector<PaintedFace> faces;
  const Surface& surface = *picture.body.surface;
  for (std::size_t i = 0; i < surface.face_count(); ++i) {
    const TrianglePoints t = face_points(surface, picture.body.positions, FaceId(i));
    const Vec3 normal = find_normal(t);
    if (surface.is_closed() && normal.dot(view.toward) <= 0) continue;
    PaintedFace& face = faces.emplace_back();
    for (int k = 0; k < 3; ++k) face.corners[k] = view(t[k]);
    face.depth = face.corners[0].z() + face.corners[1].z() + face.corners[2].z();
    face.color = choose_color(picture.patch_of[i], normal, view);
  }
  std::stable_sort(faces.begin(), faces.end(), [](const auto& a, const auto& b) { return a.depth < b.depth; });
  return faces;
}

// Where the view's points go so that all of them fit the picture.
class Placement {
 public:
  explicit Placement(std::span<const PaintedFace> faces) {
    Box3 box;
    for (const PaintedFace& face : faces) {
      for (const Vec3& p : face.corners) box.add(p);
    }
    const Vec3 size = box.size();
    scale_ = std::min((kWidth - 2 * kMargin) / size.x(), (kHeight - kTitleHeight - 2 * kMargin) / size.y());
    center_ = box.center();
  }
  Vec2 operator()(const Vec3& p) const {
    const Vec3 q = scale_ * (p - center_);
    return {0.5 * kWidth + q.x(), 0.5 * (kHeight + kTitleHeight) + q.y()};
  }

 private:
  double scale_ = 1;
  Vec3 center_;
};

}  // namespace

std::string draw(const MeshPicture& picture) {
  const std::vector<PaintedFace> faces = list_faces(picture, View(picture.from));
  const Placement place(faces);
  Svg svg(kWidth, kHeight);
  svg.text({kMargin, 28}, picture.title, {.size = 14, .color = "#111111"});
  svg.begin_triangles();
  for (const PaintedFace& face : faces) {
    svg.triangle({place(face.corners[0]), place(face.corners[1]), place(face.corners[2])}, face.color);
  }
  svg.end_triangles();
  return svg.str();
}

}  // namespace abut::reproduce
