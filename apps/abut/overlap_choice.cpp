#include "overlap_choice.h"

#include <fmt/format.h>

namespace abut {
namespace {

using Made = Result<std::unique_ptr<DeviceOverlapTest>>;

Made make_named(const std::string& backend) {
  return backend == "gl" ? make_gl_overlap_test() : make_cuda_overlap_test();
}

// Of no use for speed: the processor plays the card, or there is nothing at all.
std::string find_fault(const Made& made) {
  if (!made) return made.error().message;
  return (*made)->is_processor() ? fmt::format("{} runs on the processor, too", (*made)->device_name()) : "";
}

OverlapChoice choose_card() {
  OverlapChoice choice;
  std::string faults;
  for (const char* backend : {"cuda", "gl"}) {
    Made made = make_named(backend);
    const std::string fault = find_fault(made);
    if (fault.empty()) return {backend, *std::move(made), {}};
    faults += fmt::format("{}{}: {}", faults.empty() ? "" : "; ", backend, fault);
  }
  choice.notes = {fmt::format("the processor tests overlaps, since there is no graphics card for it ({})", faults)};
  return choice;
}

}  // namespace

Result<OverlapChoice> choose_overlap_test(const std::string& backend) {
  if (backend == "cpu") return OverlapChoice{};
  if (backend == "auto") return choose_card();
  Made made = make_named(backend);
  if (!made)
    return Error{fmt::format("--backend {}: {}; --backend auto takes what there is", backend, made.error().message)};
  return OverlapChoice{backend, *std::move(made), {}};
}

}  // namespace abut
