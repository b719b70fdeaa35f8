// SVG, by pugixml: every shape that is drawn becomes an outline, where all transforms put it. Colours, texts, clips and
// style sheets are not read.
#include <cmath>
#include <numbers>
#include <pugixml.hpp>
#include <set>
#include <unordered_map>

#include "io/drawing/drawing_builder.h"
#include "io/drawing/drawing_readers.h"
#include "io/drawing/svg_path.h"
#include "io/drawing/svg_values.h"
#include "io/failure.h"

namespace abut {
namespace {

constexpr int kMaxDepth = 256;
constexpr std::size_t kMaxElements = 500'000;
constexpr std::size_t kMaxName = 100;  // names are kept for every copy

// "path" of "svg:path"; empty for elements of other worlds.
std::string_view find_tag(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.find(':');
  if (colon == name.npos) return name;
  return name.substr(0, colon) == "svg" ? name.substr(colon + 1) : std::string_view();
}

std::string_view read_attribute(const pugi::xml_node& node, const char* name) { return node.attribute(name).value(); }

// Styles go before attributes.
std::string_view find_property(const pugi::xml_node& node, const char* name) {
  const std::string_view style = find_style(read_attribute(node, "style"), name);
  return style.empty() ? read_attribute(node, name) : style;
}

std::string_view find_reference(const pugi::xml_node& node) {
  std::string_view reference = read_attribute(node, "href");
  if (reference.empty()) reference = read_attribute(node, "xlink:href");
  return reference;
}

struct Context {
  Affine2 map = {};
  Vec2 viewport = Vec2::Zero();  ///< what lengths in % are of
  FillRule fill_rule = FillRule::nonzero;
  std::string name, layer;  ///< of what this is a part of, if it says
  bool is_used = false;     ///< then it has the name of whoever uses it
  std::optional<double> roughness = {};
  int depth = 0;
};

class SvgReader {
 public:
  SvgReader(std::string_view bytes, const DrawingSettings& settings) : bytes_(bytes), builder_(settings) {}

  Drawing read() {
    pugi::xml_document document;
    const auto parsed = document.load_buffer(bytes_.data(), bytes_.size());
    if (!parsed) {
      fail_at(line_place(find_line(static_cast<std::size_t>(parsed.offset))), "no valid XML: {}", parsed.description());
    }
    const pugi::xml_node root = document.document_element();
    if (find_tag(root) != "svg") fail("element {} found, expected <svg>", quote(root.name()));
    list_ids(root);
    here_ = root;
    try {
      Context context;
      const DrawingUnits units = read_root(root, context);
      walk_children(root, context);
      here_ = {};
      return builder_.finish(DrawingBuilder::Grouping::by_owner, units);
    } catch (const Failure& failure) {  // says where
      if (!here_) throw;
      throw Failure{fmt::format(":{}: <{}>{}{}", find_line(static_cast<std::size_t>(here_.offset_debug())),
                                printable(here_.name()), name_of(here_), failure.text)};
    }
  }

 private:
  std::size_t find_line(std::size_t byte) const {
    const std::string_view before = bytes_.substr(0, std::min(byte, bytes_.size()));
    return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  }
  static std::string name_of(const pugi::xml_node& node) {
    const std::string_view id = read_attribute(node, "id");
    return id.empty() ? "" : fmt::format(" {}", quote(id));
  }

  void list_ids(const pugi::xml_node& root) {
    for (pugi::xml_node node = root; node; node = find_next(node, root)) {
      const std::string_view id = read_attribute(node, "id");
      if (!id.empty()) ids_.emplace(id, node);
    }
  }
  // Without recursion, since files may be nested as deeply as they like.
  static pugi::xml_node find_next(pugi::xml_node node, const pugi::xml_node& root) {
    if (node.first_child()) return node.first_child();
    while (node != root && !node.next_sibling()) node = node.parent();
    return node == root ? pugi::xml_node() : node.next_sibling();
  }

