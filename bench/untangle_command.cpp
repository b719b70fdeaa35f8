#include "bench/untangle_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "abut/io.h"
#include "abut/untangle.h"
#include "scenes/collection.h"
#include "tests/support/untangle_scenes.h"

namespace abut::bench {
namespace {

struct UntangleOptions {
  int seeds = 10;
  std::string output;
};

// What became of the cases of one kind.
struct Tally {
  std::string name;
  std::size_t triangles = 0, cases = 0, clean = 0, parted = 0, worse = 0;
  std::vector<int> iterations;  // of those that are clean
  std::vector<double> depths, displacements, largest_displacements, reaches, stretches;
  double seconds = 0;

  void add(const UntangleReport& report) {
    ++cases;
    clean += report.is_clean();
    worse += report.pairs_left.size() > report.before.pairs;
    seconds += report.seconds;
    if (!report.is_clean()) return;
    parted += report.is_parted;
    const Deformation& d = report.deformation;
    iterations.push_back(report.iterations());
    depths.push_back(report.depth.mean / d.mean_edge);
    reaches.push_back(d.reach / d.mean_edge);
    displacements.push_back(d.mean_displacement / d.mean_edge);
    largest_displacements.push_back(d.largest_displacement / d.mean_edge);
    stretches.push_back(d.largest_stretch);
  }
};

template <class T>
T find_median(std::vector<T> list) {
  if (list.empty()) return {};
  std::sort(list.begin(), list.end());
  return list[list.size() / 2];
}
template <class T>
T find_largest(const std::vector<T>& list) {
  return list.empty() ? T{} : *std::max_element(list.begin(), list.end());
}

// A thickness is asked for, so that the separation of the whole scene is what is judged.
UntangleSettings make_settings(const UntangleScene& scene, double ignored_share) {
  UntangleSettings settings;
  settings.thickness = 0.01 * find_largest_thickness(scene).value_or(0);
  settings.ignored_share = ignored_share;
  return settings;
}

Tally run_kind(std::string_view kind, int first_seed, int seeds, int cells, double ignored_share = 0) {
  Tally tally;
  tally.name = kind;
  for (int seed = first_seed; seed < first_seed + seeds; ++seed) {
    const test::ReadyScene ready(kind, static_cast<std::uint64_t>(seed), cells);
    tally.triangles = 0;
    for (const Body& body : ready.bodies()) tally.triangles += body.surface->face_count();
    tally.add(*untangle(ready.scene, make_settings(ready.scene, ignored_share)));
  }
  return tally;
}

std::string format_row(const Tally& t) {
  if (t.clean == 0)
    return fmt::format("| {} | {} | 0 of {} | | | | | | | | | {:.2f} |\n", t.name, t.triangles, t.cases,
                       t.seconds / static_cast<double>(t.cases));
  return fmt::format("| {} | {} | {} of {} | {} | {} | {} | {:.2f} | {:.3f} | {:.2f} | {:.1f} | {:.2f} | {:.2f} |\n",
                     t.name, t.triangles, t.clean, t.cases, t.parted, find_median(t.iterations),
                     find_largest(t.iterations), find_median(t.depths), find_median(t.displacements),
                     find_largest(t.largest_displacements), find_median(t.reaches), find_largest(t.stretches),
                     t.seconds / static_cast<double>(t.cases));
}

// Prints at once and keeps for the page.
class Page {
 public:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    const std::string text = fmt::format(format, std::forward<Args>(args)...);
    fmt::print("{}", text);
    std::fflush(stdout);
    text_ += text;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

constexpr std::string_view kHeading =
    "| kind | triangles | clean | thickness kept | iterations, median | most | depth | mean displacement | largest | "
    "reach | largest stretch | s each |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";

void add_kinds(Page& page, int seeds) {
  page.add(
      "## Generated tangles\n\nAll kinds of [scenes.md](scenes.md), {} seeds each, with a thickness of a hundredth "
      "of a face's height asked for. Lengths in edges, of the clean cases. Depth: how far what a contour cuts off lies "
      "behind the other surface, or the contour's extent if it cuts off nothing; the mean of a case, and of these the "
      "median. Displacements: the median of the mean over all vertices, and the largest of all. Reach: how far from "
      "anything that intersected a vertex moved at most, the median.\n\n{}",
      seeds, kHeading);
  std::size_t cases = 0, clean = 0, worse = 0;
  for (const TangleKind& kind : list_tangles()) {
    const Tally tally = run_kind(kind.name, 0, seeds, 0);
    page.add("{}", format_row(tally));
    worse += tally.worse;
    if (!kind.is_solvable) continue;
    cases += tally.cases;
    clean += tally.clean;
  }
  page.add("\nOf {} cases that have a solution, {} came out proven clean; {} of all were worse than before.\n\n", cases,
           clean, worse);
}

Tally run_pushed(const std::string& name, const PolygonMesh& garment, int seeds, bool with_layers) {
  Tally tally;
  tally.name = name + (with_layers ? ", layers known" : "");
  for (int seed = 0; seed < seeds; ++seed) {
    TangledScene scene = push_layers_through(garment, static_cast<std::uint64_t>(seed));
    for (SceneMesh& mesh : scene.meshes) mesh.layer = with_layers ? mesh.layer : -1;
    const test::ReadyScene ready(std::move(scene));
    tally.triangles = 2 * ready.bodies()[0].surface->face_count();
    tally.add(*untangle(ready.scene, make_settings(ready.scene, 0)));
  }
  return tally;
}

void add_pushed(Page& page, int seeds) {
  page.add(
      "## Clean garments, layers pushed through each other\n\nReal garments without intersections, each with a copy "
      "around it that is pushed through it in two to five places at random, {} seeds each; as above.\n\n{}",
      seeds, kHeading);
  for (const char* file :
       {"cloth/diffcloth/skirt3448.obj", "cloth/diffcloth/T-shirt/tshirt1900.obj", "cloth/diffcloth/sock1055-2081.obj",
        "cloth/diffcloth/dress-handsup-drape.obj", "cloth/codim-ipc/skirt8K.obj"}) {
    const auto mesh = read_mesh(test::data_folder() / file);
    if (!mesh) {
      page.add("| {} | not there |\n", file);
      continue;
    }
    const PolygonMesh garment = weld(mesh->mesh()).mesh;
    for (const bool with_layers : {true, false})
      page.add("{}", format_row(run_pushed(file, garment, seeds, with_layers)));
  }
  page.add("\n");
}

void add_canonical(Page& page, int seeds) {
  page.add(
      "## The seven kinds of contours, by resolution\n\n| kind | 12 cells: median, most | 24 cells | 48 cells |\n"
      "|---|---:|---:|---:|\n");
  for (const char* kind : {"closed", "eight", "bbii", "bibi", "bli", "ll", "cross"}) {
    page.add("| {} ", kind);
    for (const int cells : {12, 24, 48}) {
      const Tally tally = run_kind(kind, 0, seeds, cells);
      page.add("| {}, {}{} ", find_median(tally.iterations), find_largest(tally.iterations),
               tally.clean == tally.cases ? std::string() : fmt::format(" ({} of {})", tally.clean, tally.cases));
    }
    page.add("|\n");
  }
  page.add("\n");
}

void add_ignored(Page& page, int seeds) {
  page.add(
      "## Half of all crossings overlooked\n\nIn each iteration half of the crossings, chosen at random, are not "
      "seen; the result is checked in full, as always.\n\n| kind | clean | iterations, median | with all crossings "
      "|\n|---|---:|---:|---:|\n");
  std::vector<int> with_half, with_all;
  for (const TangleKind& kind : list_tangles()) {
    if (!kind.is_solvable) continue;
    const Tally half = run_kind(kind.name, 0, seeds, 0, 0.5), all = run_kind(kind.name, 0, seeds, 0);
    page.add("| {} | {} of {} | {} | {} |\n", half.name, half.clean, half.cases, find_median(half.iterations),
             find_median(all.iterations));
    with_half.insert(with_half.end(), half.iterations.begin(), half.iterations.end());
    with_all.insert(with_all.end(), all.iterations.begin(), all.iterations.end());
  }
  page.add("\nMedian of all cases: {} iterations, {} with all crossings.\n\n", find_median(with_half),
           find_median(with_all));
}

void add_times(Page& page, const UntangleReport& report) {
  const UntangleTimes& t = report.times;
  const double loop = t.detection + t.minimisation + t.shape + t.guard;
  page.add("| {:.2f} | {:.1f}% | {:.1f}% | {:.1f}% | {:.1f}% | {:.2f} |\n", loop, 100 * t.detection / loop,
           100 * t.minimisation / loop, 100 * t.shape / loop, 100 * t.guard / loop, t.settling);
}

void add_real(Page& page, const std::string& name, const std::filesystem::path& path, double time_limit) {
  const auto file = read_mesh(path);
  if (!file) return page.add("| {} | not there |\n", name);
  test::ReadyScene ready;
  ready.add({name, weld(file->mesh()).mesh});
  UntangleSettings settings;
  settings.time_limit = time_limit;
  const auto report = untangle(ready.scene, settings);
  if (!report) return page.add("| {} | {} |\n", name, report.error().message);
  const Deformation& d = report->deformation;
  page.add("| {} | {} | {} | {} | {} | {:.2f} | {:.4f} | {:.2f} | {} | {:.1f} | {:.2f} to {:.2f} | {:.2f} |\n", name,
           ready.bodies()[0].surface->face_count(), report->before.pairs, report->pairs_left.size(),
           report->iterations(), report->depth.mean / d.mean_edge, d.mean_displacement / d.mean_edge,
           d.largest_displacement / d.mean_edge, d.moved_vertices, d.reach / d.mean_edge, d.smallest_stretch,
           d.largest_stretch, report->seconds);
}

void add_real_meshes(Page& page) {
  const auto data = test::data_folder();
  page.add(
      "## Real tangles\n\nThe default thickness: a hundredth of an edge where something was untangled.\n\n"
      "| mesh | triangles | pairs before | after | iterations | depth | mean displacement | largest | vertices moved | "
      "reach | edges, by their length at rest | s |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  const char* files[] = {"cloth/diffcloth/dress-v7k-f14k.obj",
                         "cloth/diffcloth/dress-v5k-f10k.obj",
                         "cloth/diffcloth/T-shirt/tshirt1900-folding-biFolded.obj",
                         "selfint/gia/better_cloth.obj",
                         "selfint/knots/cinquefoil_knot.obj",
                         "selfint/knots/disc_kleinbottle.obj",
                         "selfint/knots/mobius_strip.obj",
                         "selfint/knots/pretzel.obj",
                         "selfint/knots/three_twist_knot.obj",
                         "selfint/knots/trefoil_knot.obj",
                         "cloth/codim-ipc/Rumba_Dancing_unfixed/34.obj",
                         "cloth/codim-ipc/Rumba_Dancing_unfixed/107.obj",
                         "ccd/toi/cloth-ball/frames/cloth_ball92.ply",
                         "ccd/toi/cloth-ball/frames/cloth_ball93.ply"};
  for (const char* file : files) add_real(page, file, data / file, 600);
  page.add("\n");
}

void add_large(Page& page) {
  const test::ReadyScene ready("garment", 0, 110);
  const auto report = untangle(ready.scene, make_settings(ready.scene, 0));
  std::size_t triangles = 0;
  for (const Body& body : ready.bodies()) triangles += body.surface->face_count();
  page.add(
      "## A body and three garments\n\n{} triangles, {} pairs before and {} after {} iterations, with the thickness "
      "asked for {}, in {:.2f} s.\n\n",
      triangles, report->before.pairs, report->pairs_left.size(), report->iterations(),
      report->is_parted ? "kept" : "missed", report->seconds);
  page.add(
      "## Where the time goes\n\nOf the iterations, in seconds and shares: detection of what intersects and is "
      "near; contour minimisation, from grouping crossings to what is to move; keeping the shape; the guard. And "
      "what settling takes after them.\n\n| scene | iterations, s | detection | minimisation | shape | guard | "
      "settling, s "
      "|\n|---|---:|---:|---:|---:|---:|---:|\n");
  page.add("| garment, {} triangles ", triangles);
  add_times(page, *report);
  for (const char* kind : {"squares", "tubes3", "skirts"}) {
    const test::ReadyScene other(kind, 0, 0);
    page.add("| {} ", kind);
    add_times(page, *untangle(other.scene, make_settings(other.scene, 0)));
  }
}

int run(const UntangleOptions& options) {
  Page page;
  page.add(
      "# What untangling does\n\nWritten by `make bench` (`abut-bench untangle`): all numbers are of one run. How it "
      "works: [untangling.md](untangling.md).\n\n");
  add_kinds(page, options.seeds);
  add_canonical(page, std::min(options.seeds, 10));
  add_ignored(page, std::min(options.seeds, 5));
  add_pushed(page, std::min(options.seeds, 5));
  add_real_meshes(page);
  add_large(page);
  if (options.output.empty()) return 0;
  const auto status = write_file(options.output, page.text(), true);
  if (!status) fmt::print(stderr, "abut-bench: {}\n", status.error().message);
  return status ? 0 : 2;
}

}  // namespace

void add_untangle_command(CLI::App& app, std::function<int()>& chosen) {
  auto options = std::make_shared<UntangleOptions>();
  CLI::App* command = app.add_subcommand("untangle", "Untangle everything there is, and say how it went");
  command->add_option("--seeds", options->seeds, "Cases of each kind (default: 10)")->check(CLI::Range(1, 10000));
  command->add_option("--output", options->output, "Write the page there, as Markdown")->type_name("FILE");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace abut::bench
