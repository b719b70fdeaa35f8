// The program: parses the command line and hands over to one command.
#include <CLI/CLI.hpp>
#include <new>

#include "abut/base.h"
#include "check_command.h"
#include "console.h"

int main(int argc, char** argv) {
  CLI::App app("abut finds where surfaces touch, and proves where they do not.", "abut");
  app.set_version_flag("--version", "abut " + std::string(abut::version()));
  app.require_subcommand(1);
  app.footer("'abut COMMAND --help' tells more. Example: abut check dress.obj");
  std::function<abut::ExitCode()> run;
  abut::add_check_command(app, run);
  try {
    app.parse(argc, argv);
    return static_cast<int>(run());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help and --version
    abut::print_error(std::string(error.what()) + " (abut --help)");
  } catch (const std::bad_alloc&) {
    abut::print_error("out of memory");
  } catch (const std::exception& error) {
    abut::print_error(error.what());
  }
  return static_cast<int>(abut::ExitCode::trouble);
}
