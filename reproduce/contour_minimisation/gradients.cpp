// Fig. 4: edges that pierce a face in several ways, and the gradient of each piercing.
#include <fmt/format.h>

#include "reproduce/contour_minimisation/contour_minimisation.h"
#include "reproduce/contour_minimisation/tangle_picture.h"
#include "reproduce/stage.h"

namespace abut::reproduce {
namespace {

constexpr double kScale = 0.22;  // of arrows
constexpr int kPieces = 24;      // faces are large and cross

struct Configuration {
  const char* name;
  const char* words;
  std::vector<Vec3> points;
  std::vector<std::array<std::size_t, 3>> faces;
};

// What goes through the ground. Edges from point 0 to point 1 go through its middle, faces reach beyond it.
const Configuration kConfigurations[] = {
    {"boundary", "a boundary edge", {{0, 0, -0.6}, {0, 0, 0.8}, {1.7, 0.3, 0.1}}, {{0, 1, 2}}},
    {"slanted", "a slanted boundary edge", {{-0.5, -0.1, -0.5}, {0.5, 0.1, 0.7}, {1.7, 0.3, 0.1}}, {{0, 1, 2}}},
    {"corner", "a corner", {{0, 0, -0.6}, {-0.6, -0.1, 0.8}, {0.6, 0.2, 0.8}}, {{0, 1, 2}}},
    {"fold", "a fold", {{0, -0.1, -0.6}, {0, -0.1, 0.8}, {1.5, 0.9, 0.1}, {-1.5, 0.9, 0.1}}, {{0, 1, 2}, {1, 0, 3}}},
    {"flat",
     "an edge between faces in one plane",
     {{0, -0.1, -0.6}, {0, -0.1, 0.8}, {1.7, -0.1, 0.1}, {-1.7, -0.1, 0.1}},
     {{0, 1, 2}, {1, 0, 3}}},
    {"seam",
     "an edge of three faces",
     {{0, 0, -0.6}, {0, 0, 0.8}, {1.5, 0.8, 0.1}, {-1.5, 0.8, 0.1}, {-0.5, 1.5, 0.1}},
     {{0, 1, 2}, {1, 0, 3}, {1, 0, 4}}}};

PolygonMesh make_mesh(const std::vector<Vec3>& points, const std::vector<std::array<std::size_t, 3>>& faces) {
  PolygonMesh mesh;
  mesh.positions = points;
  for (const auto& [a, b, c] : faces) mesh.add_polygon(std::array{VertexId(a), VertexId(b), VertexId(c)});
  return mesh;
}

Report::Figure draw_configuration(const Configuration& configuration) {
  const Model ground(make_mesh({{-1.3, -0.8, 0}, {1.3, -0.9, 0}, {0.1, 1.3, 0}}, {{0, 1, 2}}));
  const Model other(make_mesh(configuration.points, configuration.faces));
  const std::vector<Body> bodies = {ground.body(), other.body()};
  MeshPicture picture = picture_tangle(bodies, Vec3(0.4, -1.2, 1.3), configuration.words);
  picture.pieces = kPieces;
  picture.has_edges = true;
  for (const Piercing& piercing : find_piercings(bodies).piercings) {
    add_piercing(picture, piercing, measure_length_gradient(bodies, piercing).relative(), kScale);
  }
  return {fmt::format("gradient_{}", configuration.name), configuration.words, draw(picture)};
}

}  // namespace

void report_gradients(Report& report) {
  report.heading(3, "Gradients (2.1, Fig. 4)");
  report.paragraph(
      "Edges that pierce faces (yellow), the gradient G of equation (4) by which the contour gets shorter when the "
      "edge moves (red), and its opposite for the face (green). Where the line ends at the border of the ground, it is "
      "the ground's edge that pierces the other face. Between two faces in one plane G is 0.");
  std::vector<Report::Figure> figures;
  for (const Configuration& configuration : kConfigurations) figures.push_back(draw_configuration(configuration));
  report.figures(std::move(figures));
}

}  // namespace abut::reproduce
