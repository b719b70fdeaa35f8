// Rims are made from below: of the edges of its parts' rims a patch keeps those beyond which it ends. Loops are
// followed by turning through the patch's own faces around each vertex, so that a patch which meets itself in a vertex
// gets loops that do not cross there.
#include "tree/rims.h"

#include <algorithm>

#include "base/parallel.h"

namespace abut {
namespace {

constexpr std::uint32_t kNone = ~0u;

// The sides of the faces, numbered 3 * place + corner where the side starts.
class Sides {
 public:
  Sides(const Surface& surface, std::span<const FaceId> faces, int threads)
      : surface_(surface), faces_(faces), place_(surface.face_count(), kNone), opposite_(3 * faces.size(), kNone) {
    for (std::uint32_t place = 0; place < faces.size(); ++place) place_[faces[place]] = place;
    parallel_blocks(faces.size(), 8192, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t place = begin; place < end; ++place) {
        for (std::uint32_t corner = 0; corner < 3; ++corner) {
          opposite_[3 * place + corner] = find_opposite(faces[place], corner);
        }
      }
    });
  }

  const Surface& surface() const { return surface_; }
  std::uint32_t place(FaceId f) const { return place_[f]; }
  std::uint32_t opposite(std::uint32_t side) const { return opposite_[side]; }
  std::uint32_t beyond(std::uint32_t side) const {
    return opposite_[side] == kNone ? Rim::kNoFace : opposite_[side] / 3;
  }
  VertexId start(std::uint32_t side) const { return surface_.face(faces_[side / 3])[side % 3]; }
  static std::uint32_t next(std::uint32_t side) { return side % 3 == 2 ? side - 2 : side + 1; }

 private:
  // The side that runs the other way along the same edge, if exactly two faces meet there and agree.
  std::uint32_t find_opposite(FaceId f, std::uint32_t corner) const {
    const EdgeId e = surface_.face_edges(f)[corner];
    const auto faces = surface_.edge_faces(e);
    if (faces.size() != 2) return kNone;
    const FaceId g = faces[0] == f ? faces[1] : faces[0];
    const auto& edges = surface_.face_edges(g);
    const std::uint32_t other = edges[0] == e ? 0 : (edges[1] == e ? 1 : 2);
    if (surface_.face(g)[other] == surface_.face(f)[corner]) return kNone;
    return 3 * place_[g] + other;
  }

  const Surface& surface_;
  std::span<const FaceId> faces_;
  std::vector<std::uint32_t> place_, opposite_;
};

// The rims of one section.
struct Section {
  struct Item {
    std::uint32_t node, side_count, loop_count, touching_count;
    std::size_t first_side;
  };
  std::vector<Item> items;
  std::vector<std::uint32_t> sides, loop_ends, touching;
  std::size_t adjacency_vertex_count = 0;
};

// Where a node's rim can be found while the sections are being made.
struct Found {
  std::uint32_t section = kNone, item = 0;
};

class Builder {
 public:
  Builder(const Sides& sides, const Hierarchy& hierarchy, std::vector<Section>& sections, std::vector<Found>& found,
          std::span<const std::uint32_t> parents)
      : sides_(sides), hierarchy_(hierarchy), sections_(sections), found_(found), parents_(parents) {}

  void build(std::uint32_t section, std::span<const std::uint32_t> nodes) {
    for (std::size_t i = nodes.size(); i-- > 0;) {
      if (hierarchy_.nodes[nodes[i]].places.size() >= Rims::kMinFaces) add(section, nodes[i]);
    }
  }

 private:
  void add(std::uint32_t section, std::uint32_t node) {
    Section& out = sections_[section];
    collect_sides(node);
    const std::size_t first_side = out.sides.size(), first_loop = out.loop_ends.size();
    trace_loops(node, out);
    const std::size_t first_touching = out.touching.size();
    add_touching(node, out, first_side, first_loop);
    found_[node] = {section, static_cast<std::uint32_t>(out.items.size())};
    out.items.push_back({node, static_cast<std::uint32_t>(out.sides.size() - first_side),
                         static_cast<std::uint32_t>(out.loop_ends.size() - first_loop),
                         static_cast<std::uint32_t>(out.touching.size() - first_touching), first_side});
  }

