#include "sim/recovery.h"

#include "base/chance.h"

namespace abut {
namespace {

// Corners of faces that cross others, and all that shares a face with them.
std::vector<std::uint8_t> mark_cut(const Particles& particles, std::span<const IntersectingPair> pairs) {
  std::vector<std::uint8_t> is_cut(particles.count(), 0);
  const auto mark_around = [&](FaceRef cut) {
    const Surface& surface = particles.surface(cut.body);
    for (const VertexId corner : surface.face(cut.face)) {
      for (const FaceId f : surface.vertex_faces(corner)) {
        for (const VertexId v : surface.face(f)) is_cut[particles.number(cut.body, v)] = 1;
      }
    }
  };
  for (const IntersectingPair& pair : pairs) {
    mark_around(pair.a);
    mark_around(pair.b);
  }
  return is_cut;
}

Piercings find_piercings_of(std::span<const Body> bodies, std::span<const IntersectingPair> pairs, double ignored_share,
                            std::uint64_t chance, int threads) {
  const Crossings crossings = find_crossings(bodies, pairs, {threads, {}});
  std::vector<std::uint8_t> is_ignored;
  if (ignored_share > 0) {
    for (std::size_t i = 0; i < crossings.crossings.size(); ++i) {
      is_ignored.push_back(draw(chance, i) < ignored_share);
    }
  }
  return find_piercings(bodies, pairs, crossings.crossings, crossings.of_pairs, is_ignored);
}

}  // namespace

Crossed recover(const Particles& particles, CollisionFinder& finder, const RecoverySettings& settings,
                std::span<const double> inverse_masses, double ignored_share, std::uint64_t chance, int threads,
                std::vector<Vec3>& positions) {
  std::vector<double> masses(inverse_masses.begin(), inverse_masses.end());
  masses.resize(particles.count(), 0);
  std::vector<std::span<const double>> by_body;
  for (std::size_t b = 0; b < particles.body_count(); ++b) {
    by_body.push_back(particles.of_body(BodyId(b), std::as_const(masses)));
  }
  const MinimisationSettings minimisation{settings.scheme == Recovery::global, settings.largest * particles.mean_edge,
                                          settings.softness};
  Crossed crossed;
  for (int round = 0; round <= settings.iterations; ++round) {
    const auto pairs = finder.find_intersections(positions);
    if (round == 0) crossed.pairs = pairs.size();
    crossed.is_cut = mark_cut(particles, pairs);
    if (pairs.empty()) break;
    const auto bodies = particles.place(positions);
    const Piercings found = find_piercings_of(bodies, pairs, ignored_share, chance, threads);
    if (round == 0) {
      crossed.crossings = found.piercings.size();
      crossed.contours = found.contour_count;
    }
    if (round == settings.iterations || settings.scheme == Recovery::none) break;
    for (const Correction& c : minimise_contours(bodies, found, by_body, minimisation)) {
      positions[particles.number(c.body, c.vertex)] += c.displacement;
    }
  }
  return crossed;
}

}  // namespace abut
