// How a reader gives up. Inside this room a reader that meets bad input throws a Failure; the public functions catch it
// and return it as an Error, so none leaves the room. Hundreds of checks, each a single line, are worth one exception.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "abut/base.h"
#include "base/text.h"

namespace abut {

/// The text that follows the file's name in the message: ":12: found this, expected that".
struct Failure {
  std::string text;
};

/// A place in a file: a line of text (from 1), a byte (from 0), or a JSON path such as accessors[3].byteOffset.
struct Place {
  enum class Unit { line, byte, path } unit;
  std::size_t number = 0;
  std::string_view path = {};
};
inline Place line_place(std::size_t line) { return {.unit = Place::Unit::line, .number = line}; }
inline Place byte_place(std::size_t byte) { return {.unit = Place::Unit::byte, .number = byte}; }
inline Place path_place(std::string_view path) { return {.unit = Place::Unit::path, .path = path}; }

/// ":12", ": byte 84" or ": accessors[3].byteOffset", as it follows the file's name.
std::string to_text(const Place& place);

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Failure{": " + fmt::format(format, std::forward<Args>(args)...)};
}

template <class... Args>
[[noreturn]] void fail_at(const Place& place, fmt::format_string<Args...> format, Args&&... args) {
  throw Failure{fmt::format("{}: {}", to_text(place), fmt::format(format, std::forward<Args>(args)...))};
}

template <class... Args>
[[noreturn]] void fail_at(std::string_view path, fmt::format_string<Args...> format, Args&&... args) {
  fail_at(path_place(path), format, std::forward<Args>(args)...);
}

/// Runs what may throw Failure, and turns that into an Error about `name`.
template <class Action>
auto catch_failure(std::string_view name, Action action) -> Result<decltype(action())> {
  try {
    return action();
  } catch (const Failure& failure) {
    return Error{fmt::format("{}{}", name, failure.text)};
  } catch (const std::length_error&) {
    return Error{fmt::format("{}: more found than memory can hold", name)};
  } catch (const std::bad_alloc&) {
    return Error{fmt::format("{}: not enough memory", name)};
  }
}

}  // namespace abut
