#include "nest_command.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <utility>

#include "abut/io.h"
#include "base/text.h"
#include "base/timer.h"
#include "drawing_input.h"
#include "io/number.h"
#include "nest_output.h"
#include "option_checks.h"
#include "report_file.h"

namespace abut {
namespace {

struct NestOptions {
  DrawingOptions drawings;
  std::string sheet, output, json, rotations;
  std::optional<double> strip;
  double gap = 0, edge = 0, effort = 1, time_limit = 0;
  std::uint32_t copies = 1;
  std::uint64_t seed = 1;
  int threads = 0;
  bool quiet = false, force = false;

  std::FILE* out() const { return json == "-" ? stderr : stdout; }
};

Status check_targets(const NestOptions& options) {
  const std::string_view json_starts[] = {"{\n  \"format\": \"abut-nest"};
  std::vector<std::string> inputs = options.drawings.inputs;
  inputs.push_back(options.sheet);
  for (const std::string& input : inputs) {
    for (const std::string& target : {options.output, options.json}) {
      if (test_same_file(input, target)) return Error{fmt::format("{}: is read and to be written", printable(input))};
    }
  }
  const auto format = find_drawing_format(options.output);
  if (!format || *format == DrawingFormat::json) {
    return Error{fmt::format("{}: extension {} found, expected .svg or .dxf", printable(options.output),
                             quote(std::filesystem::path(options.output).extension().string()))};
  }
  const std::array<std::string, 2> targets = {options.output, options.json};
  if (auto status = check_different(targets); !status) return status;
  if (auto status = check_writable(options.output); !status) return status;
  std::error_code ignored;
  if (std::filesystem::exists(options.output, ignored) && !options.force) {
    return Error{fmt::format("{}: exists; choose another name, or --force to replace it", printable(options.output))};
  }
  return check_report_target(options.json, json_starts, options.force);
}

// "100x50".
std::optional<Vec2> parse_size(const std::string& text) {
  const std::size_t cross = text.find_first_of("xX");
  if (cross == text.npos) return std::nullopt;
  const auto width = parse_number(std::string_view(text).substr(0, cross));
  const auto height = parse_number(std::string_view(text).substr(cross + 1));
  if (!width || !height || !(*width > 0) || !(*height > 0)) return std::nullopt;
  if (!(*width <= kMaxCoordinate) || !(*height <= kMaxCoordinate)) return std::nullopt;
  return Vec2(*width, *height);
}

Outline make_sheet(const Vec2& size) {
  const std::array<Vec2, 4> corners = {Vec2(0, 0), Vec2(size.x(), 0), size, Vec2(0, size.y())};
  return {"sheet", {make_polygon(corners)}};
}

// What an odd number of turns of its border go around is taken for it.
void note_crossing(const Outline& sheet, std::vector<std::string>& notes) {
  for (const OutlineMeeting& found : find_self_meetings(OutlineTree(sheet))) {
    if (found.meeting.kind != CurveMeeting::Kind::crossing) continue;
    return notes.push_back(
        fmt::format("the sheet crosses itself, first at ({:.6g}, {:.6g}); parts go where its border goes around an odd "
                    "number of times",
                    found.meeting.position.x(), found.meeting.position.y()));
  }
}

// A size, or a drawing with one outline (or one that is marked as a sheet).
Result<Outline> load_sheet(const NestOptions& options, const DrawingUnits& units, std::vector<DrawingFile>& files) {
  if (const auto size = parse_size(options.sheet)) return make_sheet(*size);
  std::error_code ignored;
  if (!std::filesystem::exists(options.sheet, ignored)) {
    return Error{fmt::format(
        "--sheet {}: no such file, and no size either: expected a drawing, or WIDTHxHEIGHT such as 1000x500",
        quote(options.sheet))};
  }
  auto drawing = read_drawing(options.sheet, options.drawings.settings());
  if (!drawing) return drawing.error();
  adapt_units(*drawing, units);
  const bool is_marked = drawing->sheet.has_value();
  if (is_marked && !drawing->outlines.empty()) {
    drawing->notes.push_back(fmt::format("taken for the sheet alone; {} not placed",
                                         plural(drawing->outlines.size(), "other outline is", "other outlines are")));
  }
  if (!is_marked && drawing->outlines.size() != 1) {
    return Error{fmt::format("{}: {} outlines found, expected the one of the sheet", printable(options.sheet),
                             drawing->outlines.size())};
  }
  Outline& sheet = is_marked ? *drawing->sheet : drawing->outlines.front();
  note_crossing(sheet, drawing->notes);
  files.push_back({options.sheet, std::move(drawing->notes)});
  return std::move(sheet);
}

Result<std::optional<std::vector<double>>> parse_rotations(const std::string& text) {
  using Rotations = std::optional<std::vector<double>>;
  if (text == "any") return Rotations{};
  if (text == "none") return Rotations{{0.0}};
  Rotations rotations{std::vector<double>{}};
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto degrees = parse_number(std::string_view(text).substr(begin, end - begin));
    if (!degrees || !(std::abs(*degrees) <= 3600)) {
      return Error{fmt::format("--rotations {}: expected any, none, or degrees such as 0,90,180,270", quote(text))};
    }
    rotations->push_back(*degrees);
    begin = end + 1;
  }
  return rotations;
}

struct Task {
  NestProblem problem;
  DrawingUnits units;
  std::vector<DrawingFile> files;
};

// The command line goes before what files say.
Status choose_ground(const NestOptions& options, std::vector<Drawing>& drawings, Task& task) {
  if (options.strip) {
    task.problem.strip_height = options.strip;
    return success();
  }
  if (!options.sheet.empty()) {
    auto sheet = load_sheet(options, task.units, task.files);
    if (!sheet) return sheet.error();
    task.problem.sheet = std::move(*sheet);
    return success();
  }
  for (Drawing& drawing : drawings) {
    if (drawing.strip_height) task.problem.strip_height = drawing.strip_height;
    if (drawing.sheet) {
      note_crossing(*drawing.sheet, drawing.notes);
      task.problem.sheet = std::move(drawing.sheet);
    }
    if (drawing.strip_height || task.problem.sheet) return success();
  }
  return Error{"no sheet given: --sheet WIDTHxHEIGHT, --sheet DRAWING or --strip HEIGHT"};
}

Result<Task> load(const NestOptions& options) {
  StatusLine status(options.quiet);
  auto drawings = load_drawings(
      options.drawings, [&](const std::string& name) { status.show(fmt::format("reading {} ...", printable(name))); });
  if (!drawings) return drawings.error();
  Task task;
  task.units = drawings->front().units;
  if (auto chosen = choose_ground(options, *drawings, task); !chosen) return chosen.error();
  const auto sheet_files = std::exchange(task.files, {});
  const auto asked = parse_rotations(options.rotations.empty() ? "0,90,180,270" : options.rotations);
  if (!asked) return asked.error();
  for (std::size_t f = 0; f < drawings->size(); ++f) {
    Drawing& drawing = (*drawings)[f];
    task.files.push_back({options.drawings.inputs[f], std::move(drawing.notes)});
    for (std::size_t i = 0; i < drawing.outlines.size(); ++i) {
      NestItem item{std::move(drawing.outlines[i]), options.copies, *asked};
      if (!drawing.parts.empty()) {
        item.demand = drawing.parts[i].demand * options.copies;
        if (options.rotations.empty()) item.rotations = drawing.parts[i].rotations;
      }
      task.problem.items.push_back(std::move(item));
    }
  }
  task.files.insert(task.files.end(), sheet_files.begin(), sheet_files.end());
  task.problem.gap = options.gap;
  task.problem.edge = options.edge;
  return task;
}

std::string describe_layout(const NestProblem& problem, const NestLayout& layout, const std::string& unit) {
  if (problem.strip_height) {
    return fmt::format("{} of {:.6g} {} on a strip {:.6g} {} high, {:.2f} % used",
                       plural(layout.placements.size(), "part", "parts"), layout.length, unit, *problem.strip_height,
                       unit, 100 * layout.density);
  }
  return fmt::format("{} on {}{}", plural(layout.placements.size(), "part", "parts"),
                     plural(layout.sheets, "sheet", "sheets"),
                     layout.density > 0 ? fmt::format(", {:.2f} % used", 100 * layout.density) : "");
}

Result<NestLayout> search(const NestOptions& options, const Task& task) {
  const Timer timer;
  StatusLine line(options.quiet);
  NestSettings settings{.seed = options.seed, .effort = options.effort, .threads = options.threads};
  settings.progress = [&](const NestProgress& progress) {
    line.show(task.problem.strip_height
                  ? fmt::format("nesting {:3.0f} %  length {:.6g}, {:.2f} % used", 100 * progress.share,
                                progress.length, 100 * progress.density)
                  : fmt::format("nesting {:3.0f} %  {}, {:.2f} % used", 100 * progress.share,
                                plural(progress.sheets, "sheet", "sheets"), 100 * progress.density));
    return !InterruptGuard::was_interrupted() && !(options.time_limit > 0 && timer.seconds() > options.time_limit);
  };
  return nest(task.problem, settings);
}

std::string summarize(const NestOptions& options, const Task& task, const NestReport& report) {
  const std::string unit = name_unit(task.units);
  std::string text;
  for (const DrawingFile& file : task.files) {
    for (const std::string& note : file.notes) text += fmt::format("{}: note: {}\n", printable(file.name), note);
  }
  text += describe_layout(task.problem, report.layout, unit) + ".\n";
  text += fmt::format("Proven on {} as it was written: no two parts overlap, all are on the sheet",
                      printable(options.output));
  if (report.least_clearance) {
    text += fmt::format(", and parts are {:.6g} {} or more apart", *report.least_clearance, unit);
  }
  text += ".\n";
  if (!report.layout.unplaced.empty()) {
    text += fmt::format("No place was found for {}, the first {}.\n",
                        plural(report.layout.unplaced.size(), "part", "parts"),
                        quote(report.names[report.layout.unplaced.front()]));
  }
  if (!report.layout.is_complete) {
    text += InterruptGuard::was_interrupted()
                ? "Interrupted: this is the best layout so far.\n"
                : "The time was over before the effort was made: this is the best layout so far.\n";
  }
  return text + fmt::format("Nested in {:.1f} s.\n", report.seconds);
}

ExitCode run(const NestOptions& options) {
  if (options.drawings.inputs.empty()) {
    return fail({"no parts given; for example: abut nest parts.svg --sheet 1000x500 -o layout.svg (abut nest --help)"});
  }
  if (options.output.empty()) return fail({"no output given: -o layout.svg or -o layout.dxf"});
  if (const auto status = check_targets(options); !status) return fail(status.error());
  auto task = load(options);
  if (!task) return fail(task.error());
  const InterruptGuard guard("\nstopping; the best layout so far will be written\n");
  const Timer timer;
  auto layout = search(options, *task);
  if (!layout) return fail(layout.error());
  NestReport report;
  report.units = task->units;
  report.files = task->files;
  report.file = options.output;
  for (const NestItem& item : task->problem.items) report.names.push_back(item.outline.name);
  report.gap = options.gap;
  report.edge = options.edge;
  report.seed = options.seed;
  report.effort = options.effort;
  report.layout = std::move(*layout);
  const NestDrawing drawing = draw_layout(task->problem, report.layout);
  if (const auto status = write_drawing({drawing.outlines, task->units, &drawing.sheet}, options.output, options.force);
      !status) {
    return fail(status.error());
  }
  const auto least = prove_layout(options.output, task->problem, drawing, task->units, options.threads);
  if (!least) return fail(least.error());
  report.least_clearance = *least;
  report.seconds = timer.seconds();
  if (!options.json.empty()) {
    if (const auto status = write_report(options.json, format_nest_json(report)); !status) return fail(status.error());
  }
  if (!options.quiet) fmt::print(options.out(), "{}", summarize(options, *task, report));
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  return report.layout.unplaced.empty() ? ExitCode::clean : ExitCode::found;
}

constexpr const char* kFooter =
    "Examples:\n  abut nest parts.svg --sheet 1000x500 -o layout.svg\n"
    "  abut nest shirt.json --strip 1500 --gap 2 -o marker.dxf      as short a strip as can be found\n"
    "  abut nest parts.dxf --copies 20 --sheet hide.svg --edge 5 -o layout.svg\n"
    "\nCurves are never flattened, and files get back the curves they had: lines, arcs, splines. The layout is read "
    "back "
    "from\nwhat was written, and proven on the curves. Parts may lie in holes of others. The same effort and seed give "
    "the "
    "same\nlayout, whatever the number of threads; Ctrl-C and --time-limit end the search with the best so far.\n"
    "\nExit code: 0 all parts are placed, 1 some are not, 2 trouble.";

}  // namespace

