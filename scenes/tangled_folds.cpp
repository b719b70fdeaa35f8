// A sheet that goes through itself. A contour of such a sheet may end inside it, at a loop vertex: two faces around the
// vertex pass through each other, on a line that starts there.
//
// Two forms give loop vertices. A book: a sheet folded along a straight row, its spine, whose two pages stand over each
// other and change places somewhere; lines of intersection end on the spine where pages change places. And a curl: a
// valley whose bottom makes a loop, which gets smaller along the valley until it is gone. Pages and curls are skewed,
// because in a mirror image of a triangle every edge would meet its twin exactly. Pages are pushed apart and the bottom
// of a curl is turned over by a fraction of the sheet's size; that this takes little strain is a guess.
#include <cmath>
#include <numbers>

#include "scenes/sheets.h"
#include "scenes/tangle_builders.h"

namespace abut {
namespace {

constexpr double kPi = std::numbers::pi;

// Bent, but not rough: where pages only begin to change places, roughness would do so more than once.
TangledMeshes put_alone(PolygonMesh mesh, Variation& vary) {
  TangledMeshes meshes = {make_cloth(std::move(mesh))};
  disturb(meshes, vary, 0);
  return meshes;
}

// The spine is a row of the grid, and y = 0 is a vertex on it which has eight neighbours, diagonal ones as well: pages
// can change places twice within its star.
struct Book {
  double cell;
  int left, right, front, back;  // cells on each side of y = 0, and of the pages

