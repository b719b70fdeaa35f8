// Whole files in and out; write_file is in abut/io.h.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "abut/base.h"

namespace abut {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePointer = std::unique_ptr<std::FILE, CloseFile>;

/// "PATH: what", and the same with what the system says of its last failure.
Error describe_failure(const std::filesystem::path& path, std::string_view what);
Error describe_errno(const std::filesystem::path& path, std::string_view what);

/// Opens a regular file for reading; the error says what the path is if it is anything else.
Result<FilePointer> open_regular_file(const std::filesystem::path& path);

/// The bytes of a regular file.
Result<std::string> read_file(const std::filesystem::path& path);

/// Whether two names lead to one file or folder, which need not be there.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// What a folder holds, folders excepted, sorted.
Result<std::vector<std::filesystem::path>> list_files(const std::filesystem::path& folder);

}  // namespace abut
