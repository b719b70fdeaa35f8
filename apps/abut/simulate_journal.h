// The journal of a run of abut simulate, beside its first output. An earlier run that was not finished is gone on with
// or given up, but not overlooked.
#pragma once

#include <optional>
#include <string>

#include "simulate_scene.h"

namespace abut {

/// Empty if there are no outputs.
std::string journal_path(const SimulateOptions& options);

/// That of an earlier run, if it is to be gone on with. Else the error says what is in the way of a new one.
Result<std::optional<SimulationJournal>> resume_journal(const SimulateScene& scene, const SimulateOptions& options);

/// A new one, where resume_journal has found nothing in its way; none if there are no outputs.
Result<std::optional<SimulationJournal>> begin_journal(const SimulateScene& scene, const SimulateOptions& options);

}  // namespace abut
