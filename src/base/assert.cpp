#include "base/assert.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "abut/base.h"

namespace abut {
namespace {

void print_and_abort(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "abut: broken contract: %s (%s:%d)\n", condition, file, line);
  std::abort();
}

std::atomic<ContractHandler> handler{print_and_abort};

}  // namespace

void set_contract_handler(ContractHandler replacement) { handler = replacement ? replacement : print_and_abort; }

void detail::report_broken_contract(const char* condition, const char* file, int line) {
  handler.load()(condition, file, line);
}

}  // namespace abut
