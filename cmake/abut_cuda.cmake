# CUDA where nvcc is installed: add_cuda_object compiles kernels to be linked like any other object, and cuda_libraries
# are what they stand on, or nothing without CUDA. nvcc is called as a tool rather than enabled as a language, so that
# neither this project nor one that uses the installed library needs CUDA to be configured.
set(cuda_libraries "")
if(NOT ABUT_CUDA OR ABUT_SANITIZE)
  return()
endif()
find_program(ABUT_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATH_SUFFIXES bin PATHS /usr/local/cuda)
if(ABUT_NVCC)
  get_filename_component(cuda_root ${ABUT_NVCC} REALPATH)
  get_filename_component(cuda_root ${cuda_root} DIRECTORY)
  get_filename_component(cuda_root ${cuda_root} DIRECTORY)
  find_library(ABUT_CUDART libcudart_static.a HINTS ${cuda_root} PATH_SUFFIXES lib64 lib lib/x86_64-linux-gnu targets/x86_64-linux/lib)
endif()
if(NOT ABUT_NVCC OR NOT ABUT_CUDART)
  message(STATUS "nvcc and libcudart_static.a not found: abut is built without CUDA")
  return()
endif()

# The compiler that the rest is built with must be one that this nvcc gets along with. Products are not fused with sums
# (-ffp-contract=off on the processor), so that both give the same bits.
set(nvcc_command ${ABUT_NVCC} -ccbin ${CMAKE_CXX_COMPILER} -std=c++20 -O2 --fmad=false -Xcompiler=-fPIC,-ffp-contract=off)
list(GET ABUT_CUDA_ARCHITECTURES 0 first_architecture)
set(nvcc_probe ${PROJECT_BINARY_DIR}/cuda/probe.cu)
file(WRITE ${nvcc_probe} "#include <cuda_runtime.h>\n#include <string>\n__global__ void kernel() {}\nstd::string text() { kernel<<<1, 1>>>(); return {}; }\n")
set(nvcc_try ${nvcc_command} -arch=sm_${first_architecture})
if(NOT "${ABUT_NVCC_WORKS}" STREQUAL "${nvcc_try}")
  execute_process(COMMAND ${nvcc_try} -c ${nvcc_probe} -o ${nvcc_probe}.o
                  RESULT_VARIABLE nvcc_status OUTPUT_VARIABLE nvcc_output ERROR_VARIABLE nvcc_output)
  if(NOT nvcc_status EQUAL 0)
    message(STATUS "${ABUT_NVCC} does not work with ${CMAKE_CXX_COMPILER} for sm_${first_architecture}: abut is built without CUDA")
    return()
  endif()
  set(ABUT_NVCC_WORKS "${nvcc_try}" CACHE INTERNAL "What nvcc was tried with")
endif()

set(nvcc_architectures "")
foreach(architecture ${ABUT_CUDA_ARCHITECTURES})
  list(APPEND nvcc_architectures -gencode=arch=compute_${architecture},code=sm_${architecture})
endforeach()
list(GET ABUT_CUDA_ARCHITECTURES -1 last_architecture)
list(APPEND nvcc_architectures -gencode=arch=compute_${last_architecture},code=compute_${last_architecture})  # for later cards

# add_cuda_object(TARGET FILE): the file is relative to the current folder, which is that of the target.
function(add_cuda_object target file)
  set(object ${PROJECT_BINARY_DIR}/cuda/${file}.o)
  get_filename_component(folder ${object} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${nvcc_command} ${nvcc_architectures} -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/src
            -MD -MF ${object}.d -c ${CMAKE_CURRENT_SOURCE_DIR}/${file} -o ${object}
    DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${file}
    DEPFILE ${object}.d
    COMMENT "Compiling ${file} for graphics cards"
    VERBATIM)
  target_sources(${target} PRIVATE ${object})
endfunction()
set(cuda_libraries ${ABUT_CUDART} dl rt)
