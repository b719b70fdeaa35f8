// Room 0, base: errors, typed ids, threads and progress. Knows no geometry.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace abut {

// ---------------------------------------------------------------------------------------------------------------
// Errors

/// What went wrong, as one sentence a user can act on: it names the file and the place in it, what was found and
/// what was expected.
struct Error {
  std::string message;
};

/// A value, or the reason why there is none. Used wherever files or user meshes come in; never throws.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}
  Result(Error error) : content_(std::move(error)) {}

  bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  /// Only when has_value().
  T& operator*() & { return std::get<0>(content_); }
  const T& operator*() const& { return std::get<0>(content_); }
  T&& operator*() && { return std::get<0>(std::move(content_)); }
  T* operator->() { return &std::get<0>(content_); }
  const T* operator->() const { return &std::get<0>(content_); }

  /// Only when !has_value().
  const Error& error() const { return std::get<1>(content_); }

 private:
  std::variant<T, Error> content_;
};

/// A Result with nothing in it: success, or the reason of the failure.
using Status = Result<std::monostate>;
inline Status success() { return std::monostate{}; }

/// Called when a caller breaks a contract, such as positions that do not fit a surface. The default prints where and
/// aborts; a replacement may throw. nullptr restores the default.
using ContractHandler = void (*)(const char* condition, const char* file, int line);
void set_contract_handler(ContractHandler handler);

// ---------------------------------------------------------------------------------------------------------------
// Ids

/// A 32-bit index of one kind of thing. It converts to a number by itself, so that it indexes arrays, but is made from
/// one only explicitly and never becomes or compares with an id of another kind.
template <class Tag>
struct Id {
  std::uint32_t value = std::numeric_limits<std::uint32_t>::max();

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}
  constexpr operator std::uint32_t() const { return value; }
  constexpr bool is_valid() const { return value != std::numeric_limits<std::uint32_t>::max(); }
  friend constexpr bool operator==(Id a, Id b) { return a.value == b.value; }
  friend constexpr auto operator<=>(Id a, Id b) { return a.value <=> b.value; }
  template <class Other>
  bool operator==(Id<Other>) const = delete;
  template <class Other>
  auto operator<=>(Id<Other>) const = delete;
};

using VertexId = Id<struct VertexTag>;
using EdgeId = Id<struct EdgeTag>;
using FaceId = Id<struct FaceTag>;        ///< a triangle of a Surface
using PolygonId = Id<struct PolygonTag>;  ///< a polygon as it stood in the file
using PartId = Id<struct PartTag>;        ///< a named object or group of a file
using BodyId = Id<struct BodyTag>;

/// The largest number of vertices, edges or faces one mesh may have.
inline constexpr std::size_t kMaxElements = std::numeric_limits<std::uint32_t>::max() / 4;

// ---------------------------------------------------------------------------------------------------------------
// Long work

/// Told how far a long job has come: done of total units of work. Return false to stop the job early; the result
/// then says that it is incomplete. Called from one thread at a time.
using Progress = std::function<bool(std::uint64_t done, std::uint64_t total)>;

/// How to run. Results never depend on it: the same lists in the same order at any thread count.
struct RunSettings {
  int threads = 0;  ///< 0: one per core
  Progress progress = {};
};

/// Version of the library, e.g. "0.1.0".
std::string_view version();

}  // namespace abut
