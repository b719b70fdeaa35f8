// One function for each kind: a formula with random numbers in it, on one or more grids.
#include "support/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "base/assert.h"
#include "support/grids.h"
#include "support/maps.h"
#include "support/triangle_lists.h"

namespace abut::test {
namespace {

using std::cos, std::sin, std::cosh, std::sinh;
constexpr double kPi = std::numbers::pi;

int round_to_int(double x) { return static_cast<int>(std::lround(x)); }

double square(double x) { return x * x; }

// Often about once around.
double draw_bend(Random& random) {
  switch (random.integer(0, 7)) {
    case 0:
    case 1:
      return 2 * kPi;
    case 2:
    case 3:
    case 4:
      return random.uniform(5.5, 7);
    default:
      return random.uniform(0, 6.5);
  }
}

// Where it comes around, the end meets the start, passes inside or outside of it, or beside it.
PolygonMesh make_bent(Random& random, int size) {
  const double angle = draw_bend(random), width = random.uniform(0.2, 1.5),
               drift = random.coin() ? 0 : random.uniform(-0.05, 0.05),
               lead = random.integer(0, 3) ? 0 : random.uniform(0, 2 * width);
  return make_grid(fit_grid(size, 1, width), random,
                   [&](double u, double v) { return bend(Vec3(u, width * v + lead * u, drift * u), angle); });
}

PolygonMesh make_twisted(Random& random, int size) {
  const bool is_closed = random.integer(0, 3) == 0;
  const double angle = is_closed ? 2 * kPi : random.uniform(0, 7), width = random.uniform(0.05, 0.8),
               twist = is_closed ? 2 * kPi * random.integer(0, 2) : random.uniform(0, 4 * kPi),
               lead = is_closed ? 0 : random.uniform(0, 0.5);
  const Grid grid = fit_grid(size, 1, width, is_closed ? Seam::joined : Seam::open);
  return make_grid(grid, random, [&](double u, double v) {
    return Vec3(bend(twist_strip(u, v, width, twist), angle) + Vec3(0, lead * u, 0));
  });
}

// An odd number of half twists: no side. Wider than the hole, it crosses itself there.
PolygonMesh make_moebius(Random& random, int size) {
  const double width = random.uniform(0.05, 0.55), twist = kPi * (random.coin() ? 1 : 3);
  const Waves waves(random, random.uniform(0, 0.04), 6);
  return make_grid(fit_grid(size, 1, width, Seam::reversed), random, [&](double u, double v) {
    const Vec3 p = bend(twist_strip(u, v, width, twist), 2 * kPi);
    return Vec3(p + waves(p));
  });
}

Fold make_fold(Random& random) {
  const double x = random.uniform(0.3, 0.7), y = random.uniform(0.3, 0.7);
  const double direction = random.coin() ? random.uniform(0, 2 * kPi) : random.integer(0, 3) * kPi / 2;
  const double angle = random.integer(0, 2) ? random.uniform(0.3, 1.05) * kPi : kPi;
  return {Vec3(x, y, 0), polar(direction, 1, 0), angle, random.coin() ? 0 : random.uniform(0.01, 0.15),
          random.coin() ? 1. : -1.};
}

PolygonMesh make_folded(Random& random, int size) {
  std::vector<Fold> folds;
  for (int i = random.integer(1, 3); i > 0; --i) folds.push_back(make_fold(random));
  return make_grid(fit_grid(size, 1, 1), random, [&](double u, double v) {
    Vec3 p(u, v, 0);
    for (const Fold& fold : folds) p = fold(p);
    return p;
  });
}

PolygonMesh make_crumpled(Random& random, int size) {
  const double width = random.uniform(0.3, 1), strength = square(random.uniform(0, 1));
  const Waves waves(random, strength, random.uniform(2, 8));
  return make_grid(fit_grid(size, 1, width), random, [&](double u, double v) {
    const Vec3 p(u, width * v, 0);
    return Vec3(p + waves(p));
  });
}

// A flat ring that goes on over itself: a half turn of the slope later it passes through, unless it climbs or widens.
PolygonMesh make_spiral(Random& random, int size) {
  const double turns = random.uniform(0.7, 2), inner = random.uniform(0.3, 0.8), slope = random.uniform(0.05, 0.3);
  const int way = random.integer(0, 3);
  const double climb = way == 0 ? random.uniform(0, 0.2) : 0, widen = way == 1 ? random.uniform(0.2, 0.8) : 0;
  return make_grid(fit_grid(size, 2 * kPi * turns, 0.7), random, [&](double u, double v) {
    const double turn = turns * u, r = inner + 0.5 * v;
    return polar(2 * kPi * turn, r + widen * turn, slope * (r - inner - 0.25) * cos(kPi * turn) + climb * turn);
  });
}

// Steps over each other that are level across, with bumps that may be higher than a storey.
PolygonMesh make_staircase(Random& random, int size) {
  const double turns = random.uniform(0.7, 3), inner = random.uniform(0.05, 0.8);
  const double storey = random.integer(0, 5) ? random.uniform(0, 0.4) : 0, bumps = random.uniform(0, 0.25),
               bumps_per_turn = random.uniform(0.5, 2);
  return make_grid(fit_grid(size, 2 * kPi * turns, 1 - inner), random, [&](double u, double v) {
    const double turn = turns * u;
    return polar(2 * kPi * turn, inner + (1 - inner) * v, storey * turn + bumps * sin(2 * kPi * bumps_per_turn * turn));
  });
}

// About once around: the ends fail to meet, overlap flat, one lies above the other, or they cross as roofs do.
PolygonMesh make_annulus(Random& random, int size) {
  const bool is_closed = random.integer(0, 4) == 0;
  const double turns = is_closed ? 1 : random.uniform(0.85, 1.25), inner = random.uniform(0.3, 0.9);
  const double lift = is_closed || random.coin() ? 0 : random.uniform(-0.3, 0.3),
               roll = is_closed || random.coin() ? 0 : random.uniform(-0.5, 0.5), sway = random.uniform(0, 0.4);
  const Grid grid = fit_grid(size, 2 * kPi * turns, 1 - inner, is_closed ? Seam::joined : Seam::open);
  return make_grid(grid, random, [&](double u, double v) {
    const double turn = turns * u, r = inner + (1 - inner) * v;
    return polar(2 * kPi * turn, r, lift * turn + (r - (1 + inner) / 2) * (roll * turn + sway * cos(2 * kPi * turn)));
  });
}

// The bottle's neck and its body, by Robert Israel.
Vec3 klein_bottle(double u, double v) {
  const double radius = 4 * (1 - cos(u) / 2), x = 6 * cos(u) * (1 + sin(u)), y = 16 * sin(u);
  const double in_plane = -radius * sin(v), z = radius * cos(v);
  return u < kPi ? Vec3(x + in_plane * cos(u), y + in_plane * sin(u), z) / 16 : Vec3(x - in_plane, y, z) / 16;
}

// A figure eight that makes a half turn on its way around.
Vec3 klein_eight(double u, double v) {
  const double out = cos(u / 2) * sin(v) - sin(u / 2) * sin(2 * v), up = sin(u / 2) * sin(v) + cos(u / 2) * sin(2 * v);
  return polar(u, 1 + out / 3, up / 3);
}

// No closed surface without a side fits into space, so that every one crosses itself.
PolygonMesh make_klein(Random& random, int size) {
  const int across = std::max(4, round_to_int(std::sqrt(size / 2.0 * random.uniform(0.3, 1))));
  const Grid grid{std::max(4, round_to_int(size / 2.0 / across)), across, Seam::reversed, true};
  const bool is_bottle = random.coin();
  const Waves waves(random, random.uniform(0, 0.1), 2);
  return make_grid(grid, random, [&](double u, double v) {
    const Vec3 p = (is_bottle ? klein_bottle : klein_eight)(2 * kPi * u, 2 * kPi * v);
    return Vec3(p + waves(p));
  });
}

PolygonMesh make_holes(Random& random, int size) {
  PolygonMesh mesh = (random.coin() ? make_bent : make_crumpled)(random, size + size / 3);
  Triangles triangles = list_triangles(mesh);
  while (static_cast<int>(triangles.size()) > size) cut_hole(triangles, random);
  set_triangles(mesh, triangles);
  return mesh;
}

// A book: pages that bend, each in its own way or all alike, around a spine that bends too.
PolygonMesh make_branched(Random& random, int size) {
  const int pages = random.integer(3, std::clamp(size / 6, 3, 5));
  const double width = random.uniform(0.1, 0.4), spine = random.uniform(0, 2.4), common = random.uniform(-2, 2),
               disorder = random.integer(0, 2) ? random.uniform(0, 3.5) : 0;
  const Grid grid = fit_grid(std::max(size / pages, 6), 1, width);
  PolygonMesh mesh;
  for (int page = 0; page < pages; ++page) {
    const double start = 2 * kPi * page / pages, curl = common + disorder * random.uniform(-1, 1);
    const std::size_t first = append(mesh, make_grid(grid, random, [&](double u, double v) {
                                       const Vec3 side = polar(start + curl * v, width * v, 0);
                                       return bend(Vec3(u, side.x(), side.y()), spine);
                                     }));
    for (int i = 0; i <= grid.along; ++i) replace_vertex(mesh, first + std::size_t(i), std::size_t(i));
  }
  return mesh;
}

// A fan of several rings. Closed, it may go around twice or more, which cannot be done without crossing; open, it may
// climb.
PolygonMesh make_cone(Random& random, int size) {
  const bool is_closed = random.coin();
  const double turns = is_closed ? random.integer(1, 3) : random.uniform(0.5, 3);
  const double waves = is_closed ? random.integer(1, 4) : random.uniform(0, 4), steep = random.uniform(0, 1.2),
               wave = square(random.uniform(0, 1.2)), climb = is_closed || random.coin() ? 0 : random.uniform(0, 0.6);
  const int rings = std::max(1, round_to_int(std::sqrt(size / (2 * kPi * turns)))),
            sectors = std::max(round_to_int(4 * turns), size / (2 * rings - 1));
  const Grid grid{sectors, rings - 1, is_closed ? Seam::joined : Seam::open};
  const auto point = [&](double u, double v) {
    const double r = (1 + v * (rings - 1)) / rings;
    return polar(2 * kPi * turns * u, r, r * (steep + wave * cos(2 * kPi * waves * u) + climb * turns * u));
  };
  PolygonMesh mesh = make_grid(grid, random, point);
  add_fan(mesh, grid, true, Vec3::Zero());
  return mesh;
}

// Two discs that change over to each other at a slit between two branch points: confocal ellipses, on one disc those
// of s > 0, on the other those of s < 0. They cross somewhere on the way from one branch point to the other, unless one
// of the two passages is left open; then its lips can lie above and below the other passage.
struct Slit {
  bool is_open;
  double low, high, slope, lift;

