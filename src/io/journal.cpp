// A journal is a mark, the head's digest and counts, the outputs, then states of equal length, each with a digest at
// its end.
#include "abut/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/digest.h"
#include "io/file_access.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLongestOutputs = 1 << 24;  // bytes; more is damage
constexpr std::string_view kMark = "abut journal 2\n";

constexpr const char* kInUse = "another run is writing it";

// Until the file is closed, however the program ends.
bool lock(int file) { return flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

std::uint64_t digest_of(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.value();
}

template <class T>
void append(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

template <class T>
T take(std::string_view& from) {
  T value;
  std::memcpy(&value, from.data(), sizeof(T));
  from.remove_prefix(sizeof(T));
  return value;
}

std::string format_head(const JournalHead& head) {
  std::string bytes(kMark);
  append(bytes, digest_of(head.scene));
  append(bytes, static_cast<std::uint64_t>(head.vertex_counts.size()));
  for (const std::size_t count : head.vertex_counts) append(bytes, static_cast<std::uint64_t>(count));
  return bytes;
}

// Each ends with a zero, which no name has.
std::string format_outputs(const std::vector<std::string>& outputs) {
  std::string names;
  for (const std::string& name : outputs) names += name + '\0';
  std::string bytes;
  append(bytes, static_cast<std::uint64_t>(names.size()));
  return bytes + names;
}

std::vector<std::string> parse_outputs(std::string_view names) {
  std::vector<std::string> outputs;
  while (!names.empty()) {
    const std::size_t end = names.find('\0');
    outputs.emplace_back(names.substr(0, end));
    names.remove_prefix(end == std::string_view::npos ? names.size() : end + 1);
  }
  return outputs;
}

void append_points(std::string& out, const std::vector<Vec3>& points) {
  for (const Vec3& p : points) out.append(reinterpret_cast<const char*>(p.data()), 3 * sizeof(double));
}

std::vector<Vec3> take_points(std::string_view& from, std::size_t count) {
  std::vector<Vec3> points(count);
  for (Vec3& p : points) {
    for (double& x : p) x = take<double>(from);
  }
  return points;
}

std::string format_state(const SimulationState& state) {
  std::string bytes;
  append(bytes, state.time);
  append(bytes, state.step);
  append(bytes, static_cast<std::uint64_t>(state.may_cross));
  for (const auto& points : state.positions) append_points(bytes, points);
  for (const auto& points : state.velocities) append_points(bytes, points);
  append(bytes, digest_of(bytes));
  return bytes;
}

std::size_t measure_state(const JournalHead& head) {
  std::size_t vertices = 0;
  for (const std::size_t count : head.vertex_counts) vertices += count;
  return 4 * sizeof(std::uint64_t) + 6 * sizeof(double) * vertices;
}

// Nothing if it was cut short or damaged.
std::optional<SimulationState> parse_state(std::string_view bytes, const JournalHead& head) {
  if (bytes.size() != measure_state(head)) return std::nullopt;
  std::string_view end = bytes.substr(bytes.size() - sizeof(std::uint64_t));
  if (take<std::uint64_t>(end) != digest_of(bytes.substr(0, bytes.size() - sizeof(std::uint64_t)))) return std::nullopt;
  SimulationState state;
  state.time = take<double>(bytes);
  state.step = take<std::uint64_t>(bytes);
  state.may_cross = take<std::uint64_t>(bytes) != 0;
  for (const std::size_t count : head.vertex_counts) state.positions.push_back(take_points(bytes, count));
  for (const std::size_t count : head.vertex_counts) state.velocities.push_back(take_points(bytes, count));
  return state;
}

}  // namespace

struct SimulationJournal::Content {
  fs::path path;
  JournalHead head;
  std::vector<std::string> outputs = {};
  FilePointer file = {};
  std::size_t first = 0;  // where states begin
  std::size_t count = 0;

  std::size_t offset(std::size_t number) const { return first + number * measure_state(head); }

  std::string read_at(std::size_t place, std::size_t size) const {
    std::string bytes(size, '\0');
    if (std::fseek(file.get(), static_cast<long>(place), SEEK_SET) != 0) return {};
    bytes.resize(std::fread(bytes.data(), 1, size, file.get()));
    return bytes;
  }

  // On the disk, not only on its way there.
  Status write_at(std::size_t place, std::string_view bytes) {
    const bool is_written = std::fseek(file.get(), static_cast<long>(place), SEEK_SET) == 0 &&
                            std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
                            std::fflush(file.get()) == 0 && fdatasync(fileno(file.get())) == 0;
    return is_written ? success() : Status(describe_errno(path, "cannot be written"));
  }
};

SimulationJournal::SimulationJournal(std::unique_ptr<Content> content) : content_(std::move(content)) {}
SimulationJournal::SimulationJournal(SimulationJournal&&) noexcept = default;
SimulationJournal& SimulationJournal::operator=(SimulationJournal&&) noexcept = default;
SimulationJournal::~SimulationJournal() = default;

Result<SimulationJournal> SimulationJournal::create(const fs::path& path, const JournalHead& head,
                                                    std::vector<std::string> outputs, bool overwrite) {
  auto content = std::make_unique<Content>(Content{path, head, std::move(outputs)});
  // What is there is cut off only once it is known that no other run goes on with it.
  const int number = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | (overwrite ? 0 : O_EXCL), 0666);
  if (number < 0) return describe_errno(path, "cannot be written");
  content->file.reset(fdopen(number, "w+b"));
  if (!content->file) {
    ::close(number);
    return describe_errno(path, "cannot be written");
  }
  if (!lock(number)) return describe_failure(path, kInUse);
  if (ftruncate(number, 0) != 0) return describe_errno(path, "cannot be written");
  const std::string start = format_head(head) + format_outputs(content->outputs);
  if (const Status status = content->write_at(0, start); !status) return status.error();
  content->first = start.size();
  return SimulationJournal(std::move(content));
}

