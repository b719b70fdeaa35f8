#include "simulate_journal.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.h"
#include "console.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// What a run leaves that was killed as it began.
bool is_blank(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && fs::file_size(path, ignored) == 0;
}

}  // namespace

std::string journal_path(const SimulateOptions& options) {
  return options.outputs.empty() ? std::string() : options.outputs[0] + ".journal";
}

Result<std::optional<SimulationJournal>> resume_journal(const SimulateScene& scene, const SimulateOptions& options) {
  const std::string path = journal_path(options);
  std::error_code ignored;
  if (path.empty() || !fs::exists(path, ignored) || is_blank(path)) return std::optional<SimulationJournal>();
  if (!is_journal(path)) {
    return Error{fmt::format("{}: something else is in the way of the journal; move it", printable(path))};
  }
  if (!options.resume) {
    if (options.force) return std::optional<SimulationJournal>();
    return Error{fmt::format("{}: an earlier run was not finished; --resume goes on with it, --force begins anew",
                             printable(path))};
  }
  auto journal = SimulationJournal::open(path, scene.journal);
  if (!journal) return journal.error();
  if (const std::size_t asked = scene.loaded.frames + 1; journal->state_count() > asked) {
    return Error{fmt::format("{}: {} are finished, more than the {} asked for; ask for as many, or --force begins anew",
                             printable(path), plural(journal->state_count(), "frame", "frames"), asked)};
  }
  return std::optional(std::move(*journal));
}

Result<std::optional<SimulationJournal>> begin_journal(const SimulateScene& scene, const SimulateOptions& options) {
  const std::string path = journal_path(options);
  if (path.empty()) return std::optional<SimulationJournal>();
  std::vector<std::string> outputs;
  std::error_code ignored;
  for (const std::string& output : options.outputs) outputs.push_back(fs::absolute(output, ignored).string());
  auto journal = SimulationJournal::create(path, scene.journal, outputs, /*overwrite=*/fs::exists(path, ignored));
  if (!journal) return journal.error();
  return std::optional(std::move(*journal));
}

}  // namespace abut
