// Finds the files that a robot's document refers to.
#include "abut/robot.h"
#include "io/failure.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// The document's folder and all above it.
std::vector<fs::path> list_folders(const fs::path& document) {
  std::error_code error;
  fs::path folder = fs::absolute(document, error).lexically_normal().parent_path();
  std::vector<fs::path> folders = {folder};
  while (folder.has_relative_path()) folders.push_back(folder = folder.parent_path());
  return folders;
}

std::optional<fs::path> find_in_package(const std::vector<fs::path>& folders, const std::string& package,
                                        const fs::path& rest) {
  for (const fs::path& folder : folders) {
    if (is_file(folder / package / rest)) return folder / package / rest;
    if (folder.filename() == package && is_file(folder / rest)) return folder / rest;
  }
  return std::nullopt;
}

// Part of a package may be here under another roof. A name alone would be too little to go by.
std::optional<fs::path> find_tail(const std::vector<fs::path>& folders, const fs::path& rest) {
  for (auto begin = rest.begin(); begin != rest.end() && std::next(begin) != rest.end(); ++begin) {
    fs::path tail;
    for (auto part = begin; part != rest.end(); ++part) tail /= *part;
    for (const fs::path& folder : folders) {
      if (is_file(folder / tail)) return folder / tail;
    }
  }
  return std::nullopt;
}

Result<RobotFile> find_package_file(const fs::path& document, const std::string& reference,
                                    const std::string& in_package, const RobotPackages& packages,
                                    std::string_view says_where) {
  const std::size_t slash = in_package.find('/');
  if (slash == 0 || slash == in_package.npos || slash + 1 == in_package.size()) {
    return Error{fmt::format("{} found, expected package://NAME/FILE", quote(reference))};
  }
  const std::string package = in_package.substr(0, slash);
  const fs::path rest = fs::path(in_package.substr(slash + 1)).relative_path();
  if (const auto given = packages.find(package); given != packages.end()) {
    const fs::path path = given->second / rest;
    if (is_file(path)) return RobotFile{path, ""};
    return Error{fmt::format("{}: there is no {}", printable(reference), printable(path.string()))};
  }
  const auto folders = list_folders(document);
  if (const auto path = find_in_package(folders, package, rest)) return RobotFile{*path, ""};
  if (const auto path = find_tail(folders, rest)) {
    return RobotFile{*path, fmt::format("no package {} found above the document; files of it were found elsewhere, "
                                        "the first of them at {}",
                                        quote(package), printable(path->string()))};
  }
  return Error{fmt::format("{}: no such file found in or above {}; {} says where package {} is", printable(reference),
                           printable(folders.front().string()), says_where, quote(package))};
}

}  // namespace

Result<RobotFile> find_robot_file(const fs::path& document, const std::string& reference,
                                  const RobotPackages& packages, std::string_view says_where) {
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (reference.starts_with(scheme))
      return find_package_file(document, reference, reference.substr(scheme.size()), packages, says_where);
  }
  constexpr std::string_view kFile = "file://";
  const fs::path named = reference.starts_with(kFile) ? reference.substr(kFile.size()) : reference;
  const fs::path path = named.is_absolute() ? named : document.parent_path() / named;
  if (is_file(path)) return RobotFile{path, ""};
  return Error{fmt::format("{}: there is no such file ({})", printable(reference), printable(path.string()))};
}

}  // namespace abut
