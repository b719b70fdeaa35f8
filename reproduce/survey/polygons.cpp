// Section 2.2 and Fig. 3: a point on its way, and a triangle that stands still or moves, too.
#include <fmt/format.h>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <optional>

#include "abut/narrow.h"
#include "narrow/bracket.h"
#include "reproduce/mesh_picture.h"
#include "reproduce/plot.h"
#include "reproduce/stage.h"
#include "reproduce/survey/chance.h"
#include "reproduce/survey/solid_picture.h"
#include "reproduce/survey/survey.h"

namespace abut::reproduce {
namespace {

constexpr int kCount = 20'000;

const char* const kSays =
    "Points of one polygon against the other's plane, and edges against edges; often points alone will do. Against a "
    "triangle that stands still, P + (P' - P) t = P₀ + (P₁ - P₀) u + (P₂ - P₀) v is three equations for t, u and v; if "
    "the triangle moves, eliminating u and v leaves a polynomial in t, of fifth order as the survey says. Octrees and "
    "boxes come first: they are necessary for a collision, not sufficient.";
const char* const kLives =
    "`find_vertex_face_impact` and `find_edge_edge_impact` in `abut/narrow.h`, decided exactly "
    "([impacts.md](impacts.md)); boxes in `abut/moving_boxes.h` ([broad_phase.md](broad_phase.md)) and trees of "
    "surfaces ([self_collision.md](self_collision.md)). The survey's equations are solved below in floating point, to "
    "compare.";

struct Hit {
  double t = 0, u = 0, v = 0;
  bool is_inside() const { return t >= 0 && t <= 1 && u >= 0 && v >= 0 && u + v <= 1; }
};

// The vertex comes first.
std::optional<Hit> solve_fixed(const Motion<4>& m) {
  Eigen::Matrix3d matrix;
  matrix << m.start[0] - m.end[0], m.start[2] - m.start[1], m.start[3] - m.start[1];
  const Vec3 x = matrix.partialPivLu().solve(m.start[0] - m.start[1]);
  const Hit hit{x[0], x[1], x[2]};
  return hit.is_inside() ? std::optional(hit) : std::nullopt;
}

Vec3 find_point(const Motion<4>& m, std::size_t i, double t) { return m.start[i] + t * (m.end[i] - m.start[i]); }

// What point and triangle span; 0 where they lie in one plane.
double measure_volume(const Motion<4>& m, double t) {
  const Vec3 corner = find_point(m, 1, t);
  return (find_point(m, 2, t) - corner).cross(find_point(m, 3, t) - corner).dot(find_point(m, 0, t) - corner);
}

// Where the cubic that is known at 0, 1/3, 2/3 and 1 turns.
std::array<double, 2> find_turns(const std::array<double, 4>& f) {
  const double a = 4.5 * (f[3] - 3 * f[2] + 3 * f[1] - f[0]);
  const double b = 4.5 * (2 * f[0] - 5 * f[1] + 4 * f[2] - f[3]), c = -5.5 * f[0] + 9 * f[1] - 4.5 * f[2] + f[3];
  const double root = std::sqrt(std::max(0.0, b * b - 3 * a * c)), far = -(b + std::copysign(root, b));
  const double first = far / (3 * a), second = c / far;
  return {std::min(first, second), std::max(first, second)};
}

// When all four are in one plane, between 0 and 1, by brackets between turns.
std::vector<double> find_roots(const Motion<4>& m) {
  const auto volume = [&](double t) { return measure_volume(m, t); };
  std::vector<double> roots, ends = {0};
  for (const double turn : find_turns({volume(0), volume(1.0 / 3), volume(2.0 / 3), volume(1)})) {
    if (turn > 0 && turn < 1) ends.push_back(turn);
  }
  ends.push_back(1);
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const double sign = volume(ends[i]) > 0 ? -1 : 1;
    if (sign * volume(ends[i + 1]) <= 0) continue;
    roots.push_back(bracket_root([&](double t) { return sign * volume(t); }, ends[i], ends[i + 1], 1e-15)[0]);
  }
  return roots;
}

std::optional<Hit> solve_moving(const Motion<4>& m) {
  for (const double t : find_roots(m)) {
    const Vec3 corner = find_point(m, 1, t);
    const Vec3 u = find_point(m, 2, t) - corner, v = find_point(m, 3, t) - corner, way = find_point(m, 0, t) - corner;
    const Vec3 across = u.cross(v);
    const Vec2 uv = Vec2(way.cross(v).dot(across), u.cross(way).dot(across)) / across.squaredNorm();
    const Hit hit{t, uv.x(), uv.y()};
    if (hit.is_inside()) return hit;
  }
  return std::nullopt;
}

// A cubic has none; a polynomial of higher order has.
double measure_fourth_difference(const Motion<4>& m) {
  double sum = 0, largest = 0;
  constexpr double factors[] = {1, -4, 6, -4, 1};
  for (int i = 0; i < 5; ++i) {
    const double value = measure_volume(m, i / 4.0);
    sum += factors[i] * value;
    largest = std::max(largest, std::abs(value));
  }
  return std::abs(sum) / largest;
}

struct Counts {
  std::uint64_t by_formula = 0, by_impact = 0, same = 0;
  double largest_difference = 0;  // of times, where both have one
  double fourth_difference = 0;
};

Counts count_hits(bool moves) {
  Variation vary(moves ? 24 : 23);
  Counts counts;
  for (int i = 0; i < kCount; ++i) {
    Motion<4> m;
    for (std::size_t k = 0; k < 4; ++k) {
      m.start[k] = vary.point(-1, 1);
      m.end[k] = k == 0 || moves ? vary.point(-1, 1) : m.start[k];
    }
    const auto hit = moves ? solve_moving(m) : solve_fixed(m);
    const auto impact = find_vertex_face_impact(m, {.tolerance = 1e-12});
    counts.by_formula += hit.has_value();
    counts.by_impact += impact.has_value();
    counts.same += hit.has_value() == impact.has_value();
    counts.fourth_difference = std::max(counts.fourth_difference, measure_fourth_difference(m));
    if (hit && impact) counts.largest_difference = std::max(counts.largest_difference, std::abs(hit->t - impact->time));
  }
  return counts;
}

PolygonMesh make_triangle(const TrianglePoints& points) {
  PolygonMesh mesh;
  mesh.positions.assign(points.begin(), points.end());
  const std::array<VertexId, 3> corners = {VertexId(0), VertexId(1), VertexId(2)};
  mesh.add_polygon(corners);
  return mesh;
}

TrianglePoints find_triangle(const Motion<4>& m, double t) {
  return {find_point(m, 1, t), find_point(m, 2, t), find_point(m, 3, t)};
}

Report::Figure draw_hit(const char* name, const char* words, const Motion<4>& m, bool moves) {
  const double t = find_vertex_face_impact(m, {.tolerance = 1e-9})->time;
  const Model triangle(make_triangle(find_triangle(m, t)));
  MeshPicture picture{.bodies = {{triangle.body(), kSecondTint}},
                      .from = Vec3(1, -1.6, 0.7),
                      .title = fmt::format("{}: t = {:.3f}", words, t)};
  for (const double at : {0.0, 1.0}) {
    const TrianglePoints p = find_triangle(m, at);
    if (moves) picture.lines.push_back({{p[0], p[1], p[2], p[0]}, at == 0 ? colors::grey : "#b9b9b4"});
    picture.frame.insert(picture.frame.end(), p.begin(), p.end());
  }
  for (std::size_t k = 1; k < 4 && moves; ++k) picture.arrows.push_back({m.start[k], m.end[k], "#b9b9b4"});
  picture.arrows.push_back({m.start[0], m.end[0], colors::blue});
  picture.frame.push_back(m.start[0]), picture.frame.push_back(m.end[0]);
  picture.dots = {{m.start[0], colors::blue}, {find_point(m, 0, t), kFoundColor}};
  return {name, picture.title, draw(picture)};
}

}  // namespace