  // How long units are, and what the map of coordinates begins with: files are taken by their own coordinates.
  DrawingUnits read_root(const pugi::xml_node& root, Context& context) {
    DrawingUnits units{.is_y_down = true};
    const auto box = read_view_box(root);
    const auto width = read_size(root, "width"), height = read_size(root, "height");
    context.viewport =
        box ? box->size() : Vec2(width ? to_user_units(*width, 0) : 0, height ? to_user_units(*height, 0) : 0);
    const auto measure = [&](const std::optional<SvgLength>& length, double span) -> std::optional<double> {
      const auto unit = length ? find_millimetres(length->unit) : std::nullopt;
      if (!unit || !(length->value > 0) || !(span > 0)) return std::nullopt;
      return length->value * *unit / span;
    };
    if (!box) {
      if (measure(width, 1) || measure(height, 1)) units.millimetres = 25.4 / 96;
    } else {
      const auto x = measure(width, box->size().x()), y = measure(height, box->size().y());
      units.millimetres = combine_scales(root, x, y, context);
    }
    enter(root, context);
    return units;
  }

  // Drawings fit into both sizes, unless they are to be stretched.
  static std::optional<double> combine_scales(const pugi::xml_node& root, std::optional<double> x,
                                              std::optional<double> y, Context& context) {
    if (!x || !y) return x ? x : y;
    const std::string_view fit = read_attribute(root, "preserveAspectRatio");
    if (fit.substr(0, 4) != "none") return fit.find("slice") != fit.npos ? std::max(*x, *y) : std::min(*x, *y);
    context.map = Affine2::make_scale(Vec2(1, *y / *x));
    return x;
  }

  static std::optional<Box2> read_view_box(const pugi::xml_node& node) {
    const std::string_view text = read_attribute(node, "viewBox");
    if (text.empty()) return std::nullopt;
    const auto numbers = parse_svg_numbers(text);
    if (numbers.size() != 4 || !(numbers[2] > 0) || !(numbers[3] > 0)) {
      fail("viewBox {} found, expected X Y WIDTH HEIGHT", quote(text));
    }
    const Vec2 corner(numbers[0], numbers[1]);
    return Box2{corner, corner + Vec2(numbers[2], numbers[3])};
  }
  static std::optional<SvgLength> read_size(const pugi::xml_node& node, const char* name) {
    const std::string_view text = read_attribute(node, name);
    if (text.empty() || text == "auto") return std::nullopt;
    return parse_svg_length(text);
  }

  // What an element says for itself and all in it.
  void enter(const pugi::xml_node& node, Context& context) {
    if (const std::string_view text = read_attribute(node, "transform"); !text.empty()) {
      context.map = context.map * parse_svg_transform(text);
    }
    if (!find_style(read_attribute(node, "style"), "transform").empty()) builder_.count_ignored("transforms in styles");
    if (!find_property(node, "transform-origin").empty()) builder_.count_ignored("transform-origin");
    const std::string_view rule = find_property(node, "fill-rule");
    if (rule == "evenodd") context.fill_rule = FillRule::evenodd;
    if (rule == "nonzero") context.fill_rule = FillRule::nonzero;
    for (const char* clip : {"clip-path", "mask"}) {
      const std::string_view value = find_property(node, clip);
      if (!value.empty() && value != "none") builder_.count_ignored(clip);
    }
    if (const std::string_view text = read_attribute(node, "data-roughness"); !text.empty()) {
      const SvgLength roughness = parse_svg_length(text);
      if (!(roughness.value >= 0) || !roughness.unit.empty()) {
        fail("data-roughness {} found, expected a number from 0 on", quote(text));
      }
      context.roughness = roughness.value;
    }
  }

  static bool is_hidden(const pugi::xml_node& node) {
    return find_property(node, "display") == "none" || find_property(node, "visibility") == "hidden";
  }

  void walk_children(const pugi::xml_node& node, const Context& context) {
    for (const pugi::xml_node& child : node.children()) {
      if (child.type() == pugi::node_element) walk(child, context);
    }
  }