Result<SimulationJournal> SimulationJournal::open(const fs::path& path, const JournalHead& head) {
  auto content = std::make_unique<Content>(Content{path, head});
  if (const auto readable = open_regular_file(path); !readable) return readable.error();
  content->file.reset(std::fopen(path.c_str(), "r+be"));
  if (!content->file) return describe_errno(path, "cannot be written");
  if (!lock(fileno(content->file.get()))) return describe_failure(path, kInUse);
  const std::string expected = format_head(head);
  const std::string found = content->read_at(0, expected.size());
  if (!found.starts_with(kMark)) return describe_failure(path, "is not the journal of a simulation");
  if (found != expected) {
    return describe_failure(path, "is the journal of another scene, or of one that has been changed since");
  }
  std::string size = content->read_at(expected.size(), sizeof(std::uint64_t));
  size.resize(sizeof(std::uint64_t), '\0');  // cut short: no outputs, and no states either
  std::string_view rest = size;
  const auto length = std::min<std::uint64_t>(take<std::uint64_t>(rest), kLongestOutputs);
  content->first = expected.size() + sizeof(std::uint64_t) + length;
  content->outputs = parse_outputs(content->read_at(expected.size() + sizeof(std::uint64_t), length));
  while (parse_state(content->read_at(content->offset(content->count), measure_state(head)), head)) ++content->count;
  return SimulationJournal(std::move(content));
}

const std::vector<std::string>& SimulationJournal::outputs() const { return content_->outputs; }

Status SimulationJournal::add(const SimulationState& state) {
  const std::string bytes = format_state(state);
  if (bytes.size() != measure_state(content_->head)) return Error{"a state of another scene"};
  if (const Status status = content_->write_at(content_->offset(content_->count), bytes); !status) return status;
  ++content_->count;
  return success();
}

std::size_t SimulationJournal::state_count() const { return content_->count; }

Result<SimulationState> SimulationJournal::read(std::size_t number) const {
  auto state = parse_state(content_->read_at(content_->offset(number), measure_state(content_->head)), content_->head);
  if (!state) return describe_failure(content_->path, fmt::format("state {} cannot be read", number));
  return std::move(*state);
}

void SimulationJournal::remove() {
  std::error_code ignored;
  fs::remove(content_->path, ignored);
}

bool is_journal(const fs::path& path) {
  const auto file = open_regular_file(path);
  if (!file) return false;
  std::string start(kMark.size(), '\0');
  start.resize(std::fread(start.data(), 1, start.size(), file->get()));
  return start == kMark;
}

}  // namespace abut
