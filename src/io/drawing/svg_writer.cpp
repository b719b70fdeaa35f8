// Outlines as SVG paths, with lines, arcs and cubics as they are.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "io/drawing/drawing_writers.h"
#include "io/drawing/svg_text.h"
#include "io/drawing/written_curves.h"
#include "io/number.h"

namespace abut {
namespace {

void append_point(std::string& out, const Vec2& p) {
  append_number(out, p.x());
  out += ' ';
  append_number(out, p.y());
}

void append_arc(std::string& out, const OutlinePiece& piece) {
  const EllipseArc axes = find_axes(piece.arc);
  // Near half a turn, ends say too little about where the centre is.
  constexpr double kMostSweep = 170.0 / 180 * std::numbers::pi;
  for (const OutlinePiece& part : cut_arc(piece, kMostSweep)) {
    out += 'A';
    append_point(out, Vec2(axes.x.norm(), axes.y.norm()));
    const double degrees = is_circular(axes) ? 0 : std::atan2(axes.x.y(), axes.x.x()) * 180 / std::numbers::pi;
    out += ' ';
    append_number(out, degrees);
    out += find_direction(piece.arc) > 0 ? " 0 1 " : " 0 0 ";
    append_point(out, part.curve.points[3]);
  }
}

void append_piece(std::string& out, const OutlinePiece& piece) {
  const auto& p = piece.curve.points;
  switch (piece.kind) {
    case PieceKind::line:
      out += 'L';
      return append_point(out, p[3]);
    case PieceKind::arc:
      return append_arc(out, piece);
    case PieceKind::cubic:
      out += 'C';
      for (int i = 1; i < 4; ++i) {
        if (i > 1) out += ' ';
        append_point(out, p[i]);
      }
  }
}

// The roughness that all pieces share, if they do.
double find_roughness(const Outline& outline) {
  const double roughness = outline.loops.front().pieces.front().roughness;
  for (const Loop& loop : outline.loops) {
    for (const OutlinePiece& piece : loop.pieces) {
      if (piece.roughness != roughness) return 0;
    }
  }
  return roughness;
}

std::string format_element(const Outline& outline, const Affine2& map, std::string_view id, std::string_view more) {
  std::string text = fmt::format("  <path id=\"{}\" inkscape:label=\"{}\"{}", id, escape_xml(outline.name), more);
  if (const double roughness = find_roughness(outline); roughness > 0) {
    text += " data-roughness=\"";
    append_number(text, roughness);
    text += '"';
  }
  return text + " d=\"" + format_svg_path(outline, map) + "\"/>\n";
}

std::string format_head(const DrawnLayout& layout, double margin) {
  const Box2 box = find_box(layout);
  const Vec2 corner = box.lower.array() - margin, size = box.size().array() + 2 * margin;
  std::string text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"";
  if (layout.units.millimetres) {
    text += fmt::format(" width=\"{}mm\" height=\"{}mm\"", size.x() * *layout.units.millimetres,
                        size.y() * *layout.units.millimetres);
  }
  return text + fmt::format(" viewBox=\"{} {} {} {}\">\n", corner.x(), corner.y(), size.x(), size.y());
}

}  // namespace

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return escaped;
}

std::string format_svg_path(const Outline& outline, const Affine2& map) {
  std::string text;
  for (const Loop& loop : outline.loops) {
    text += 'M';
    append_point(text, map.apply(loop.pieces.front().curve.points[0]));
    const auto pieces = merge_arcs(loop.pieces);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      // The last line is what closing draws.
      if (i + 1 == pieces.size() && pieces[i].kind == PieceKind::line) break;
      append_piece(text, map.apply(pieces[i]));
    }
    text += 'Z';
  }
  return text;
}

std::string write_svg(const DrawnLayout& layout) {
  const Affine2 map = make_flip(layout, true);
  const double size = find_box(layout).size().maxCoeff();
  std::string text = format_head(layout, 0.01 * size);
  text += fmt::format("<g fill=\"#c9d6e8\" fill-rule=\"evenodd\" stroke=\"#1f3a5f\" stroke-width=\"{:.3g}\">\n",
                      0.0006 * size);
  if (layout.sheet) text += format_element(*layout.sheet, map, "sheet", " data-abut=\"sheet\" fill=\"#f4f1ea\"");
  for (std::size_t i = 0; i < layout.outlines.size(); ++i) {
    text += format_element(layout.outlines[i], map, fmt::format("outline-{}", i + 1), "");
  }
  return text + "</g>\n</svg>\n";
}

}  // namespace abut
