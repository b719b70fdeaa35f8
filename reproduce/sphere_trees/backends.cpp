#include "reproduce/sphere_trees/backends.h"

namespace abut::reproduce {
namespace {

void add(Backends& backends, const char* name, Result<std::unique_ptr<DeviceOverlapTest>> test) {
  if (test) {
    backends.present.push_back({name, *std::move(test)});
  } else {
    backends.absent.push_back(std::string(name) + ": " + test.error().message);
  }
}

}  // namespace

Backends make_backends() {
  Backends backends;
  backends.present.push_back({"cpu", nullptr});
  add(backends, "gl", make_gl_overlap_test());
  add(backends, "cuda", make_cuda_overlap_test());
  return backends;
}

}  // namespace abut::reproduce
