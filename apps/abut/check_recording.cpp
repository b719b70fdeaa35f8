#include "check_recording.h"

#include "mesh_recording.h"

namespace abut {
namespace {

const std::vector<RecordedSeries> kSeries = {{"pairs", "Intersecting pairs"},
                                             {"contours", "Contours"},
                                             {"length", "Length of the contours"},
                                             {"calls", "Patches looked at"}};

}  // namespace

CheckRecorder::CheckRecorder(const CheckOptions& options, const MeshInputs& meshes, const Detector& detector,
                             ResultView view)
    : options_(options), meshes_(meshes), view_(std::move(view)) {
  for (std::size_t m = 0; m < meshes.size(); ++m) visits_.emplace_back(detector.tree(BodyId(m)).nodes().size());
}

Result<CheckRecorder> CheckRecorder::begin(const CheckOptions& options, const MeshInputs& meshes,
                                           const Detector& detector) {
  RecordingHead head = make_recording_head("check", meshes, meshes.size());
  head.series = kSeries;
  auto view = ResultView::begin(options.view, head);
  if (!view) return view.error();
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (auto status = view->writer().add_tree(BodyId(m), detector.tree(BodyId(m))); !status) return status.error();
  }
  return CheckRecorder(options, meshes, detector, std::move(*view));
}

PatchVisitor CheckRecorder::visitor() {
  for (auto& of_mesh : visits_) {
    for (auto& count : of_mesh) count.store(0, std::memory_order_relaxed);
  }
  return [this](BodyId body, std::uint32_t node) { visits_[body][node].fetch_add(1, std::memory_order_relaxed); };
}

void CheckRecorder::add_visits(std::vector<RecordedLayer>& layers) {
  for (std::size_t m = 0; m < visits_.size(); ++m) {
    RecordedVisits visits{BodyId(m), {}, {}};
    for (std::uint32_t node = 0; node < visits_[m].size(); ++node) {
      const std::uint32_t count = visits_[m][node].load(std::memory_order_relaxed);
      if (count == 0) continue;
      visits.nodes.push_back(node);
      visits.counts.push_back(count);
    }
    layers.push_back({"visits " + std::to_string(m), "Patches looked at", std::move(visits)});
  }
}

Status CheckRecorder::add_frame(const std::string& name, const CheckReport& report) {
  const auto& pairs = report.intersections.pairs;
  const RunSettings run{options_.threads, {}};
  const auto bodies = list_bodies(meshes_);
  // A search that stopped at the first pair has looked for no contours.
  const Contours contours = report.intersections.is_complete ? report.contours : find_contours(bodies, pairs, run);
  RecordedFrame frame{name, {}, list_moved(meshes_), record_intersections(pairs, contours)};
  for (const double value : {static_cast<double>(pairs.size()), static_cast<double>(contours.contours.size()),
                             measure_length(contours), static_cast<double>(report.intersections.counts.calls)}) {
    frame.values.emplace_back(value);
  }
  for (auto& layer : record_gradients(bodies, pairs, meshes_.size(), run)) frame.layers.push_back(std::move(layer));
  add_visits(frame.layers);
  if (!first_found_ && !pairs.empty()) first_found_ = view_.writer().frame_count();
  return view_.writer().add_frame(frame);
}

Status CheckRecorder::finish(const std::string& summary) {
  return view_.finish({summary}, first_found_.value_or(0), options_.quiet ? nullptr : options_.out());
}

}  // namespace abut
