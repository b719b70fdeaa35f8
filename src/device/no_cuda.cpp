#include "abut/device.h"

namespace abut {
namespace {

Error say_why() { return {"this abut was built without CUDA (nvcc)"}; }

}  // namespace

Result<std::unique_ptr<DeviceOverlapTest>> make_cuda_overlap_test(std::size_t) { return say_why(); }
Result<DeviceSphereScene> make_cuda_sphere_scene(const DeviceSphereSettings&) { return say_why(); }

}  // namespace abut
