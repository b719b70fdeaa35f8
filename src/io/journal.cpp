// A journal is a mark, the head's digest and counts, the outputs, then states, each with its length before it and a
// digest at its end.
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
constexpr std::string_view kMark = "abut journal 4\n";

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
  append(bytes, static_cast<std::uint64_t>(head.solid_count));
  append(bytes, static_cast<std::uint64_t>(head.joint_count));
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

// States are gone through in one way for writing and for reading: `visit` is called with each number.
template <class Visitor, class Vector>
void visit_vector(Visitor& visit, Vector& v) {
  for (int i = 0; i < v.size(); ++i) visit(v[i]);
}

template <class Visitor, class Cloth>
void visit_cloth(Visitor& visit, Cloth& cloth) {
  visit(cloth.time);
  visit(cloth.step);
  visit(cloth.may_cross);
  for (auto* lists : {&cloth.positions, &cloth.velocities}) {
    for (auto& points : *lists) {
      for (auto& point : points) visit_vector(visit, point);
    }
  }
}

template <class Visitor, class Motion>
void visit_motion(Visitor& visit, Motion& motion) {
  visit_vector(visit, motion.center);
  visit_vector(visit, motion.rotation.coeffs());
  visit_vector(visit, motion.velocity);
  visit_vector(visit, motion.spin);
  visit(motion.still_for);
  visit(motion.sleeps_with);
}

template <class Visitor, class Memory>
void visit_memory(Visitor& visit, Memory& memory) {
  visit(memory.pair);
  visit(memory.region);
  visit(memory.witness.tests);
  visit(memory.witness.saved);
  visit(memory.witness.corner_count);
  for (auto& corners : memory.witness.corners) {
    for (auto& corner : corners) visit(corner);
  }
  visit_vector(visit, memory.witness.direction);
  visit(memory.count);
  for (auto& at : memory.at) visit_vector(visit, at);
  for (auto& impulse : memory.impulses) visit_vector(visit, impulse);
}

template <class Visitor, class State>
void visit_state(Visitor& visit, State& state) {
  visit_cloth(visit, state.cloth);
  visit(state.solids.time);
  visit(state.solids.step);
  for (auto& motion : state.solids.motions) visit_motion(visit, motion);
  for (auto& angle : state.solids.joint_angles) visit(angle);
  for (auto& memory : state.solids.memories) visit_memory(visit, memory);
}

std::size_t measure_memory() {
  std::size_t size = 0;
  const auto visit = [&](const auto& value) { size += sizeof(value); };
  const SolidMemory memory;
  visit_memory(visit, memory);
  return size;
}

// How many contacts are remembered differs from state to state, so their number comes first.
std::string format_state(const CoupledState& state) {
  std::string bytes;
  append(bytes, static_cast<std::uint64_t>(state.solids.memories.size()));
  const auto visit = [&](const auto& value) { append(bytes, value); };
  visit_state(visit, state);
  append(bytes, digest_of(bytes));
  return bytes;
}

CoupledState make_state(const JournalHead& head, std::size_t memories) {
  CoupledState state;
  for (const std::size_t count : head.vertex_counts) {
    state.cloth.positions.emplace_back(count);
    state.cloth.velocities.emplace_back(count);
  }
  state.solids.motions.resize(head.solid_count);
  state.solids.joint_angles.resize(head.joint_count);
  state.solids.memories.resize(memories);
  return state;
}

// Nothing if it was cut short or damaged.
std::optional<CoupledState> parse_state(std::string_view bytes, const JournalHead& head) {
  if (bytes.size() < 2 * sizeof(std::uint64_t)) return std::nullopt;
  std::string_view end = bytes.substr(bytes.size() - sizeof(std::uint64_t));
  if (take<std::uint64_t>(end) != digest_of(bytes.substr(0, bytes.size() - sizeof(std::uint64_t)))) return std::nullopt;
  const auto memories = take<std::uint64_t>(bytes);
  if (memories > bytes.size() / measure_memory()) return std::nullopt;
  CoupledState state = make_state(head, memories);
  std::size_t expected = sizeof(std::uint64_t);
  const auto measure = [&](const auto& value) { expected += sizeof(value); };
  visit_state(measure, std::as_const(state));
  if (expected != bytes.size()) return std::nullopt;
  const auto visit = [&](auto& value) { value = take<std::remove_reference_t<decltype(value)>>(bytes); };
  visit_state(visit, state);
  return state;
}

}  // namespace

struct SimulationJournal::Content {
  fs::path path;
  JournalHead head;
  std::vector<std::string> outputs = {};
  FilePointer file = {};
  std::vector<std::size_t> places = {};  // of states, and where the next one goes

  std::string read_at(std::size_t place, std::size_t size) const {
    std::string bytes(size, '\0');
    if (std::fseek(file.get(), static_cast<long>(place), SEEK_SET) != 0) return {};
    bytes.resize(std::fread(bytes.data(), 1, size, file.get()));
    return bytes;
  }

  // The bytes of the state that begins there; nothing if there is none that is whole.
  std::string read_state(std::size_t place) const {
    const std::string length = read_at(place, sizeof(std::uint64_t));
    if (length.size() < sizeof(std::uint64_t)) return {};
    std::string_view rest = length;
    const auto size = take<std::uint64_t>(rest);
    std::error_code error;
    const auto whole = fs::file_size(path, error);
    if (error || size > whole || place + sizeof(std::uint64_t) > whole - size) return {};
    return read_at(place + sizeof(std::uint64_t), size);
  }
  void add_place(std::size_t size) { places.push_back(places.back() + sizeof(std::uint64_t) + size); }

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
  content->places = {start.size()};
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
  content->places = {expected.size() + sizeof(std::uint64_t) + length};
  content->outputs = parse_outputs(content->read_at(expected.size() + sizeof(std::uint64_t), length));
  for (;;) {
    const std::string bytes = content->read_state(content->places.back());
    if (!parse_state(bytes, head)) break;
    content->add_place(bytes.size());
  }
  return SimulationJournal(std::move(content));
}

const std::vector<std::string>& SimulationJournal::outputs() const { return content_->outputs; }

Status SimulationJournal::add(const CoupledState& state) {
  const std::string bytes = format_state(state);
  if (!parse_state(bytes, content_->head)) return Error{"a state of another scene"};
  std::string whole;
  append(whole, static_cast<std::uint64_t>(bytes.size()));
  if (const Status status = content_->write_at(content_->places.back(), whole + bytes); !status) return status;
  content_->add_place(bytes.size());
  return success();
}

std::size_t SimulationJournal::state_count() const { return content_->places.size() - 1; }

Result<CoupledState> SimulationJournal::read(std::size_t number) const {
  auto state = number < state_count() ? parse_state(content_->read_state(content_->places[number]), content_->head)
                                      : std::nullopt;
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
