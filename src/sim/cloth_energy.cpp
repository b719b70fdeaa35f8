#include "sim/cloth_energy.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/ordered_sum.h"
#include "base/parallel.h"
#include "base/sort_unique.h"

namespace abut {
namespace {

constexpr std::size_t kBlock = 2048;

// Turns counts into starts: of each the sum of those before it.
void accumulate(std::vector<std::uint32_t>& counts) {
  std::uint32_t sum = 0;
  for (std::uint32_t& count : counts) sum += std::exchange(count, sum);
}

double wrap(double angle) {
  if (angle > std::numbers::pi) return angle - 2 * std::numbers::pi;
  if (angle < -std::numbers::pi) return angle + 2 * std::numbers::pi;
  return angle;
}

}  // namespace

ClothEnergy::ClothEnergy(const SimulationScene& scene, const Particles& particles, int threads) : threads_(threads) {
  for (std::size_t c = 0; c < scene.cloths.size(); ++c) add_cloth(scene.cloths[c], particles, BodyId(c));
  list_corners(particles.cloth_count());
  find_pattern(particles.cloth_count());
  strains_.resize(elements_.size());
  responses_.resize(elements_.size());
  start_strains_.resize(elements_.size(), Vec3::Zero());
  for (auto* list : {&start_angles_, &hinge_stiffness_, &angles_, &moments_, &hinge_rates_, &hinge_moments_}) {
    list->resize(hinges_.size(), 0);
  }
  bend_gradients_.resize(hinges_.size());
  blocks_.resize(columns_.size());
  diagonal_.resize(particles.cloth_count());
}

void ClothEnergy::add_cloth(const Cloth& cloth, const Particles& particles, BodyId body) {
  const auto law = static_cast<std::uint32_t>(laws_.size());
  laws_.push_back(make_membrane_law(cloth.material));
  const std::size_t first_hinge = hinges_.size();
  add_hinges(cloth, particles, body);
  std::vector<std::uint32_t> hinge_of(cloth.surface->edge_count(), BendElement::kNone);
  for (std::uint32_t e = 0, next = static_cast<std::uint32_t>(first_hinge); e < hinge_of.size(); ++e) {
    if (find_hinge(*cloth.surface, EdgeId(e))) hinge_of[e] = next++;
  }
  for (std::uint32_t f = 0; f < cloth.surface->face_count(); ++f) {
    const auto& face = cloth.surface->face(FaceId(f));
    const auto& edges = cloth.surface->face_edges(FaceId(f));
    if (!edges[0].is_valid()) continue;
    std::array<std::uint32_t, 3> corners;
    for (int i = 0; i < 3; ++i) corners[i] = particles.number(body, face[i]);
    const auto element = make_membrane_element(corners, cloth.rest.faces[f], law);
    if (!element) continue;
    const auto number = static_cast<std::uint32_t>(elements_.size());
    elements_.push_back(*element);

    BendElement bend;
    bend.damping = cloth.material.bending_damping;
    Vec3 signs = Vec3::Ones();
    for (int i = 0; i < 3; ++i) {
      bend.hinges[i] = hinge_of[edges[i]];
      if (bend.hinges[i] == BendElement::kNone) continue;
      auto& faces = hinge_faces_[bend.hinges[i]];
      const bool is_first = faces[0].element == BendElement::kNone;
      faces[is_first ? 0 : 1] = {number, static_cast<std::uint32_t>(i)};
      // The second face of a hinge runs along the edge the other way, unless the two look to different sides.
      const bool runs_along = hinges_[bend.hinges[i]].particles[0] == corners[i];
      if (runs_along != is_first) signs[i] = -1;
    }
    bend.stiffness = make_bend_stiffness(cloth.rest.faces[f], signs, cloth.material);
    bends_.push_back(bend);
  }
}

void ClothEnergy::add_hinges(const Cloth& cloth, const Particles& particles, BodyId body) {
  for (std::uint32_t e = 0; e < cloth.surface->edge_count(); ++e) {
    const auto corners = find_hinge(*cloth.surface, EdgeId(e));
    if (!corners) continue;
    Hinge hinge;
    for (int i = 0; i < 4; ++i) hinge.particles[i] = particles.number(body, (*corners)[i]);
    hinge.rest = cloth.rest.bends[e];
    hinges_.push_back(hinge);
    hinge_faces_.push_back({});
  }
}

void ClothEnergy::list_corners(std::size_t count) {
  element_starts_.assign(count + 1, 0);
  hinge_starts_.assign(count + 1, 0);
  for (const MembraneElement& element : elements_) {
    for (const std::uint32_t p : element.particles) ++element_starts_[p];
  }
  for (const Hinge& hinge : hinges_) {
    for (const std::uint32_t p : hinge.particles) ++hinge_starts_[p];
  }
  accumulate(element_starts_);
  accumulate(hinge_starts_);
  element_corners_.resize(element_starts_.back());
  hinge_corners_.resize(hinge_starts_.back());
  std::vector<std::uint32_t> next_element = element_starts_, next_hinge = hinge_starts_;
  for (std::uint32_t e = 0; e < elements_.size(); ++e) {
    for (std::uint32_t i = 0; i < 3; ++i) element_corners_[next_element[elements_[e].particles[i]]++] = {e, i, {}};
  }
  for (std::uint32_t h = 0; h < hinges_.size(); ++h) {
    for (std::uint32_t i = 0; i < 4; ++i) hinge_corners_[next_hinge[hinges_[h].particles[i]]++] = {h, i};
  }
}

void ClothEnergy::find_pattern(std::size_t count) {
  row_starts_.assign(1, 0);
  std::vector<std::uint32_t> row;
  for (std::uint32_t p = 0; p < count; ++p) {
    row.assign(1, p);
    const auto corners =
        std::span(element_corners_).subspan(element_starts_[p], element_starts_[p + 1] - element_starts_[p]);
    for (const ElementCorner& corner : corners) {
      for (const std::uint32_t other : elements_[corner.element].particles) row.push_back(other);
    }
    sort_unique(row);
    for (ElementCorner& corner : corners) {
      for (int i = 0; i < 3; ++i) {
        const auto place = std::lower_bound(row.begin(), row.end(), elements_[corner.element].particles[i]);
        corner.slots[i] = row_starts_.back() + static_cast<std::uint32_t>(place - row.begin());
      }
    }
    columns_.insert(columns_.end(), row.begin(), row.end());
    row_starts_.push_back(static_cast<std::uint32_t>(columns_.size()));
  }
}

double ClothEnergy::angle(std::uint32_t hinge, std::span<const Vec3> positions) const {
  return wrap(measure_bend(gather_hinge(hinges_[hinge].particles, positions)) - hinges_[hinge].rest);
}

void ClothEnergy::begin_step(std::span<const Vec3> start, double step) {
  step_ = step;
  parallel_blocks(elements_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) {
      start_strains_[e] = measure_strain(elements_[e], points(elements_[e], start)).strain;
    }
  });
  parallel_blocks(hinges_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t h = begin; h < end; ++h) {
      start_angles_[h] = angle(static_cast<std::uint32_t>(h), start);
      hinge_stiffness_[h] = 0;
      visit_moments(h, [&](std::uint32_t other, double stiffness) {
        if (other == h) hinge_stiffness_[h] += stiffness;
      });
    }
  });
}

