// The times of Tab. 1.
#include "reproduce/outline_boxes/experiments.h"
#include "reproduce/outline_boxes/outline_boxes.h"
#include "reproduce/outline_boxes/wavy_outline.h"

namespace abut::reproduce {

void report_times(Report& report) {
  report.heading(3, "Times (Tab. 1)");
  report.paragraph(
      "Of the scenes that are drawn, with all meetings of curves, not only of boxes; medians of many runs, both "
      "methods by turns. At the right, by the time of (a). The paper's times are those of a SPARCstation 20, and it "
      "does not say whether curves are in them. Here a touch takes about as long as a crossing: it is proven by bounds on "
      "the gap between two curves, as crossings are by their directions.");
  const Experiment& ring = get_ring_experiment();
  Table table{{"contours", "situation", "elementary", "multiresolution", "ratio", "by (a)"}, 2};
  for (const ContourKind& kind : kContourKinds) {
    const auto seconds = measure_seconds(ring.make_scenes(kind.waves, 0));
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      const auto [elementary, multiresolution] = seconds[i];
      table.rows.push_back({kind.name, ring.situations[i].format(), format_time(elementary),
                            format_time(multiresolution), format_number(multiresolution / elementary),
                            format_number(elementary / seconds[0][0])});
    }
  }
  for (const Situation& situation : ring.situations) {
    table.rows.push_back({"paper", situation.name, format_time(situation.paper_seconds), "", "",
                          format_number(situation.paper_seconds / ring.situations[0].paper_seconds)});
  }
  report.table(table);
}

}  // namespace abut::reproduce
