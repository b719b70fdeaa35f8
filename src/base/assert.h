// Contracts: conditions that only a mistake in a program can break, never a file or a user. Cheap ones, checked in
// every build; a broken one says where and stops, unless set_contract_handler has put something else in place.
#pragma once

namespace abut::detail {

void report_broken_contract(const char* condition, const char* file, int line);

}  // namespace abut::detail

#define ABUT_ASSERT(condition) \
  ((condition) ? void() : ::abut::detail::report_broken_contract(#condition, __FILE__, __LINE__))
