#include "spheres_set_run.h"

#include <fmt/format.h>

#include "base/text.h"
#include "base/timer.h"
#include "report_file.h"
#include "spheres_set_bodies.h"
#include "spheres_set_output.h"
#include "spheres_set_recorder.h"
#include "spheres_set_summary.h"

namespace abut {
namespace {

constexpr int kMostComparedDepth = 8;

Status check_targets(const SphereSetOptions& options) {
  const std::string_view json_starts[] = {"{\n  \"format\": \"abut-spheres-report\""};
  const auto format = find_sphere_set_format(options.output);
  if (!format) {
    return Error{fmt::format("{}: no format for spheres has this extension; expected .json, .yaml or .urdf",
                             printable(options.output))};
  }
  const std::string_view output_starts[] = {sphere_set_start(*format)};
  if (auto status = check_different(options.targets()); !status) return status;
  if (auto status = check_report_target(options.output, output_starts, options.force); !status) return status;
  if (auto status = check_report_target(options.json, json_starts, options.force); !status) return status;
  return check_view_targets(options.view, options.force);
}

Status check_inputs(const SphereSetOptions& options, const SphereSetBodies& bodies) {
  for (const std::string& input : bodies.files) {
    for (const std::string& target : options.targets()) {
      if (test_same_file(input, target)) return Error{fmt::format("{}: is read and to be written", printable(input))};
    }
  }
  return success();
}

// Finds and measures the spheres of one body after the other.
class SphereSetRun {
 public:
  SphereSetRun(const SphereSetOptions& options, const SphereSetBodies& bodies) : options_(options), bodies_(bodies) {
    report_.input = options.input;
    report_.output = options.output;
    report_.method = options.depth ? "octree" : "fitted";
    report_.notes = bodies.notes;
    report_.skipped = bodies.skipped;
  }

  Status find(const Progress& progress) {
    for (std::size_t b = 0; b < bodies_.bodies.size(); ++b) {
      const std::size_t count = bodies_.bodies.size();
      const Status status = add_body(bodies_.bodies[b], [&](std::uint64_t done, std::uint64_t total) {
        return progress(b * total + done, count * total);
      });
      if (!status) return status;
    }
    report_.seconds = timer_.seconds();
    return success();
  }

  const FoundSpheres& found() const { return found_; }
  const SphereSetReport& report() const { return report_; }

 private:
  bool is_measured() const { return !options_.quiet || !options_.json.empty(); }

  Result<CoveredSurface> choose_surface(const MeshInput& mesh) {
    CoveredSurface surface = make_covered_surface(mesh.surface, mesh.positions, options_.fill == "solid");
    const std::string holes = plural(mesh.surface.boundary_loop_count(), "hole", "holes");
    if (options_.fill == "solid" && surface.fill != SphereFill::solid)
      return Error{fmt::format("{}: bounds no solid, even with its {} closed; --fill surface works",
                               printable(mesh.name), holes)};
    if (!surface.caps.empty())
      report_.notes.push_back(fmt::format("{}: {} closed to make it solid", quote(mesh.name), holes));
    if (options_.fill == "auto" && surface.fill != SphereFill::solid && mesh.surface.boundary_loop_count() > 0)
      report_.notes.push_back(
          fmt::format("{}: has {}, so what spheres reach counts on both sides of its surface; "
                      "--fill solid closes them",
                      quote(mesh.name), holes));
    if (options_.fill == "surface") surface.fill = SphereFill::surface;
    return surface;
  }

  // How many may be made. Those that a link has already count, too.
  Result<std::optional<std::uint32_t>> count_left(const SphereSetBody& body, std::size_t kept) const {
    if (!options_.max_spheres) return std::optional<std::uint32_t>();
    const std::size_t least = kept + (body.mesh ? 1 : 0);
    if (least <= *options_.max_spheres) return std::optional(static_cast<std::uint32_t>(*options_.max_spheres - kept));
    return Error{fmt::format("{}: link {} has {} already{}, so --max-spheres must be at least {}",
                             printable(options_.input), quote(body.name), plural(kept, "sphere", "spheres"),
                             body.mesh ? ", and other shapes" : "", least)};
  }

