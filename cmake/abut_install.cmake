# Install and export: find_package(abut) gives abut::abut.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS abut EXPORT abut_targets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/abut DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT abut_targets NAMESPACE abut:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
if(ABUT_APPS)
  install(TARGETS abut_program)
endif()

if(ABUT_TBB AND TBB_FOUND)
  set(ABUT_FIND_TBB "find_dependency(TBB)")
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/abut-config.cmake.in ${PROJECT_BINARY_DIR}/abut-config.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/abut-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/abut-config.cmake ${PROJECT_BINARY_DIR}/abut-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/abut)
