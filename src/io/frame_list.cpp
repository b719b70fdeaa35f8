// Which files of a folder are the frames of an animation, and in which order. Two sequences in one folder must not
// become one, so the names may differ in a single number and in nothing else.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/failure.h"
#include "io/file_access.h"
#include "io/format_detection.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

/// A name such as shirt2_0007.obj: the texts "shirt" and "_", the numbers "2" and "0007".
struct FrameFile {
  fs::path path;
  MeshFormat format;
  std::vector<std::string> texts = {}, numbers = {};

  // All of it, unlike quote(): what tells two names apart may stand at their ends.
  std::string quoted() const { return fmt::format("'{}'", printable(path.filename().string())); }
};

void split_name(FrameFile& file) {
  file.texts = {""};
  bool in_number = false;
  for (const char c : file.path.stem().string()) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && !in_number) file.numbers.emplace_back();
    if (!is_digit && in_number) file.texts.emplace_back();
    (is_digit ? file.numbers : file.texts).back() += c;
    in_number = is_digit;
  }
}

std::vector<FrameFile> find_mesh_files(const std::vector<fs::path>& paths) {
  std::vector<FrameFile> files;
  for (const fs::path& path : paths) {
    const auto format = find_format_by_extension(path);
    if (!format || path.filename().string().starts_with('.')) continue;
    files.push_back({.path = path, .format = *format});
    split_name(files.back());
  }
  return files;
}

void require_one_format(const std::vector<FrameFile>& files) {
  for (const FrameFile& file : files)
    if (file.format != files[0].format)
      fail("{} and {} found, expected files of one format", files[0].quoted(), file.quoted());
}

[[noreturn]] void fail_names(const FrameFile& a, const FrameFile& b) {
  fail("{} and {} found, expected names that differ in one number only", a.quoted(), b.quoted());
}

// The place of the number that differs between the names. `files` has at least two.
std::size_t find_frame_number(const std::vector<FrameFile>& files) {
  std::optional<std::size_t> place;
  const FrameFile* witness = &files[0];  // differs from the first file in the number at `place`
  for (const FrameFile& file : files) {
    if (file.texts != files[0].texts || file.numbers.size() != files[0].numbers.size()) fail_names(files[0], file);
    for (std::size_t i = 0; i < file.numbers.size(); ++i) {
      if (file.numbers[i] == files[0].numbers[i]) continue;
      if (place && *place != i) fail_names(*witness, file);
      if (!place) witness = &file;
      place = i;
    }
  }
  if (!place) fail_names(files[0], files[1]);  // frame1.obj and frame1.OBJ
  return *place;
}

std::string_view without_zeros(std::string_view number) {
  return number.substr(std::min(number.find_first_not_of('0'), number.size()));
}

// Numbers of any length.
bool is_smaller(std::string_view a, std::string_view b) {
  a = without_zeros(a), b = without_zeros(b);
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

void sort_by_number(std::vector<FrameFile>& files, std::size_t place) {
  std::stable_sort(files.begin(), files.end(), [&](const FrameFile& a, const FrameFile& b) {
    return is_smaller(a.numbers[place], b.numbers[place]);
  });
  for (std::size_t i = 1; i < files.size(); ++i)
    if (!is_smaller(files[i - 1].numbers[place], files[i].numbers[place]))
      fail("{} and {} found, expected each number once", files[i - 1].quoted(), files[i].quoted());
}

std::vector<fs::path> find_frames(const std::vector<fs::path>& folder_content) {
  std::vector<FrameFile> files = find_mesh_files(folder_content);
  if (files.empty()) fail("no mesh files found, expected one per frame");
  require_one_format(files);
  if (files.size() > 1) sort_by_number(files, find_frame_number(files));
  std::vector<fs::path> paths;
  for (FrameFile& file : files) paths.push_back(std::move(file.path));
  return paths;
}

}  // namespace

Result<std::vector<fs::path>> list_frames(const fs::path& folder) {
  const Result<std::vector<fs::path>> content = list_files(folder);
  if (!content) return content.error();
  return catch_failure(printable(folder.string()), [&] { return find_frames(*content); });
}

Result<std::vector<fs::path>> order_frames(const std::vector<fs::path>& files) {
  return catch_failure("frames", [&] { return find_frames(files); });
}

}  // namespace abut
