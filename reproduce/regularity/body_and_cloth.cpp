// 3.3: a body and a garment close to it. Collisions between them, and within the garment.
#include <fmt/format.h>

#include <array>

#include "reproduce/regularity/regularity.h"
#include "reproduce/stage.h"
#include "scenes/scenes.h"

namespace abut::reproduce {
namespace {

// Times of the paper in seconds, on a Silicon Graphics Indigo Elan.
struct PaperRow {
  const char* name;
  std::size_t cloth, body;
  double update, between, within_plain, within_culled;
};
constexpr PaperRow kPaper[] = {{"paper, slight", 3800, 17200, 0.4, 0.4, 0.7, 0.1},
                               {"paper, heavy", 56400, 111000, 5.0, 6.0, 10.0, 0.5}};

struct Dressed {
  const char* name;
  std::size_t cloth, body;
  double wrinkles;
};
constexpr double kClear = 0.004, kCrossing = 0.0065;
constexpr Dressed kDressed[] = {{"slight, clear", 3800, 17200, kClear},
                                {"slight, crossing", 3800, 17200, kCrossing},
                                {"heavy, clear", 56400, 111000, kClear},
                                {"heavy, crossing", 56400, 111000, kCrossing},
                                {"100 times slight, clear", 380000, 1720000, kClear},
                                {"100 times slight, crossing", 380000, 1720000, kCrossing},
                                {"1,000 times slight, clear", 3800000, 17200000, kClear}};

struct Times {
  double update = 0, between = 0, within_plain = 0, within_culled = 0;
  std::size_t pairs = 0;
  double detection_share() const { return (between + within_culled) / (update + between + within_culled); }
};

Times measure(const Model& body, const Model& cloth) {
  Times times;
  {
    const Body both[] = {body.body(), cloth.body()};
    Stage stage(both);
    IntersectionSettings settings = make_settings();
    settings.scope = Scope::between;
    const FrameCost cost = stage.measure(settings);
    times.update = cost.update_seconds;
    times.between = cost.search_seconds;
    times.pairs = cost.pairs;
  }
  Stage stage(cloth);
  times.within_culled = stage.measure(make_settings()).search_seconds;
  times.within_plain = stage.run_frame(make_settings(Culling::none)).search_seconds;
  return times;
}

std::vector<std::string> list_cells(const char* name, const std::array<std::size_t, 2>& sizes, const Times& t,
                                    const std::string& pairs) {
  return {name,
          format_count(sizes[0]),
          format_count(sizes[1]),
          pairs,
          format_time(t.update),
          format_time(t.between),
          format_time(t.within_plain),
          format_time(t.within_culled),
          format_share(t.detection_share())};
}

bool test_fastest(const Times& t) { return t.within_culled < t.update && t.within_culled < t.between; }

}  // namespace

void report_body_and_cloth(Report& report, Expectations& expectations) {
  report.heading(3, "Body and cloth (3.3)");
  report.paragraph(
      "The paper's two discretisations and larger ones. In place of its data: the torso and garment of "
      "[scenes.md](scenes.md), close to each other but clear, and crossing. Collisions are looked for between cloth "
      "and body, and within the cloth, (a) without culling and (b) with it. Share: detection (between, and within by "
      "(b)) in the whole frame. The paper's times are those of a Silicon Graphics Indigo Elan.");
  Table table{{"discretisation", "cloth", "body", "pairs", "normals and boxes", "body and cloth", "within cloth (a)",
               "within cloth (b)", "share of detection"}};
  for (const PaperRow& p : kPaper) {
    const Times times{p.update, p.between, p.within_plain, p.within_culled};
    table.rows.push_back(list_cells(p.name, {p.cloth, p.body}, times, ""));
  }
  std::size_t fastest = 0;
  for (const Dressed& d : kDressed) {
    const Model body(make_torso(d.body)), cloth(make_garment(d.cloth, d.wrinkles));
    const Times times = measure(body, cloth);
    table.rows.push_back(list_cells(d.name, {cloth.size(), body.size()}, times, format_count(times.pairs)));
    fastest += test_fastest(times);
  }
  report.table(table);
  expectations.push_back({"body and cloth: within the cloth is the fastest of the three parts", "always",
                          fmt::format("{} of {} times", fastest, std::size(kDressed)), fastest == std::size(kDressed)});
}

}  // namespace abut::reproduce
