// A new file from a mesh, one function per format; io.cpp has checked the mesh before. They throw Failure where the
// format cannot hold it.
#pragma once

#include <string>

#include "abut/io.h"

namespace abut {

std::string write_obj(const PolygonMesh& mesh);
std::string write_ply(const PolygonMesh& mesh);
std::string write_stl(const PolygonMesh& mesh);
std::string write_off(const PolygonMesh& mesh);
/// glTF with its buffer inside, or GLB.
std::string write_gltf(const PolygonMesh& mesh, MeshFormat format);

}  // namespace abut
