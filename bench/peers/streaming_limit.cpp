// The streaming limit: the least that any method has to do in a frame that looks at every triangle. Boxes of all leaves
// and unit normals of all triangles are written, boxes are joined up a binary tree without pointers, and nothing is
// searched. Everything that could be arranged beforehand is: positions are floats already, triangles follow a Morton
// curve, vertices come in the order of their first use.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "bench/peers/float4.h"
#include "bench/peers/peers.h"
#include "bench/peers/spinning_team.h"

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace abut::bench {
namespace {

constexpr std::size_t kBlockLeaves = 1024;  // a subtree that stays in the cache while its boxes are joined

// ---- order ----

// Moves bit i to bit 3 i.
std::uint64_t spread_bits(std::uint64_t x) {
  std::uint64_t result = 0;
  for (int bit = 0; bit < 21; ++bit) result |= (x >> bit & 1) << (3 * bit);
  return result;
}

std::uint64_t morton_code(const Vec3& point, const Box3& box) {
  constexpr double cells = 1 << 21;
  const Vec3 unit = (point - box.lower) / std::max(box.size().maxCoeff(), 1e-300);
  std::uint64_t code = 0;
  for (int axis = 0; axis < 3; ++axis) {
    code |= spread_bits(static_cast<std::uint64_t>(std::clamp(unit[axis] * cells, 0.0, cells - 1))) << axis;
  }
  return code;
}

std::vector<FaceId> sort_by_morton_code(const Body& body) {
  const Box3 box = make_box(body.positions);
  std::vector<std::pair<std::uint64_t, FaceId>> codes;
  for (std::size_t f = 0; f < body.surface->face_count(); ++f) {
    const TrianglePoints t = face_points(*body.surface, body.positions, FaceId(f));
    codes.emplace_back(morton_code((t[0] + t[1] + t[2]) / 3, box), FaceId(f));
  }
  std::sort(codes.begin(), codes.end());
  std::vector<FaceId> order;
  for (const auto& [code, face] : codes) order.push_back(face);
  return order;
}

struct StreamingMesh {
  explicit StreamingMesh(const Body& body) {
    std::vector<VertexId> new_name(body.positions.size());
    for (const FaceId f : sort_by_morton_code(body)) {
      for (const VertexId v : body.surface->face(f)) {
        if (!new_name[v].is_valid()) {
          new_name[v] = VertexId(positions.size());
          positions.push_back(to_float4(body.positions[v]));
        }
        corners.push_back(new_name[v]);
      }
    }
  }
  std::size_t triangle_count() const { return corners.size() / 3; }

  std::vector<Float4> positions;
  std::vector<std::uint32_t> corners;
};

// ---- arithmetic ----

struct Box {
  Float4 lower, upper;
};
static_assert(sizeof(Box) == 32);

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Box kEmptyBox = {{kInfinity, kInfinity, kInfinity, kInfinity},
                           {-kInfinity, -kInfinity, -kInfinity, -kInfinity}};

Box join(const Box& a, const Box& b) { return {min(a.lower, b.lower), max(a.upper, b.upper)}; }

Float4 inverse_root(Float4 x) {
#ifdef __SSE__
  return _mm_rsqrt_ps(x);  // twelve bits, which is enough for a limit
#else
  return Float4{} + 1 / std::sqrt(x[0]);
#endif
}

Float4 rotate(Float4 x) { return __builtin_shufflevector(x, x, 1, 2, 0, 3); }

Float4 unit_normal(Float4 a, Float4 b, Float4 c) {
  const Float4 u = b - a, v = c - a;
  const Float4 normal = rotate(u * rotate(v) - rotate(u) * v);
  const Float4 squares = normal * normal;
  const Float4 halves = squares + __builtin_shufflevector(squares, squares, 1, 0, 3, 2);
  return normal * inverse_root(halves + __builtin_shufflevector(halves, halves, 2, 3, 0, 1));
}

// ---- one frame ----

// Node i has the children 2 i and 2 i + 1; leaves are the second half, as many as the next power of two.
class StreamingTree {
 public:
  StreamingTree(const Body& body, std::size_t leaf_size)
      : mesh_(body),
        leaf_size_(leaf_size),
        used_leaves_((mesh_.triangle_count() + leaf_size - 1) / leaf_size),
        leaves_(std::bit_ceil(std::max<std::size_t>(1, used_leaves_))),
        block_leaves_(std::min(leaves_, kBlockLeaves)),
        nodes_(2 * leaves_, kEmptyBox),
        normals_(mesh_.triangle_count()) {}

  void update(SpinningTeam& team) {
    const std::size_t blocks = (used_leaves_ + block_leaves_ - 1) / block_leaves_, threads = team.size();
    team.run([&](int thread) {
      for (std::size_t b = blocks * thread / threads; b < blocks * (thread + 1) / threads; ++b) update_block(b);
    });
    for (std::size_t node = leaves_ / block_leaves_ - 1; node > 0; --node) update_node(node);
  }

 private:
  void update_block(std::size_t block) {
    const std::size_t first = block * block_leaves_;
    const std::size_t last = std::min(first + block_leaves_, used_leaves_);
    for (std::size_t leaf = first; leaf < last; ++leaf) update_leaf(leaf);
    std::size_t node = (leaves_ + first) / 2;
    for (std::size_t width = block_leaves_ / 2; width > 0; width /= 2, node /= 2) {
      for (std::size_t i = 0; i < width; ++i) update_node(node + i);
    }
  }

  void update_leaf(std::size_t leaf) {
    Box box = kEmptyBox;
    const std::size_t last = std::min((leaf + 1) * leaf_size_, normals_.size());
    for (std::size_t t = leaf * leaf_size_; t < last; ++t) {
      const std::uint32_t* corner = &mesh_.corners[3 * t];
      const Float4 a = mesh_.positions[corner[0]], b = mesh_.positions[corner[1]], c = mesh_.positions[corner[2]];
      box = join(box, {min(min(a, b), c), max(max(a, b), c)});
      normals_[t] = unit_normal(a, b, c);
    }
    nodes_[leaves_ + leaf] = box;
  }

  void update_node(std::size_t node) { nodes_[node] = join(nodes_[2 * node], nodes_[2 * node + 1]); }

  StreamingMesh mesh_;
  std::size_t leaf_size_, used_leaves_, leaves_, block_leaves_;
  std::vector<Box> nodes_;
  std::vector<Float4> normals_;
};

}  // namespace

Measurement measure_streaming_limit(const Body& body, std::size_t leaf_size, int threads) {
  StreamingTree tree(body, leaf_size);
  SpinningTeam team(threads);
  return measure([&] {
    tree.update(team);
    return std::uint64_t{0};
  });
}

}  // namespace abut::bench