double ClothEnergy::measure_bend_energy(const BendElement& element, std::span<const double> angles,
                                        bool with_damping) const {
  Vec3 bent = Vec3::Zero(), change = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t h = element.hinges[i];
    if (h == BendElement::kNone) continue;
    bent[i] = angles[h];
    change[i] = wrap(angles[h] - start_angles_[h]);
  }
  const double elastic = 0.5 * bent.dot(element.stiffness * bent);
  return with_damping ? elastic + 0.5 * rate(element) * change.dot(element.stiffness * change) : elastic;
}

ClothEnergy::Parts ClothEnergy::measure_parts(std::span<const Vec3> positions, bool with_damping) const {
  Parts parts;
  parts.membrane = ordered_sum(elements_.size(), threads_, [&](std::size_t e) {
    const MembraneElement& element = elements_[e];
    const Vec3 strain = measure_strain(element, points(element, positions)).strain;
    return element.area *
           respond(laws_[element.law], strain, start_strains_[e], with_damping ? rate(element) : 0).energy;
  });
  std::vector<double>& angles = hinge_rates_;
  parallel_blocks(hinges_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t h = begin; h < end; ++h) angles[h] = angle(static_cast<std::uint32_t>(h), positions);
  });
  parts.bending = sum_bend_energy(angles, with_damping);
  return parts;
}

double ClothEnergy::sum_bend_energy(std::span<const double> angles, bool with_damping) const {
  return ordered_sum(bends_.size(), threads_,
                     [&](std::size_t e) { return measure_bend_energy(bends_[e], angles, with_damping); });
}

ClothEnergy::Parts ClothEnergy::measure(std::span<const Vec3> positions) const {
  return measure_parts(positions, true);
}

ClothEnergy::Parts ClothEnergy::measure_elastic(std::span<const Vec3> positions) const {
  return measure_parts(positions, false);
}

