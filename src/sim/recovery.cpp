#include "sim/recovery.h"

#include "base/chance.h"
#include "base/sort_unique.h"

namespace abut {
namespace {

Sides list_sides(const Particles& particles, std::span<const IntersectingPair> pairs) {
  Sides sides(particles.count());
  const auto add_around = [&](FaceRef cut, std::uint32_t pair, std::uint32_t side) {
    const Surface& surface = particles.surface(cut.body);
    for (const VertexId corner : surface.face(cut.face)) {
      for (const FaceId f : surface.vertex_faces(corner)) {
        for (const VertexId v : surface.face(f)) sides.add(particles.number(cut.body, v), pair, side);
      }
    }
  };
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    add_around(pairs[i].a, i, 0);
    add_around(pairs[i].b, i, 1);
  }
  sides.finish();
  return sides;
}

Piercings find_piercings_of(std::span<const Body> bodies, std::span<const IntersectingPair> pairs, double ignored_share,
                            std::uint64_t chance, int threads) {
  const Crossings crossings = find_crossings(bodies, pairs, {threads, {}});
  const auto is_ignored = overlook(crossings.crossings.size(), ignored_share, chance);
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
    finder.move(positions);
    const auto& pairs = finder.find_intersections();
    if (round == 0) crossed.pairs = pairs.size();
    crossed.sides = list_sides(particles, pairs);
    if (pairs.empty()) break;
    const auto bodies = particles.place(positions);
    const Piercings found = find_piercings_of(bodies, pairs, ignored_share, chance, threads);
    if (round == 0) {
      crossed.crossings = found.piercings.size();
      crossed.contours = found.contour_count;
    }
    if (round == settings.iterations || settings.scheme == Recovery::none) break;
    std::vector<std::uint32_t> moved;
    for (const Correction& c : minimise_contours(bodies, found, by_body, minimisation)) {
      moved.push_back(particles.number(c.body, c.vertex));
      positions[moved.back()] += c.displacement;
    }
    sort_unique(moved);
    finder.focus(moved);  // between all others nothing changes
  }
  finder.focus_on_all();
  return crossed;
}

}  // namespace abut
