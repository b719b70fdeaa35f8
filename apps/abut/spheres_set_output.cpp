#include "spheres_set_output.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "io/file_access.h"
#include "report_file.h"

namespace abut {
namespace {

std::vector<LinkSpheres> list_links(const SphereSetBodies& bodies, const FoundSpheres& found, bool with_kept) {
  std::vector<LinkSpheres> links;
  for (std::size_t b = 0; b < bodies.bodies.size(); ++b) {
    const SphereSetBody& body = bodies.bodies[b];
    LinkSpheres& link = links.emplace_back(LinkSpheres{body.name, {}});
    if (with_kept) link.spheres = body.kept;
    link.spheres.insert(link.spheres.end(), body.added.begin(), body.added.end());
    link.spheres.insert(link.spheres.end(), found[b].begin(), found[b].end());
  }
  return links;
}

Status prove(const SphereSetOptions& options, const SphereSetBody& body, std::span<const LinkSpheres> links) {
  const auto link = std::find_if(links.begin(), links.end(), [&](auto& other) { return other.name == body.name; });
  const std::string name = printable(options.output);
  if (link == links.end()) return Error{fmt::format("{}: link {} would not be read back", name, quote(body.name))};
  if (!body.mesh) return success();
  const TriangleList triangles{body.mesh->positions, body.mesh->surface.faces()};
  if (test_covered(triangles, link->spheres, {options.threads, {}})) return success();
  return Error{fmt::format("{}: the spheres of link {} would not be proved to hold all of it", name, quote(body.name))};
}

}  // namespace

Result<std::string> make_sphere_output(const SphereSetOptions& options, const SphereSetBodies& bodies,
                                       const FoundSpheres& found) {
  const SphereSetFormat format = *find_sphere_set_format(options.output);
  Result<std::string> text =
      format == SphereSetFormat::urdf && bodies.robot
          ? replace_collision_shapes(*bodies.robot, list_links(bodies, found, false))
          : Result<std::string>(format_sphere_set(bodies.name, list_links(bodies, found, true), format));
  if (!text) return text.error();
  const auto read_back = parse_sphere_set(*text, format, options.output);
  if (!read_back) return read_back.error();
  for (const SphereSetBody& body : bodies.bodies) {
    if (const Status status = prove(options, body, *read_back); !status) return status.error();
  }
  return text;
}

Status write_sphere_output(const std::string& path, const std::string& text) {
  if (const Status status = write_report(path, text); !status) return status;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return success();  // pipes cannot be read again
  const auto written = read_file(path);
  if (!written) return written.error();
  return *written == text ? success()
                          : Status(Error{fmt::format("{}: holds other bytes than were written", printable(path))});
}

}  // namespace abut
