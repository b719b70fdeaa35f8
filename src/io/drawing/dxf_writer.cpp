// Outlines as DXF (AC1015, the oldest that has splines and is read everywhere): lines and circular arcs as polylines
// with bulges, ellipses as ellipses, cubics as splines.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "io/drawing/drawing_writers.h"
#include "io/drawing/written_curves.h"
#include "io/number.h"

namespace abut {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// 0: none of DXF's.
int find_insert_unit(const DrawingUnits& units) {
  if (!units.millimetres) return 0;
  constexpr std::array<std::pair<double, int>, 5> kUnits = {{{25.4, 1}, {304.8, 2}, {1, 4}, {10, 5}, {1000, 6}}};
  for (const auto& [millimetres, number] : kUnits) {
    if (std::abs(*units.millimetres / millimetres - 1) < 1e-12) return number;
  }
  return 0;
}

class DxfWriter {
 public:
  // Units that DXF does not know become millimetres.
  explicit DxfWriter(const DrawnLayout& layout)
      : layout_(layout), map_(make_flip(layout, false)), unit_(find_insert_unit(layout.units)) {
    constexpr int kMillimetres = 4;
    if (!layout.units.millimetres || unit_ != 0) return;
    unit_ = kMillimetres;
    map_ = Affine2::make_scale(Vec2::Constant(*layout.units.millimetres)) * map_;
  }

  std::string write() {
    std::string entities;
    std::swap(out_, entities);
    if (layout_.sheet) add_outline(*layout_.sheet, kSheetLayer);
    for (const Outline& outline : layout_.outlines) add_outline(outline, "0");
    std::swap(out_, entities);
    add_header();
    add_tables();
    add_blocks();
    add(0, "SECTION").add(2, "ENTITIES");
    out_ += entities;
    add(0, "ENDSEC");
    add_objects();
    add(0, "EOF");
    return std::move(out_);
  }

 private:
  DxfWriter& add(int code, std::string_view value) {
    out_ += fmt::format("{}\n{}\n", code, value);
    return *this;
  }
  DxfWriter& add(int code, int value) { return add(code, std::to_string(value)); }
  DxfWriter& add(int code, double value) {
    std::string text;
    append_number(text, value);
    if (text.find_first_of(".en") == text.npos) text += ".0";
    return add(code, text);
  }
  DxfWriter& add_point(int code, const Vec2& p) { return add(code, p.x()).add(code + 10, p.y()); }
  DxfWriter& add_handle() { return add(5, fmt::format("{:X}", next_handle_++)); }

  DxfWriter& begin_entity(std::string_view type, std::string_view layer, std::string_view subclass) {
    add(0, type).add_handle().add(330, "10").add(100, "AcDbEntity").add(8, layer);
    return add(100, subclass);
  }

  void add_outline(const Outline& outline, std::string_view layer) {
    for (const Loop& loop : outline.loops) {
      std::vector<OutlinePiece> pieces;
      for (const OutlinePiece& piece : merge_arcs(loop.pieces)) pieces.push_back(map_.apply(piece));
      add_loop(pieces, layer);
    }
  }

  enum class Run { polyline, ellipse, spline };
  static Run find_run(const OutlinePiece& piece) {
    if (piece.kind == PieceKind::cubic) return Run::spline;
    return piece.kind == PieceKind::line || is_circular(piece.arc) ? Run::polyline : Run::ellipse;
  }

  // Pieces of a kind that follow each other are one entity.
  void add_loop(std::span<const OutlinePiece> pieces, std::string_view layer) {
    if (pieces.size() == 1 && pieces[0].kind == PieceKind::arc && is_circular(pieces[0].arc)) {
      begin_entity("CIRCLE", layer, "AcDbCircle").add_point(10, pieces[0].arc.center);
      add(30, 0.0).add(40, pieces[0].arc.x.norm());
      return;
    }
    for (std::size_t i = 0; i < pieces.size();) {
      const Run run = find_run(pieces[i]);
      std::size_t end = i + 1;
      while (run != Run::ellipse && end < pieces.size() && find_run(pieces[end]) == run) ++end;
      const auto part = pieces.subspan(i, end - i);
      const bool is_whole = part.size() == pieces.size();
      if (run == Run::polyline) add_polyline(part, is_whole, layer);
      if (run == Run::spline) add_spline(part, is_whole, layer);
      if (run == Run::ellipse) add_ellipse(part.front().arc, layer);
      i = end;
    }
  }

  void add_polyline(std::span<const OutlinePiece> pieces, bool is_closed, std::string_view layer) {
    std::vector<OutlinePiece> parts;
    for (const OutlinePiece& piece : pieces) {
      const auto cut = piece.kind == PieceKind::arc ? cut_arc(piece, std::numbers::pi) : std::vector{piece};
      parts.insert(parts.end(), cut.begin(), cut.end());
    }
    begin_entity("LWPOLYLINE", layer, "AcDbPolyline");
    add(90, static_cast<int>(parts.size() + (is_closed ? 0 : 1))).add(70, is_closed ? 1 : 0);
    for (const OutlinePiece& part : parts) {
      add_point(10, part.curve.points[0]);
      if (part.kind == PieceKind::arc) {
        add(42, find_direction(part.arc) * std::tan(0.25 * std::abs(part.arc.sweep)));
      }
    }
    if (!is_closed) add_point(10, parts.back().curve.points[3]);
  }

