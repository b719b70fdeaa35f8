// Where the results of abut untangle go, and what they must not replace.
#pragma once

#include <filesystem>
#include <vector>

#include "untangle_inputs.h"

namespace abut {

struct UntangleTargets {
  std::filesystem::path folder;                                ///< if meshes go to one; it may still have to be made
  std::vector<std::vector<std::filesystem::path>> files = {};  ///< of each frame, of each mesh that moves
  bool is_series = false;                                      ///< there are frames, or files with a scene each
};

/// Where the meshes go. An error if two of them would share a file, or if the file's name asks for another format.
Result<UntangleTargets> find_targets(const UntangleOptions& options, const UntangleInputs& inputs);

/// The same where each file is a scene of its own.
Result<UntangleTargets> find_targets_of_each(const UntangleOptions& options, const std::vector<std::string>& files);

/// Whether meshes and reports can go there: no file that is read is written, and nothing is replaced that was not to
/// be. To be asked before long work.
Status check_targets(const UntangleOptions& options, const std::vector<std::filesystem::path>& read,
                     const UntangleTargets& targets);
Status check_targets(const UntangleOptions& options, const UntangleInputs& inputs, const UntangleTargets& targets);

}  // namespace abut
