// What was found about outlines, as a picture: what interferes is red, what touches is amber, and spots say where.
#include <set>

#include "abut/drawing.h"
#include "io/drawing/svg_text.h"
#include "io/drawing/written_curves.h"
#include "io/report_rows.h"

namespace abut {
namespace {

constexpr std::string_view kPlain = "#c9d6e8", kSheet = "#f4f1ea", kWrong = "#f2b8b0", kRed = "#c62f1d",
                           kAmber = "#d98a00", kGreen = "#2c7a3f";

class Picture {
 public:
  explicit Picture(const OutlinesReport& report) : report_(report) {
    for (const CheckedOutline& outline : report.outlines) add_box(outline);
    if (report.sheet) add_box(*report.sheet);
    size_ = box_.size().maxCoeff();
    if (!report.units.is_y_down) map_ = {Vec2::UnitX(), -Vec2::UnitY(), Vec2(0, box_.lower.y() + box_.upper.y())};
  }

  std::string draw() {
    const double margin = 0.03 * size_;
    const Vec2 corner = box_.lower.array() - margin, size = box_.size().array() + 2 * margin;
    fmt::format_to(Out(text_), "{}\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\">\n",
                   outlines_picture_start(), corner.x(), corner.y(), size.x(), size.y());
    fmt::format_to(Out(text_), "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", corner.x(),
                   corner.y(), size.x(), size.y());
    draw_outlines();
    draw_pairs();
    draw_clearances();
    return std::move(text_) + "</svg>\n";
  }

 private:
  void add_box(const CheckedOutline& outline) {
    const Box2 own = find_box(outline.tree.outline());
    box_.add(own.lower);
    box_.add(own.upper);
  }

  void draw_outlines() {
    std::set<std::uint32_t> wrong;
    for (const RelatedOutlines& pair : report_.relations.pairs) {
      if (pair.pair.relation == OutlineRelation::interfering) wrong.insert({pair.a, pair.b});
    }
    for (const RelatedOutlines& pair : report_.beyond_sheet) wrong.insert(pair.a);
    if (report_.sheet) {
      draw_outline(report_.sheet->tree.outline(), report_.sheet->crosses_itself() ? kWrong : kSheet, "1");
    }
    for (std::uint32_t i = 0; i < report_.outlines.size(); ++i) {
      const bool is_wrong = wrong.contains(i) || report_.outlines[i].crosses_itself();
      draw_outline(report_.outlines[i].tree.outline(), is_wrong ? kWrong : kPlain, "0.7");
    }
  }

  void draw_outline(const Outline& outline, std::string_view color, std::string_view opacity) {
    fmt::format_to(
        Out(text_),
        "<path fill=\"{}\" fill-opacity=\"{}\" fill-rule=\"evenodd\" stroke=\"#1f3a5f\" stroke-width=\"{:.4g}\" "
        "d=\"{}\"><title>{}</title></path>\n",
        color, opacity, 0.0015 * size_, format_svg_path(outline, map_), escape_xml(outline.name));
  }

  void draw_pairs() {
    for (const RelatedOutlines& pair : report_.relations.pairs) {
      draw_meetings(report_.outlines[pair.a].tree, pair.pair.meetings,
                    fmt::format("{} and {}", name_of(pair.a), name_of(pair.b)));
    }
    for (const RelatedOutlines& pair : report_.beyond_sheet) {
      draw_meetings(report_.outlines[pair.a].tree, pair.pair.meetings,
                    fmt::format("{} and the sheet", name_of(pair.a)));
    }
    for (const CheckedOutline& outline : report_.outlines) draw_self_meetings(outline, outline.name());
    if (report_.sheet) draw_self_meetings(*report_.sheet, "the sheet");
  }

  void draw_self_meetings(const CheckedOutline& outline, const std::string& name) {
    draw_meetings(outline.tree, outline.self_meetings, name + " and itself");
  }

  const std::string& name_of(std::uint32_t i) const { return report_.outlines[i].name(); }

  void draw_meetings(const OutlineTree& tree, const std::vector<OutlineMeeting>& meetings, const std::string& who) {
    for (const OutlineMeeting& found : meetings) {
      const CurveMeeting& meeting = found.meeting;
      const bool is_crossing = meeting.kind == CurveMeeting::Kind::crossing;
      if (!is_crossing && meeting.a[0] < meeting.a[1]) {
        draw_stretch(tree.piece(found.a_piece).curve.part(meeting.a[0], meeting.a[1]));
      }
      const Vec2 at = map_.apply(meeting.position);
      fmt::format_to(Out(text_),
                     "<circle cx=\"{}\" cy=\"{}\" r=\"{:.4g}\" fill=\"none\" stroke=\"{}\" "
                     "stroke-width=\"{:.4g}\"><title>{}: {} at "
                     "({:.9g}, {:.9g})</title></circle>\n",
                     at.x(), at.y(), 0.008 * size_, is_crossing ? kRed : kAmber, 0.003 * size_, escape_xml(who),
                     is_crossing ? "crossing" : "touch", meeting.position.x(), meeting.position.y());
    }
  }

  void draw_stretch(const Cubic2& part) {
    std::array<Vec2, 4> p;
    for (int i = 0; i < 4; ++i) p[i] = map_.apply(part.points[i]);
    fmt::format_to(Out(text_),
                   "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{:.4g}\" stroke-linecap=\"round\" d=\"M{} {}C{} "
                   "{} {} {} {} {}\"/>\n",
                   kAmber, 0.004 * size_, p[0].x(), p[0].y(), p[1].x(), p[1].y(), p[2].x(), p[2].y(), p[3].x(),
                   p[3].y());
  }

  void draw_clearances() {
    for (const NearOutlines& near : report_.clearances.pairs) {
      const CurveDistance& nearest = near.clearance.nearest;
      const Vec2 a = map_.apply(nearest.points[0]), b = map_.apply(nearest.points[1]), middle = 0.5 * (a + b);
      fmt::format_to(Out(text_),
                     "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{:.4g}\"/>\n", a.x(),
                     a.y(), b.x(), b.y(), kGreen, 0.003 * size_);
      const std::string other = near.b == report_.outlines.size() ? "the sheet" : name_of(near.b);
      fmt::format_to(Out(text_),
                     "<circle cx=\"{}\" cy=\"{}\" r=\"{:.4g}\" fill=\"none\" stroke=\"{}\" "
                     "stroke-width=\"{:.4g}\"><title>{} and {}: {:.9g} "
                     "apart</title></circle>\n",
                     middle.x(), middle.y(), 0.008 * size_, kGreen, 0.002 * size_, escape_xml(name_of(near.a)),
                     escape_xml(other), nearest.distance);
    }
  }

  const OutlinesReport& report_;
  Box2 box_;
  double size_ = 0;
  Affine2 map_;
  std::string text_;
};

}  // namespace

std::string_view outlines_picture_start() { return "<!-- what abut outlines found -->"; }

std::string format_outlines_picture(const OutlinesReport& report) { return Picture(report).draw(); }

}  // namespace abut
