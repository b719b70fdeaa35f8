#include "reproduce/mesh_picture.h"

#include <algorithm>
#include <cmath>

#include "reproduce/svg.h"
#include "reproduce/visibility.h"

namespace abut::reproduce {
namespace {

constexpr int kWidth = 400, kHeight = 420;
constexpr double kTitleHeight = 40, kMargin = 16;
// Few shades, so that neighbours often share one and become one path.
constexpr int kShades = 8;
constexpr const char* kEdgeColor = "#4a4a4a";
constexpr double kLineWidth = 1.8, kArrowWidth = 2, kDotRadius = 2.8;
// Around what is drawn over surfaces, so that it stays apart from any colour.
constexpr const char* kHaloColor = "#ffffff";
constexpr double kHalo = 1.2;

// Right, down and towards the eye.
struct View {
  explicit View(const Vec3& from)
      : toward(from.normalized()), right(Vec3::UnitZ().cross(toward).normalized()), up(toward.cross(right)) {}
  Vec3 operator()(const Vec3& p) const { return {p.dot(right), -p.dot(up), p.dot(toward)}; }
  Vec3 toward, right, up;
};

// Where points go so that all of them fit the picture; z still leads towards the eye.
class Placement {
 public:
  explicit Placement(const MeshPicture& picture) : view_(picture.from) {
    Box3 box;
    for (const PicturedBody& body : picture.bodies) {
      for (const Vec3& p : body.body.positions) box.add(view_(p));
    }
    for (const Vec3& p : picture.frame) box.add(view_(p));
    for (const PicturedArrow& arrow : picture.arrows) box.add(view_(arrow.to));
    const Vec3 size = box.size();
    scale_ = std::min((kWidth - 2 * kMargin) / size.x(), (kHeight - kTitleHeight - 2 * kMargin) / size.y());
    center_ = box.center();
  }
  const View& view() const { return view_; }
  Vec3 operator()(const Vec3& p) const {
    return scale_ * (view_(p) - center_) + Vec3(0.5 * kWidth, 0.5 * (kHeight + kTitleHeight), 0);
  }
  Vec2 flat(const Vec3& p) const { return (*this)(p).head<2>(); }

