// 2.3.1: ways to build the hierarchy, compared.
#include "reproduce/regularity/regularity.h"
#include "reproduce/regularity/trees.h"
#include "reproduce/stage.h"
#include "scenes/scenes.h"

namespace abut::reproduce {
namespace {

struct Workload {
  const char* name;
  PolygonMesh (*make)(std::size_t);
  std::size_t size;
};

constexpr Workload kWorkloads[] = {{"sphere", make_sphere, 1000000},
                                   {"loop", make_alpha, 1000000},
                                   {"drape", make_drape, 50000},
                                   {"drape", make_drape, 500000}};

std::vector<std::string> list_cells(const char* name, const Model& model, const TreeKind& kind) {
  Stage stage(model, kind.settings);
  const FrameCost cost = stage.measure(make_settings());
  return {name,
          kind.name,
          format_count(model.size()),
          format_time(stage.build_seconds()),
          format_count(cost.counts.calls),
          format_count(cost.counts.face_tests),
          format_count(cost.counts.rim_edges),
          format_time(cost.update_seconds),
          format_time(cost.search_seconds)};
}

}  // namespace

void report_builders(Report& report) {
  report.heading(3, "Builders (2.3.1)");
  report.paragraph(
      "The paper joins groups of three from below by shape factor. We cut from above and join only below a thousand "
      "triangles. Built once, on all threads.");
  Table table{{"workload", "tree", "triangles", "build", "A", "B", "edges in rims tested", "update", "search"}, 2};
  for (const Workload& workload : kWorkloads) {
    const Model model(workload.make(workload.size));
    for (const TreeKind& kind : {kCuts, kShapeFactor}) table.rows.push_back(list_cells(workload.name, model, kind));
  }
  report.table(table);
}

}  // namespace abut::reproduce
