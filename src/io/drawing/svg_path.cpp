#include "io/drawing/svg_path.h"

#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include "io/failure.h"
#include "shape/strokes.h"

namespace abut {
namespace {

class PathParser {
 public:
  explicit PathParser(std::string_view data) : data_(data) {}

  std::vector<SvgSubpath> parse() {
    skip_space();
    while (place_ < data_.size()) parse_command();
    // Going somewhere draws nothing.
    std::erase_if(paths_, [](const SvgSubpath& path) { return path.pieces.empty() && !path.is_closed; });
    return std::move(paths_);
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }
  void skip_space() {
    while (place_ < data_.size() && is_space(data_[place_])) ++place_;
  }
  // Between numbers: white space with at most one comma in it.
  void skip_separator() {
    skip_space();
    if (place_ < data_.size() && data_[place_] == ',') ++place_;
    skip_space();
  }
  bool begins_number() const {
    return place_ < data_.size() && std::string_view("+-.0123456789").find(data_[place_]) != std::string_view::npos;
  }
  [[noreturn]] void refuse(std::string_view expected) const {
    const std::string found = place_ < data_.size() ? quote(data_.substr(place_, 1)) : "the end";
    fail("path data, character {}: {} found, expected {}", place_ + 1, found, expected);
  }

  double number() {
    skip_separator();
    std::size_t begin = place_ + (place_ < data_.size() && data_[place_] == '+');
    double value = 0;
    const auto [end, code] = std::from_chars(data_.data() + begin, data_.data() + data_.size(), value);
    if (!begins_number() || code != std::errc() || !(std::abs(value) <= kMaxCoordinate)) refuse("a number");
    place_ = static_cast<std::size_t>(end - data_.data());
    return value;
  }
  bool flag() {
    skip_separator();
    if (place_ < data_.size() && (data_[place_] == '0' || data_[place_] == '1')) return data_[place_++] == '1';
    refuse("0 or 1");
  }
  Vec2 point() {
    const double x = number(), y = number();
    return is_relative_ ? Vec2(at_ + Vec2(x, y)) : Vec2(x, y);
  }

  void parse_command() {
    const char letter = data_[place_];
    const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    command_ = is_letter ? static_cast<char>(letter | 0x20) : ' ';
    if (std::string_view("mlhvcsqtaz").find(command_) == std::string_view::npos) refuse("one of MLHVCSQTAZ");
    if (paths_.empty() && command_ != 'm') refuse("M, which says where the path begins");
    is_relative_ = letter >= 'a';
    ++place_;
    if (command_ == 'z') {
      close();
      skip_space();
      return;
    }
    do {
      step();
      skip_separator();
    } while (begins_number());
  }

  void step() {
    const char before = last_;
    last_ = command_;
    switch (command_) {
      case 'm':
        return move(point());
      case 'l':
        return add_line(point());
      case 'h': {
        const double x = number();
        return add_line(Vec2(is_relative_ ? at_.x() + x : x, at_.y()));
      }
      case 'v': {
        const double y = number();
        return add_line(Vec2(at_.x(), is_relative_ ? at_.y() + y : y));
      }
      case 'c': {
        const Vec2 first = point(), second = point(), end = point();
        return add_cubic(first, second, end);
      }
      case 's': {
        const Vec2 first = before == 'c' || before == 's' ? mirrored() : at_;
        const Vec2 second = point(), end = point();
        return add_cubic(first, second, end);
      }
      case 'q': {
        const Vec2 middle = point(), end = point();
        return add_quadratic(middle, end);
      }
      case 't': {
        const Vec2 middle = before == 'q' || before == 't' ? mirrored() : at_;
        return add_quadratic(middle, point());
      }
      default:
        return add_arc();
    }
  }

  Vec2 mirrored() const { return 2 * at_ - handle_; }

  void move(const Vec2& to) {
    paths_.emplace_back();
    start_ = at_ = to;
    command_ = 'l';  // pairs that follow are lines
  }
  void close() {
    if (at_ != start_) add_line(start_);
    paths_.back().is_closed = true;
    at_ = start_;
    last_ = 'z';
  }
  // After a path is closed, the next one begins where it did.
  void add(const std::vector<OutlinePiece>& pieces, const Vec2& end) {
    if (paths_.back().is_closed) paths_.emplace_back();
    auto& all = paths_.back().pieces;
    all.insert(all.end(), pieces.begin(), pieces.end());
    at_ = end;
  }
  void add_line(const Vec2& end) { add({{make_line(at_, end), PieceKind::line}}, end); }
  void add_cubic(const Vec2& first, const Vec2& second, const Vec2& end) {
    handle_ = second;
    add({{Cubic2{{at_, first, second, end}}}}, end);
  }
  void add_quadratic(const Vec2& middle, const Vec2& end) {
    const Vec2 first = at_ + (2.0 / 3) * (middle - at_), second = end + (2.0 / 3) * (middle - end);
    add_cubic(first, second, end);
    handle_ = middle;
  }
  void add_arc() {
    const double rx = number(), ry = number(), degrees = number();
    const bool is_large = flag(), is_positive = flag();
    const Vec2 end = point();
    const auto arc = make_arc_between(at_, end, Vec2(rx, ry), degrees, is_large, is_positive);
    if (arc) return add(make_arc(*arc, at_, end), end);
    if (end != at_) add_line(end);
  }

  std::string_view data_;
  std::size_t place_ = 0;
  char command_ = ' ', last_ = ' ';
  bool is_relative_ = false;
  Vec2 at_ = Vec2::Zero(), start_ = Vec2::Zero(), handle_ = Vec2::Zero();
  std::vector<SvgSubpath> paths_;
};

}  // namespace

std::optional<EllipseArc> make_arc_between(const Vec2& from, const Vec2& to, Vec2 radii, double degrees, bool is_large,
                                           bool is_positive) {
  radii = radii.cwiseAbs();
  if (!(radii.minCoeff() > 0) || from == to) return std::nullopt;
  const double turn = degrees * std::numbers::pi / 180;
  const Vec2 x(std::cos(turn), std::sin(turn)), y(-x.y(), x.x());
  const Vec2 half = 0.5 * (from - to);
  Vec2 unit(x.dot(half) / radii.x(), y.dot(half) / radii.y());  // half of the chord, on a circle of radius 1
  const double reach = unit.norm();
  if (reach > 1) {  // too small to get there
    radii *= reach;
    unit /= reach;
  }
  const double height = std::sqrt(std::max(0.0, 1 - unit.squaredNorm()) / unit.squaredNorm());
  const double side = is_large == is_positive ? -1 : 1;
  const Vec2 center = side * height * Vec2(unit.y(), -unit.x());
  const auto angle_of = [](const Vec2& v) { return std::atan2(v.y(), v.x()); };
  EllipseArc arc;
  arc.x = radii.x() * x;
  arc.y = radii.y() * y;
  arc.center = 0.5 * (from + to) + center.x() * arc.x + center.y() * arc.y;
  arc.start = angle_of(unit - center);
  arc.sweep = angle_of(-unit - center) - arc.start;
  constexpr double kTurn = 2 * std::numbers::pi;
  if (is_positive && arc.sweep < 0) arc.sweep += kTurn;
  if (!is_positive && arc.sweep > 0) arc.sweep -= kTurn;
  // Radii beyond all measure make a line.
  return arc.center.allFinite() && std::isfinite(arc.sweep) ? std::optional(arc) : std::nullopt;
}

std::vector<SvgSubpath> parse_svg_path(std::string_view data) { return PathParser(data).parse(); }

}  // namespace abut
