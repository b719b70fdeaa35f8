// 2.3.3: what is stored about rims and neighbours, and how much memory all takes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "reproduce/regularity/regularity.h"
#include "reproduce/regularity/trees.h"
#include "reproduce/stage.h"
#include "scenes/scenes.h"
#include "tree/rims.h"

namespace abut::reproduce {
namespace {

constexpr std::size_t kTriangles = 500000;
constexpr double kMostAdjacencyVertices = 6;

struct Workload {
  const char* name;
  PolygonMesh (*make)(std::size_t);
};
constexpr Workload kWorkloads[] = {{"sphere", make_sphere}, {"loop", make_alpha}, {"drape", make_drape}};

struct Sum {
  std::size_t patches = 0, faces = 0, edges = 0;
};
// By powers of four of the number of faces: levels of trees with two and with three children cannot be compared.
using Levels = std::map<int, Sum>;

Levels sum_rims(const SurfaceTree& tree) {
  Levels levels;
  for (std::uint32_t node = 0; node < tree.nodes().size(); ++node) {
    if (!tree.rims().has_rim(node)) continue;
    const std::size_t faces = tree.places(node).size();
    Sum& sum = levels[static_cast<int>(std::log2(faces)) / 2];
    ++sum.patches;
    sum.faces += faces;
    sum.edges += tree.rims().rim(node).vertices.size();
  }
  return levels;
}

double mean(std::size_t sum, std::size_t count) { return static_cast<double>(sum) / static_cast<double>(count); }

std::string bytes_per(std::size_t bytes, std::size_t faces) { return fmt::format("{:.1f}", mean(bytes, faces)); }

std::vector<std::string> list_storage_cells(const char* name, const TreeKind& kind, const Stage& stage,
                                            std::size_t faces) {
  const SurfaceTree& tree = stage.tree();
  const Rims& rims = tree.rims();
  const SurfaceTree::Memory memory = tree.memory();
  return {name,
          kind.name,
          format_count(faces),
          format_number(mean(rims.adjacency_vertex_count(), rims.patch_count())),
          format_number(mean(rims.edge_count(), faces)),
          bytes_per(memory.nodes, faces),
          bytes_per(memory.faces, faces),
          bytes_per(memory.rims, faces),
          bytes_per(memory.oriented_boxes, faces),
          bytes_per(memory.total(), faces)};
}

void add_level_rows(const char* name, const Levels& cuts, const Levels& grouped, Table& table) {
  const auto cell = [](const Levels& levels, int level) -> std::vector<std::string> {
    const auto found = levels.find(level);
    if (found == levels.end()) return {"", "", ""};
    const Sum& sum = found->second;
    const double faces = mean(sum.faces, sum.patches), edges = mean(sum.edges, sum.patches);
    return {format_count(sum.patches), format_number(edges), format_number(edges / std::sqrt(faces))};
  };
  for (int level = 2; level < 10; ++level) {
    const int lower = 1 << (2 * level);
    std::vector<std::string> row = {name, fmt::format("{} to {}", format_count(lower), format_count(4 * lower - 1))};
    for (const Levels* levels : {&cuts, &grouped}) {
      for (std::string& text : cell(*levels, level)) row.push_back(std::move(text));
    }
    table.rows.push_back(std::move(row));
  }
}

}  // namespace

void report_adjacency(Report& report, Expectations& expectations) {
  report.heading(3, "What is stored (2.3.3)");
  report.paragraph(
      "Adjacency vertices are those where a patch's neighbour changes; in the paper their number \"hardly exceeds 6\". "
      "Rims are stored for patches of 16 triangles and more. Memory is in bytes per triangle:");
  Table storage{{"workload", "tree", "triangles", "adjacency vertices per patch", "rim edges per triangle", "nodes",
                 "faces", "rims", "oriented boxes", "all"},
                2};
  Table levels{{"workload", "triangles in patch", "patches, cuts", "edges in rim", "edges / sqrt(triangles)",
                "patches, shape factor", "edges in rim", "edges / sqrt(triangles)"},
               2};
  double most = 0;
  for (const Workload& workload : kWorkloads) {
    const Model model(workload.make(kTriangles));
    const Stage cuts(model, kCuts.settings), grouped(model, kShapeFactor.settings);
    storage.rows.push_back(list_storage_cells(workload.name, kCuts, cuts, model.size()));
    storage.rows.push_back(list_storage_cells(workload.name, kShapeFactor, grouped, model.size()));
    add_level_rows(workload.name, sum_rims(cuts.tree()), sum_rims(grouped.tree()), levels);
    const Rims& rims = cuts.tree().rims();
    most = std::max(most, mean(rims.adjacency_vertex_count(), rims.patch_count()));
  }
  report.table(storage);
  report.paragraph("Rims by the size of the patch. A square of n triangles has a rim of about 2.8 sqrt(n) edges:");
  report.table(levels);
  expectations.push_back({"adjacency vertices per patch", "hardly more than 6",
                          "up to " + format_number(most) + " on average", most <= kMostAdjacencyVertices});
}

}  // namespace abut::reproduce
