# Makes the viewer's page of the sources in web/, as a C++ file: sets viewer_page to it, if npm is there.
find_program(ABUT_NPM npm)
find_program(ABUT_NODE NAMES node nodejs)
if(NOT ABUT_NPM OR NOT ABUT_NODE)
  message(WARNING "npm not found: abut is built without its page (no --view, no --html). tools/setup installs it; -DABUT_VIEWER=OFF leaves it out.")
  return()
endif()

set(web ${PROJECT_SOURCE_DIR}/web)
set(web_modules ${web}/node_modules/.package-lock.json)
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS ${web}/src/*.ts ${web}/src/*.css)

add_custom_command(
  OUTPUT ${web_modules}
  COMMAND ${ABUT_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
  WORKING_DIRECTORY ${web}
  DEPENDS ${web}/package-lock.json
  COMMENT "Fetching what the viewer's page is made with (npm ci)")
set(viewer_page ${PROJECT_BINARY_DIR}/web/viewer_page.cpp)
add_custom_command(
  OUTPUT ${viewer_page} ${PROJECT_BINARY_DIR}/web/viewer.html
  COMMAND ${ABUT_NODE} build.mjs ${PROJECT_BINARY_DIR}/web
  WORKING_DIRECTORY ${web}
  DEPENDS ${web_modules} ${web_sources} ${web}/index.html ${web}/build.mjs ${web}/tsconfig.json
  COMMENT "Making the viewer's page"
  VERBATIM)
