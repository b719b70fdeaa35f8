// One reader per format; io.cpp chooses among them. Each fills in content.mesh, content.notes and what write-back needs
// from content.bytes, and throws Failure on bad input.
#pragma once

#include <filesystem>

#include "io/mesh_file.h"

namespace abut {

void read_obj(MeshFile::Content& content);
void read_ply(MeshFile::Content& content);
void read_stl(MeshFile::Content& content);
void read_off(MeshFile::Content& content);
/// glTF and GLB; buffers in files of their own are looked for in `folder`.
void read_gltf(MeshFile::Content& content, const std::filesystem::path& folder);

}  // namespace abut
