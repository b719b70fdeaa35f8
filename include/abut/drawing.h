// Room 7, io, another face: drawings, which are files with outlines: SVG, DXF, and the JSON of nesting instances.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/base.h"
#include "abut/nest.h"
#include "abut/outlines.h"

namespace abut {

enum class DrawingFormat { svg, dxf, json };

/// "SVG", "DXF", "JSON".
std::string_view format_name(DrawingFormat format);
/// The format that the extension stands for.
std::optional<DrawingFormat> find_drawing_format(const std::filesystem::path& path);

/// How the numbers of a drawing are meant.
struct DrawingUnits {
  std::optional<double> millimetres = {};  ///< that one unit is long; none: the file does not say
  bool is_y_down = false;                  ///< as in SVG

  friend bool operator==(const DrawingUnits&, const DrawingUnits&) = default;
};

/// What is to be cut of an outline.
struct NestingPart {
  std::uint32_t demand = 1;
  /// Degrees it may be turned by; none: any.
  std::optional<std::vector<double>> rotations = {};
};

struct Drawing {
  std::vector<Outline> outlines;
  DrawingUnits units = {};
  /// Whether outlines are where they belong. In nesting instances they are not.
  bool is_placed = true;
  std::vector<NestingPart> parts = {};  ///< of nesting instances, one for each outline; else empty
  std::optional<double> strip_height = {};
  std::optional<Outline> sheet = {};    ///< that parts are to be cut from
  std::vector<std::string> notes = {};  ///< what was assumed or left out, one sentence each
};

struct DrawingSettings {
  /// Open curves whose ends are no farther apart are joined; none: a hundred-thousandth of the drawing's size.
  std::optional<double> join_gap = {};
  /// Whether curves that stay open are an error. Else a straight line closes them, and a note says so.
  bool refuses_open = false;
  /// Whether an outline inside another is a hole of it; none: in DXF it is, elsewhere files say themselves.
  std::optional<bool> nested_are_holes = {};
  double roughness = 0;  ///< of pieces that the file gives none
};

/// Reads SVG (paths and basic shapes, transforms, uses; a hole is what the fill rule leaves out), DXF (LINE, ARC,
/// CIRCLE, ELLIPSE, LWPOLYLINE, POLYLINE, SPLINE, INSERT) or a nesting instance (docs/drawings.md). The content decides
/// about the format where it can. Lines, circular and elliptic arcs and cubic curves stay what they are.
Result<Drawing> read_drawing(const std::filesystem::path& path, const DrawingSettings& settings = {});

/// The same from bytes in memory; `name` stands for the file in error messages.
Result<Drawing> parse_drawing(std::string_view bytes, DrawingFormat format, std::string_view name,
                              const DrawingSettings& settings = {});

/// The drawing with other units. Lengths change only if both say what they are.
Drawing convert_units(Drawing drawing, const DrawingUnits& units);

/// Outlines as SVG or DXF, with the curves they have. `sheet` is drawn apart, if there is one.
struct DrawnLayout {
  std::span<const Outline> outlines;
  DrawingUnits units = {};
  const Outline* sheet = nullptr;
};
Result<std::string> format_drawing(const DrawnLayout& layout, DrawingFormat format);

/// Written to a temporary file first, then renamed. The extension names the format. Refuses to replace an existing file
/// unless `overwrite`.
Status write_drawing(const DrawnLayout& layout, const std::filesystem::path& path, bool overwrite = false);

// ---------------------------------------------------------------------------------------------------------------
// Reports

/// A file that outlines came from.
struct DrawingFile {
  std::string name;
  std::vector<std::string> notes;
};

struct CheckedOutline {
  std::uint32_t file = 0;
  OutlineTree tree;
  std::vector<OutlineMeeting> self_meetings = {};

  const std::string& name() const { return tree.outline().name; }
  /// Whether its border passes through itself; touching is allowed.
  bool crosses_itself() const;
};

/// What is found about outlines, where they are drawn.
struct OutlinesReport {
  DrawingUnits units;
  std::vector<DrawingFile> files;
  std::vector<CheckedOutline> outlines;
  std::optional<CheckedOutline> sheet = {};  ///< what has to have all others inside, if they are placed
  bool is_placed = true;                     ///< else each is looked at by itself
  double tolerance = 0;
  OutlineRelations relations = {};
  std::vector<RelatedOutlines> beyond_sheet = {};  ///< what is not all inside the sheet; b counts for nothing
  std::optional<double> within = {};
  OutlineClearances clearances = {};  ///< of those that do not interfere; the sheet has the number behind all others
  double seconds = 0;

  bool is_complete() const { return relations.is_complete && clearances.is_complete; }
  std::size_t count(OutlineRelation relation) const;
  std::size_t count_self_crossing() const;
  /// Interfering, beyond the sheet, crossing themselves, or as near as was asked about.
  bool has_findings() const;
};

/// Everything as JSON; the schema is docs/outlines_json.md.
std::string format_outlines_json(const OutlinesReport& report);
/// A picture: outlines, those that interfere in red, with the spots.
std::string format_outlines_picture(const OutlinesReport& report);
/// How such a picture begins, so that no other drawing is taken for one.
std::string_view outlines_picture_start();

/// A layout that was written, read back and looked at.
struct NestReport {
  DrawingUnits units;
  std::vector<DrawingFile> files;  ///< that parts, and the sheet, came from
  std::vector<std::string> names;  ///< of the items
  std::string file;                ///< that was written
  double gap = 0, edge = 0;
  std::uint64_t seed = 0;
  double effort = 0;
  NestLayout layout;
  std::optional<double> least_clearance = {};  ///< between parts; none: there is but one
  double seconds = 0;
};

/// The same as JSON; the schema is docs/nest_json.md.
std::string format_nest_json(const NestReport& report);

}  // namespace abut
