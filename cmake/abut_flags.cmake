# How every target of the project is compiled. Consumers of abut::abut inherit none of this but the language.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

add_library(abut_flags INTERFACE)
target_compile_features(abut_flags INTERFACE cxx_std_20)
# Error-free transformations (src/math/expansion.h) and equal results on every machine need each product rounded on
# its own: a fused multiply-add would change both.
target_compile_options(abut_flags INTERFACE -Wall -Wextra -Wpedantic -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(abut_flags INTERFACE -fpch-preprocess)  # so that ccache can tell which precompiled header was used
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(abut_flags INTERFACE -Wno-psabi)  # short vectors are handed over within the library only
  target_compile_options(abut_flags INTERFACE -Wno-restrict)  # false alarms on std::string + std::string (GCC bug 105651)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 for processors with AVX-512 puts wrong numbers into vectors that it makes of straight code (a control point
  # (2, 0) became (2, 2)). What is to be in vectors is written so (src/math/simd.h).
  target_compile_options(abut_flags INTERFACE -fno-tree-slp-vectorize)
endif()
if(ABUT_NATIVE)
  target_compile_options(abut_flags INTERFACE -march=native)
endif()
if(ABUT_SANITIZE)
  # AddressSanitizer stops at bad accesses anyway; checks of every pointer for them, and more than a little optimising,
  # would nearly double the time to compile.
  target_compile_options(abut_flags INTERFACE -fsanitize=${ABUT_SANITIZE} -fno-sanitize=null,object-size,vptr
                         -fno-sanitize-recover=all -fno-omit-frame-pointer -O1 -g1)
  target_link_options(abut_flags INTERFACE -fsanitize=${ABUT_SANITIZE})
endif()

# abut_multiplies_matrices(TARGET FILE...): files in which Eigen multiplies matrices of any size. GCC 12 takes what its own
# AVX-512 intrinsics leave undefined for a mistake (GCC bug 105593).
function(abut_multiplies_matrices target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS -Wno-maybe-uninitialized)
  endif()
endfunction()
