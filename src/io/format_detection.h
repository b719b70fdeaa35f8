// Which format is it? Asked of the content first, of the name second.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "abut/io.h"

namespace abut {

/// The format whose mark the content bears. OBJ bears none, nor does OFF without its header word.
std::optional<MeshFormat> find_format_by_content(std::string_view bytes);

/// The format the extension stands for, in upper or lower case.
std::optional<MeshFormat> find_format_by_extension(const std::filesystem::path& path);

/// What the content is if it is surely no mesh file: "gzip-compressed data". Empty if it may be one.
std::string_view describe_foreign_content(std::string_view bytes);

}  // namespace abut