  Vec3 point(double u, double s, double lip) const {
    const double angle = 2 * kPi * u, side = is_open ? (u > 0.5 ? -lip : 0) : 1;
    return {cosh(s) * cos(angle), sinh(s) * sin(angle), slope * s + lift * side * sin(angle)};
  }
};

Slit draw_slit(Random& random) {
  const bool is_open = random.integer(0, 2) == 0;
  const double low = random.uniform(0.4, 1.2), high = low + random.uniform(0.2, 1), slope = random.uniform(0.02, 0.3);
  return {is_open, low, high, slope,
          is_open ? random.uniform(0.05, 0.2) : (random.coin() ? 0 : random.uniform(-0.3, 0.3))};
}

PolygonMesh make_slit(Random& random, int size) {
  const Slit slit = draw_slit(random);
  const int half = std::max(2, round_to_int(std::sqrt(size / 2.0))), along = 2 * half,
            rows = std::max(2, round_to_int(size / 2.0 / along)),
            lower_rows = std::clamp(round_to_int(rows * slit.low / (slit.low + slit.high)), 1, rows - 1);
  const Grid lower{along, lower_rows, Seam::joined}, upper{along, rows - lower_rows, Seam::joined};
  // Diagonals end in the branch points: else triangles there would lie on the slit, without area in projection.
  const auto starts_at_branch = [&](int i, int) { return 4 * i / along % 2 == 0; };
  PolygonMesh mesh = make_grid(
      upper, [&](double u, double v) { return slit.point(u, slit.high * v, 1); }, starts_at_branch);
  const std::size_t first =
      append(mesh, make_grid(
                       lower, [&](double u, double v) { return slit.point(u, slit.low * (v - 1), -1); },
                       std::not_fn(starts_at_branch)));
  const int last_glued = slit.is_open ? half : along - 1;
  for (int i = 0; i <= last_glued; ++i) {
    replace_vertex(mesh, first + std::size_t(lower.vertex(i, lower_rows)), std::size_t(upper.vertex(i, 0)));
  }
  return mesh;
}

PolygonMesh make_sphere(Random& random, int size, double bumps) {
  const int along = std::max(4, round_to_int(std::sqrt(double(size)))), rings = std::max(2, size / (2 * along) + 1);
  const Grid grid{along, rings - 2, Seam::joined};
  const Waves waves(random, bumps, random.uniform(0.3, 2));
  const auto point = [&](double height, double angle) {
    const Vec3 p = polar(angle, sin(height), -cos(height));
    return Vec3(p + waves(p));
  };
  PolygonMesh mesh = make_grid(
      grid, random, [&](double u, double v) { return point(kPi * (1 + v * (rings - 2)) / rings, 2 * kPi * u); });
  add_fan(mesh, grid, true, point(0, 0));
  add_fan(mesh, grid, false, point(kPi, 0));
  return mesh;
}

PolygonMesh make_bumpy_sphere(Random& random, int size) { return make_sphere(random, size, random.uniform(0, 1.6)); }

// Sheets with one vertex in common, at the origin: around it, over each other as flat cones, or anyhow.
PolygonMesh make_touching(Random& random, int size) {
  enum { side_by_side, stacked, anyhow };
  const int way = random.integer(side_by_side, anyhow), sheets = random.integer(2, 3);
  const bool at_corner = way == side_by_side || random.coin();
  const double unrest = random.uniform(0, 0.1), steep = way == stacked ? 0.15 : 0;
  const Grid grid = fit_grid(size / sheets, 1, 1);
  const int i = at_corner ? 0 : random.integer(0, grid.along), j = at_corner ? 0 : random.integer(0, grid.across);
  const Vec3 center(double(i) / grid.along, double(j) / grid.across, 0);
  const std::size_t shared = std::size_t(grid.vertex(i, j));
  PolygonMesh mesh;
  for (int sheet = 0; sheet < sheets; ++sheet) {
    const Waves waves(random, unrest, 3);
    const double angle = way == side_by_side ? 2 * kPi * sheet / sheets : 0;
    const Eigen::Matrix3d turn = way == anyhow ? make_rotation(random) : make_turn(angle);
    const std::size_t first =
        append(mesh, make_grid(grid, random, [&](double u, double v) {
                 const Vec3 p = Vec3(u, v, 0) - center;
                 return Vec3(turn * (p + Vec3(0, 0, steep * sheet * p.norm()) + waves(p) - waves(Vec3::Zero())));
               }));
    replace_vertex(mesh, first + shared, shared);
  }
  return mesh;
}

PolygonMesh make_piece(Random& random, int size);

// Pieces near each other, far apart, or around a common center, one in the other.
PolygonMesh make_components(Random& random, int size) {
  const int pieces = random.integer(2, std::clamp(size / 12, 2, 6));
  const double spread = random.integer(0, 3) ? random.uniform(0.5, 5) : 0;
  PolygonMesh mesh;
  for (int i = 0; i < pieces; ++i) {
    PolygonMesh piece = make_piece(random, size / pieces);
    const double scale = random.uniform(0.1, 1);
    const Vec3 offset = spread * random.point();
    const Eigen::Matrix3d turn = make_rotation(random);
    for (Vec3& p : piece.positions) p = scale * turn * p + offset;
    append(mesh, piece);
  }
  return mesh;
}

struct Maker {
  std::string_view kind;
  PolygonMesh (*make)(Random& random, int size);
};

constexpr Maker kMakers[] = {
    {"bent", make_bent},         {"twisted", make_twisted},
    {"folded", make_folded},     {"crumpled", make_crumpled},
    {"spiral", make_spiral},     {"staircase", make_staircase},
    {"moebius", make_moebius},   {"klein", make_klein},
    {"annulus", make_annulus},   {"holes", make_holes},
    {"branched", make_branched}, {"cone", make_cone},
    {"slit", make_slit},         {"sphere", make_bumpy_sphere},
    {"touching", make_touching}, {"components", make_components},
};

// Plain spheres keep some of the heaps free of collisions. Components, the last kind, are not made of components.
PolygonMesh make_piece(Random& random, int size) {
  if (random.integer(0, 2)) return make_sphere(random, size, 0);
  return random.pick(std::span(kMakers).first(std::size(kMakers) - 1)).make(random, size);
}

}  // namespace

Vec3 snap(const Vec3& p) { return (p / kShapeGrid).array().round().matrix() * kShapeGrid; }

std::span<const std::string_view> list_shape_kinds() {
  static const auto kinds = [] {
    std::array<std::string_view, std::size(kMakers)> names;
    std::ranges::transform(kMakers, names.begin(), &Maker::kind);
    return names;
  }();
  return kinds;
}

PolygonMesh make_shape(std::string_view kind, Random& random, int size) {
  const auto maker = std::ranges::find(kMakers, kind, &Maker::kind);
  ABUT_ASSERT(maker != std::end(kMakers));
  PolygonMesh mesh = maker->make(random, size);
  set_triangles(mesh, list_triangles(mesh));
  drop_unused_vertices(mesh);
  const Eigen::Matrix3d turn = random.coin() ? make_rotation(random) : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
  for (Vec3& p : mesh.positions) p = snap(turn * p);
  return mesh;
}

Shape make_random_shape(Random& random, int size) {
  const std::string_view kind = random.pick(list_shape_kinds());
  return {std::string(kind), make_shape(kind, random, size)};
}

}  // namespace abut::test
