#include "bench/nest_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "abut/drawing.h"
#include "abut/io.h"
#include "base/timer.h"
#include "scenes/collection.h"

namespace abut::bench {
namespace {

namespace fs = std::filesystem;

struct NestOptions {
  double effort = 1;
  std::string output, filter;
};

struct Row {
  std::string name;
  std::size_t copies = 0, corners = 0;
  NestLayout layout;
  double height = 0, least_clearance = 0, seconds = 0;
  std::optional<double> best_length;
};

std::vector<fs::path> list_instances(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// The record is a drawing; its strip is an outline of its own.
std::optional<double> find_best_length(const fs::path& record) {
  if (!fs::exists(record)) return std::nullopt;
  const auto drawing = read_drawing(record);
  if (!drawing) return std::nullopt;
  double length = 0;
  for (const Outline& outline : drawing->outlines) length = std::max(length, find_box(outline).size().x());
  return length;
}

// By the curves themselves; below 0 if anything overlaps.
double measure_least_clearance(const NestProblem& problem, const NestLayout& layout) {
  std::vector<OutlineTree> trees;
  for (const NestPlacement& placement : layout.placements) {
    trees.emplace_back(place(problem.items[placement.item].outline, placement));
  }
  std::vector<PlacedOutline> placed;
  for (const OutlineTree& tree : trees) placed.push_back({&tree});
  for (const RelatedOutlines& pair : find_relations(placed).pairs) {
    if (pair.pair.relation == OutlineRelation::interfering) return -1;
  }
  double least = std::numeric_limits<double>::infinity();
  for (const NearOutlines& near : find_clearances(placed, 0.01 * *problem.strip_height).pairs) {
    least = std::min(least, near.clearance.nearest.distance);
  }
  return least;
}

Result<Row> measure(const fs::path& file, double effort) {
  auto drawing = read_drawing(file);
  if (!drawing) return drawing.error();
  NestProblem problem{.items = {}, .strip_height = drawing->strip_height, .sheet = {}};
  Row row{.name = file.stem().string(), .layout = {}, .best_length = {}};
  for (std::size_t i = 0; i < drawing->outlines.size(); ++i) {
    row.copies += drawing->parts[i].demand;
    for (const Loop& loop : drawing->outlines[i].loops) row.corners += loop.pieces.size();
    problem.items.push_back({drawing->outlines[i], drawing->parts[i].demand, drawing->parts[i].rotations});
  }
  const Timer timer;
  auto layout = nest(problem, {.effort = effort});
  if (!layout) return layout.error();
  row.seconds = timer.seconds();
  row.layout = std::move(*layout);
  row.height = *problem.strip_height;
  row.least_clearance = measure_least_clearance(problem, row.layout);
  row.best_length =
      find_best_length(file.parent_path().parent_path() / "records" / fmt::format("final_best_{}.svg", row.name));
  return row;
}

std::string format_row(const Row& row) {
  const double area = row.layout.density * row.layout.length;
  std::string best = " | | ";
  if (row.best_length) {
    best = fmt::format("{:.6g} | {:.2f} % | {:.3f}", *row.best_length, 100 * area / *row.best_length,
                       row.layout.length / *row.best_length);
  }
  return fmt::format("| {} | {} | {} | {:.6g} | {:.2f} % | {} | {} | {:.0f} |\n", row.name, row.copies, row.corners,
                     row.layout.length, 100 * row.layout.density, best,
                     row.least_clearance >= 0 ? fmt::format("{:.2g}", row.least_clearance) : "OVERLAP", row.seconds);
}

std::string format_page(const std::vector<Row>& rows, double effort) {
  std::string text = fmt::format(
      "# How tight layouts are\n\nWritten by `make bench` (`abut-bench nest`), effort {:g}: all numbers are of one run "
      "on "
      "two cores. How it works: [nesting.md](nesting.md).\n\nInstances are those of the ESICUP library and of Gardeyn, "
      "as "
      "sparrow has them; the best known are sparrow's records (hours of several cores each). Clearance: the least "
      "distance "
      "of two parts, measured on the result; all layouts are free of overlap.\n\n"
      "| instance | parts | corners | length | used | best known length | used | ours by best | clearance | s |\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
      effort);
  double sum = 0;
  std::size_t count = 0;
  for (const Row& row : rows) {
    text += format_row(row);
    if (!row.best_length) continue;
    sum += row.layout.length / *row.best_length;
    ++count;
  }
  if (count > 0) {
    text += fmt::format("\nIn the mean of {} instances, strips are {:.1f} % longer than the best known.\n", count,
                        100 * (sum / static_cast<double>(count) - 1));
  }
  return text;
}

int run(const NestOptions& options) {
  const fs::path folder = test::data_folder() / "2d/nesting/input";
  if (!fs::exists(folder)) {
    fmt::print("no instances at {}; ABUT_DATA may name another place\n", folder.string());
    return 0;
  }
  std::vector<Row> rows;
  for (const fs::path& file : list_instances(folder)) {
    if (file.stem().string().find(options.filter) == std::string::npos) continue;
    const auto row = measure(file, options.effort);
    if (!row) {
      fmt::print("{}\n", row.error().message);
      return 1;
    }
    rows.push_back(*row);
    fmt::print("{}", format_row(rows.back()));
    std::fflush(stdout);
  }
  if (options.output.empty()) return 0;
  const auto status = write_file(options.output, format_page(rows, options.effort), true);
  if (!status) fmt::print("{}\n", status.error().message);
  return status ? 0 : 1;
}

}  // namespace

void add_nest_command(CLI::App& app, std::function<int()>& chosen) {
  auto options = std::make_shared<NestOptions>();
  CLI::App* command = app.add_subcommand("nest", "Place known instances, beside the best known layouts");
  command->add_option("--effort", options->effort, "As that of abut nest (default: 1)");
  command->add_option("--filter", options->filter, "Only instances with this in their name");
  command->add_option("--output", options->output, "Write the page here");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace abut::bench
