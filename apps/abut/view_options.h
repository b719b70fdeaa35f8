// What all commands offer for looking at their result: --view, --html, --record.
#pragma once

#include <span>
#include <string>

#include "abut/base.h"

namespace CLI {
class App;
}

namespace abut {

struct ViewOptions {
  bool view = false;
  std::string html, record;
  int port = 0;
  bool no_browser = false;

  /// Whether anything is to be recorded at all.
  bool is_wanted() const { return view || !html.empty() || !record.empty(); }
};

void add_view_options(CLI::App& command, ViewOptions& options);

/// Whether what is asked for can be done at all.
Status check_view(const ViewOptions& options);

/// Whether page and recording can go where they are to go, too. They may replace earlier ones, and nothing else unless
/// `force`.
Status check_view_targets(const ViewOptions& options, bool force);

/// How recordings and pages begin.
std::span<const std::string_view> recording_starts();
std::span<const std::string_view> page_starts();

}  // namespace abut
