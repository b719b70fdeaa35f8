#include "sim/rigid_patches.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/sort_unique.h"

namespace abut {
namespace {

constexpr std::uint32_t kNone = ~0u;
// Small patches take fewer iterations, many of them more time to factorise.
constexpr std::size_t kPatchCount = 700, kLeastSize = 12;
// Patches that touch are joined if the small system then takes no more products of blocks than so many for each
// particle, the time of some twenty iterations, or no more than so many times what it takes anyway.
constexpr std::uint64_t kWorkPerParticle = 50, kLargestGrowth = 2;
// Patches per task.
constexpr std::size_t kBlock = 16;

Eigen::Matrix3d cross_matrix(const Vec3& v) {
  Eigen::Matrix3d m;
  m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return m;
}

}  // namespace

RigidPatches::RigidPatches(const ClothEnergy& energy, std::size_t particle_count, int threads) : threads_(threads) {
  grow_patches(energy, particle_count);
  for (std::uint32_t h = 0; h < energy.hinges().size(); ++h) {
    const auto& p = energy.hinges()[h].particles;
    const bool is_within = std::all_of(p.begin(), p.end(), [&](auto q) { return patch_of_[q] == patch_of_[p[0]]; });
    if (!is_within) crossing_hinges_.push_back(h);
  }
  arms_.resize(particle_count);
  is_free_.resize(particle_count);
  centres_.resize(starts_.size() - 1);
  rows_.resize(starts_.size() - 1);
}

// Round patches, each grown from the first particle that has none; scraps join a neighbour.
void RigidPatches::grow_patches(const ClothEnergy& energy, std::size_t particle_count) {
  const std::size_t size = std::max(particle_count / kPatchCount, kLeastSize);
  patch_of_.assign(particle_count, kNone);
  std::uint32_t patch_count = 0;
  std::vector<std::uint32_t> members;
  for (std::uint32_t seed = 0; seed < particle_count; ++seed) {
    if (patch_of_[seed] != kNone) continue;
    members.assign(1, seed);
    patch_of_[seed] = patch_count;
    std::uint32_t neighbour_patch = kNone;
    for (std::size_t next = 0; next < members.size(); ++next) {
      for (const std::uint32_t other : energy.columns(members[next])) {
        if (patch_of_[other] == kNone && members.size() < size) {
          patch_of_[other] = patch_count;
          members.push_back(other);
        } else if (patch_of_[other] != kNone && patch_of_[other] != patch_count) {
          neighbour_patch = patch_of_[other];
        }
      }
    }
    if (members.size() < size / 3 && neighbour_patch != kNone) {
      for (const std::uint32_t p : members) patch_of_[p] = neighbour_patch;
    } else {
      ++patch_count;
    }
  }
  starts_.assign(patch_count + 1, 0);
  for (const std::uint32_t patch : patch_of_) ++starts_[patch + 1];
  for (std::uint32_t i = 0; i < patch_count; ++i) starts_[i + 1] += starts_[i];
  members_.resize(particle_count);
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (std::uint32_t p = 0; p < particle_count; ++p) members_[next[patch_of_[p]]++] = p;
}

RigidPatches::Modes RigidPatches::modes(std::uint32_t p) const {
  Modes m;
  m.leftCols<3>() = is_free_[p] * Eigen::Matrix3d::Identity();
  m.rightCols<3>() = -is_free_[p] * cross_matrix(arms_[p]);
  return m;
}

RigidPatches::Matrix6& RigidPatches::block(std::uint32_t row, std::uint32_t column) {
  auto& blocks = rows_[row];
  const auto place = std::lower_bound(blocks.begin(), blocks.end(), column,
                                      [](const Block& b, std::uint32_t c) { return b.column < c; });
  if (place != blocks.end() && place->column == column) return place->value;
  return blocks.insert(place, {column, Matrix6::Zero()})->value;
}

void RigidPatches::add_own(const ClothEnergy& energy, std::span<const double> masses, double mass_scale,
                           std::uint32_t patch) {
  for (std::uint32_t i = starts_[patch]; i < starts_[patch + 1]; ++i) {
    const std::uint32_t p = members_[i];
    if (is_free_[p] == 0) continue;
    const Modes own = modes(p);
    block(patch, patch) += mass_scale * masses[p] * own.transpose() * own;
    const auto columns = energy.columns(p);
    const auto blocks = energy.blocks(p);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const std::uint32_t other = patch_of_[columns[k]];
      if (other <= patch) block(patch, other) += own.transpose() * (blocks[k] * modes(columns[k]));
    }
  }
}

