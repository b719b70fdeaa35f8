// What update and search take on a sphere, where nothing is found: how they grow, and the search's share of a frame.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "reproduce/plot.h"
#include "reproduce/regularity/regularity.h"
#include "reproduce/stage.h"
#include "scenes/scenes.h"

namespace abut::reproduce {
namespace {

constexpr std::size_t kSizes[] = {10000, 20000, 50000, 100000, 200000, 500000, 1000000};
constexpr double kMostShare = 0.15, kMostGrowth = 0.5;

struct Time {
  double size = 0;
  FrameCost alone, together;  // one thread, all threads
};
using Times = std::vector<Time>;

Times measure_all() {
  Times times;
  for (const std::size_t size : kSizes) {
    const Model model(make_sphere(size));
    Stage stage(model);
    Time& time = times.emplace_back();
    time.size = static_cast<double>(model.size());
    time.alone = stage.measure(make_settings());
    time.together = stage.measure(make_settings(Culling::proving, 0));
  }
  return times;
}

Table make_table(const Times& times) {
  Table table{{"triangles", "A", "edges in rims", "update", "search", "share of search"}, 0};
  const unsigned threads = std::thread::hardware_concurrency();
  for (const char* name : {"update", "search", "share of search"}) {
    table.heading.push_back(fmt::format("{}, {} threads", name, threads));
  }
  for (const Time& t : times) {
    auto& row = table.rows.emplace_back();
    for (const std::uint64_t n : {std::uint64_t(t.size), t.alone.counts.calls, t.alone.counts.rim_edges})
      row.push_back(format_count(n));
    for (const FrameCost* cost : {&t.alone, &t.together}) {
      row.push_back(format_time(cost->update_seconds));
      row.push_back(format_time(cost->search_seconds));
      row.push_back(format_share(cost->search_share()));
    }
  }
  return table;
}

std::string draw_times(const Times& times) {
  PlotLine update{"update", colors::blue, {}}, search{"search", colors::orange, {}};
  PlotLine root{"growth of sqrt(n)", colors::grey, {}, true};
  for (const Time& t : times) {
    update.points.push_back({t.size, 1e3 * t.alone.update_seconds});
    search.points.push_back({t.size, 1e3 * t.alone.search_seconds});
    root.points.push_back({t.size, 1e3 * times[0].alone.search_seconds * std::sqrt(t.size / times[0].size)});
  }
  return draw(Plot{"Sphere: time of a frame, one thread", "triangles", "milliseconds", {update, search, root}});
}

// The exponent of n that fits all times best.
double find_growth(const Times& times) {
  double x_sum = 0, y_sum = 0, xx = 0, xy = 0;
  const double count = static_cast<double>(times.size());
  for (const Time& t : times) {
    const double x = std::log(t.size), y = std::log(t.alone.search_seconds);
    x_sum += x, y_sum += y, xx += x * x, xy += x * y;
  }
  return (count * xy - x_sum * y_sum) / (count * xx - x_sum * x_sum);
}

void add_expectations(const Times& times, Expectations& expectations) {
  const double growth = find_growth(times);
  expectations.push_back({"sphere: growth of the search, rims and all, from 10,000 to 1,000,000 triangles",
                          "no faster than n^0.5", fmt::format("n^{:.2f}", growth), growth <= kMostGrowth});
  double most = 0;
  for (const Time& t : times) most = std::max(most, t.alone.search_share());
  const double last = times.back().alone.search_share();
  expectations.push_back({"sphere: search as a share of the frame, 1,000,000 triangles", "under 15 %",
                          format_share(last), last < kMostShare});
  expectations.push_back(
      {"sphere: the same at any size from 10,000 on", "under 15 %", "up to " + format_share(most), most < kMostShare});
}

}  // namespace

void report_times(Report& report, Expectations& expectations) {
  const Times times = measure_all();
  report.heading(3, "Time on a sphere");
  report.paragraph(
      "What the counts come to. The paper left the rims untested; here they are what a search without contacts spends "
      "its time on. The rim of a patch grows with sqrt(n), the update with n, so that the search's share of a frame "
      "shrinks; small meshes are cheap to update, and there the proofs weigh more.");
  report.table(make_table(times));
  report.figure({"sphere_times", "Update and search against size on a sphere", draw_times(times)});
  add_expectations(times, expectations);
}

}  // namespace abut::reproduce
