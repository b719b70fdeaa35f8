// Tab. 1 (sphere) and 2 (self-crossing loop): how many calls a search takes, with culling and without.
#include <fmt/format.h>

#include <algorithm>

#include "reproduce/regularity/counts.h"
#include "reproduce/regularity/regularity.h"
#include "scenes/scenes.h"

namespace abut::reproduce {
namespace {

std::string per(std::uint64_t count, std::size_t base) {
  return base == 0 ? "" : format_number(static_cast<double>(count) / static_cast<double>(base));
}

Table make_plain_table(const std::vector<Series>& all) {
  Table table{{"tree", "triangles", "A", "B", "A per triangle", "B per triangle", "search"}};
  for (const Series& series : all) {
    for (const Count& c : series.counts) {
      table.rows.push_back({series.kind.name, format_count(c.size), format_count(c.plain.counts.calls),
                            format_count(c.plain.counts.face_tests), per(c.plain.counts.calls, c.size),
                            per(c.plain.counts.face_tests, c.size), format_time(c.plain.search_seconds)});
    }
  }
  table.rows.push_back(
      {"paper, at its sizes", "", "", "", format_number(kPlainCallsPerFace), format_number(kPlainTestsPerFace), ""});
  return table;
}

std::vector<std::string> list_culled_cells(const Series& series, const Count& c) {
  const SearchCounts& counts = c.culled.counts;
  return {series.kind.name,
          format_count(c.size),
          format_count(counts.calls),
          format_count(counts.face_tests),
          fmt::format("{} ({})", format_count(counts.certificates), format_count(counts.proofs)),
          format_count(counts.rim_edges),
          format_time(c.culled.update_seconds),
          format_time(c.culled.search_seconds)};
}

const std::vector<std::string> kCulledHeading = {"tree",          "triangles", "A",     "B", "rims tested (proved)",
                                                 "edges in them", "update",    "search"};

Table make_sphere_table(const std::vector<Series>& all) {
  Table table{kCulledHeading};
  for (const Series& series : all) {
    for (const Count& c : series.counts) table.rows.push_back(list_culled_cells(series, c));
  }
  table.rows.push_back({"paper, at its sizes", "", format_number(kSphereCalls), "0", "", "", "", ""});
  return table;
}

Table make_loop_table(const std::vector<Series>& all) {
  Table table{kCulledHeading};
  for (const char* name : {"colliding triangles", "A for each", "B for each"}) table.heading.push_back(name);
  for (const Series& series : all) {
    for (const Count& c : series.counts) {
      auto& row = table.rows.emplace_back(list_culled_cells(series, c));
      row.push_back(format_count(c.culled.colliding_faces));
      row.push_back(per(c.culled.counts.calls, c.culled.colliding_faces));
      row.push_back(per(c.culled.counts.face_tests, c.culled.colliding_faces));
    }
  }
  table.rows.push_back({"paper, at its sizes", "", "", "", "", "", "", "", "", format_number(kCallsPerColliding),
                        format_number(kTestsPerColliding)});
  return table;
}

template <class Value>
auto find_range(const Counts& counts, const Value& value) {
  auto least = value(counts[0]), most = least;
  for (const Count& c : counts) {
    least = std::min(least, value(c));
    most = std::max(most, value(c));
  }
  return std::pair(least, most);
}

void expect_of_sphere(const Counts& counts, Expectations& expectations) {
  const auto calls = find_range(counts, [](const Count& c) { return c.culled.counts.calls; });
  const auto tests = find_range(counts, [](const Count& c) { return c.culled.counts.face_tests; });
  expectations.push_back({"sphere: A, from 1,000 to 4,000,000 triangles", "the paper's 300 or fewer",
                          fmt::format("{} to {}", calls.first, calls.second), double(calls.second) <= kSphereCalls});
  expectations.push_back({"sphere: B", "0", fmt::format("{} to {}", tests.first, tests.second), tests.second == 0});
}

void expect_of_loop(const Counts& counts, Expectations& expectations) {
  const auto rate = [](std::uint64_t count, const Count& c) {
    return double(count) / double(c.culled.colliding_faces);
  };
  const auto calls = find_range(counts, [&](const Count& c) { return rate(c.culled.counts.calls, c); });
  const auto tests = find_range(counts, [&](const Count& c) { return rate(c.culled.counts.face_tests, c); });
  const auto words = [](const auto& range) {
    return fmt::format("{} to {}", format_number(range.first), format_number(range.second));
  };
  expectations.push_back(
      {"loop: A for each colliding triangle", "about 20 or fewer", words(calls), calls.second <= kCallsPerColliding});
  expectations.push_back({"loop: B for each colliding triangle", "about 3 or fewer", words(tests),
                          tests.second < kTestsPerColliding + 0.5});
}

}  // namespace

void report_calls(Report& report, Expectations& expectations) {
  report.heading(3, "Calls on a sphere (3.1, Tab. 1)");
  report.paragraph(
      "The paper's tables are graphs; beside our counts stand the averages its text gives, as dashed lines in the "
      "figures. It does not name the sizes; its other experiments have 3,800 to 111,000 triangles. The last tree is "
      "the "
      "paper's own: groups of three by shape factor, down to single triangles. Ours has leaves of up to eight, which "
      "takes fewer calls and more tests where nothing is culled.");
  const std::vector<Series> sphere = count_all(make_sphere);
  report.paragraph("Tab. 1a, a classical hierarchy of boxes:");
  report.table(make_plain_table(sphere));
  report.paragraph(
      "Tab. 1b, with culling. Where B is not 0, two patches that have no vertex in common come within a triangle's "
      "breadth of each other, at a corner of four: regularity says nothing of them, and their boxes overlap down to "
      "single triangles.");
  report.table(make_sphere_table(sphere));
  report.figures({{"sphere_calls", "Calls against size on a sphere", draw_sphere_counts(sphere[0])},
                  {"sphere_calls_1994", "The same with the paper's tree", draw_sphere_counts(sphere[2])}});
  expect_of_sphere(sphere[0].counts, expectations);

  report.heading(3, "Calls on a self-crossing loop (3.2, Tab. 2)");
  const std::vector<Series> loop = count_all(make_alpha);
  report.paragraph(
      "Tab. 2a, a classical hierarchy of boxes (the paper: \"close to those observed for the spherical surface\"):");
  report.table(make_plain_table(loop));
  report.paragraph("Tab. 2b, with culling:");
  report.table(make_loop_table(loop));
  report.figures({{"loop_calls", "Calls against size on a self-crossing loop", draw_loop_counts(loop[0])},
                  {"loop_calls_1994", "The same with the paper's tree", draw_loop_counts(loop[2])}});
  expect_of_loop(loop[0].counts, expectations);
}

}  // namespace abut::reproduce
