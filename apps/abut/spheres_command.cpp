#include "spheres_command.h"

#include <CLI/CLI.hpp>

#include <memory>

#include "abut/sphere_tree.h"
#include "option_checks.h"
#include "overlap_choice.h"
#include "spheres_scene_run.h"

namespace abut {
namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  abut spheres scene:passing                     one body flies through three others: when do which touch?\n"
    "  abut spheres scene.json --memory 64MB          never more than this for trees, with the same answers\n"
    "  abut spheres scene.json --out-of-core --view   triangles stay on the disk; watch the spheres come and go\n"
    "\n"
    "A scene is a JSON file whose obstacles are bodies that move as rigid wholes (docs/simulate_json.md), or one that\n"
    "comes with abut, scene:NAME. Spheres are made where bodies come near each other, down to the triangles, so that\n"
    "what touches is exact; with --spheres-only the answer is that of the spheres, which miss nothing.\n"
    "\n"
    "Exit code: 0 nothing touches in any frame, 1 something does, 2 trouble.";

}  // namespace

void add_spheres_command(CLI::App& app, std::function<ExitCode()>& chosen) {
  auto options = std::make_shared<SpheresSceneOptions>();
  CLI::App* command =
      app.add_subcommand("spheres", "Find what touches among moving bodies, by spheres made where they come near");
  const CLI::Validator has_name = make_name_check();
  command->add_option("SCENE", options->scene, "A scene file (JSON), or scene:NAME")
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
      ->transform(CLI::AsSizeValue(true))
      ->type_name("SIZE");
  command
      ->add_option("--backend", options->backend,
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
  command->add_option("--scratch", options->scratch, "With --out-of-core: the folder to keep them in (default: a temporary one)")
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
  command->footer(kFooter);
  command->callback([options, &chosen] { chosen = [options] { return run_spheres_scene(*options); }; });
}

}  // namespace abut