void RigidPatches::add_hinges(const ClothEnergy& energy) {
  for (const std::uint32_t h : crossing_hinges_) {
    const auto& particles = energy.hinges()[h].particles;
    const auto& gradient = energy.bend_gradients(h);
    const double stiffness = energy.hinge_stiffness(h);
    std::array<Vector6, 4> moved;
    for (int i = 0; i < 4; ++i) moved[i] = modes(particles[i]).transpose() * gradient[i];
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < 4; ++j) {
        const std::uint32_t row = patch_of_[particles[i]], column = patch_of_[particles[j]];
        if (column <= row) block(row, column) += stiffness * moved[i] * moved[j].transpose();
      }
    }
  }
}

BlockCholesky::Pattern RigidPatches::find_pattern() const {
  BlockCholesky::Pattern pattern(rows_.size());
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    for (const Block& block : rows_[row]) pattern[row].push_back(block.column);
  }
  return pattern;
}

// Whether patches that touch are joined in the small system. In a high pile all would be, and to solve it would take
// longer than all the rest: there each is held where it touches as if the other stood still.
bool RigidPatches::plan_joined(const Contacts& contacts) {
  const BlockCholesky::Pattern alone = find_pattern();
  BlockCholesky::Pattern joined = alone;
  std::array<Moved, kMostMoved> moved;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const std::size_t count = list_moved(contacts, c, moved);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        if (moved[j].patch < moved[i].patch) joined[moved[i].patch].push_back(moved[j].patch);
      }
    }
  }
  for (auto& columns : joined) sort_unique(columns);
  const std::uint64_t work = factors_.plan(alone);
  if (joined == alone) return true;
  const std::uint64_t limit = std::max(kLargestGrowth * work, kWorkPerParticle * patch_of_.size());
  if (factors_.plan(joined) <= limit) return true;
  factors_.plan(alone);
  return false;
}

std::size_t RigidPatches::list_moved(const Contacts& contacts, std::size_t c,
                                     std::span<Moved, kMostMoved> moved) const {
  const Contact& contact = contacts.list()[c];
  std::size_t count = 0;
  for (int i = 0; i < contact.count; ++i) {
    const std::uint32_t p = contact.vertices[i];
    if (p < patch_of_.size()) moved[count++] = {patch_of_[p], contact.weights[i] * modes(p)};
  }
  if (const Contacts::YieldingCorner* corner = contacts.find_yielding(c)) {
    const auto patch = static_cast<std::uint32_t>(centres_.size()) + corner->body;
    moved[count++] = {patch, corner->modes};
  }
  return count;
}

void RigidPatches::add_contacts(const Contacts& contacts, bool is_joined) {
  std::array<Moved, kMostMoved> moved;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Eigen::Matrix3d stiffness = contacts.stiffness(c);
    if (stiffness.isZero(0)) continue;
    const std::size_t count = list_moved(contacts, c, moved);
    for (std::size_t i = 0; i < count; ++i) {
      const Eigen::Matrix<double, 6, 3> left = moved[i].modes.transpose() * stiffness;
      for (std::size_t j = 0; j < count; ++j) {
        if (moved[j].patch > moved[i].patch || (!is_joined && moved[j].patch != moved[i].patch)) continue;
        block(moved[i].patch, moved[j].patch) += left * moved[j].modes;
      }
    }
  }
}

