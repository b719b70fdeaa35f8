// DXF as text: the sections, what is on show, and blocks where they are inserted.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "io/drawing/drawing_builder.h"
#include "io/drawing/drawing_readers.h"
#include "io/drawing/drawing_writers.h"
#include "io/drawing/dxf_groups.h"
#include "io/drawing/dxf_shapes.h"
#include "io/failure.h"

namespace abut {
namespace {

constexpr int kMaxDepth = 32;
constexpr std::size_t kMaxEntities = 500'000;

// $INSUNITS, in millimetres.
std::optional<double> find_insert_unit(int number) {
  switch (number) {
    case 1:
      return 25.4;
    case 2:
      return 304.8;
    case 4:
      return 1;
    case 5:
      return 10;
    case 6:
      return 1000;
    case 7:
      return 1e6;
    case 8:
      return 25.4e-6;
    case 9:
      return 0.0254;
    case 10:
      return 914.4;
    case 13:
      return 1e-3;
    case 14:
      return 100;
    case 15:
      return 1e4;
    case 16:
      return 1e5;
    default:
      return std::nullopt;
  }
}

class DxfReader {
 public:
  DxfReader(std::string_view bytes, const DrawingSettings& settings)
      : groups_(parse_dxf_groups(bytes)), builder_(settings) {}

  Drawing read() {
    std::vector<DxfEntity> entities;
    bool has_entities = false;
    for (std::size_t i = 0; i < groups_.size();) {
      const std::size_t end = find_section_end(i);
      const std::span<const DxfGroup> section(groups_.data() + i, end - i);
      i = end + 1;
      if (section.size() < 2 || section[0].value != "SECTION") continue;
      const std::string_view name = section[1].value;
      if (end == groups_.size()) fail("the file ends within the section {}; it was cut short", quote(name));
      if (name == "HEADER") read_header(section);
      if (name == "TABLES") read_layers(section);
      if (name == "BLOCKS") read_blocks(section);
      if (name == "ENTITIES") {
        has_entities = true;
        const auto found = list_dxf_entities(section.subspan(2));
        entities.insert(entities.end(), found.begin(), found.end());
      }
    }
    if (!has_entities) fail("no section ENTITIES found, which DXF has");
    add_entities(entities, {}, {}, 0);
    return builder_.finish(DrawingBuilder::Grouping::by_containment, units_);
  }

 private:
  // Its own, or that of the file.
  std::size_t find_section_end(std::size_t begin) const {
    const auto is_end = [](const DxfGroup& group) {
      return group.code == 0 && (group.value == "ENDSEC" || group.value == "EOF");
    };
    std::size_t end = begin;
    while (end < groups_.size() && !is_end(groups_[end])) ++end;
    return end;
  }

  void read_header(std::span<const DxfGroup> section) {
    for (std::size_t i = 0; i + 1 < section.size(); ++i) {
      if (section[i].code != 9 || section[i].value != "$INSUNITS") continue;
      const int number = static_cast<int>(std::clamp(parse_dxf_number(section[i + 1]), -1.0, 1e6));
      units_.millimetres = find_insert_unit(number);
      if (number != 0 && !units_.millimetres) builder_.add_note(fmt::format("unknown unit ($INSUNITS {})", number));
    }
  }

  void read_layers(std::span<const DxfGroup> section) {
    constexpr int kFrozen = 1;
    for (const DxfEntity& entity : list_dxf_entities(section)) {
      if (entity.type != "LAYER") continue;
      if ((entity.integer(70) & kFrozen) || entity.integer(62, 7) < 0) hidden_layers_.insert(entity.text(2));
    }
  }

  struct Block {
    Vec2 base = Vec2::Zero();
    bool is_elsewhere = false;  ///< in another file
    std::vector<DxfEntity> entities;
  };

  void read_blocks(std::span<const DxfGroup> section) {
    Block* block = nullptr;
    for (const DxfEntity& entity : list_dxf_entities(section)) {
      if (entity.type == "BLOCK") {
        block = &blocks_[entity.text(2)];
        constexpr int kElsewhere = 4;
        *block = {entity.point(10), (entity.integer(70) & kElsewhere) != 0, {}};
      } else if (entity.type == "ENDBLK") {
        block = nullptr;
      } else if (block) {
        block->entities.push_back(entity);
      }
    }
  }

