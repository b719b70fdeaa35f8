#include "device/batched_overlap.h"

#include <algorithm>

#include "device/exact_decision.h"

namespace abut {
namespace {

std::uint32_t count_triangles(const OverlapRequest& request) {
  if (request.cell.depth == 0) return request.triangles->triangle_count();
  return static_cast<std::uint32_t>(request.candidates.size());
}

std::vector<std::uint32_t> count_triangles(std::span<const OverlapRequest> requests) {
  std::vector<std::uint32_t> counts;
  for (const OverlapRequest& request : requests) counts.push_back(count_triangles(request));
  return counts;
}

}  // namespace

Status BatchedOverlapTest::find_grey_children(std::span<const OverlapRequest> requests, std::span<std::uint8_t> grey) {
  query_count_ += 8 * requests.size();
  const auto counts = count_triangles(requests);
  for (std::size_t done = 0; done < requests.size();) {
    const auto left = std::span<const std::uint32_t>(counts).subspan(done);
    const std::size_t count = count_tasks_at_once(left, *launcher_);
    if (const Status status = solve(requests.subspan(done, count), grey.subspan(done, count)); !status) return status;
    done += count;
  }
  return success();
}

// What does not fit is done in halves.
Status BatchedOverlapTest::solve(std::span<const OverlapRequest> requests, std::span<std::uint8_t> grey) {
  for (bool has_dropped = true; has_dropped;) {
    const Status status = attempt(requests, grey);
    if (status || !launcher_->is_short()) return status;
    launcher_->forget_shortage();
    has_dropped = drop_unneeded();
    if (!has_dropped && requests.size() == 1) return status;
  }
  const std::size_t half = requests.size() / 2;
  const Status status = solve(requests.first(half), grey.first(half));
  return status ? solve(requests.subspan(half), grey.subspan(half)) : status;
}

Status BatchedOverlapTest::attempt(std::span<const OverlapRequest> requests, std::span<std::uint8_t> grey) {
  cache_.start_batch();
  if (const Status status = batch_.prepare(count_triangles(requests)); !status) return status;
  if (const Status status = upload_lists(requests); !status) return status;
  if (const Status status = make_tasks(requests); !status) return status;
  const auto decide = [&](std::uint32_t request, std::uint32_t triangle, const Box3& box) {
    return decide_exactly(*requests[request].triangles, triangle, box);
  };
  if (const Status status = batch_.find_grey(listed_.data(), decide); !status) return status;
  std::vector<std::uint32_t> found(requests.size());
  batch_.grey.download(found);
  if (const Status status = launcher_->status(); !status) return status;
  std::transform(found.begin(), found.end(), grey.begin(),
                 [](std::uint32_t g) { return static_cast<std::uint8_t>(g); });
  return success();
}

Status BatchedOverlapTest::upload_lists(std::span<const OverlapRequest> requests) {
  std::vector<std::uint32_t> all;
  for (const OverlapRequest& request : requests) {
    if (request.cell.depth > 0) all.insert(all.end(), request.candidates.begin(), request.candidates.end());
  }
  listed_.upload(all);
  return launcher_->status();
}

Status BatchedOverlapTest::make_tasks(std::span<const OverlapRequest> requests) {
  std::vector<CellTask> tasks;
  std::uint32_t list = 0;
  for (const OverlapRequest& request : requests) {
    const auto triangles = cache_.fetch(*request.triangles);
    if (!triangles) return triangles.error();
    CellTask& task = tasks.emplace_back();
    task.body = static_cast<std::uint32_t>(tasks.size() - 1);
    const Box3 low = request.grid->box(request.cell.child(0)), high = request.grid->box(request.cell.child(7));
    for (int k = 0; k < 3; ++k) {
      task.faces[k][0] = low.lower[k];
      task.faces[k][1] = low.upper[k];
      task.faces[k][2] = high.upper[k];
    }
    task.triangles = *triangles;
    task.is_root = request.cell.depth == 0;
    task.list = list;
    task.count = count_triangles(request);
    if (!task.is_root) list += task.count;
  }
  batch_.tasks.upload(tasks);
  return launcher_->status();
}

bool BatchedOverlapTest::drop_unneeded() {
  batch_.release();
  listed_.release();
  return cache_.drop_unneeded();
}

}  // namespace abut
