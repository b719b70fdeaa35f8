// The project's own folder, and the collection of real meshes, which lies beside it or where ABUT_DATA says. The collection may be absent.
#pragma once

#include <filesystem>
#include <vector>

namespace abut::test {

/// The checkout this was compiled from.
std::filesystem::path source_folder();

std::filesystem::path data_folder();

/// All OBJ, OFF, PLY and STL files below a folder, sorted; none if there is no such folder.
std::vector<std::filesystem::path> find_mesh_files(const std::filesystem::path& folder);

}  // namespace abut::test
