// Room 7, device: the overlap test of sphere trees on graphics cards. Each of these gives the same trees as the
// processor, or cells more, never fewer; what is built without one of them says so when it is asked for.
#pragma once

#include <memory>
#include <string>

#include "abut/sphere_tree.h"

namespace abut {

class DeviceOverlapTest : public OverlapTest {
 public:
  /// What runs it, in its driver's words.
  virtual std::string device_name() const = 0;
  /// Whether that is but a program which does a graphics card's work on the processor.
  virtual bool is_processor() const { return false; }
};

/// By occlusion queries of OpenGL, as Rodriguez and Franquesa 2005 do: a box is grey if the surface can be seen from
/// inside it. No window is needed. For one thread at a time, whichever; what that has current of OpenGL stays so. The
/// error says that there is no driver, or what it lacks.
Result<std::unique_ptr<DeviceOverlapTest>> make_gl_overlap_test();

/// Many cells of many bodies at once, by CUDA, with the processor's answers. The error says that there is no such card or
/// driver.
Result<std::unique_ptr<DeviceOverlapTest>> make_cuda_overlap_test();

}  // namespace abut
