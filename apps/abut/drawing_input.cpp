#include "drawing_input.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <array>
#include <cmath>

#include "base/text.h"
#include "option_checks.h"

namespace abut {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 7> kUnits = {
    {{"mm", 1}, {"cm", 10}, {"m", 1000}, {"in", 25.4}, {"ft", 304.8}, {"pt", 25.4 / 72}, {"px", 25.4 / 96}}};

std::optional<double> find_unit(std::string_view name) {
  for (const auto& [unit, millimetres] : kUnits) {
    if (unit == name) return millimetres;
  }
  return std::nullopt;
}

}  // namespace

DrawingSettings DrawingOptions::settings() const {
  DrawingSettings settings{.join_gap = join_gap, .refuses_open = refuse_open, .roughness = roughness};
  if (!nested.empty()) settings.nested_are_holes = nested == "holes";
  return settings;
}

void add_drawing_options(CLI::App& command, DrawingOptions& options) {
  command.add_option("DRAWING", options.inputs, "Drawings: SVG, DXF, or JSON of nesting instances and sewing patterns")
      ->type_name("");
  command
      .add_option("--join", options.join_gap,
                  "Join open curves whose ends are no farther apart (default: a hundred-thousandth of the drawing)")
      ->check(make_range("a length", 0, kMaxCoordinate))
      ->type_name("LENGTH");
  command.add_flag("--refuse-open", options.refuse_open,
                   "Refuse curves that stay open; else a straight line closes them, and a note says so");
  command
      .add_option("--nested", options.nested,
                  "What a closed curve inside another is: 'holes' of it (as in DXF), or 'parts' of their own")
      ->check(CLI::IsMember({"holes", "parts"}))
      ->type_name("holes|parts");
  std::vector<std::string> names;
  for (const auto& [unit, millimetres] : kUnits) names.emplace_back(unit);
  command.add_option("--unit", options.unit, "The unit of drawings that do not say: mm, cm, m, in, ft, pt or px")
      ->check(CLI::IsMember(names))
      ->type_name("UNIT");
  command
      .add_option("--roughness", options.roughness,
                  "How far true borders may be from drawn ones; counts as contact (default: 0)")
      ->check(make_range("a length", 0, kMaxCoordinate))
      ->type_name("LENGTH");
}

void adapt_units(Drawing& drawing, const DrawingUnits& units) {
  const bool has_unit = drawing.units.millimetres.has_value();
  if (has_unit != units.millimetres.has_value()) {
    drawing.notes.push_back(has_unit
                                ? "its unit is known, that of the first drawing is not: taken for the same (--unit)"
                                : "it does not say its unit: taken for that of the first drawing (--unit)");
  } else if (has_unit && *drawing.units.millimetres != *units.millimetres) {
    drawing.notes.push_back(fmt::format("converted to {}, the unit of the first drawing", name_unit(units)));
  }
  drawing = convert_units(std::move(drawing), units);
}

Result<std::vector<Drawing>> load_drawings(const DrawingOptions& options,
                                           const std::function<void(const std::string&)>& on_read) {
  std::vector<Drawing> drawings;
  for (const std::string& input : options.inputs) {
    on_read(input);
    auto drawing = read_drawing(input, options.settings());
    if (!drawing) return drawing.error();
    if (!drawing->units.millimetres) drawing->units.millimetres = find_unit(options.unit);
    if (!drawings.empty()) adapt_units(*drawing, drawings.front().units);
    drawings.push_back(std::move(*drawing));
  }
  return drawings;
}

std::string name_unit(const DrawingUnits& units) {
  if (!units.millimetres) return "units";
  for (const auto& [unit, millimetres] : kUnits) {
    if (std::abs(*units.millimetres / millimetres - 1) < 1e-9) return std::string(unit);
  }
  return fmt::format("units of {:.6g} mm", *units.millimetres);
}

}  // namespace abut
