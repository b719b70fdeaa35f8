#include "reproduce/sphere_trees/simplify.h"

#include <algorithm>
#include <queue>
#include <set>

#include "base/sort_unique.h"

namespace abut::reproduce {
namespace {

using Quadric = Eigen::Matrix4d;

Quadric make_quadric(const TrianglePoints& t) {
  const Vec3 twice = (t[1] - t[0]).cross(t[2] - t[0]);
  const double area = 0.5 * twice.norm();
  if (area == 0) return Quadric::Zero();
  const Vec3 normal = twice.normalized();
  const Eigen::Vector4d plane(normal.x(), normal.y(), normal.z(), -normal.dot(t[0]));
  return area * plane * plane.transpose();
}

double measure(const Quadric& quadric, const Vec3& p) {
  const Eigen::Vector4d q = p.homogeneous();
  return q.dot(quadric * q);
}

struct Collapse {
  double cost;
  std::uint32_t a, b;            // b becomes a
  std::uint32_t a_time, b_time;  // out of date if a vertex has changed since
  Vec3 place;
  friend bool operator<(const Collapse& p, const Collapse& q) {
    return std::tie(p.cost, p.a, p.b) > std::tie(q.cost, q.a, q.b);  // the cheapest first
  }
};

class Simplification {
 public:
  explicit Simplification(const TriangleMesh& mesh)
      : positions_(mesh.positions), faces_(mesh.faces), faces_of_(positions_.size()), times_(positions_.size()) {
    quadrics_.assign(positions_.size(), Quadric::Zero());
    for (std::uint32_t f = 0; f < faces_.size(); ++f) {
      const Quadric quadric = make_quadric(points(faces_[f]));
      for (const VertexId v : faces_[f]) {
        faces_of_[v].push_back(f);
        quadrics_[v] += quadric;
      }
    }
    is_there_.assign(faces_.size(), true);
    count_ = faces_.size();
    for (std::uint32_t v = 0; v < positions_.size(); ++v) add_edges(v, [&](std::uint32_t w) { return v < w; });
  }

  void run(std::size_t most) {
    while (count_ > most && !queue_.empty()) {
      const Collapse next = queue_.top();
      queue_.pop();
      if (times_[next.a] == next.a_time && times_[next.b] == next.b_time && is_allowed(next)) collapse(next);
    }
  }

  TriangleMesh result() const {
    TriangleMesh mesh;
    std::vector<VertexId> number(positions_.size());
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      if (!is_there_[f]) continue;
      auto& face = mesh.faces.emplace_back(faces_[f]);
      for (VertexId& v : face) {
        if (!number[v].is_valid()) {
          number[v] = VertexId(mesh.positions.size());
          mesh.positions.push_back(positions_[v]);
        }
        v = number[v];
      }
    }
    return mesh;
  }

 private:
  TrianglePoints points(const std::array<VertexId, 3>& face) const {
    return {positions_[face[0]], positions_[face[1]], positions_[face[2]]};
  }

  std::vector<std::uint32_t> find_neighbours(std::uint32_t v) const {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t f : faces_of_[v]) {
      for (const VertexId w : faces_[f]) {
        if (w != VertexId(v)) found.push_back(w);
      }
    }
    sort_unique(found);
    return found;
  }

  template <class Wanted>
  void add_edges(std::uint32_t v, const Wanted& wanted) {
    for (const std::uint32_t w : find_neighbours(v)) {
      if (wanted(w)) add_edge(std::min(v, w), std::max(v, w));
    }
  }

  // One of the ends or the middle, whichever is best.
  void add_edge(std::uint32_t a, std::uint32_t b) {
    const Quadric quadric = quadrics_[a] + quadrics_[b];
    Collapse best{std::numeric_limits<double>::infinity(), a, b, times_[a], times_[b], positions_[a]};
    for (const Vec3& place : {Vec3(0.5 * (positions_[a] + positions_[b])), positions_[a], positions_[b]}) {
      const double cost = measure(quadric, place);
      if (cost < best.cost) best.cost = cost, best.place = place;
    }
    queue_.push(best);
  }

  // The surface stays what it is, and no face turns over.
  bool is_allowed(const Collapse& c) const {
    const auto a = find_neighbours(c.a), b = find_neighbours(c.b);
    std::vector<std::uint32_t> both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    std::size_t shared = 0;
    for (const std::uint32_t f : faces_of_[c.a]) shared += has(f, c.b);
    return shared == 2 && both.size() == 2 && keeps_sides(c.a, c) && keeps_sides(c.b, c);
  }

  bool has(std::uint32_t f, std::uint32_t v) const {
    return std::find(faces_[f].begin(), faces_[f].end(), VertexId(v)) != faces_[f].end();
  }

  bool keeps_sides(std::uint32_t v, const Collapse& c) const {
    for (const std::uint32_t f : faces_of_[v]) {
      if (has(f, c.a) && has(f, c.b)) continue;
      const TrianglePoints before = points(faces_[f]);
      TrianglePoints after = before;
      for (int k = 0; k < 3; ++k) {
        if (faces_[f][k] == VertexId(v)) after[k] = c.place;
      }
      if (unit_normal(before).dot(unit_normal(after)) < 0.2) return false;
    }
    return true;
  }

  void collapse(const Collapse& c) {
    positions_[c.a] = c.place;
    quadrics_[c.a] += quadrics_[c.b];
    for (const std::uint32_t f : faces_of_[c.b]) {
      if (has(f, c.a)) {
        is_there_[f] = false;
        --count_;
        for (const VertexId v : faces_[f]) {
          if (v != VertexId(c.b)) std::erase(faces_of_[v], f);
        }
        continue;
      }
      std::replace(faces_[f].begin(), faces_[f].end(), VertexId(c.b), VertexId(c.a));
      faces_of_[c.a].push_back(f);
    }
    faces_of_[c.b].clear();
    ++times_[c.a];
    ++times_[c.b];
    add_edges(c.a, [](std::uint32_t) { return true; });
  }

  std::vector<Vec3> positions_;
  std::vector<std::array<VertexId, 3>> faces_;
  std::vector<std::vector<std::uint32_t>> faces_of_;
  std::vector<Quadric> quadrics_;
  std::vector<std::uint32_t> times_;
  std::vector<bool> is_there_;
  std::size_t count_ = 0;
  std::priority_queue<Collapse> queue_;
};

}  // namespace

TriangleMesh simplify(const TriangleMesh& mesh, std::size_t most_triangles) {
  Simplification simplification(mesh);
  simplification.run(most_triangles);
  return simplification.result();
}

}  // namespace abut::reproduce