  Book(int cells, int shift, double front_height)
      : cell(2.0 / cells),
        left(cells / 2 + shift),
        right(cells - left),
        front(count_cells(front_height, cell)),
        back(cells / 2) {
    if ((left + back) % 2 == 0) ++left;
  }
};

// The page at height h above the spine has the slope `crossed`(y, h) to the other side; positive: it is on the wrong
// one.
template <class Crossed>
PolygonMesh make_book(const Book& book, const Crossed& crossed) {
  const Grid grid = {book.left + book.right, book.front + book.back};
  return make_grid("book", grid, [&](double u, double v) {
    const double y = (std::round(u * grid.nu) - book.left) * book.cell,
                 t = (std::round(v * grid.nv) - book.back) * book.cell, h = std::abs(t);
    const double x = -t * crossed(y, h);
    return t > 0 ? Vec3(x, y, h) : Vec3(x, y + 0.11 * h, 0.93 * h);
  });
}

// Pages cross within a wedge that stands on its tip at the vertex y = 0 of the spine; positive inside.
double measure_wedge(double y, double h) { return (h - 1.5 * std::abs(y)) / (std::hypot(y, h) + 1e-9); }

// From the right side to the wrong one, all at once, so that there is no doubt where.
double change(double inside) { return std::tanh(4 * inside); }

// A valley along y. At each y its section (x, z) = (s³ - size s, s²) crosses itself at s² = size, if that is positive.
template <class Size>
PolygonMesh make_curl(int cells, const Size& size) {
  return make_grid("curl", {cells, cells}, [&](double u, double v) {
    const double y = 2 * u - 1, s = 2 * v - 1 + 0.0137;
    return Vec3(1.5 * (s * s * s - size(y) * s), y + 0.15 * s, s * s + 0.05 * s);
  });
}

// Rolls the x axis up to an arc around (0, radius), between straight ends.
Vec3 roll_up(const Vec3& p, double radius, double angle) {
  const double turned = std::clamp(p.x() / radius, 0.0, angle), rest = p.x() - turned * radius;
  return {radius * std::sin(turned) + rest * std::cos(turned), p.y(),
          radius - radius * std::cos(turned) + rest * std::sin(turned)};
}

}  // namespace

// The wedge is closed above, so that pages cross in a line from the vertex back to it.
TangledMeshes make_eight_tangle(Variation& vary, int cells) {
  const double middle = vary.around(0, 0.06), slope = vary.around(0.25, 0.07), top = vary.around(0.72, 0.08);
  const Book book(cells, 2 * static_cast<int>(middle * cells), 1);
  return put_alone(
      make_book(book, [&](double y, double h) { return slope * std::min(measure_wedge(y, h), (top - h) / 0.25); }),
      vary);
}

// The wedge is open above and ends with the front page, which is the shorter one.
TangledMeshes make_cross_tangle(Variation& vary, int cells) {
  const double middle = vary.around(0, 0.06), height = vary.around(0.65, 0.1), slope = vary.around(0.25, 0.07);
  const Book book(cells, 2 * static_cast<int>(middle * cells), height);
  return put_alone(make_book(book, [&](double y, double h) { return slope * measure_wedge(y, h); }), vary);
}

// A curl that is gone at both ends of the valley, or pages that cross in a half disc on the spine.
TangledMeshes make_ll_tangle(Variation& vary, int cells) {
  const double middle = vary.around(0.05, 0.1), width = vary.around(0.55, 0.08), depth = vary.around(0.32, 0.05);
  const auto part = [&](double y) { return (y - middle) / width; };
  if (!vary.is_second_variant()) {
    return put_alone(make_curl(cells, [&](double y) { return depth * (1 - std::pow(part(y), 2)); }), vary);
  }
  const Book book(cells, 0, 1);
  return put_alone(
      make_book(book, [&](double y, double h) { return depth * change(1 - std::hypot(part(y), h / 0.6)); }), vary);
}

// A curl that grows towards one end of the valley, or pages that cross at one end of the spine.
TangledMeshes make_bli_tangle(Variation& vary, int cells) {
  const double start = vary.around(-0.05, 0.2), depth = vary.around(0.32, 0.05);
  if (!vary.is_second_variant()) {
    return put_alone(make_curl(cells, [&](double y) { return depth * (y - start); }), vary);
  }
  const Book book(cells, 0, 1);
  return put_alone(make_book(book, [&](double y, double h) { return depth * change(std::min(y - start, 0.6 - h)); }),
                   vary);
}

// A strip rolled up by most of a turn. It was flat, and rolling does not strain it. It lies askew on the roll,
// so that rows of edges do not meet rows.
TangledMeshes make_loop_tangle(Variation& vary, int cells) {
  const double radius = vary.around(0.5, 0.05), angle = vary.around(5.0, 0.4), end = 1.2, yaw = vary.around(0.1, 0.05);
  const double length = angle * radius + 2 * end, width = 0.8, cell = length / (2 * cells);
  const double c = std::cos(yaw), s = std::sin(yaw);
  PolygonMesh strip = make_grid("strip", {2 * cells, count_cells(width, cell)}, [&](double u, double v) {
    const double a = length * u - end, b = width * (v - 0.5);
    return Vec3(c * a - s * b, s * a + c * b, 0);
  });
  TangledMeshes meshes = {make_cloth(std::move(strip))};
  meshes[0].rest = meshes[0].mesh.positions;
  for (Vec3& p : meshes[0].mesh.positions) p = roll_up(p, radius, angle);
  turn_all(meshes, vary);
  return meshes;
}

// A closed tube along a trefoil, thicker than its strands are apart where they pass each other. Lifting the strands off
// each other solves it; the tube need not get thinner.
TangledMeshes make_knot_tangle(Variation& vary, int cells) {
  const double lift = vary.around(0.7, 0.04), thickness = vary.around(0.8, 0.03);
  const int around = std::max(6, cells);
  const auto strand = [&](double t) {
    return Vec3(std::sin(t) + 2 * std::sin(2 * t), std::cos(t) - 2 * std::cos(2 * t), -lift * std::sin(3 * t));
  };
  const auto way = [&](double t) {
    return Vec3(std::cos(t) + 4 * std::cos(2 * t), -std::sin(t) + 4 * std::sin(2 * t), -3 * lift * std::cos(3 * t));
  };
  PolygonMesh tube = make_grid("knot", {6 * around, around, true, true}, [&](double u, double v) {
    const double t = 2 * kPi * u, turn = 2 * kPi * v;
    const Vec3 forward = way(t).normalized(), side = forward.cross(Vec3::UnitZ()).normalized(),
               up = side.cross(forward);
    return Vec3((strand(t) + thickness * (std::cos(turn) * side + std::sin(turn) * up)) / 3);
  });
  return put_alone(std::move(tube), vary);
}

}  // namespace abut
