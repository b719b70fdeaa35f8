#include "apps/program_testing.h"

namespace abut::test {

const char* const kProgram = ABUT_PROGRAM;

}  // namespace abut::test
