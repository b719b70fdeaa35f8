// The first thing a user of the library writes.
#include <abut/abut.h>

#include <cstdio>

int main() {
  // Two triangles that cross.
  abut::PolygonMesh mesh;
  mesh.positions = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {-5, 1, 1}};
  for (const std::size_t first : {0, 3}) {
    const abut::VertexId triangle[] = {abut::VertexId(first), abut::VertexId(first + 1), abut::VertexId(first + 2)};
    mesh.add_polygon(triangle);
  }
  const abut::Surface surface = abut::make_surface(mesh);
  const abut::Body body{&surface, mesh.positions};
  const abut::CheckReport report = abut::check({&body, 1});
  std::printf("%zu intersecting pairs in %zu contours\n", report.intersections.pairs.size(),
              report.contours.contours.size());
  return report.intersections.pairs.size() == 1 ? 0 : 1;
}