  void walk(const pugi::xml_node& node, Context context) {
    here_ = node;
    const std::string_view tag = find_tag(node);
    if (tag.empty() || kWithoutShape.contains(tag)) return;
    if (tag == "style") return look_at_styles(node);
    if (++element_count_ > kMaxElements) fail("more than {} elements found, uses counted", kMaxElements);
    if (++context.depth > kMaxDepth) fail("elements nested more than {} deep found, uses counted", kMaxDepth);
    if (is_hidden(node)) return builder_.count_ignored("hidden elements");
    enter(node, context);
    if (tag == "g" || tag == "a" || tag == "switch") return walk_group(node, std::move(context));
    if (tag == "svg") return walk_inner_svg(node, std::move(context), {});
    if (tag == "use") return walk_use(node, std::move(context));
    if (tag == "path" || tag == "rect" || tag == "circle" || tag == "ellipse" || tag == "line" || tag == "polyline" ||
        tag == "polygon") {
      return add_shape(tag, node, context);
    }
    builder_.count_ignored(fmt::format("<{}>", printable(tag)));
  }

  static std::string_view find_name(const pugi::xml_node& node) {
    const std::string_view label = read_attribute(node, "inkscape:label");
    return (label.empty() ? read_attribute(node, "id") : label).substr(0, kMaxName);
  }

  void walk_group(const pugi::xml_node& node, Context context) {
    const std::string_view name = find_name(node);
    if (context.layer.empty()) context.layer = name;
    if (!name.empty() && !context.is_used) context.name = name;
    walk_children(node, context);
  }

  // An <svg> within, or a <symbol> that is used, fits its own coordinates into a place. `asked`: the size a use wants.
  void walk_inner_svg(const pugi::xml_node& node, Context context, std::array<std::optional<SvgLength>, 2> asked) {
    const Vec2 corner(read_length(node, "x", context.viewport.x()), read_length(node, "y", context.viewport.y()));
    context.map = context.map * Affine2::make_shift(corner);
    const auto width = asked[0] ? asked[0] : read_size(node, "width"),
               height = asked[1] ? asked[1] : read_size(node, "height");
    const Vec2 size(width ? to_user_units(*width, context.viewport.x()) : context.viewport.x(),
                    height ? to_user_units(*height, context.viewport.y()) : context.viewport.y());
    if (const auto box = read_view_box(node)) {
      context.map = context.map * fit_box(*box, size, read_attribute(node, "preserveAspectRatio"));
      context.viewport = box->size();
    } else {
      context.viewport = size;
    }
    walk_children(node, context);
  }

  static Affine2 fit_box(const Box2& box, const Vec2& size, std::string_view fit) {
    if (!(size.minCoeff() > 0)) return Affine2::make_shift(-box.lower);
    Vec2 scale = size.cwiseQuotient(box.size());
    if (fit.substr(0, 4) != "none") {
      scale.setConstant(fit.find("slice") != fit.npos ? scale.maxCoeff() : scale.minCoeff());
    }
    const Vec2 rest = size - scale.cwiseProduct(box.size());
    const auto share = [&](std::string_view least, std::string_view most) {
      return fit.find(least) != fit.npos ? 0.0 : fit.find(most) != fit.npos ? 1.0 : 0.5;
    };
    const Vec2 place = Vec2(share("xMin", "xMax") * rest.x(), share("YMin", "YMax") * rest.y());
    return Affine2::make_shift(place) * Affine2::make_scale(scale) * Affine2::make_shift(-box.lower);
  }

  void walk_use(const pugi::xml_node& node, Context context) {
    const std::string_view reference = find_reference(node);
    if (reference.empty() || reference.front() != '#') return builder_.count_ignored("uses of other files");
    const auto found = ids_.find(reference.substr(1));
    if (found == ids_.end()) fail("{} is used, which is not there", quote(reference));
    const std::string_view name = find_name(node);
    if (!context.is_used) context.name = name.empty() ? reference.substr(1, kMaxName) : name;
    context.is_used = true;
    const Vec2 shift(read_length(node, "x", context.viewport.x()), read_length(node, "y", context.viewport.y()));
    context.map = context.map * Affine2::make_shift(shift);
    const pugi::xml_node target = found->second;
    const std::string_view tag = find_tag(target);
    if (tag == "symbol" || tag == "svg") {
      if (++context.depth > kMaxDepth) fail("elements nested more than {} deep found, uses counted", kMaxDepth);
      enter(target, context);
      return walk_inner_svg(target, std::move(context), {read_size(node, "width"), read_size(node, "height")});
    }
    walk(target, std::move(context));
  }