void report_polygon_detection(Report& report, Expectations& expectations) {
  open_section(report, "Polygons (2.2, Fig. 3)", kSays, kLives);
  Table table{{"triangle", "steps", "hits by the equations", "hits, exactly", "same answer", "times differ by",
               "fourth difference"}};
  for (const bool moves : {false, true}) {
    const Counts counts = count_hits(moves);
    table.rows.push_back({moves ? "moves" : "stands still", format_count(kCount), format_count(counts.by_formula),
                          format_count(counts.by_impact), format_count(counts.same),
                          fmt::format("{:.0e}", counts.largest_difference),
                          moves ? fmt::format("{:.0e}", counts.fourth_difference) : ""});
    expectations.push_back(
        {fmt::format("a point and a triangle that {}", moves ? "moves" : "stands still"),
         "the equations have the same hits, at the same times to 1e-6",
         fmt::format("{} of {}, {:.0e}", format_count(counts.same), format_count(kCount), counts.largest_difference),
         counts.same == kCount && counts.largest_difference < 1e-6});
    if (!moves) continue;
    expectations.push_back({"order of the polynomial of a moving triangle", "3, not 5: no fourth differences (1e-12)",
                            fmt::format("{:.0e}", counts.fourth_difference), counts.fourth_difference < 1e-12});
  }
  report.table(table);
  report.paragraph(
      "The polynomial is of third order, not fifth: it is the volume that the point and the triangle span, a product "
      "of three ways each of which is linear in time. Its fourth differences, in the last column as a share of its "
      "size, are rounding.");
  report.figures({draw_hit("survey_triangle", "Fig. 3: the triangle stands still",
                           {{Vec3(-0.2, -0.3, 1), Vec3(-1, -0.8, 0), Vec3(1, -0.6, 0.1), Vec3(0, 1, 0.3)},
                            {Vec3(0.4, 0.2, -0.9), Vec3(-1, -0.8, 0), Vec3(1, -0.6, 0.1), Vec3(0, 1, 0.3)}},
                           false),
                  draw_hit("survey_moving_triangle", "it moves, too",
                           {{Vec3(-0.2, -0.3, 1), Vec3(-1, -0.8, -0.7), Vec3(1, -0.6, -0.6), Vec3(0, 1, -0.4)},
                            {Vec3(0.4, 0.2, -0.9), Vec3(-0.7, -1, 0.5), Vec3(1, 0, 0.6), Vec3(-0.4, 0.9, 0.2)}},
                           true)});
  report_points_alone(report, expectations);
  report_boxes_first(report, expectations);
}

}  // namespace abut::reproduce
