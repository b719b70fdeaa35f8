#include "view_options.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>

#include "base/text.h"
#include "io/recording_chunk.h"
#include "option_checks.h"
#include "report_file.h"
#include "view_server.h"
#include "viewer_page.h"

namespace abut {
namespace {

constexpr std::string_view kRecordingStarts[] = {kRecordingMark};
constexpr std::string_view kPageStarts[] = {"<!doctype html>\n<!-- abut"};

}  // namespace

std::span<const std::string_view> recording_starts() { return kRecordingStarts; }
std::span<const std::string_view> page_starts() { return kPageStarts; }

void add_view_options(CLI::App& command, ViewOptions& options) {
  const CLI::Validator has_name = make_name_check();
  command.add_flag("--view", options.view, "Show the result in the browser, from a port of this machine, until Ctrl-C");
  command.add_option("--html", options.html, "Write the result as a single page to look at, which needs nothing else")
      ->check(has_name)
      ->type_name("FILE");
  command.add_option("--record", options.record, "Write the result as a recording, for abut view")
      ->check(has_name)
      ->type_name("FILE");
  command.add_option("--port", options.port, "With --view: the port to use (default: a free one)")
      ->check(CLI::Range(1, 65535))
      ->type_name("N");
  command.add_flag("--no-browser", options.no_browser, "With --view: print the address, and open nothing");
}

Status check_view(const ViewOptions& options) {
  if ((options.view || !options.html.empty()) && viewer_page().empty()) {
    return Error{
        "this abut was built without its page (ABUT_VIEWER), so there is no --view and no --html; --record works"};
  }
  if (!options.view && (options.port != 0 || options.no_browser)) {
    return Error{"--port and --no-browser are about --view, which is not asked for"};
  }
  if (options.view && options.port != 0) {
    if (auto status = check_port(static_cast<std::uint16_t>(options.port)); !status) return status;
  }
  for (const std::string& target : {options.html, options.record}) {
    std::error_code ignored;
    if (!target.empty() && std::filesystem::is_other(target, ignored)) {
      return Error{fmt::format("{}: is no regular file; pages and recordings are written to files", printable(target))};
    }
  }
  if (options.html == "-" || options.record == "-") {
    return Error{"pages and recordings go to files; give a name instead of -"};
  }
  return success();
}

Status check_view_targets(const ViewOptions& options, bool force) {
  if (auto status = check_view(options); !status) return status;
  if (auto status = check_report_target(options.html, page_starts(), force); !status) return status;
  return check_report_target(options.record, recording_starts(), force);
}

}  // namespace abut
