#include "reproduce/visibility.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut::reproduce {
namespace {

constexpr double kSamples = 3;  // per pixel, each way
constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

// At each sample the triangle that is nearest to the eye so far, and how near.
class DepthBuffer {
 public:
  DepthBuffer(int width, int height)
      : width_(static_cast<int>(kSamples * width)),
        height_(static_cast<int>(kSamples * height)),
        depths_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), -1e300),
        owners_(depths_.size(), kNobody) {}

  void add(const std::array<Vec3, 3>& triangle, std::uint32_t owner) {
    Eigen::Matrix3d corners;  // of the plane's points (x, y, 1)
    Vec3 depths;
    Vec2 low(1e300, 1e300), high(-1e300, -1e300);
    for (int i = 0; i < 3; ++i) {
      const Vec2 p = kSamples * triangle[i].head<2>();
      corners.col(i) = Vec3(p.x(), p.y(), 1);
      depths[i] = triangle[i].z();
      low = low.cwiseMin(p);
      high = high.cwiseMax(p);
    }
    if (std::abs(corners.determinant()) < 1e-9) return;  // seen from its edge
    const Eigen::Matrix3d weights_of = corners.inverse();
    for (int y = std::max(0, int(std::floor(low.y()))); y <= std::min(height_ - 1, int(high.y())); ++y) {
      for (int x = std::max(0, int(std::floor(low.x()))); x <= std::min(width_ - 1, int(high.x())); ++x) {
        const Vec3 weights = weights_of * Vec3(x + 0.5, y + 0.5, 1);
        if (weights.minCoeff() >= 0) offer(x, y, weights.dot(depths), owner);
      }
    }
  }

  const std::vector<std::uint32_t>& owners() const { return owners_; }

 private:
  void offer(int x, int y, double depth, std::uint32_t owner) {
    const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
    if (depth <= depths_[at]) return;
    depths_[at] = depth;
    owners_[at] = owner;
  }

  int width_, height_;
  std::vector<double> depths_;
  std::vector<std::uint32_t> owners_;
};

}  // namespace

std::vector<std::uint8_t> find_visible(std::span<const std::array<Vec3, 3>> triangles, int width, int height) {
  DepthBuffer buffer(width, height);
  for (std::uint32_t i = 0; i < triangles.size(); ++i) buffer.add(triangles[i], i);
  std::vector<std::uint8_t> is_visible(triangles.size(), 0);
  for (const std::uint32_t owner : buffer.owners()) {
    if (owner != kNobody) is_visible[owner] = 1;
  }
  return is_visible;
}

}  // namespace abut::reproduce