void RigidPatches::add_yielding(const YieldingStep& yielding) {
  const auto first = static_cast<std::uint32_t>(centres_.size());
  yielding.visit_blocks([&](std::uint32_t row, std::uint32_t column, const Matrix6& value) {
    if (column <= row) block(first + row, first + column) += value;
  });
}

bool RigidPatches::fit(std::span<const Vec3> positions, const ClothEnergy& energy, const Contacts& contacts,
                       std::span<const double> masses, double mass_scale, std::span<const double> inverse_masses,
                       const YieldingStep* yielding) {
  parallel_blocks(centres_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t patch = begin; patch < end; ++patch) {
      Vec3 sum = Vec3::Zero();
      const std::uint32_t first = starts_[patch], last = starts_[patch + 1];
      for (std::uint32_t i = first; i < last; ++i) sum += positions[members_[i]];
      centres_[patch] = sum / (last - first);
      for (std::uint32_t i = first; i < last; ++i) {
        arms_[members_[i]] = positions[members_[i]] - centres_[patch];
        is_free_[members_[i]] = inverse_masses[members_[i]] > 0 ? 1 : 0;
      }
    }
  });
  rows_.resize(centres_.size() + (yielding ? yielding->count() : 0));
  for (auto& row : rows_) row.clear();
  parallel_blocks(centres_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t patch = begin; patch < end; ++patch) {
      // From nothing, so that the order in which the system is solved does not depend on what touched before; with a
      // block of its own, even if nothing in it moves.
      block(static_cast<std::uint32_t>(patch), static_cast<std::uint32_t>(patch));
      add_own(energy, masses, mass_scale, static_cast<std::uint32_t>(patch));
    }
  });
  add_hinges(energy);
  if (yielding) add_yielding(*yielding);
  add_contacts(contacts, plan_joined(contacts));
  raise_diagonal();
  return factors_.factorise(rows_);
}

// Turns about a line through all particles of a patch do nothing; they get a number of their own.
void RigidPatches::raise_diagonal() {
  for (auto& row : rows_) {
    auto own = row.back().value.diagonal();
    const double least_shift = 1e-9 * own.head<3>().sum(), least_turn = 1e-9 * own.tail<3>().sum();
    for (int i = 0; i < 6; ++i) {
      own[i] += i < 3 ? least_shift : least_turn;
      if (!(own[i] > 0)) own[i] = 1;
    }
  }
}

void RigidPatches::add_solution(std::span<const Vec3> residual, std::span<Vec3> out) const {
  moves_.resize(rows_.size());
  const std::size_t patches = centres_.size(), particles = patch_of_.size();
  for (std::size_t i = 0; i < rows_.size() - patches; ++i)
    moves_[patches + i] << residual[particles + 2 * i], residual[particles + 2 * i + 1];
  parallel_blocks(patches, 4 * kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t patch = begin; patch < end; ++patch) {
      Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
      for (std::uint32_t i = starts_[patch]; i < starts_[patch + 1]; ++i) {
        const std::uint32_t p = members_[i];
        force += is_free_[p] * residual[p];
        torque += is_free_[p] * arms_[p].cross(residual[p]);
      }
      moves_[patch].head<3>() = force;
      moves_[patch].tail<3>() = torque;
    }
  });
  factors_.solve(moves_);
  for (std::size_t i = 0; i < rows_.size() - patches; ++i) {
    out[particles + 2 * i] = moves_[patches + i].head<3>();
    out[particles + 2 * i + 1] = moves_[patches + i].tail<3>();
  }
  parallel_blocks(patches, 4 * kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t patch = begin; patch < end; ++patch) {
      const Vec3 shift = moves_[patch].head<3>(), turn = moves_[patch].tail<3>();
      for (std::uint32_t i = starts_[patch]; i < starts_[patch + 1]; ++i) {
        const std::uint32_t p = members_[i];
        out[p] += is_free_[p] * (shift + turn.cross(arms_[p]));
      }
    }
  });
}

}  // namespace abut
