// Does a tree decay? It is built for one shape and only updated while the surface becomes another.
#include <fmt/format.h>

#include "reproduce/regularity/motions.h"
#include "reproduce/regularity/regularity.h"
#include "reproduce/regularity/trees.h"
#include "reproduce/stage.h"

namespace abut::reproduce {
namespace {

constexpr std::size_t kTriangles = 100000;
constexpr int kFrames = 200;

struct NamedMotion {
  const char* name;
  Sheet::Motion motion;
};
constexpr NamedMotion kMotions[] = {
    {"rolled", Sheet::Motion::rolled}, {"folded", Sheet::Motion::folded}, {"crumpled", Sheet::Motion::crumpled}};

std::vector<std::string> list_cells(const char* motion, const TreeKind& kind, const char* age, const FrameCost& cost) {
  return {motion,
          kind.name,
          age,
          format_count(cost.pairs),
          format_count(cost.counts.calls),
          format_count(cost.counts.face_tests),
          format_count(cost.counts.rim_edges),
          format_time(cost.update_seconds),
          format_time(cost.search_seconds)};
}

// Each frame is updated and searched, as an animation would.
void add_rows(const NamedMotion& motion, const TreeKind& kind, Table& table) {
  const Sheet sheet(kTriangles);
  Model model(sheet.make_mesh());
  Stage old_stage(model, kind.settings);
  for (int frame = 1; frame <= kFrames; ++frame) {
    sheet.move(motion.motion, static_cast<double>(frame) / kFrames, model.positions());
    old_stage.run_frame(make_settings());
  }
  table.rows.push_back(list_cells(motion.name, kind, "flat", old_stage.measure(make_settings())));
  Stage new_stage(model, kind.settings);
  table.rows.push_back(list_cells(motion.name, kind, "at the end", new_stage.measure(make_settings())));
}

}  // namespace

void report_decay(Report& report) {
  report.heading(3, "Trees that grow old");
  report.paragraph(fmt::format(
      "A flat sheet of {} triangles becomes a roll of five turns, a stack of six layers, or a ball that goes through "
      "itself, in "
      "{} frames, each updated and searched. The last frame with the tree built for the flat sheet, and with one built "
      "for that frame:",
      format_count(kTriangles), kFrames));
  Table table{{"motion", "tree", "built", "pairs", "A", "B", "edges in rims tested", "update", "search"}, 3};
  for (const NamedMotion& motion : kMotions) {
    for (const TreeKind& kind : {kCuts, kShapeFactor}) add_rows(motion, kind, table);
  }
  report.table(table);
}

}  // namespace abut::reproduce