  double read_length(const pugi::xml_node& node, const char* name, double whole) const {
    const std::string_view text = read_attribute(node, name);
    return text.empty() ? 0 : to_user_units(parse_svg_length(text), whole);
  }

  void add_shape(std::string_view tag, const pugi::xml_node& node, const Context& context) {
    std::string name(find_name(node));
    if (name.empty() || context.is_used) name = context.name;
    ++shape_count_;
    if (name.empty()) name = fmt::format("{} {}", tag, shape_count_);
    const bool is_sheet = read_attribute(node, "data-abut") == "sheet";
    builder_.begin_owner({printable(name), context.layer, context.fill_rule, context.roughness, is_sheet});
    if (tag == "path") return add_path(node, context);
    if (tag == "rect") return add_rectangle(node, context);
    if (tag == "circle" || tag == "ellipse") return add_ellipse(tag, node, context);
    if (tag == "line") return add_line(node, context);
    add_points(node, context, tag == "polygon");
  }

  void add(const Context& context, std::vector<OutlinePiece> pieces, bool is_closed) {
    for (OutlinePiece& piece : pieces) {
      piece = context.map.apply(piece);
      for (const Vec2& p : piece.curve.points) {
        if (!(p.cwiseAbs().maxCoeff() <= kMaxCoordinate)) fail("coordinates beyond {} found", kMaxCoordinate);
      }
    }
    if (is_closed) {
      builder_.add_closed(std::move(pieces));
    } else {
      builder_.add_stroke(std::move(pieces));
    }
  }

  void add_path(const pugi::xml_node& node, const Context& context) {
    for (SvgSubpath& path : parse_svg_path(read_attribute(node, "d"))) {
      add(context, std::move(path.pieces), path.is_closed);
    }
  }

  void add_line(const pugi::xml_node& node, const Context& context) {
    const auto point = [&](const char* x, const char* y) {
      return Vec2(read_length(node, x, context.viewport.x()), read_length(node, y, context.viewport.y()));
    };
    add(context, {{make_line(point("x1", "y1"), point("x2", "y2")), PieceKind::line}}, false);
  }

  void add_points(const pugi::xml_node& node, const Context& context, bool is_closed) {
    const auto numbers = parse_svg_numbers(read_attribute(node, "points"));
    if (numbers.size() % 2 != 0) fail("{} coordinates found, expected pairs", numbers.size());
    std::vector<OutlinePiece> pieces;
    for (std::size_t i = 3; i < numbers.size(); i += 2) {
      const Vec2 from(numbers[i - 3], numbers[i - 2]), to(numbers[i - 1], numbers[i]);
      pieces.push_back({make_line(from, to), PieceKind::line});
    }
    add(context, std::move(pieces), is_closed);
  }

  void add_ellipse(std::string_view tag, const pugi::xml_node& node, const Context& context) {
    const double size = std::sqrt(0.5) * context.viewport.norm();  // what the radius of a circle is a share of
    const bool is_circle = tag == "circle";
    double rx = is_circle ? read_length(node, "r", size) : read_length(node, "rx", context.viewport.x());
    double ry = is_circle ? rx : read_length(node, "ry", context.viewport.y());
    if (rx < 0 || ry < 0) fail("a negative radius found");
    if (!is_circle && !node.attribute("rx")) rx = ry;
    if (!is_circle && !node.attribute("ry")) ry = rx;
    if (rx == 0 || ry == 0) return builder_.count_ignored(fmt::format("<{}> without a size", tag));
    EllipseArc arc{.x = Vec2(rx, 0), .y = Vec2(0, ry), .sweep = 2 * std::numbers::pi};
    arc.center = Vec2(read_length(node, "cx", context.viewport.x()), read_length(node, "cy", context.viewport.y()));
    const Vec2 begin = arc.center + arc.x;
    add(context, make_arc(arc, begin, begin), true);
  }

