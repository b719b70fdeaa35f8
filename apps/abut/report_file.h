// Where reports go, and what they must not replace.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "abut/base.h"

namespace abut {

/// Whether two names lead to one file. An empty name leads nowhere.
bool test_same_file(const std::string& a, const std::string& b);

/// Whether no two names that are not empty lead to one file.
Status check_different(std::span<const std::string> names);

/// Whether a report can go there. It may replace an earlier report of its kind, which begins with one of `starts`, and
/// nothing else: a mistyped name must not cost a mesh.
Status check_report_target(const std::string& path, std::span<const std::string_view> starts, bool force);

/// To a file, or to standard output.
Status write_report(const std::string& path, const std::string& text);

}  // namespace abut
