#include "spheres_command.h"

#include <CLI/CLI.hpp>

#include <memory>

#include "abut/sphere_tree.h"
#include "option_checks.h"
#include "overlap_choice.h"
#include "spheres_scene_run.h"
#include "spheres_set_run.h"

namespace abut {
namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  abut spheres scene:passing                     one body flies through three others: when do which touch?\n"
    "  abut spheres scene.json --memory 64MB          never more than this for trees, with the same answers\n"
    "  abut spheres scene.json --out-of-core --view   triangles stay on the disk; watch the spheres come and go\n"
    "  abut spheres arm.stl --max-spheres 32 -o arm.json   at most 32 spheres that enclose the mesh, proved\n"
    "  abut spheres robot.urdf --tolerance 0.02 -o spheres.urdf   the robot, its collision shapes made spheres\n"
    "\n"
    "A scene is a JSON file whose obstacles are bodies that move as rigid wholes (docs/simulate_json.md), or one that\n"
    "comes with abut, scene:NAME. Spheres are made where bodies come near each other, down to the triangles, so that\n"
    "what touches is exact; with --spheres-only the answer is that of the spheres, which miss nothing.\n"
    "\n"
    "A mesh, or each link of a robot (URDF), gets spheres that enclose all of its surface: every triangle is proved "
    "to\n"
    "be covered, with the numbers of the file as it is read back. -o spheres.json has them as JSON, .yaml as cuRobo\n"
    "wants them, .urdf as collision shapes. With --depth they are those of an octree as they are.\n"
    "\n"
    "Exit code: 0 nothing touches in any frame (mesh, robot: the spheres are written), 1 something does, 2 trouble.";

// Meshes and robots share some options with scenes.
ExitCode run(const CLI::App& command, const SpheresSceneOptions& scene, SphereSetOptions set) {
  const SpheresInput kind = find_spheres_input(scene.scene, !set.output.empty());
  if (const Status status = check_spheres_options(command, kind); !status) return fail(status.error());
  if (!scene.scratch.empty() && !scene.out_of_core)
    return fail({"--scratch says where triangles are kept with --out-of-core, which is not given"});
  if (kind == SpheresInput::scene) return run_spheres_scene(scene);
  set.input = scene.scene;
  if (command.count("--depth") > 0) set.depth = scene.depth;
  set.json = scene.json;
  set.view = scene.view;
  set.quiet = scene.quiet;
  set.force = scene.force;
  return run_sphere_set(set, kind);
}

}  // namespace

void add_spheres_command(CLI::App& app, std::function<ExitCode()>& chosen) {
  auto options = std::make_shared<SpheresSceneOptions>();
  auto set = std::make_shared<SphereSetOptions>();
  CLI::App* command = app.add_subcommand(
      "spheres", "Find what touches among moving bodies by spheres; enclose a mesh or a robot in spheres");
  const CLI::Validator has_name = make_name_check();
  command->add_option("INPUT", options->scene, "A scene file (JSON), a mesh, a robot (URDF), or scene:NAME")
      ->type_name("")
      ->required()
      ->check(has_name);
  command->add_option("--depth", options->depth, "How often cells are cut in two along each axis (default: 5)")
      ->check(CLI::Range(0, OctreeGrid::kMaxDepth))
      ->type_name("N");
  command
      ->add_option("--memory", options->memory,
                   "The most that trees (and triangles, with --out-of-core) may take, such as 64MB; what was not used "
                   "for longest goes first")
      ->transform(make_byte_size())
      ->type_name("SIZE");
  command
      ->add_option(
          "--backend", options->backend,
          "Who tests which cells the surface reaches into: cpu (default), gl or cuda, a graphics card by OpenGL "
          "or CUDA, or auto, which takes a card if there is one. Triangles that touch are the same with all")
      ->check(CLI::IsMember(kBackends))
      ->type_name("NAME");
  command->add_option("--keep", options->keep, "Branches that were of no use for so long go (default: they stay)")
      ->check(make_range("a time", 0, 1e9))
      ->type_name("SECONDS");
  command->add_flag("--spheres-only", options->spheres_only,
                    "Stop at the spheres of the full depth: what may touch, and how far apart it is at most");
  command->add_flag("--first", options->first, "Of each two bodies, one pair is enough");
  command->add_flag("--out-of-core", options->out_of_core,
                    "Keep triangles on the disk, and read them where they are needed");
  command
      ->add_option("--scratch", options->scratch,
                   "With --out-of-core: the folder to keep them in (default: a temporary one)")
      ->check(CLI::ExistingDirectory)
      ->type_name("FOLDER");
  add_time_options(*command, options->times);
  command->add_option("--json", options->json, "Write what touches in each frame, and what it took, as JSON")
      ->check(has_name)
      ->type_name("FILE|-");
  command->add_option("--pairs", options->pairs, "Write all pairs that touch in all frames as CSV")
      ->check(has_name)
      ->type_name("FILE|-");
  command->add_flag("--digest", options->digest, "Print a number to compare runs by: equal pairs, equal number");
  command->add_flag("--quiet", options->quiet, "Print nothing but errors; the exit code tells");
  command->add_flag("--force", options->force,
                    "Let what is written replace any file but the inputs, not only its like");
  add_view_options(*command, options->view);
  add_sphere_set_options(*command, *set);
  command->footer(kFooter);
  command->callback([=, &chosen] { chosen = [=] { return run(*command, *options, *set); }; });
}

}  // namespace abut
