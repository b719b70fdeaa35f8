#include "reproduce/expectations.h"

namespace abut::reproduce {

void report_expectations(Report& report, const Expectations& expectations) {
  Table table{{"what", "expected", "measured", "met"}, 4};
  for (const Expectation& e : expectations)
    table.rows.push_back({e.what, e.expected, e.measured, e.is_met ? "yes" : "**no**"});
  report.heading(3, "Expected and measured");
  report.table(table);
}

}  // namespace abut::reproduce