  void add_rectangle(const pugi::xml_node& node, const Context& context) {
    const Vec2 corner(read_length(node, "x", context.viewport.x()), read_length(node, "y", context.viewport.y()));
    const Vec2 size(read_length(node, "width", context.viewport.x()),
                    read_length(node, "height", context.viewport.y()));
    if (size.minCoeff() < 0) fail("a negative size found");
    if (size.minCoeff() == 0) return builder_.count_ignored("<rect> without a size");
    Vec2 radii(read_length(node, "rx", context.viewport.x()), read_length(node, "ry", context.viewport.y()));
    if (radii.minCoeff() < 0) fail("a negative radius found");
    if (!node.attribute("rx")) radii.x() = radii.y();
    if (!node.attribute("ry")) radii.y() = radii.x();
    add(context, make_rectangle(corner, size, radii.cwiseMin(0.5 * size)), true);
  }

  // Lines with quarters of ellipses between them.
  static std::vector<OutlinePiece> make_rectangle(const Vec2& corner, const Vec2& size, const Vec2& radii) {
    std::vector<OutlinePiece> pieces;
    const Vec2 half = 0.5 * size, center = corner + half;
    // The corners at the lower right, upper right, upper left and lower left, seen with y up.
    constexpr std::array<std::array<double, 2>, 4> kSigns = {{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}}};
    const bool is_round = radii.minCoeff() > 0;
    const Vec2 reach = is_round ? radii : Vec2(Vec2::Zero());
    const auto ends = [&](int i) {
      const Vec2 sign(kSigns[i][0], kSigns[i][1]), tip = center + sign.cwiseProduct(half);
      const Vec2 along_x = tip - Vec2(sign.x() * reach.x(), 0), along_y = tip - Vec2(0, sign.y() * reach.y());
      return i % 2 == 0 ? std::array{along_x, along_y} : std::array{along_y, along_x};
    };
    for (int i = 0; i < 4; ++i) {
      const auto [from, to] = ends(i);
      if (is_round) {
        EllipseArc arc{.x = Vec2(radii.x(), 0), .y = Vec2(0, radii.y())};
        arc.center = center + Vec2(kSigns[i][0], kSigns[i][1]).cwiseProduct(half - radii);
        arc.start = (i - 1) * 0.5 * std::numbers::pi;
        arc.sweep = 0.5 * std::numbers::pi;
        const auto arcs = make_arc(arc, from, to);
        pieces.insert(pieces.end(), arcs.begin(), arcs.end());
      }
      const Vec2 next = ends((i + 1) % 4)[0];
      if (next != to) pieces.push_back({make_line(to, next), PieceKind::line});
    }
    return pieces;
  }

  void look_at_styles(const pugi::xml_node& node) {
    const std::string_view text = node.child_value();
    for (const std::string_view word : {"fill-rule", "display", "visibility", "transform"}) {
      if (text.find(word) != text.npos) return builder_.count_ignored(fmt::format("style sheet that has '{}'", word));
    }
  }

  static const std::set<std::string_view> kWithoutShape;

  std::string_view bytes_;
  DrawingBuilder builder_;
  std::unordered_map<std::string_view, pugi::xml_node> ids_;
  pugi::xml_node here_;  ///< for messages
  std::size_t element_count_ = 0, shape_count_ = 0;
};

// What they hold is drawn when it is used, or never.
const std::set<std::string_view> SvgReader::kWithoutShape = {
    "defs",   "symbol", "clipPath", "mask",           "pattern",          "marker", "filter",
    "title",  "desc",   "metadata", "linearGradient", "radialGradient",   "script", "view",
    "cursor", "font",   "animate",  "animateMotion",  "animateTransform", "set"};

}  // namespace

Drawing read_svg(std::string_view bytes, const DrawingSettings& settings) { return SvgReader(bytes, settings).read(); }

}  // namespace abut
