// A result on its way to people's eyes: recorded while it is found, then written, or shown by the program itself.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "abut/recording.h"
#include "view_options.h"

namespace abut {

class ResultView {
 public:
  /// Begins to record, under the name asked for or a temporary one.
  static Result<ResultView> begin(const ViewOptions& options, const RecordingHead& head);
  ResultView(ResultView&& other) noexcept;
  ResultView& operator=(ResultView&&) = delete;
  ~ResultView();

  RecordingWriter& writer() { return writer_; }
  bool has_frames() const { return writer_.frame_count() > 0; }

  /// Ends the recording and writes the page, if one is asked for. What was done is said on `out`, if there is one.
  Status finish(const std::vector<std::string>& summary, std::size_t shown_first, std::FILE* out);

  /// Shows it until Ctrl-C, if that is asked for. Nothing is left of a temporary file from then on.
  Status show(std::FILE* out) const;

 private:
  ResultView(ViewOptions options, std::filesystem::path file, RecordingWriter writer);
  void remove_temporary() const;

  ViewOptions options_;
  std::filesystem::path file_;
  RecordingWriter writer_;
};

/// Writes the page of a recording, if one is asked for, and says so on `out`, if there is one.
Status write_page(const ViewOptions& options, const RecordingFile& recording, std::FILE* out);

/// Shows a recording until Ctrl-C.
Status show_recording(const ViewOptions& options, const RecordingFile& recording, std::FILE* out);

}  // namespace abut
