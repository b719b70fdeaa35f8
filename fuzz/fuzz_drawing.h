// What must hold for any bytes whatever: a drawing is refused with the file's name, or its outlines keep their promises
// and can be written and read again.
#pragma once

#include "abut/drawing.h"
#include "fuzz/fuzz_format.h"

namespace abut {

inline std::size_t count_loops(const Drawing& drawing) {
  std::size_t count = drawing.sheet ? drawing.sheet->loops.size() : 0;
  for (const Outline& outline : drawing.outlines) count += outline.loops.size();
  return count;
}

inline int check_drawing(const std::uint8_t* data, std::size_t size, DrawingFormat format) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Result<Drawing> drawing = parse_drawing(bytes, format, "input");
  if (!drawing) {
    require(drawing.error().message.starts_with("input:"), "an error names the file");
    require(drawing.error().message.find('\n') == std::string::npos, "an error is one line");
    return 0;
  }
  require(!drawing->outlines.empty(), "there is an outline");
  for (const Outline& outline : drawing->outlines) {
    require(check_outline(outline).has_value(), "outlines keep their promises");
  }
  const DrawnLayout layout{
      drawing->outlines, {drawing->units.millimetres, true}, drawing->sheet ? &*drawing->sheet : nullptr};
  const Result<std::string> text = format_drawing(layout, DrawingFormat::svg);
  require(text.has_value(), "what is accepted can be written");
  const Result<Drawing> again = parse_drawing(*text, DrawingFormat::svg, "again", {.join_gap = 0});
  require(again.has_value(), "what was written can be read");
  require(count_loops(*again) == count_loops(*drawing), "no loop is lost");
  return 0;
}

}  // namespace abut
