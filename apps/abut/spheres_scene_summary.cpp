#include "spheres_scene_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/text.h"
#include "console.h"

namespace abut {
namespace {

constexpr std::size_t kMostLines = 20;

// Of two bodies, over all frames.
struct Meeting {
  std::size_t first = 0, last = 0, frames = 0;
  std::uint64_t most = 0;
};

std::map<std::pair<BodyId, BodyId>, Meeting> find_meetings(const SphereReport& report) {
  std::map<std::pair<BodyId, BodyId>, Meeting> meetings;
  for (std::size_t f = 0; f < report.frames.size(); ++f) {
    for (const TouchingBodies& pair : report.frames[f].touching) {
      const auto [place, is_new] = meetings.try_emplace({pair.a, pair.b}, Meeting{f});
      Meeting& meeting = place->second;
      meeting.last = f;
      ++meeting.frames;
      meeting.most = std::max(meeting.most, pair.pairs);
    }
  }
  return meetings;
}

std::string describe_scene(const SphereReport& report) {
  std::uint64_t triangles = 0;
  for (const SphereReportBody& body : report.bodies) triangles += body.triangle_count;
  return fmt::format("{}: {}, {}, {}, depth {}\n", printable(report.scene),
                     plural(report.bodies.size(), "body", "bodies"), plural(triangles, "triangle", "triangles"),
                     plural(report.frames.size(), "frame", "frames"), report.depth);
}

std::string describe_meetings(const SphereReport& report) {
  const auto meetings = find_meetings(report);
  const char* what = report.is_exact ? "of triangles" : "of spheres";
  std::string text;
  std::size_t lines = 0;
  for (const auto& [bodies, meeting] : meetings) {
    if (++lines > kMostLines) break;
    text += fmt::format("  {} and {} {} in {} of frames {} to {}, {} {} at most\n",
                        quote(report.bodies[bodies.first].name), quote(report.bodies[bodies.second].name),
                        report.is_exact ? "touch" : "may touch", meeting.frames, meeting.first, meeting.last,
                        plural(meeting.most, "pair", "pairs"), what);
  }
  if (meetings.size() > kMostLines)
    text += fmt::format("  {} more pairs of bodies (--json lists all)\n", with_commas(meetings.size() - kMostLines));
  return text;
}

std::string describe_result(const SphereReport& report) {
  const auto touches = [](const SphereReportFrame& frame) { return !frame.touching.empty(); };
  const auto count = static_cast<std::uint64_t>(std::count_if(report.frames.begin(), report.frames.end(), touches));
  const std::string begun = report.is_complete ? "" : "Stopped early. ";
  if (count == 0) return begun + "Nothing touches in any frame.\n";
  const auto first = std::find_if(report.frames.begin(), report.frames.end(), touches);
  std::string text =
      fmt::format("{}Bodies {} in {} of {}, first at {:.6g} s.\n", begun, report.is_exact ? "touch" : "may touch",
                  with_commas(count), plural(report.frames.size(), "frame", "frames"), first->time);
  if (!report.is_exact)
    text += fmt::format("Spheres that meet: surfaces are no farther apart than {:.6g}.\n", report.within);
  return text;
}

// The first frame makes what it needs; the mean is that of all.
std::string describe_speed(const SphereReport& report) {
  double total = 0, slowest = 0;
  for (const SphereReportFrame& frame : report.frames) {
    total += frame.seconds;
    slowest = std::max(slowest, frame.seconds);
  }
  if (total == 0) return "";
  return fmt::format("Searched {:.0f} frames a second in the mean, the slowest took {:.3g} ms.\n",
                     static_cast<double>(report.frames.size()) / total, 1e3 * slowest);
}

std::string describe_device(const SphereReport& report) {
  if (report.device.empty()) return "";
  return fmt::format("Overlaps tested by {}: {}, with {}.\n", report.backend, printable(report.device),
                     plural(report.query_count, "query", "queries"));
}

std::string format_bytes(std::uint64_t bytes) {
  return bytes < 100'000 ? fmt::format("{:.1f} kB", 1e-3 * static_cast<double>(bytes))
                         : fmt::format("{:.2f} MB", 1e-6 * static_cast<double>(bytes));
}

std::string describe_memory(const SphereReport& report) {
  std::uint64_t made = 0;
  for (const SphereReportBody& body : report.bodies) made += body.branches_made;
  std::string text =
      fmt::format("Branches made: {}; memory: {} at most", with_commas(made), format_bytes(report.memory_peak));
  if (report.memory_limit != MemoryBudget::kUnlimited)
    text += fmt::format(" of {}, what was not used for longest gave way {} times", format_bytes(report.memory_limit),
                        with_commas(report.drop_count));
  if (report.page_bytes > 0)
    text += fmt::format("; on the disk: {}, {} read", format_bytes(report.page_bytes),
                        plural(report.page_reads, "page", "pages"));
  return text + ".\n";
}

}  // namespace

std::string summarize_spheres_scene(const SphereReport& report, const std::vector<std::string>& notes) {
  std::string text = describe_scene(report);
  for (const std::string& note : notes) text += fmt::format("  note: {}\n", note);
  return text + describe_meetings(report) + describe_result(report) + describe_speed(report) + describe_device(report) +
         describe_memory(report);
}

}  // namespace abut