 private:
  View view_;
  double scale_ = 1;
  Vec3 center_;
};

// A face or a piece of one.
struct Piece {
  std::array<Vec3, 3> corners;  // as the picture sees them
  std::string color;
  std::array<bool, 3> is_edge = {};  // side i, from corner i to the next, lies on an edge of the mesh
  double depth() const { return corners[0].z() + corners[1].z() + corners[2].z(); }
};

Vec3 find_normal(const TrianglePoints& t) { return (t[1] - t[0]).cross(t[2] - t[0]).normalized(); }

std::string shade(const Tint& tint, const Vec3& normal, const View& view) {
  const Vec3 light = (0.7 * view.toward - 0.5 * view.right + 0.5 * view.up).normalized();
  const double shade = std::round(kShades * std::abs(normal.dot(light))) / kShades;
  return make_color(tint.hue, tint.saturation, 0.30 + 0.42 * shade);
}

// A grid of small triangles, every other one upside down.
void cut(const Piece& face, int n, std::vector<Piece>& pieces) {
  const auto at = [&](int i, int j) {
    return Vec3(face.corners[0] + (face.corners[1] - face.corners[0]) * i / n +
                (face.corners[2] - face.corners[0]) * j / n);
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; i + j < n; ++j) {
      pieces.push_back({{at(i, j), at(i + 1, j), at(i, j + 1)}, face.color, {j == 0, i + j == n - 1, i == 0}});
      if (i + j < n - 1) pieces.push_back({{at(i + 1, j + 1), at(i, j + 1), at(i + 1, j)}, face.color});
    }
  }
}

std::vector<Piece> list_pieces(const MeshPicture& picture, const Placement& place) {
  std::vector<Piece> pieces;
  for (const PicturedBody& body : picture.bodies) {
    const Surface& surface = *body.body.surface;
    for (std::size_t i = 0; i < surface.face_count(); ++i) {
      const TrianglePoints t = face_points(surface, body.body.positions, FaceId(i));
      const Vec3 normal = find_normal(t);
      if (surface.is_closed() && normal.dot(place.view().toward) <= 0) continue;
      const Tint tint = body.patch_of.empty() ? body.tint : choose_tint(body.patch_of[i]);
      cut({{place(t[0]), place(t[1]), place(t[2])}, shade(tint, normal, place.view())}, picture.pieces, pieces);
    }
  }
  return pieces;
}

void drop_hidden(std::vector<Piece>& pieces) {
  std::vector<std::array<Vec3, 3>> triangles;
  for (const Piece& piece : pieces) triangles.push_back(piece.corners);
  const auto is_visible = find_visible(triangles, kWidth, kHeight);
  std::size_t i = 0;
  std::erase_if(pieces, [&](const Piece&) { return !is_visible[i++]; });
}

void paint(Svg& svg, const Piece& piece, bool has_edges) {
  std::array<Vec2, 3> p;
  for (int i = 0; i < 3; ++i) p[i] = piece.corners[i].head<2>();
  svg.triangle(p, piece.color);
  for (int i = 0; i < 3 && has_edges; ++i) {
    const Vec2 &from = p[i], &to = p[(i + 1) % 3];
    if (piece.is_edge[i]) svg.triangle({from, to, to}, kEdgeColor);  // as thin as that, it is a line
  }
}

void draw_over(Svg& svg, const MeshPicture& picture, const Placement& place) {
  for (const PicturedLine& line : picture.lines) {
    std::vector<Vec2> points;
    for (const Vec3& p : line.points) points.push_back(place.flat(p));
    svg.polyline(points, {kHaloColor, kLineWidth + kHalo});
    svg.polyline(points, {line.color, kLineWidth});
  }
  for (const PicturedArrow& arrow : picture.arrows) {
    svg.arrow(place.flat(arrow.from), place.flat(arrow.to), {kHaloColor, kArrowWidth + kHalo});
    svg.arrow(place.flat(arrow.from), place.flat(arrow.to), {arrow.color, kArrowWidth});
  }
  for (const PicturedDot& dot : picture.dots) {
    svg.dot(place.flat(dot.at), kDotRadius, kEdgeColor);
    svg.dot(place.flat(dot.at), kDotRadius - 0.8, dot.color);
  }
}

}  // namespace

Tint choose_tint(std::uint32_t number) {
  constexpr double golden = 0.6180339887498949;  // steps of it keep hues apart as long as possible
  return {golden * number, 0.35 + 0.2 * (number % 3)};
}

void add_box(MeshPicture& picture, const Box3& box, const char* color) {
  const auto corner = [&](int i) {
    return Vec3((i & 1 ? box.upper : box.lower).x(), (i & 2 ? box.upper : box.lower).y(),
                (i & 4 ? box.upper : box.lower).z());
  };
  for (int i = 0; i < 8; ++i) {
    for (const int bit : {1, 2, 4}) {
      if (!(i & bit)) picture.lines.push_back({{corner(i), corner(i | bit)}, color});
    }
  }
}

std::string draw(const MeshPicture& picture) {
  const Placement place(picture);
  std::vector<Piece> pieces = list_pieces(picture, place);
  drop_hidden(pieces);
  std::stable_sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) { return a.depth() < b.depth(); });
  Svg svg(kWidth, kHeight);
  svg.text({kMargin, 28}, picture.title, {.size = 14, .color = "#111111"});
  svg.begin_triangles();
  for (const Piece& piece : pieces) paint(svg, piece, picture.has_edges);
  svg.end_triangles();
  draw_over(svg, picture, place);
  return svg.str();
}

}  // namespace abut::reproduce
