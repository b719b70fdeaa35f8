#include "result_view.h"

#include <fmt/format.h>

#include <cstdlib>
#include <random>

#include "base/text.h"
#include "browser.h"
#include "console.h"
#include "view_server.h"
#include "viewer_page.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargePage = 500 << 20;  // bytes; browsers take their time from here on, or give up

Result<fs::path> make_temporary_name() {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (error) return Error{"there is no folder for temporary files; set TMPDIR to one, or give --record a name"};
  std::random_device random;
  return folder / fmt::format("abut-{:08x}{:08x}.abut", random(), random());
}

}  // namespace

ResultView::ResultView(ViewOptions options, fs::path file, RecordingWriter writer)
    : options_(std::move(options)), file_(std::move(file)), writer_(std::move(writer)) {}

ResultView::ResultView(ResultView&& other) noexcept
    : options_(std::move(other.options_)), file_(std::exchange(other.file_, {})), writer_(std::move(other.writer_)) {}

ResultView::~ResultView() { remove_temporary(); }

void ResultView::remove_temporary() const {
  std::error_code ignored;
  if (options_.record.empty() && !file_.empty()) fs::remove(file_, ignored);
}

Result<ResultView> ResultView::begin(const ViewOptions& options, const RecordingHead& head) {
  const bool is_kept = !options.record.empty();
  auto file = is_kept ? Result<fs::path>(options.record) : make_temporary_name();
  if (!file) return file.error();
  auto writer = RecordingWriter::create(*file, head, is_kept);  // what may be replaced was looked at before
  if (!writer) return writer.error();
  return ResultView(options, std::move(*file), std::move(*writer));
}

Status ResultView::finish(const std::vector<std::string>& summary, std::size_t shown_first, std::FILE* out) {
  if (auto status = writer_.finish(summary, shown_first); !status) return status;
  if (!options_.record.empty() && out) {
    fmt::print(out, "Recorded: {0} (abut view {0})\n", printable(options_.record));
  }
  if (options_.html.empty()) return success();
  const auto recording = RecordingFile::open(file_);
  return recording ? write_page(options_, *recording, out) : Status(recording.error());
}

Status ResultView::show(std::FILE* out) const {
  if (!options_.view) return success();
  const auto recording = RecordingFile::open(file_);
  if (!recording) return recording.error();
  remove_temporary();  // it stays open, and goes with the program however that ends
  return show_recording(options_, *recording, out);
}

Status write_page(const ViewOptions& options, const RecordingFile& recording, std::FILE* out) {
  if (options.html.empty()) return success();
  if (auto status = write_recording_page(recording, viewer_page(), options.html, true); !status) return status;
  if (!out) return success();
  fmt::print(out, "Page: {} (open it in a browser)\n", printable(options.html));
  if (recording.size() > kLargePage) {
    fmt::print(out,
               "note: a page of {} MB may be too large for a browser; --record and abut view show it piece by piece\n",
               recording.size() >> 20);
  }
  return success();
}

Status show_recording(const ViewOptions& options, const RecordingFile& recording, std::FILE* out) {
  const auto announce = [&](const std::string& address) {
    std::fputs(fmt::format("Look at it: {} (Ctrl-C ends)\n", address).c_str(), out);
    if (std::fflush(out) != 0) print_error("standard output cannot be written; the page is at " + address);
    if (!options.no_browser) open_browser(address);
  };
  return serve_view(recording, viewer_page(), {static_cast<std::uint16_t>(options.port), announce});
}

}  // namespace abut