void add_nest_command(CLI::App& app, std::function<ExitCode()>& chosen) {
  auto options = std::make_shared<NestOptions>();
  CLI::App* command =
      app.add_subcommand("nest", "Place curved parts on a strip or on sheets, and prove that none overlaps");
  add_drawing_options(*command, options->drawings);
  const CLI::Validator has_name = make_name_check(), is_length = make_range("a length", 0, kMaxCoordinate);
  command->add_option("-o,--output", options->output, "Where the layout goes: SVG or DXF")
      ->type_name("FILE")
      ->check(has_name);
  CLI::Option* sheet =
      command->add_option("--sheet", options->sheet, "Sheets to cut from: their size, or a drawing of one")
          ->type_name("WxH|DRAWING")
          ->check(has_name);
  command->add_option("--strip", options->strip, "A strip of this height to cut from, as short as can be")
      ->check(make_range("a height", 1e-100, kMaxCoordinate))
      ->type_name("HEIGHT")
      ->excludes(sheet);
  command->add_option("--gap", options->gap, "The least distance between parts (default: 0)")
      ->check(is_length)
      ->type_name("LENGTH");
  command->add_option("--edge", options->edge, "The least distance to the edge of the sheet (default: 0)")
      ->check(is_length)
      ->type_name("LENGTH");
  command->add_option("--copies", options->copies, "How many of each part (default: 1; instances say themselves)")
      ->check(CLI::Range(1, 2000))
      ->type_name("N");
  command
      ->add_option("--rotations", options->rotations,
                   "Degrees that parts may be turned by, any, or none (default: as files say, else 0,90,180,270)")
      ->type_name("LIST|any|none");
  command->add_option("--effort", options->effort, "How much is tried (default: 1, some half a minute)")
      ->check(make_range("a number", 1e-4, 1e4))
      ->type_name("X");
  command->add_option("--time-limit", options->time_limit, "End the search after so many seconds (default: never)")
      ->check(make_range("seconds", 0, 1e9))
      ->type_name("SECONDS");
  command->add_option("--seed", options->seed, "Another seed, another layout (default: 1)")
      ->check(CLI::Range(0u, 4000000000u))
      ->type_name("N");
  command->add_option("--json", options->json, "Write the placements as JSON to FILE, or to standard output with -")
      ->type_name("FILE|-")
      ->check(has_name);
  command
      ->add_option("--threads", options->threads,
                   "Number of threads; the result never depends on it (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_flag("--quiet", options->quiet, "Print nothing but errors; the exit code tells");
  command->add_flag("--force", options->force, "Replace files that exist, but never the inputs");
  command->footer(kFooter);
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace abut
