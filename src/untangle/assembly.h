// All bodies of a scene as one system of vertices, numbered body after body, with masses, links that keep the shape,
// and neighbours. What moves is a list of positions beside it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/untangle.h"
#include "response/separation.h"

namespace abut {

/// Two vertices that are to keep their distance: an edge, or the two vertices opposite to it, which tell its bend.
struct Link {
  std::uint32_t a = 0, b = 0;
  double length = 0;
};

class Assembly {
 public:
  explicit Assembly(const UntangleScene& scene);

  std::size_t vertex_count() const { return inverse_masses.size(); }
  std::size_t body_count() const { return surfaces_.size(); }
  const Surface& surface(BodyId body) const { return *surfaces_[body]; }
  bool is_obstacle(BodyId body) const { return is_obstacle_[body]; }
  bool is_movable(std::uint32_t v) const { return inverse_masses[v] > 0; }
  std::size_t movable_count() const;

  std::uint32_t number(BodyId body, VertexId v) const { return starts_[body] + v; }
  std::span<const Vec3> of_body(BodyId body, std::span<const Vec3> positions) const {
    return positions.subspan(starts_[body], starts_[body + 1] - starts_[body]);
  }
  /// The number of an edge, which is that of its link.
  std::uint32_t number(BodyId body, EdgeId e) const { return edge_starts_[body] + e; }
  SurfaceFeature edge(std::uint32_t number) const;
  std::vector<Body> place(std::span<const Vec3> positions) const;
  /// Of the corners of a feature, in the order of its weights.
  FeatureCorners corners(const SurfaceFeature& feature) const;

  /// Vertices joined to v by an edge.
  std::span<const std::uint32_t> neighbours(std::uint32_t v) const { return run(neighbours_, v); }
  /// These vertices and all that so many rings around them may move; sorted.
  std::vector<std::uint32_t> grow(std::span<const std::uint32_t> vertices, int rings) const;
  /// Numbers of links that v takes part in; edges first.
  std::span<const std::uint32_t> links_at(std::uint32_t v) const { return run(links_at_, v); }
  std::span<const std::uint32_t> edges_at(std::uint32_t v) const { return links_at(v).first(neighbours(v).size()); }
  std::uint32_t other_end(std::uint32_t link, std::uint32_t v) const { return links[link].a + links[link].b - v; }

  std::vector<Vec3> input;             ///< where the vertices are at the start
  std::vector<Vec3> rest;              ///< and where they are at rest
  std::vector<double> inverse_masses;  ///< 0: never moves
  std::vector<std::span<const double>> masses_by_body;
  std::vector<Link> links;     ///< edges first
  std::size_t edge_count = 0;  ///< so many of the links are edges
  std::vector<double> sizes;   ///< of each vertex: the mean length of its edges, at most that of all edges
  double mean_edge = 0;
  std::vector<double> areas;              ///< of each vertex: a third of the faces around it
  std::vector<std::uint32_t> components;  ///< of each vertex: the piece of a surface it belongs to
  std::uint32_t component_count = 0;

  double mass(std::uint32_t v) const { return inverse_masses[v] > 0 ? 1 / inverse_masses[v] : 0; }

 private:
  struct Lists {
    std::vector<std::uint32_t> starts, items;
  };
  static std::span<const std::uint32_t> run(const Lists& lists, std::uint32_t i) {
    return std::span(lists.items).subspan(lists.starts[i], lists.starts[i + 1] - lists.starts[i]);
  }
  void add_masses(const UntangleBody& body);
  void add_components(BodyId id);
  void add_edges(BodyId id, std::span<const Vec3> rest);
  void add_bends(BodyId id, std::span<const Vec3> rest);
  void list_neighbours();
  void measure_sizes();

  std::vector<const Surface*> surfaces_;
  std::vector<std::uint8_t> is_obstacle_;
  std::vector<std::uint32_t> starts_ = {0}, edge_starts_;
  Lists neighbours_, links_at_;
};

}  // namespace abut
