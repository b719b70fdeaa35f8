#include "abut/device.h"

namespace abut {

Result<std::unique_ptr<DeviceOverlapTest>> make_gl_overlap_test() {
  return Error{"this abut was built without OpenGL (EGL)"};
}

}  // namespace abut