  Status add_body(const SphereSetBody& body, const Progress& progress) {
    SphereSetLink& link = report_.links.emplace_back();
    link.name = body.name;
    link.kept_count = body.kept.size() + body.added.size();
    std::vector<Sphere>& spheres = found_.emplace_back();
    const auto left = count_left(body, link.kept_count);
    if (!left) return left.error();
    const Timer timer;
    if (body.mesh) {
      const auto covered = choose_surface(*body.mesh);
      if (!covered) return covered.error();
      const CoveredSurface& surface = *covered;
      link.triangle_count = surface.triangles.size();
      link.fill = surface.fill;
      const RunSettings run{options_.threads, progress};
      const auto set = options_.depth ? make_octree_spheres(surface, *options_.depth, run)
                                      : make_sphere_set(surface, {*left, options_.tolerance, run});
      if (!set && InterruptGuard::was_interrupted()) return Error{"interrupted; nothing was written"};
      if (!set) return Error{fmt::format("{}: {}", printable(body.mesh->name), set.error().message)};
      spheres = set->spheres;
      link.is_tolerance_met = !options_.tolerance || set->protrusion <= *options_.tolerance;
      if (is_measured()) measure(surface, spheres, link);
    }
    link.sphere_count = spheres.size() + link.kept_count;
    link.seconds = timer.seconds();
    return success();
  }

  // The octree to compare with is the first that has as many spheres.
  void measure(const CoveredSurface& surface, std::span<const Sphere> spheres, SphereSetLink& link) const {
    const RunSettings run{options_.threads, {}};
    link.measures = measure_sphere_set(surface, spheres, run);
    if (options_.depth) return;
    for (int depth = 0; depth <= kMostComparedDepth; ++depth) {
      const auto octree = make_octree_spheres(surface, depth, run);
      if (!octree) return;
      if (octree->spheres.size() < spheres.size() && depth < kMostComparedDepth) continue;
      const SphereSetMeasures measures = measure_sphere_set(surface, octree->spheres, run);
      link.octree = {depth, octree->spheres.size(), measures.protrusion, measures.union_volume};
      return;
    }
  }

  const SphereSetOptions& options_;
  const SphereSetBodies& bodies_;
  Timer timer_;
  FoundSpheres found_;
  SphereSetReport report_;
};

Status show(const SphereSetOptions& options, const SphereSetBodies& bodies, const FoundSpheres& found,
            const std::string& summary) {
  if (!options.view.is_wanted()) return success();
  auto view = record_sphere_sets(options, bodies, found);
  if (!view) return view.error();
  if (auto status = view->finish({summary}, 0, options.quiet ? nullptr : options.out()); !status) return status;
  return view->show(options.out());
}

}  // namespace

ExitCode run_sphere_set(const SphereSetOptions& options, SpheresInput kind) {
  if (const Status status = check_targets(options); !status) return fail(status.error());
  const auto bodies = kind == SpheresInput::robot ? load_robot_bodies(options) : load_mesh_bodies(options);
  if (!bodies) return fail(bodies.error());
  if (const Status status = check_inputs(options, *bodies); !status) return fail(status.error());
  const InterruptGuard guard;
  SphereSetRun run(options, *bodies);
  {
    ProgressBar bar("placing spheres", options.quiet);
    if (const Status status = run.find(bar.callback()); !status) return fail(status.error());
  }
  const auto text = make_sphere_output(options, *bodies, run.found());
  if (!text) return fail(text.error());
  if (const Status status = write_sphere_output(options.output, *text); !status) return fail(status.error());
  if (!options.json.empty()) {
    const Status status = write_report(options.json, format_sphere_set_json(run.report()));
    if (!status) return fail(status.error());
  }
  const std::string summary = summarize_sphere_sets(run.report());
  if (!options.quiet) fmt::print(options.out(), "{}", summary);
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  if (const Status status = show(options, *bodies, run.found(), summary); !status) return fail(status.error());
  return ExitCode::clean;
}

}  // namespace abut