void ClothEnergy::find_moments(std::span<const double> angles, std::span<const double> start,
                               std::span<double> moments) const {
  parallel_blocks(hinges_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t h = begin; h < end; ++h) {
      double moment = 0;
      for (const HingeFace& face : hinge_faces_[h]) {
        if (face.element == BendElement::kNone) continue;
        const BendElement& element = bends_[face.element];
        const double damping = rate(element);
        for (int i = 0; i < 3; ++i) {
          const std::uint32_t other = element.hinges[i];
          if (other == BendElement::kNone) continue;
          const double bent = start.empty() ? (1 + damping) * angles[other]
                                            : angles[other] + damping * wrap(angles[other] - start[other]);
          moment += element.stiffness(static_cast<int>(face.index), i) * bent;
        }
      }
      moments[h] = moment;
    }
  });
}

ClothEnergy::Parts ClothEnergy::linearise(std::span<const Vec3> positions, std::vector<Vec3>& gradient) {
  parallel_blocks(elements_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) {
      strains_[e] = measure_strain(elements_[e], points(elements_[e], positions));
      responses_[e] = respond(laws_[elements_[e].law], strains_[e].strain, start_strains_[e], rate(elements_[e]));
    }
  });
  parallel_blocks(hinges_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t h = begin; h < end; ++h) {
      angles_[h] = angle(static_cast<std::uint32_t>(h), positions);
      bend_gradients_[h] = bend_gradient(gather_hinge(hinges_[h].particles, positions));
    }
  });
  find_moments(angles_, start_angles_, moments_);
  gradient.resize(diagonal_.size());
  parallel_blocks(diagonal_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) assemble_row(static_cast<std::uint32_t>(p), gradient);
  });
  Parts parts;
  parts.membrane =
      ordered_sum(elements_.size(), threads_, [&](std::size_t e) { return elements_[e].area * responses_[e].energy; });
  parts.bending = sum_bend_energy(angles_, true);
  return parts;
}

void ClothEnergy::assemble_row(std::uint32_t p, std::vector<Vec3>& gradient) {
  for (std::uint32_t i = row_starts_[p]; i < row_starts_[p + 1]; ++i) blocks_[i].setZero();
  Vec3 sum = Vec3::Zero();
  std::uint32_t own_slot = row_starts_[p];
  for (std::uint32_t i = element_starts_[p]; i < element_starts_[p + 1]; ++i) {
    const ElementCorner& corner = element_corners_[i];
    const MembraneElement& element = elements_[corner.element];
    const MembraneStrain& strain = strains_[corner.element];
    const MembraneResponse& response = responses_[corner.element];
    const Vec2& own = element.gradients[corner.corner];
    sum += element.area * corner_gradient(own, strain, response.stress);
    for (int j = 0; j < 3; ++j) {
      blocks_[corner.slots[j]] += element.area * corner_hessian(own, element.gradients[j], strain, response);
    }
    own_slot = corner.slots[corner.corner];
  }
  if (element_starts_[p] == element_starts_[p + 1]) {
    diagonal_[p].setZero();
    gradient[p].setZero();
    return;
  }
  diagonal_[p] = blocks_[own_slot];
  for (std::uint32_t i = hinge_starts_[p]; i < hinge_starts_[p + 1]; ++i) {
    const auto [h, c] = hinge_corners_[i];
    const Vec3 g = bend_gradients_[h][c];
    sum += moments_[h] * g;
    diagonal_[p] += hinge_stiffness(h) * g * g.transpose();
  }
  gradient[p] = sum;
}

void ClothEnergy::multiply(std::span<const Vec3> in, std::span<Vec3> out) const {
  parallel_blocks(hinges_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t h = begin; h < end; ++h) {
      const auto& p = hinges_[h].particles;
      const auto& g = bend_gradients_[h];
      hinge_rates_[h] = g[0].dot(in[p[0]]) + g[1].dot(in[p[1]]) + g[2].dot(in[p[2]]) + g[3].dot(in[p[3]]);
    }
  });
  find_moments(hinge_rates_, {}, hinge_moments_);
  parallel_blocks(diagonal_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      Vec3 sum = Vec3::Zero();
      for (std::uint32_t i = row_starts_[p]; i < row_starts_[p + 1]; ++i) sum += blocks_[i] * in[columns_[i]];
      for (std::uint32_t i = hinge_starts_[p]; i < hinge_starts_[p + 1]; ++i) {
        const auto [h, c] = hinge_corners_[i];
        sum += hinge_moments_[h] * bend_gradients_[h][c];
      }
      out[p] = sum;
    }
  });
}

double ClothEnergy::measure_largest_strain(std::span<const Vec3> positions) const {
  double largest = 0;
  for (const MembraneElement& element : elements_) {
    const MembraneStrain s = measure_strain(element, points(element, positions));
    largest = std::max({largest, s.warp.squaredNorm(), s.weft.squaredNorm()});
  }
  return elements_.empty() ? 0 : std::sqrt(largest) - 1;
}

}  // namespace abut
