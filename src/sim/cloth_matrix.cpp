#include "sim/cloth_matrix.h"

#include "base/parallel.h"

namespace abut {
namespace {

constexpr std::size_t kBlock = 2048;

}  // namespace

ClothMatrix::ClothMatrix(const ClothEnergy& energy, std::size_t particle_count, int threads) : threads_(threads) {
  row_starts_.assign(1, 0);
  corner_starts_.assign(1, 0);
  for (std::size_t p = 0; p < particle_count; ++p) {
    for (const std::uint32_t column : energy.columns(p)) {
      if (column != p) columns_.push_back(column);
    }
    row_starts_.push_back(static_cast<std::uint32_t>(columns_.size()));
    corner_starts_.push_back(corner_starts_.back() + static_cast<std::uint32_t>(energy.hinge_corners(p).size()));
  }
  blocks_.resize(kBlockSize * columns_.size() + 1);  // the last column is read as if it had four rows
  corners_.resize(corner_starts_.back());
  for (const Hinge& hinge : energy.hinges()) hinges_.push_back(hinge.particles);
  turns_.resize(hinges_.size());
  hinge_rows_.resize(hinges_.size());
  rates_.resize(hinges_.size());
  forces_.resize(hinges_.size());
  in_.resize(particle_count);
}

void ClothMatrix::fit(const ClothEnergy& energy) {
  parallel_blocks(in_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) fit_particle(energy, static_cast<std::uint32_t>(p));
  });
  parallel_blocks(hinges_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t h = begin; h < end; ++h) fit_hinge(energy, static_cast<std::uint32_t>(h));
  });
}

void ClothMatrix::fit_particle(const ClothEnergy& energy, std::uint32_t p) {
  const auto columns = energy.columns(p);
  const auto blocks = energy.blocks(p);
  std::size_t next = row_starts_[p];
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (columns[i] == p) continue;  // it is less the sum of the others
    Eigen::Map<Eigen::Matrix3f> packed(&blocks_[kBlockSize * next++]);
    packed = blocks[i].cast<float>();
  }
  const auto corners = energy.hinge_corners(p);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 shares = energy.bend_gradients(corners[i].hinge).shares(corners[i].corner);
    corners_[corner_starts_[p] + i] = {corners[i].hinge, static_cast<float>(shares.x()),
                                       static_cast<float>(shares.y())};
  }
}

void ClothMatrix::fit_hinge(const ClothEnergy& energy, std::uint32_t h) {
  const BendGradient& gradient = energy.bend_gradients(h);
  turns_[h] = {gradient.first.cast<float>().array(), gradient.second.cast<float>().array(),
               static_cast<float>(gradient.along_first), static_cast<float>(gradient.along_second)};
  HingeRow row;
  row.hinges.fill(h);
  std::size_t next = 1;  // the first is the hinge itself, of both faces together
  energy.visit_moments(h, [&](std::uint32_t other, double stiffness) {
    const std::size_t at = other == h ? 0 : next++;
    row.hinges[at] = other;
    row.stiffness[at] += static_cast<float>(stiffness);
  });
  hinge_rows_[h] = row;
}

float ClothMatrix::measure_turn(std::size_t h) const {
  const auto& p = hinges_[h];
  const HingeTurn& turn = turns_[h];
  const Double4& start = in_[p[0]];
  const Float4 edge = (in_[p[1]] - start).cast<float>();
  const Float4 first = (in_[p[2]] - start).cast<float>() - turn.along_first * edge;
  const Float4 second = (in_[p[3]] - start).cast<float>() - turn.along_second * edge;
  return (turn.first * first.head<3>() + turn.second * second.head<3>()).sum();
}

void ClothMatrix::multiply(std::span<const Vec3> in, std::span<Vec3> out) const {
  parallel_blocks(in_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) in_[p] << in[p].array(), 0;
  });
  parallel_blocks(hinges_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t h = begin; h < end; ++h) rates_[h] = measure_turn(h);
  });
  parallel_blocks(hinges_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t h = begin; h < end; ++h) {
      const HingeRow& row = hinge_rows_[h];
      float moment = 0;
      for (std::size_t i = 0; i < kNearHinges; ++i) moment += row.stiffness[i] * rates_[row.hinges[i]];
      forces_[h][0] << moment * turns_[h].first, 0;
      forces_[h][1] << moment * turns_[h].second, 0;
    }
  });
  parallel_blocks(in_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      Float4 sum = Float4::Zero();
      for (std::uint32_t i = row_starts_[p]; i < row_starts_[p + 1]; ++i) {
        const float* const block = &blocks_[kBlockSize * i];
        const Float4 v = (in_[columns_[i]] - in_[p]).cast<float>();
        for (int column = 0; column < 3; ++column) sum += v[column] * Eigen::Map<const Float4>(block + 3 * column);
      }
      for (std::uint32_t i = corner_starts_[p]; i < corner_starts_[p + 1]; ++i) {
        const HingeCorner& corner = corners_[i];
        sum += corner.first * forces_[corner.hinge][0] + corner.second * forces_[corner.hinge][1];
      }
      out[p] = sum.head<3>().matrix().cast<double>();
    }
  });
}

}  // namespace abut
