#include "untangle/relaxation.h"

#include <algorithm>

namespace abut {
ContactConstraint make_contact(const Assembly& assembly, const SurfaceFeature& a, const SurfaceFeature& b,
                               const Vec3& a_weights, const Vec3& b_weights, const Vec3& normal, double distance) {
  return {make_separation(assembly.corners(a), a_weights, assembly.corners(b), b_weights, normal), distance};
}

Relaxation::Relaxation(const Assembly& assembly)
    : assembly_(assembly), inverse_masses_(assembly.vertex_count(), 0), is_listed_(assembly.links.size(), 0) {}

void Relaxation::set_active(std::span<const std::uint32_t> vertices) {
  for (const std::uint32_t v : active_) inverse_masses_[v] = 0;
  for (const std::uint32_t link : links_) is_listed_[link] = 0;
  active_.assign(vertices.begin(), vertices.end());
  links_.clear();
  for (const std::uint32_t v : active_) {
    inverse_masses_[v] = assembly_.inverse_masses[v];
    for (const std::uint32_t link : assembly_.links_at(v)) {
      if (std::exchange(is_listed_[link], 1) == 0) links_.push_back(link);
    }
  }
  std::sort(links_.begin(), links_.end());
}

void Relaxation::project(const Link& link, double stiffness, std::span<Vec3> positions) const {
  const double a = inverse_masses_[link.a], b = inverse_masses_[link.b];
  if (!(a + b > 0)) return;
  const Vec3 way = positions[link.b] - positions[link.a];
  const double distance = way.norm();
  if (!(distance > 0)) return;
  const Vec3 correction = (stiffness * (distance - link.length) / (distance * (a + b))) * way;
  positions[link.a] += a * correction;
  positions[link.b] -= b * correction;
}

void Relaxation::project(const ContactConstraint& contact, std::span<Vec3> positions) const {
  open_gap(
      contact, contact.distance - measure_gap(contact, positions), [&](std::uint32_t v) { return inverse_masses_[v]; },
      positions);
}

void Relaxation::relax(std::span<Vec3> positions, std::span<const ContactConstraint> contacts, int sweeps,
                       const std::vector<std::uint8_t>& is_soft) const {
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (const std::uint32_t i : links_) {
      const Link& link = assembly_.links[i];
      const bool is_edge = i < assembly_.edge_count;
      if (!is_edge && (is_soft[link.a] || is_soft[link.b])) continue;
      project(link, is_edge ? edge_stiffness : bend_stiffness, positions);
    }
    for (const ContactConstraint& contact : contacts) project(contact, positions);
  }
}

}  // namespace abut
