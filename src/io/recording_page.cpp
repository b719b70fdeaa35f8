// A page with a recording inside: each piece as base64 in a script element of its own, so that a browser need not hold
// a text longer than it can.
#include <fmt/format.h>

#include "abut/recording.h"
#include "base/assert.h"
#include "io/base64.h"
#include "io/staged_file.h"

namespace abut {
namespace {

constexpr std::string_view kPlace = "<!--abut-recording-->";

Status append_piece(StagedFile& file, const RecordingFile& recording, const RecordingFile::Piece& piece) {
  const auto bytes = recording.read(piece.offset, piece.size);
  if (!bytes) return bytes.error();
  return file.append(fmt::format("<script type=\"application/x-abut-recording\" data-offset=\"{}\">{}</script>\n",
                                 piece.offset, encode_base64(*bytes)));
}

}  // namespace

Status write_recording_page(const RecordingFile& recording, std::string_view page, const std::filesystem::path& path,
                            bool overwrite) {
  const std::size_t place = page.find(kPlace);
  ABUT_ASSERT(place != std::string_view::npos);
  auto file = StagedFile::create(path, overwrite);
  if (!file) return file.error();
  if (auto status = file->append(page.substr(0, place)); !status) return status;
  for (const RecordingFile::Piece& piece : recording.pieces()) {
    if (auto status = append_piece(*file, recording, piece); !status) return status;
  }
  if (auto status = file->append(page.substr(place + kPlace.size())); !status) return status;
  return file->commit();
}

}  // namespace abut
