#include "device/batched_overlap.h"
#include "device/cuda_launcher.h"
#include "device/device_scene.h"

namespace abut {

Result<std::unique_ptr<DeviceOverlapTest>> make_cuda_overlap_test(std::size_t memory_limit) {
  auto launcher = make_cuda_launcher(memory_limit);
  if (!launcher) return launcher.error();
  return std::unique_ptr<DeviceOverlapTest>(std::make_unique<BatchedOverlapTest>(std::move(*launcher)));
}

Result<DeviceSphereScene> make_cuda_sphere_scene(const DeviceSphereSettings& settings) {
  auto launcher = make_cuda_launcher(settings.memory_limit);
  if (!launcher) return launcher.error();
  return make_device_scene(std::move(*launcher), settings);
}

}  // namespace abut