  // What is there, but not to be seen, is counted by itself.
  bool note_unseen(const DxfEntity& entity, std::string_view layer) {
    const char* where = entity.integer(67) == 1          ? "in paper space"
                        : entity.integer(60) == 1        ? "made invisible"
                        : hidden_layers_.contains(layer) ? "on hidden layers"
                                                         : nullptr;
    if (where) builder_.count_ignored(fmt::format("{} {}", printable(entity.type), where));
    return where;
  }

  // In a block, layer 0 is the layer of whoever inserts it.
  void add_entities(std::span<const DxfEntity> entities, const Affine2& map, std::string_view layer_0, int depth) {
    for (std::size_t i = 0; i < entities.size(); ++i) {
      const DxfEntity& entity = entities[i];
      if (++entity_count_ > kMaxEntities) fail("more than {} entities found, inserted ones counted", kMaxEntities);
      std::size_t vertex_count = 0;
      if (entity.type == "POLYLINE") {
        while (i + 1 + vertex_count < entities.size() && entities[i + 1 + vertex_count].type == "VERTEX")
          ++vertex_count;
      }
      const auto vertices = entities.subspan(i + 1, vertex_count);
      i += vertex_count;
      if (entity.type == "SEQEND") continue;
      std::string_view layer = entity.text(8, "0");
      if (layer == "0" && !layer_0.empty()) layer = layer_0;
      if (note_unseen(entity, layer)) continue;
      const auto plane = find_plane(entity);
      if (!plane) {
        builder_.count_ignored(fmt::format("{} in another plane", printable(entity.type)));
      } else if (entity.type == "INSERT") {
        insert(entity, map * *plane, layer, depth);
      } else {
        const auto curve = entity.type == "POLYLINE" ? make_polyline(entity, vertices) : make_curve(entity);
        if (curve) {
          add_curve(*curve, map * *plane, layer, entity);
        } else {
          builder_.count_ignored(printable(entity.type));
        }
      }
    }
  }

  void add_curve(const DxfCurve& curve, const Affine2& map, std::string_view layer, const DxfEntity& entity) {
    builder_.begin_owner({.name = layer == "0" ? "outline" : printable(layer),
                          .layer = std::string(layer),
                          .is_sheet = layer == kSheetLayer});
    std::vector<OutlinePiece> pieces;
    for (const OutlinePiece& piece : curve.pieces) {
      pieces.push_back(map.apply(piece));
      for (const Vec2& p : pieces.back().curve.points) {
        if (!(p.cwiseAbs().maxCoeff() <= kMaxCoordinate)) {
          fail_at(line_place(entity.line), "{} with coordinates beyond {} found", entity.type, kMaxCoordinate);
        }
      }
    }
    if (curve.is_closed) {
      builder_.add_closed(std::move(pieces));
    } else {
      builder_.add_stroke(std::move(pieces));
    }
  }

  void insert(const DxfEntity& entity, const Affine2& map, std::string_view layer, int depth) {
    if (depth >= kMaxDepth) fail_at(line_place(entity.line), "blocks inserted more than {} deep found", kMaxDepth);
    const auto found = blocks_.find(entity.text(2));
    if (found == blocks_.end()) {
      fail_at(line_place(entity.line), "block {} is inserted, which is not there", quote(entity.text(2)));
    }
    const Block& block = found->second;
    if (block.is_elsewhere) return builder_.count_ignored("INSERT of other files");
    const Affine2 turn = make_turn_by_degrees(entity.number(50));
    const Affine2 local =
        Affine2::make_scale(Vec2(entity.number(41, 1), entity.number(42, 1))) * Affine2::make_shift(-block.base);
    const int columns = std::max(1, entity.integer(70, 1)), rows = std::max(1, entity.integer(71, 1));
    const Vec2 spacing(entity.number(44), entity.number(45));
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        const Affine2 place = Affine2::make_shift(entity.point(10)) * turn *
                              Affine2::make_shift(Vec2(column * spacing.x(), row * spacing.y()));
        if (++entity_count_ > kMaxEntities) fail("more than {} entities found, inserted ones counted", kMaxEntities);
        add_entities(block.entities, map * place * local, layer, depth + 1);
      }
    }
  }

  std::vector<DxfGroup> groups_;
  DrawingBuilder builder_;
  DrawingUnits units_;
  std::map<std::string_view, Block> blocks_;
  std::set<std::string_view> hidden_layers_;
  std::size_t entity_count_ = 0;
};

}  // namespace

Drawing read_dxf(std::string_view bytes, const DrawingSettings& settings) {
  if (bytes.starts_with("AutoCAD Binary DXF")) fail("binary DXF found, expected DXF as text: save it as ASCII DXF");
  return DxfReader(bytes, settings).read();
}

}  // namespace abut