  // All sides of the node beyond which it ends, sorted.
  void collect_sides(std::uint32_t node) {
    const Hierarchy::Node& n = hierarchy_.nodes[node];
    collected_.clear();
    const auto add = [&](std::uint32_t side) {
      if (!n.places.contains(sides_.beyond(side))) collected_.push_back(side);
    };
    const auto add_places = [&](SurfaceTree::Places places) {
      for (std::uint32_t side = 3 * places.begin; side < 3 * places.end; ++side) add(side);
    };
    if (n.is_leaf()) return add_places(n.places);
    for (std::uint32_t child = n.first_child; child < n.first_child + n.child_count; ++child) {
      if (found_[child].section == kNone) {
        add_places(hierarchy_.nodes[child].places);
      } else {
        const Section& from = sections_[found_[child].section];
        const Section::Item& item = from.items[found_[child].item];
        for (std::uint32_t i = 0; i < item.side_count; ++i) add(from.sides[item.first_side + i]);
      }
    }
    std::sort(collected_.begin(), collected_.end());
  }

  void trace_loops(std::uint32_t node, Section& out) {
    const SurfaceTree::Places places = hierarchy_.nodes[node].places;
    visited_.assign(collected_.size(), 0);
    const std::size_t first_side = out.sides.size();
    for (std::size_t start = 0; start < collected_.size(); ++start) {
      if (visited_[start]) continue;
      for (std::size_t i = start; !visited_[i];) {
        visited_[i] = 1;
        out.sides.push_back(collected_[i]);
        const std::uint32_t successor = find_successor(collected_[i], places);
        i = static_cast<std::size_t>(std::lower_bound(collected_.begin(), collected_.end(), successor) -
                                     collected_.begin());
      }
      out.loop_ends.push_back(static_cast<std::uint32_t>(out.sides.size() - first_side));
    }
  }

  // Turns around the vertex where the side ends, through faces of the patch, to the side where the patch ends.
  std::uint32_t find_successor(std::uint32_t side, SurfaceTree::Places places) const {
    std::uint32_t turned = Sides::next(side);
    while (places.contains(sides_.beyond(turned))) turned = Sides::next(sides_.opposite(turned));
    return turned;
  }

  // The largest patch that contains the face beyond and not this node, as a number that differs between such patches.
  std::uint32_t find_neighbor(std::uint32_t node, std::uint32_t beyond) const {
    if (beyond == Rim::kNoFace) return kNone;
    while (!hierarchy_.nodes[parents_[node]].places.contains(beyond)) node = parents_[node];
    const Hierarchy::Node& parent = hierarchy_.nodes[parents_[node]];
    std::uint32_t child = parent.first_child;
    while (!hierarchy_.nodes[child].places.contains(beyond)) ++child;
    return child;
  }

  void add_touching(std::uint32_t node, Section& out, std::size_t first_side, std::size_t first_loop) {
    const std::size_t first_touching = out.touching.size();
    std::uint32_t begin = 0;
    for (std::size_t l = first_loop; l < out.loop_ends.size(); ++l) {
      const std::uint32_t end = out.loop_ends[l];
      std::uint32_t previous = find_neighbor(node, sides_.beyond(out.sides[first_side + end - 1]));
      bool has_change = false;
      for (std::uint32_t i = begin; i < end; ++i) {
        const std::uint32_t side = out.sides[first_side + i], beyond = sides_.beyond(side);
        const bool is_same =
            previous == kNone ? beyond == Rim::kNoFace : hierarchy_.nodes[previous].places.contains(beyond);
        if (is_same) continue;
        previous = find_neighbor(node, beyond);
        add_touching_faces(node, sides_.start(side), out);
        has_change = true;
      }
      if (!has_change) add_touching_faces(node, sides_.start(out.sides[first_side + begin]), out);
      begin = end;
    }
    const auto first = out.touching.begin() + static_cast<std::ptrdiff_t>(first_touching);
    std::sort(first, out.touching.end());
    out.touching.erase(std::unique(first, out.touching.end()), out.touching.end());
  }

