// Solids of a scene, how they are joined, and robots: from descriptions to what can be simulated. All throw Failure
// with the place in the scene file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/scene_loading.h"

namespace abut {

/// Which solids a name means: the one that has it, or all copies of what has it in the file.
class SolidIndex {
 public:
  void add(const std::string& name, std::uint32_t solid);
  const std::vector<std::uint32_t>& find(const std::string& name, const ScenePlace& place) const;
  std::uint32_t find_one(const std::string& name, const ScenePlace& place) const;

 private:
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> solids_;
};

/// What a mesh is as pieces of a solid, in its own axes.
std::vector<SolidPart> make_solid_parts(const SolidDescription& given, const SourceMesh& source,
                                        const ScenePlace& place);

/// In the same axes.
MassProperties find_solid_mass(const SolidDescription& given, const SourceMesh& source,
                               std::span<const SolidPart> parts, const ScenePlace& place);

/// Of the array, by which the thing itself is moved.
std::vector<Vec3> list_places(const ArrayDescription& array, UpAxis up);

/// Each adds to the scene that is loaded, and to the index.
/// `names`: one for each of its copies.
void load_solid(const SolidDescription& given, UpAxis up, const ScenePlace& place,
                const std::vector<std::string>& names, SolidIndex& index, LoadedScene& loaded);
void load_robot(const RobotDescription& given, const std::string& name, UpAxis up, const ScenePlace& place,
                SolidIndex& index, LoadedScene& loaded);
void load_joint(const JointDescription& given, const ScenePlace& place, const SolidIndex& index, LoadedScene& loaded);
void load_passing(const std::array<std::string, 2>& names, const ScenePlace& place, const SolidIndex& index,
                  LoadedScene& loaded);

/// Radians. Angles are measured from the middle between the limits from then on.
void set_hinge_limits(PlacedJoint& joint, double lower, double upper);

/// How many solids a description makes; refuses very many.
std::size_t count_copies(const SolidDescription& given, UpAxis up, const ScenePlace& place);

}  // namespace abut
