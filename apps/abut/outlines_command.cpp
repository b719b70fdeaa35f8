#include "outlines_command.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>

#include "base/text.h"
#include "drawing_input.h"
#include "option_checks.h"
#include "outlines_check.h"
#include "outlines_summary.h"
#include "report_file.h"
#include "shape/strokes.h"

namespace abut {
namespace {

struct OutlinesOptions {
  DrawingOptions drawings;
  std::optional<double> within, tolerance;
  std::string json, picture, sheet;
  int threads = 0;
  bool quiet = false, force = false;

  std::vector<std::string> targets() const { return {json, picture}; }
  /// With a report on standard output, people read standard error.
  std::FILE* out() const { return json == "-" || picture == "-" ? stderr : stdout; }
};

Status check_targets(const OutlinesOptions& options) {
  const std::string_view json_starts[] = {"{\n  \"format\": \"abut-outlines"};
  const std::string_view picture_starts[] = {outlines_picture_start()};
  const auto targets = options.targets();
  for (const std::string& input : options.drawings.inputs) {
    for (const std::string& target : targets) {
      if (test_same_file(input, target)) return Error{fmt::format("{}: is read and to be written", printable(input))};
    }
  }
  if (auto status = check_different(targets); !status) return status;
  if (auto status = check_report_target(options.json, json_starts, options.force); !status) return status;
  return check_report_target(options.picture, picture_starts, options.force);
}

// All outlines under one numbering. One of them may be named as the sheet.
struct Loaded {
  DrawingUnits units;
  std::vector<DrawingFile> files;
  std::vector<CheckedOutline> outlines;
  std::optional<CheckedOutline> sheet;
  bool is_placed = true;
};

Result<Loaded> load(const OutlinesOptions& options) {
  StatusLine status(options.quiet);
  auto drawings = load_drawings(
      options.drawings, [&](const std::string& name) { status.show(fmt::format("reading {} ...", printable(name))); });
  if (!drawings) return drawings.error();
  Loaded loaded;
  loaded.units = drawings->front().units;
  for (std::uint32_t f = 0; f < drawings->size(); ++f) {
    Drawing& drawing = (*drawings)[f];
    loaded.files.push_back({options.drawings.inputs[f], std::move(drawing.notes)});
    loaded.is_placed &= drawing.is_placed;
    if (drawing.sheet && !loaded.sheet) {
      loaded.sheet.emplace(CheckedOutline{f, OutlineTree(std::move(*drawing.sheet))});
    }
    for (Outline& outline : drawing.outlines) {
      const bool is_sheet = !options.sheet.empty() && outline.name == options.sheet;
      CheckedOutline checked{f, OutlineTree(std::move(outline))};
      if (is_sheet) {
        if (loaded.sheet && loaded.sheet->name() == options.sheet) {
          return Error{fmt::format("more than one outline {} found for --sheet", quote(options.sheet))};
        }
        loaded.sheet.emplace(std::move(checked));
      } else {
        loaded.outlines.push_back(std::move(checked));
      }
    }
  }
  if (!options.sheet.empty() && (!loaded.sheet || loaded.sheet->name() != options.sheet)) {
    return Error{fmt::format("no outline {} found for --sheet", quote(options.sheet))};
  }
  return loaded;
}

// A millionth, of the unit or of a drawing that is smaller. What is drawn as the same arc twice may have been cut into
// other cubics, which are off by as much to either side.
double find_tolerance(const OutlinesOptions& options, const Loaded& loaded) {
  Box2 box;
  double error = 0;
  const auto look = [&](const CheckedOutline& outline) {
    const Box2 own = find_box(outline.tree.outline());
    box.add(own.lower);
    box.add(own.upper);
    error = std::max(error, measure_arc_error(outline.tree.outline()));
  };
  for (const CheckedOutline& outline : loaded.outlines) look(outline);
  if (loaded.sheet) look(*loaded.sheet);
  return options.tolerance.value_or(1e-6 * std::min(1.0, box.size().maxCoeff())) + 2 * error;
}

OutlinesReport check(const OutlinesOptions& options, Loaded loaded) {
  ProgressBar bar("checking", options.quiet);
  const double tolerance = find_tolerance(options, loaded);
  OutlinesReport report =
      check_outlines(std::move(loaded.outlines), std::move(loaded.sheet),
                     {tolerance, options.within, loaded.is_placed, {options.threads, bar.callback()}});
  report.units = loaded.units;
  report.files = std::move(loaded.files);
  return report;
}

Status write_reports(const OutlinesOptions& options, const OutlinesReport& report) {
  if (!options.json.empty()) {
    if (auto status = write_report(options.json, format_outlines_json(report)); !status) return status;
  }
  if (!options.picture.empty()) return write_report(options.picture, format_outlines_picture(report));
  return success();
}

ExitCode run(const OutlinesOptions& options) {
  if (options.drawings.inputs.empty()) {
    return fail({"no drawing given; for example: abut outlines layout.svg (abut outlines --help)"});
  }
  if (const auto status = check_targets(options); !status) return fail(status.error());
  auto loaded = load(options);
  if (!loaded) return fail(loaded.error());
  const InterruptGuard guard;
  const OutlinesReport report = check(options, std::move(*loaded));
  if (const auto status = write_reports(options, report); !status) return fail(status.error());
  if (!options.quiet) {
    fmt::print(options.out(), "{}{}Checked in {:.3f} s.\n", summarize_drawings(report), summarize_outlines(report),
               report.seconds);
  }
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  if (!report.is_complete()) return fail({"interrupted; what was found so far is reported"});
  return report.has_findings() ? ExitCode::found : ExitCode::clean;
}

constexpr const char* kFooter =
    "Examples:\n  abut outlines layout.svg                          do any two parts overlap?\n"
    "  abut outlines layout.svg --within 2 --picture spots.svg  what is nearer than 2, and where\n"
    "  abut outlines plate.dxf insert.dxf --json report.json    several drawings, one on top of the other\n"
    "\nCurves are never flattened: every crossing is proven on the curves themselves. Outlines that overlap by no more "
    "than\n"
    "the tolerance (and their roughness) are in contact, which is allowed. What is drawn inside another outline "
    "overlaps it,\n"
    "unless it lies in a hole. In SVG holes are what the fill rule leaves out; in DXF each closed curve inside another "
    "is a\nhole (--nested).\n"
    "\nExit code: 0 nothing overlaps, 1 something does, crosses itself, leaves the sheet, or is as near as --within "
    "asks about,\n2 trouble.";

}  // namespace

void add_outlines_command(CLI::App& app, std::function<ExitCode()>& chosen) {
  auto options = std::make_shared<OutlinesOptions>();
  CLI::App* command =
      app.add_subcommand("outlines", "Find where curved outlines of drawings overlap, or how far they are apart");
  add_drawing_options(*command, options->drawings);
  const CLI::Validator has_name = make_name_check();
  command->add_option("--within", options->within, "List all pairs of outlines as near as this, and where")
      ->check(make_range("a length", 0, kMaxCoordinate))
      ->type_name("LENGTH");
  command
      ->add_option("--tolerance", options->tolerance,
                   "Overlaps no deeper than this are contact (default: 1e-6, or a millionth of a drawing that is "
                   "smaller than 1); arcs add twice what cubics that stand for them may be off")
      ->check(make_range("a length", 1e-100, kMaxCoordinate))
      ->type_name("LENGTH");
  command->add_option("--sheet", options->sheet, "The outline of this name has to have all others inside")
      ->type_name("NAME")
      ->check(has_name);
  command->add_option("--json", options->json, "Write all findings as JSON to FILE, or to standard output with -")
      ->type_name("FILE|-")
      ->check(has_name);
  command->add_option("--picture", options->picture, "Draw the outlines and the spots as SVG")
      ->type_name("FILE|-")
      ->check(has_name);
  command
      ->add_option("--threads", options->threads,
                   "Number of threads; the result never depends on it (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_flag("--quiet", options->quiet, "Print nothing but errors; the exit code tells");
  command->add_flag("--force", options->force,
                    "Let what is written replace any file but the inputs, not only its like");
  command->footer(kFooter);
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace abut
