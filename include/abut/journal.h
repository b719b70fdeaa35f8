// Room 7, io, another face: the journal of a simulation, and the report of it. What is finished stays finished,
// whatever ends the program.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "abut/base.h"
#include "abut/coupling.h"
#include "abut/solid_overlaps.h"

namespace abut {

/// What belongs to which simulation: states fit only the scene they are from.
struct JournalHead {
  std::string scene;                       ///< a text that changes with the scene and how it is simulated
  std::vector<std::size_t> vertex_counts;  ///< of each cloth
  std::size_t solid_count = 0, joint_count = 0;
};

/// A file of states, one for each finished frame, each safe on the disk before the next is worked on. A state that was
/// cut short, by a kill or a full disk, is as if it had never been written.
class SimulationJournal {
 public:
  /// A new one. Refuses to replace an existing file unless `overwrite`. `outputs`: files that the run writes, which
  /// going on with it may replace.
  static Result<SimulationJournal> create(const std::filesystem::path& path, const JournalHead& head,
                                          std::vector<std::string> outputs, bool overwrite = false);
  /// One to go on with. The error says if it is none, or of another scene.
  static Result<SimulationJournal> open(const std::filesystem::path& path, const JournalHead& head);
  SimulationJournal(SimulationJournal&&) noexcept;
  SimulationJournal& operator=(SimulationJournal&&) noexcept;
  ~SimulationJournal();

  const std::vector<std::string>& outputs() const;
  Status add(const CoupledState& state);
  std::size_t state_count() const;
  Result<CoupledState> read(std::size_t number) const;
  /// Takes the file away: all that was wanted of it is elsewhere.
  void remove();

 private:
  struct Content;
  explicit SimulationJournal(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

/// Solids that rest on each other overlap a little; what goes deeper than this share of the smallest half extent of
/// either is more than that.
inline constexpr double kDeepShare = 0.1;

/// A frame of a simulation, for reports.
struct SimulatedFrame {
  std::size_t frame = 0;
  double time = 0;
  CoupledReport report;                     ///< of the steps that led to it
  std::size_t pairs = 0;                    ///< of faces of cloth that intersect something in it, by an exact search
  std::vector<SolidOverlap> overlaps = {};  ///< of solids in it
  std::size_t deep_overlaps = 0;            ///< of these, deeper than kDeepShare of the smaller solid's half extent
  SolidEnergy energy = {};                  ///< of solids, where they move
  double step_seconds = 0;                  ///< of its steps
  double seconds = 0;                       ///< with the search
  bool is_resumed = false;  ///< it was there already; how it came about is not known
};

struct SimulationSummary {
  std::string scene;
  std::vector<std::string> files;  ///< written
  std::size_t triangles = 0;       ///< of cloth
  double thickness = 0;
  std::vector<std::string> solids = {};  ///< their names
  std::size_t joints = 0;
  double fps = 0;
  bool is_complete = true;
  std::string trouble;  ///< what ended it early, if anything did
};

/// A simulation as JSON; the schema is docs/simulate_report.md.
std::string format_simulation_json(const SimulationSummary& summary, std::span<const SimulatedFrame> frames);

/// Whether the file begins like a journal. False as well if it cannot be opened.
bool is_journal(const std::filesystem::path& path);

}  // namespace abut
