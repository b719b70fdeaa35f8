#include "abut/device.h"

namespace abut {

Result<std::unique_ptr<DeviceOverlapTest>> make_cuda_overlap_test() {
  return Error{"this abut was built without CUDA (nvcc)"};
}

}  // namespace abut