  void add_touching_faces(std::uint32_t node, VertexId v, Section& out) {
    ++out.adjacency_vertex_count;
    for (const FaceId f : sides_.surface().vertex_faces(v)) {
      const std::uint32_t place = sides_.place(f);
      if (!hierarchy_.nodes[node].places.contains(place)) out.touching.push_back(place);
    }
  }

  const Sides& sides_;
  const Hierarchy& hierarchy_;
  std::vector<Section>& sections_;
  std::vector<Found>& found_;
  std::span<const std::uint32_t> parents_;
  std::vector<std::uint32_t> collected_;
  std::vector<std::uint8_t> visited_;
};

std::vector<std::uint32_t> find_parents(const Hierarchy& hierarchy) {
  std::vector<std::uint32_t> parents(hierarchy.nodes.size(), kNone);
  for (std::uint32_t i = 0; i < hierarchy.nodes.size(); ++i) {
    const Hierarchy::Node& node = hierarchy.nodes[i];
    for (std::uint32_t k = 0; k < node.child_count; ++k) parents[node.first_child + k] = i;
  }
  return parents;
}

}  // namespace

Rims::Rims(const Surface& surface, const Hierarchy& hierarchy, std::span<const std::vector<std::uint32_t>> sections,
           int threads) {
  const Sides sides(surface, hierarchy.faces, threads);
  const std::vector<std::uint32_t> parents = find_parents(hierarchy);
  std::vector<Section> built(sections.size());
  std::vector<Found> found(hierarchy.nodes.size());
  const auto build = [&](std::size_t i) {
    Builder(sides, hierarchy, built, found, parents).build(static_cast<std::uint32_t>(i), sections[i]);
  };
  parallel_for(sections.size() - 1, threads, build);
  build(sections.size() - 1);

  number_.assign(hierarchy.nodes.size(), kNone);
  const auto mark = [&] {
    items_.push_back({static_cast<std::uint32_t>(vertices_.size()), static_cast<std::uint32_t>(loop_ends_.size()),
                      static_cast<std::uint32_t>(touching_.size())});
  };
  for (Section& section : built) {
    auto loop_end = section.loop_ends.begin();
    auto touching = section.touching.begin();
    for (const Section::Item& item : section.items) {
      number_[item.node] = static_cast<std::uint32_t>(items_.size());
      mark();
      for (std::uint32_t i = 0; i < item.side_count; ++i) {
        const std::uint32_t side = section.sides[item.first_side + i];
        vertices_.push_back(sides.start(side));
        beyond_.push_back(sides.beyond(side));
      }
      loop_ends_.insert(loop_ends_.end(), loop_end, loop_end + item.loop_count);
      touching_.insert(touching_.end(), touching, touching + item.touching_count);
      loop_end += item.loop_count;
      touching += item.touching_count;
    }
    adjacency_vertex_count_ += section.adjacency_vertex_count;
    section = {};
  }
  mark();
}

Rim Rims::rim(std::uint32_t node) const {
  const Item &item = items_[number_[node]], &end = items_[number_[node] + 1];
  const auto run = [](const auto& list, std::uint32_t from, std::uint32_t to) {
    return std::span(list).subspan(from, to - from);
  };
  return {run(vertices_, item.first_edge, end.first_edge), run(beyond_, item.first_edge, end.first_edge),
          run(loop_ends_, item.first_loop, end.first_loop), run(touching_, item.first_touching, end.first_touching)};
}

std::size_t Rims::memory() const {
  return 4 * (number_.size() + vertices_.size() + beyond_.size() + loop_ends_.size() + touching_.size()) +
         sizeof(Item) * items_.size();
}

}  // namespace abut
