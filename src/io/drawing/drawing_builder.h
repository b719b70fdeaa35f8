// From what a reader finds to a drawing: strokes are joined and closed, loops become outlines, and all that was assumed
// or left out is counted.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "abut/drawing.h"
#include "shape/strokes.h"

namespace abut {

enum class FillRule { nonzero, evenodd };

/// What strokes come from: an element of an SVG, a layer of a DXF.
struct StrokeOwner {
  std::string name;
  std::string layer = {};  ///< open strokes are joined within one layer
  FillRule fill_rule = FillRule::evenodd;
  std::optional<double> roughness = {};
  bool is_sheet = false;  ///< what parts are cut from
};

class DrawingBuilder {
 public:
  explicit DrawingBuilder(const DrawingSettings& settings) : settings_(settings) {}

  /// The owner of the strokes that come now.
  void begin_owner(StrokeOwner owner) { owners_.push_back(std::move(owner)); }
  /// Places must be finite.
  void add_stroke(std::vector<OutlinePiece> pieces);
  /// For a closed curve that was drawn as closed; what it lacks is no gap.
  void add_closed(std::vector<OutlinePiece> pieces);

  void add_note(std::string note) { notes_.push_back(std::move(note)); }
  /// What was not read: how many things of a kind.
  void count_ignored(std::string_view kind) { ++ignored_[std::string(kind)]; }

  bool is_empty() const { return strokes_.empty(); }

  enum class Grouping {
    by_owner,        ///< all loops of an owner are one outline
    by_containment,  ///< an outer loop and the holes right inside of it are one
    by_loop,         ///< each loop is one
  };
  /// Throws Failure.
  Drawing finish(Grouping grouping, const DrawingUnits& units);

 private:
  double find_gap() const;
  void join_and_close();
  void close(Stroke& stroke);
  std::optional<Outline> take_sheet();
  std::vector<Outline> make_outlines_by_owner();
  std::vector<Outline> make_outlines_by_containment();
  std::vector<Outline> make_outlines_by_loop();
  static void number_names(std::vector<Outline>& outlines);
  void note_counts();

  const DrawingSettings& settings_;
  std::vector<StrokeOwner> owners_;
  std::vector<Stroke> strokes_, loops_;  // as they came; joined and closed
  std::size_t piece_count_ = 0;
  std::map<std::string, std::size_t> ignored_;
  std::size_t point_count_ = 0, closed_count_ = 0, flat_count_ = 0, buried_count_ = 0;
  std::string first_closed_;
  std::vector<std::string> notes_;
};

}  // namespace abut
