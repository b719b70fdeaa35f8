#include "scenes/collection.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

namespace abut::test {

std::filesystem::path source_folder() { return ABUT_SOURCE_DIR; }

std::filesystem::path data_folder() {
  const char* given = std::getenv("ABUT_DATA");
  return given ? std::filesystem::path(given) : source_folder() / ".." / "shared" / "data";
}

std::vector<std::filesystem::path> find_mesh_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(folder)) return files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::string extension = entry.path().extension().string();
    for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (extension == ".obj" || extension == ".off" || extension == ".ply" || extension == ".stl")
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace abut::test
