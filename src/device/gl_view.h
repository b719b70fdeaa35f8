// Looks at triangles from one side, and counts whether anything of them is seen within a box.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/gl_context.h"
#include "device/view_triangles.h"

namespace abut {

/// A box, as a view sees it.
struct ViewBox {
  ViewPoint lower, upper;
};

/// What it holds on the card goes with the context. Every call needs the context to be current.
class GlView {
 public:
  /// Pixels along each side of a box.
  static constexpr int kPixels = 32;
  /// What boxes and pixels are enlarged by on all sides, where a cell reaches from -1 to 1: more than all rounding
  /// together.
  static constexpr double kSlack = 0x1p-12;
  /// A triangle that is seen comes within so much of the box, in the box's widths. From the middle of a pixel's square
  /// to its rim, the triangle's plane rises or falls by 1 / kPixels at most; it may be in the box at one end of that,
  /// and the triangle at the other.
  static constexpr double kExcess = 2.0 / kPixels + 8 * kSlack;

  explicit GlView(const GlFunctions& gl) : gl_(gl) {}
  /// The error is that of the driver.
  Status make();

  /// What the next questions are about.
  void show(std::span<const ViewTriangle> triangles);
  /// Whether any of these triangles, from number first on, is seen within the box. Does not wait.
  void ask(std::size_t first, std::size_t count, const ViewBox& box);
  /// Waits for the answer to the question of this number, since the last call of forget.
  bool is_seen(std::size_t question) const;
  std::size_t question_count() const { return asked_; }
  void forget() { asked_ = 0; }
  /// What went wrong since the last call. Until then no answer is to be believed.
  Status check() const;

 private:
  Result<GLuint> compile(GLenum kind, const std::string& source) const;
  Status link();
  Status make_frame();
  void make_buffer();
  void select(std::size_t first);
  GLuint next_query();

  const GlFunctions& gl_;
  GLuint program_ = 0;
  GLint lower_ = -1, upper_ = -1;
  std::vector<GLuint> queries_;
  std::size_t asked_ = 0;
};

}  // namespace abut
