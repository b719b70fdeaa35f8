// Scenes of spheres on any device.
#pragma once

#include <memory>

#include "abut/device.h"
#include "device/launcher.h"

namespace abut {

DeviceSphereScene make_device_scene(std::unique_ptr<Launcher> launcher, const DeviceSphereSettings& settings);

}  // namespace abut
