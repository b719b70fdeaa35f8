// A web server for one result: the page, the recording, and nothing else, for this machine only.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "abut/recording.h"

namespace abut {

struct ViewServerSettings {
  std::uint16_t port = 0;                                         ///< 0: a free one
  std::function<void(const std::string& address)> on_ready = {};  ///< told where the page is
};

/// Whether the page could be served there now: to be asked before long work.
Status check_port(std::uint16_t port);

/// Serves until Ctrl-C or a termination signal. The error says why it could not begin. Requests under another name than
/// that of this machine are refused, so that no page from elsewhere can read the result.
Status serve_view(const RecordingFile& recording, std::string_view page, const ViewServerSettings& settings);

}  // namespace abut
