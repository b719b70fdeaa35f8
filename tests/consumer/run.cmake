# Builds and runs the consumer. Arguments: MODE (installed or subdirectory), SOURCE, BUILD (of abut), WORK (scratch).
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
if(MODE STREQUAL "installed")
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
  set(how -DABUT_PREFIX=${WORK}/prefix)
else()
  set(how -DABUT_SOURCE=${SOURCE})
endif()
# Unoptimised and without symbols, since only building and linking is tried.
run(${CMAKE_COMMAND} -G Ninja -DCMAKE_BUILD_TYPE=None -S ${SOURCE}/tests/consumer -B ${WORK}/build ${how})
run(${CMAKE_COMMAND} --build ${WORK}/build --target consumer)
run(${WORK}/build/consumer)
