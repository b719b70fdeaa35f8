// abut-bench: measures abut beside the peers that are installed. Counts must agree before a time is compared; times of
// one line come from one run on one machine, so the ratio is what to read.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>
#include <regex>

#include "abut/io.h"
#include "bench/bench.h"
#include "bench/ccd_command.h"
#include "bench/nest_command.h"
#include "bench/spheres_gpu_command.h"
#include "bench/untangle_command.h"

namespace abut::bench {
namespace {

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (auto* make : {make_predicate_cases, make_check_cases, make_self_collision_cases, make_proximity_cases,
                     make_impact_cases, make_outline_cases, make_convex_cases, make_patch_cases, make_rigid_cases,
                     make_solid_cases, make_sphere_cases, make_sweep_cases, make_broad_cases}) {
    for (Case& c : make()) cases.push_back(std::move(c));
  }
  return cases;
}

std::string as_time(double seconds) {
  if (seconds < 1e-6) return fmt::format("{:.0f} ns", 1e9 * seconds);
  if (seconds < 1e-3) return fmt::format("{:.1f} us", 1e6 * seconds);
  return seconds < 1 ? fmt::format("{:.2f} ms", 1e3 * seconds) : fmt::format("{:.2f} s", seconds);
}

std::string as_ratio(double ratio) {
  return ratio < 0.1 ? fmt::format("{:.4f}x", ratio) : fmt::format("{:.2f}x", ratio);
}

std::string as_tests(const Row& row) {
  if (row.ours_tests == 0 || row.peer_tests == 0) return "";
  return fmt::format("  {} tests, peer {}", row.ours_tests, row.peer_tests);
}

void print_heading() {
  fmt::print("{:<17} {:<44} {:>9} {:>3} {:>9} {:>11}  {:<15} {:>11} {:>8}\n", "job", "case", "size", "thr", "count",
             "ours", "peer", "peer", "ratio");
}

void print_row(const Row& row) {
  const std::string count = std::to_string(static_cast<std::int64_t>(row.ours_count));
  fmt::print("{:<17} {:<44} {:>9} {:>3} {:>9} {:>11}  ", row.job, row.name, row.size, row.threads, count,
             as_time(row.ours_seconds));
  if (row.peer.empty()) {
    fmt::print("{:<15}\n", "-");
  } else if (row.is_comparable()) {
    fmt::print("{:<15} {:>11} {:>8}{}\n", row.peer, as_time(row.peer_seconds), as_ratio(row.ratio()), as_tests(row));
  } else {
    fmt::print("{:<15} counts differ: {}\n", row.peer, static_cast<std::int64_t>(row.peer_count));
  }
  std::fflush(stdout);
}

nlohmann::ordered_json to_json(const Row& row) {
  nlohmann::ordered_json json = {
      {"job", row.job}, {"case", row.name}, {"size", row.size}, {"threads", row.threads}, {"ours_s", row.ours_seconds}};
  json["peer"] = row.peer.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(row.peer);
  json["peer_s"] = row.is_comparable() ? nlohmann::ordered_json(row.peer_seconds) : nlohmann::ordered_json();
  json["ratio"] = row.is_comparable() ? nlohmann::ordered_json(row.ratio()) : nlohmann::ordered_json();
  json["ours_count"] = static_cast<std::int64_t>(row.ours_count);
  json["peer_count"] =
      row.peer.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(static_cast<std::int64_t>(row.peer_count));
  if (row.ours_tests > 0) json["ours_tests"] = row.ours_tests;
  if (row.peer_tests > 0) json["peer_tests"] = row.peer_tests;
  return json;
}

// A row whose peer is "-" has none: it is not installed, or cannot hold the mesh.
nlohmann::ordered_json run(const std::vector<Case>& cases) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  print_heading();
  for (const Case& c : cases) {
    for (const Row& row : c.run()) {
      print_row(row);
      list.push_back(to_json(row));
    }
  }
  return list;
}

}  // namespace
}  // namespace abut::bench

int main(int argc, char** argv) {
  using namespace abut::bench;
  CLI::App app("Measures abut beside the peers that are installed.", "abut-bench");
  bool list = false;
  std::string filter = ".*", json;
  app.add_flag("--list", list, "Print the names of the cases and stop");
  app.add_option("--filter", filter, "Run only the cases whose job/case matches")->type_name("REGEX");
  app.add_option("--json", json, "Write the rows as JSON")->type_name("FILE");
  app.footer("Example: abut-bench --filter 'check/alpha.*' --json bench.json");
  std::function<int()> run_command;
  add_ccd_command(app, run_command);
  add_untangle_command(app, run_command);
  add_nest_command(app, run_command);
  add_spheres_gpu_command(app, run_command);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help
    fmt::print(stderr, "abut-bench: {}\n", error.what());
    return 2;
  }
  if (run_command) return run_command();

  std::vector<Case> chosen;
  try {
    const std::regex pattern(filter);
    for (Case& c : all_cases()) {
      if (std::regex_search(c.full_name(), pattern)) chosen.push_back(std::move(c));
    }
  } catch (const std::regex_error& error) {
    fmt::print(stderr, "abut-bench: --filter '{}' is not a regular expression: {}\n", filter, error.what());
    return 2;
  }
  if (list) {
    for (const Case& c : chosen) fmt::print("{}\n", c.full_name());
    return 0;
  }
  const auto rows = run(chosen);
  if (json.empty()) return 0;
  const auto status = abut::write_file(json, rows.dump(1) + "\n", true);
  if (!status) fmt::print(stderr, "abut-bench: {}\n", status.error().message);
  return status ? 0 : 2;
}
