// The overlap test of Rodriguez and Franquesa 2005, algorithm 1, by occlusion queries: a child of a cell is grey if the
// surface is seen within its box from one of three sides. Where they draw the whole surface from every side, here each
// triangle is drawn from the side that sees it best, so that it is never edge-on; why none is lost, gl_view.cpp says.
#include <fmt/format.h>

#include <array>
#include <bit>

#include "abut/device.h"
#include "device/gl_view.h"
#include "tree/cell_split.h"

namespace abut {
namespace {

// What is asked at a time, before the first answer is waited for.
constexpr std::size_t kMostRequests = 256, kManyTriangles = 1 << 16;

// Cells whose triangles are on the card together.
class Batch {
 public:
  void clear() {
    for (auto& view : triangles_) view.clear();
    cells_.clear();
  }
  bool is_full() const {
    return cells_.size() == kMostRequests ||
           triangles_[0].size() + triangles_[1].size() + triangles_[2].size() > kManyTriangles;
  }
  /// False if triangles cannot be read.
  bool add(const OverlapRequest& request) {
    Cell& cell = cells_.emplace_back(request);
    for (int view = 0; view < 3; ++view) cell.first[view] = triangles_[view].size();
    if (!cell.frame.is_usable()) {
      cell.grey = 0xff;
      return true;
    }
    const bool is_read = visit_triangles(*request.triangles, request.cell, request.candidates,
                                         [&](std::uint32_t, const TrianglePoints& triangle, const auto&) {
                                           add_view_triangles(triangle, cell.frame, triangles_);
                                           return true;
                                         });
    for (int view = 0; view < 3; ++view) cell.count[view] = triangles_[view].size() - cell.first[view];
    return is_read;
  }

  struct Cell {
    explicit Cell(const OverlapRequest& request) : request(request), frame(*request.grid, request.cell) {}
    ViewBox see_child(int child, int view) const {
      const Box3 box = request.grid->box(request.cell.child(child));
      return {see_along(view, put_on_grid(frame.place(box.lower))),
              see_along(view, put_on_grid(frame.place(box.upper)))};
    }

    const OverlapRequest& request;
    CellFrame frame;
    std::array<std::size_t, 3> first{}, count{};  // of its triangles, by view
    std::uint8_t grey = 0;
  };
  std::vector<Cell>& cells() { return cells_; }
  const ViewTriangles& triangles() const { return triangles_; }

 private:
  ViewTriangles triangles_;
  std::vector<Cell> cells_;
};

class GlOverlapTest final : public DeviceOverlapTest {
 public:
  explicit GlOverlapTest(std::unique_ptr<GlContext> context) : context_(std::move(context)), view_(context_->gl()) {}

  /// Makes ready, and tries the driver with something known.
  Status start();

  Status find_grey_children(std::span<const OverlapRequest> requests, std::span<std::uint8_t> grey) override;
  std::uint64_t query_count() const override { return query_count_; }
  double excess() const override { return GlView::kExcess; }
  std::string device_name() const override { return context_->renderer(); }
  bool is_processor() const override { return context_->is_software(); }

 private:
  Error describe(const Error& error) const {
    return Error{fmt::format("OpenGL on {}: {}", device_name(), error.message)};
  }
  void look_from(int view);

  std::unique_ptr<GlContext> context_;
  GlView view_;
  Batch batch_;
  std::uint64_t query_count_ = 0;
};

// All questions first, then all answers, so that the card need not wait for us.
void GlOverlapTest::look_from(int view) {
  view_.forget();
  view_.show(batch_.triangles()[view]);
  for (const Batch::Cell& cell : batch_.cells()) {
    for (int child = 0; child < 8; ++child) {
      if (cell.grey >> child & 1) continue;
      view_.ask(cell.first[view], cell.count[view], cell.see_child(child, view));
    }
  }
  query_count_ += view_.question_count();
  std::size_t question = 0;
  for (Batch::Cell& cell : batch_.cells()) {
    for (unsigned white = ~cell.grey & 0xffu; white; white &= white - 1) {
      if (view_.is_seen(question++)) cell.grey |= static_cast<std::uint8_t>(white & -white);
    }
  }
}

Status GlOverlapTest::find_grey_children(std::span<const OverlapRequest> requests, std::span<std::uint8_t> grey) {
  const GlContext::Current current(*context_);
  if (const Status status = current.status(); !status) return describe(status.error());
  for (std::size_t done = 0; done < requests.size();) {
    batch_.clear();
    while (done + batch_.cells().size() < requests.size() && !batch_.is_full()) {
      const OverlapRequest& request = requests[done + batch_.cells().size()];
      if (!batch_.add(request)) return request.triangles->failure();
    }
    for (int view = 0; view < 3; ++view) look_from(view);
    if (const Status status = view_.check(); !status) return describe(status.error());
    for (const Batch::Cell& cell : batch_.cells()) grey[done++] = cell.grey;
  }
  return success();
}

// Two small triangles in opposite corners: a driver that does not see them, or sees them everywhere, is of no use.
Status GlOverlapTest::start() {
  {
    const GlContext::Current current(*context_);
    if (const Status status = current.status(); !status) return describe(status.error());
    if (const Status status = view_.make(); !status) return describe(status.error());
  }
  const std::array<Vec3, 6> corners = {Vec3(0, 0, 0), Vec3(1, 0, 1), Vec3(0, 1, 1),
                                       Vec3(8, 8, 8), Vec3(7, 8, 7), Vec3(8, 7, 7)};
  const std::array<std::array<VertexId, 3>, 2> faces = {
      {{VertexId(0), VertexId(1), VertexId(2)}, {VertexId(3), VertexId(4), VertexId(5)}}};
  MemoryTriangles store({corners, faces});
  const auto grid = OctreeGrid::make(store.box(), 1);
  if (!grid) return grid.error();
  const OverlapRequest request{&store, &*grid, {}, {}};
  std::uint8_t grey = 0;
  if (const Status status = find_grey_children({&request, 1}, {&grey, 1}); !status) return status;
  query_count_ = 0;
  if (grey != 0b10000001)
    return describe({"a triangle in plain view is not seen where it is, so nothing can be trusted"});
  return success();
}

}  // namespace

Result<std::unique_ptr<DeviceOverlapTest>> make_gl_overlap_test() {
  auto context = GlContext::make();
  if (!context) return context.error();
  auto test = std::make_unique<GlOverlapTest>(*std::move(context));
  if (const Status status = test->start(); !status) return status.error();
  return std::unique_ptr<DeviceOverlapTest>(std::move(test));
}

}  // namespace abut