  void add_ellipse(const EllipseArc& arc, std::string_view layer) {
    EllipseArc axes = find_axes(arc);
    // Angles go up to the left of the longer axis.
    if (axes.x.x() * axes.y.y() - axes.x.y() * axes.y.x() < 0) {
      axes.y = -axes.y;
      axes.start = -axes.start;
      axes.sweep = -axes.sweep;
    }
    if (axes.sweep < 0) {
      axes.start += axes.sweep;
      axes.sweep = -axes.sweep;
    }
    const bool is_whole = axes.sweep >= kTurn * (1 - 1e-12);
    const double start = is_whole ? 0 : axes.start - kTurn * std::floor(axes.start / kTurn);
    begin_entity("ELLIPSE", layer, "AcDbEllipse").add_point(10, axes.center).add(30, 0.0).add_point(11, axes.x);
    add(31, 0.0).add(40, axes.y.norm() / axes.x.norm()).add(41, start).add(42, is_whole ? kTurn : start + axes.sweep);
  }

  // A spline with three equal knots between pieces passes through all their control points as they do.
  void add_spline(std::span<const OutlinePiece> pieces, bool is_closed, std::string_view layer) {
    const int count = static_cast<int>(pieces.size());
    begin_entity("SPLINE", layer, "AcDbSpline").add(70, is_closed ? 9 : 8).add(71, 3);
    add(72, 3 * count + 5).add(73, 3 * count + 1).add(74, 0);
    for (int i = 0; i <= count; ++i) {
      const int times = i == 0 || i == count ? 4 : 3;
      for (int j = 0; j < times; ++j) add(40, static_cast<double>(i));
    }
    add_point(10, pieces.front().curve.points[0]).add(30, 0.0);
    for (const OutlinePiece& piece : pieces) {
      for (int i = 1; i < 4; ++i) add_point(10, piece.curve.points[i]).add(30, 0.0);
    }
  }

  void add_header() {
    add(0, "SECTION").add(2, "HEADER").add(9, "$ACADVER").add(1, "AC1015");
    add(9, "$HANDSEED").add(5, fmt::format("{:X}", next_handle_ + 100));
    add(9, "$INSUNITS").add(70, unit_).add(0, "ENDSEC");
  }

  void begin_table(std::string_view name, std::string_view handle, int count) {
    add(0, "TABLE").add(2, name).add(5, handle).add(330, "0").add(100, "AcDbSymbolTable").add(70, count);
  }
  DxfWriter& begin_record(std::string_view type, std::string_view owner, std::string_view subclass) {
    add(0, type);
    if (type != "DIMSTYLE") add_handle();
    return add(330, owner).add(100, "AcDbSymbolTableRecord").add(100, subclass);
  }

  void add_tables() {
    add(0, "SECTION").add(2, "TABLES");
    begin_table("VPORT", "1", 0);
    add(0, "ENDTAB");
    begin_table("LTYPE", "2", 3);
    for (const char* name : {"ByBlock", "ByLayer", "Continuous"}) {
      begin_record("LTYPE", "2", "AcDbLinetypeTableRecord").add(2, name).add(70, 0).add(3, "").add(72, 65).add(73, 0);
      add(40, 0.0);
    }
    add(0, "ENDTAB");
    begin_table("LAYER", "3", 2);
    for (const std::string_view name : {std::string_view("0"), kSheetLayer}) {
      begin_record("LAYER", "3", "AcDbLayerTableRecord").add(2, name).add(70, 0).add(62, 7).add(6, "Continuous");
    }
    add(0, "ENDTAB");
    begin_table("STYLE", "4", 0);
    add(0, "ENDTAB");
    begin_table("VIEW", "5", 0);
    add(0, "ENDTAB");
    begin_table("UCS", "6", 0);
    add(0, "ENDTAB");
    begin_table("APPID", "7", 1);
    begin_record("APPID", "7", "AcDbRegAppTableRecord").add(2, "ACAD").add(70, 0).add(0, "ENDTAB");
    begin_table("DIMSTYLE", "8", 0);
    add(100, "AcDbDimStyleTable").add(71, 0).add(0, "ENDTAB");
    begin_table("BLOCK_RECORD", "9", 2);
    for (const auto& [handle, name] : kSpaces) {
      add(0, "BLOCK_RECORD").add(5, handle).add(330, "9").add(100, "AcDbSymbolTableRecord");
      add(100, "AcDbBlockTableRecord").add(2, name);
    }
    add(0, "ENDTAB").add(0, "ENDSEC");
  }

  void add_blocks() {
    add(0, "SECTION").add(2, "BLOCKS");
    for (const auto& [handle, name] : kSpaces) {
      add(0, "BLOCK").add_handle().add(330, handle).add(100, "AcDbEntity").add(8, "0").add(100, "AcDbBlockBegin");
      add(2, name).add(70, 0).add_point(10, Vec2::Zero()).add(30, 0.0).add(3, name).add(1, "");
      add(0, "ENDBLK").add_handle().add(330, handle).add(100, "AcDbEntity").add(8, "0").add(100, "AcDbBlockEnd");
    }
    add(0, "ENDSEC");
  }

  void add_objects() {
    add(0, "SECTION").add(2, "OBJECTS").add(0, "DICTIONARY").add(5, "C").add(330, "0").add(100, "AcDbDictionary");
    add(281, 1).add(3, "ACAD_GROUP").add(350, "D");
    add(0, "DICTIONARY").add(5, "D").add(330, "C").add(100, "AcDbDictionary").add(281, 1).add(0, "ENDSEC");
  }

  static constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kSpaces = {
      {{"10", "*Model_Space"}, {"11", "*Paper_Space"}}};

  const DrawnLayout& layout_;
  Affine2 map_;
  int unit_;
  std::string out_;
  int next_handle_ = 0x20;  // the ones below are given by name
};

}  // namespace

std::string write_dxf(const DrawnLayout& layout) { return DxfWriter(layout).write(); }

}  // namespace abut
