// The file that spheres go to, and what it holds once it is read again.
#pragma once

#include <string>
#include <vector>

#include "abut/sphere_set_file.h"
#include "spheres_set_bodies.h"

namespace abut {

/// The spheres found for each body.
using FoundSpheres = std::vector<std::vector<Sphere>>;

/// What is to be written. Each body's spheres, as they are read back from it, are proved to hold every triangle of the
/// body; the error says where they are not.
Result<std::string> make_sphere_output(const SphereSetOptions& options, const SphereSetBodies& bodies,
                                       const FoundSpheres& found);

/// Writes it, and looks whether the file has just that.
Status write_sphere_output(const std::string& path, const std::string& text);

}  // namespace abut
