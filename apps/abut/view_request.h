// What a request to the viewer's server is answered with. Knows nothing of sockets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "abut/recording.h"

namespace abut {

struct ViewRequest {
  std::string_view method, target;
  std::string host, range;  ///< headers; empty: none
};

struct ViewReply {
  unsigned status = 200;
  std::vector<std::pair<std::string, std::string>> headers = {};
  std::string body = {};
};

/// Two things are here: the page at /, and the recording at /recording.abut, all of it or a range of bytes. There are
/// no paths that could lead elsewhere.
class ViewResponder {
 public:
  ViewResponder(const RecordingFile& recording, std::string_view page) : recording_(recording), page_(page) {}

  ViewReply answer(const ViewRequest& request) const;

 private:
  ViewReply answer_range(std::string_view range) const;

  const RecordingFile& recording_;
  std::string_view page_;
};

}  // namespace abut
