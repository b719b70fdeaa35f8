// Drawings in tests: read from text, and what is in them.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "abut/drawing.h"

namespace abut::test {

inline Drawing parse_good(const std::string& text, DrawingFormat format, const DrawingSettings& settings = {}) {
  auto drawing = parse_drawing(text, format, "d", settings);
  EXPECT_TRUE(drawing) << drawing.error().message;
  return drawing ? std::move(*drawing) : Drawing{};
}

inline std::string find_error(const std::string& text, DrawingFormat format, const DrawingSettings& settings = {}) {
  const auto drawing = parse_drawing(text, format, "d", settings);
  return drawing ? "none" : drawing.error().message;
}

inline double measure_area(const Drawing& drawing) {
  double area = 0;
  for (const Outline& outline : drawing.outlines) area += abut::measure_area(outline);
  return area;
}

inline std::size_t count_pieces(const Drawing& drawing, PieceKind kind) {
  std::size_t count = 0;
  for (const Outline& outline : drawing.outlines) {
    for (const Loop& loop : outline.loops) {
      for (const OutlinePiece& piece : loop.pieces) count += piece.kind == kind;
    }
  }
  return count;
}

inline bool has_note(const Drawing& drawing, const std::string& part) {
  for (const std::string& note : drawing.notes) {
    if (note.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace abut::test
