// The program: parses the command line and hands over to one command.
#include <CLI/CLI.hpp>
#include <new>

#include "abut/base.h"
#include "base/text.h"
#include "check_command.h"
#include "console.h"
#include "nest_command.h"
#include "outlines_command.h"
#include "simulate_command.h"
#include "spheres_command.h"
#include "untangle_command.h"
#include "view_command.h"

namespace {

bool is_command(const CLI::App& app, const std::string& word) {
  const auto commands = app.get_subcommands([&](const CLI::App* command) { return command->get_name() == word; });
  return !commands.empty();
}

// CLI11 takes "[a,b]" for a list. "./[a,b]" is the same file and no list. It wants the arguments last one first.
std::vector<std::string> read_arguments(int argc, char** argv) {
  std::vector<std::string> arguments;
  for (int i = argc - 1; i > 0; --i) arguments.push_back(argv[i][0] == '[' ? std::string("./") + argv[i] : argv[i]);
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("abut finds where surfaces and outlines touch, takes them apart, and proves where they do not.", "abut");
  app.set_version_flag("--version", "abut " + std::string(abut::version()));
  app.require_subcommand(1);
  app.footer(
      "'abut COMMAND --help' tells more. Examples: abut check dress.obj, abut untangle dress.obj -o clean.obj, abut "
      "simulate scene:sphere --view, abut outlines layout.svg, abut view dress.obj");
  std::function<abut::ExitCode()> run;
  abut::add_check_command(app, run);
  abut::add_untangle_command(app, run);
  abut::add_simulate_command(app, run);
  abut::add_outlines_command(app, run);
  abut::add_nest_command(app, run);
  abut::add_spheres_command(app, run);
  abut::add_view_command(app, run);
  try {
    if (argc > 1 && argv[1][0] != '-' && !is_command(app, argv[1])) {
      abut::print_error("there is no command " + abut::quote(argv[1]) + " (abut --help)");
      return static_cast<int>(abut::ExitCode::trouble);
    }
    app.parse(read_arguments(argc, argv));
    return static_cast<int>(run());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
    const bool is_in_command = argc > 1 && is_command(app, argv[1]);
    abut::print_error(std::string(error.what()) +
                      (is_in_command ? " (abut " + std::string(argv[1]) + " --help)" : " (abut --help)"));
  } catch (const std::bad_alloc&) {
    abut::print_error("out of memory");
  } catch (const std::exception& error) {
    abut::print_error(error.what());
  }
  return static_cast<int>(abut::ExitCode::trouble);
}
