// What reports about drawings have in common.
#pragma once

#include <optional>
#include <string>

#include "abut/drawing.h"
#include "io/report_rows.h"

namespace abut {

inline std::string or_null(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : "null"; }

/// A file that was read, and what was noted about it.
inline std::string drawing_file_row(const DrawingFile& file) {
  std::string notes;
  for (const std::string& note : file.notes) notes += (notes.empty() ? "" : ", ") + json_string(note);
  return fmt::format("{{\"name\": {}, \"notes\": [{}]}}", json_string(file.name), notes);
}

}  // namespace abut
