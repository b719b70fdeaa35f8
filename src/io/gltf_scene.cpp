// Walks through the node trees of a glTF file, with a stack of its own: a hostile file may nest nodes as deep as it is
// long.
#include "io/gltf_scene.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "io/failure.h"

namespace abut {
namespace {

template <int kSize>
Eigen::Matrix<double, kSize, 1> read_vector(const JsonView& array) {
  if (array.size() != kSize) fail_at(array.path(), "{} numbers found, expected {}", array.size(), kSize);
  Eigen::Matrix<double, kSize, 1> vector;
  for (int i = 0; i < kSize; ++i) vector[i] = array.at(i).to_number();
  return vector;
}

Eigen::Matrix4d read_matrix(const JsonView& array) {
  const Eigen::Matrix<double, 16, 1> numbers = read_vector<16>(array);
  const Eigen::Matrix4d matrix = Eigen::Map<const Eigen::Matrix4d>(numbers.data());  // both are column by column
  if (matrix.row(3) != Eigen::RowVector4d(0, 0, 0, 1))
    fail_at(array.path(), "matrix whose last row is not 0 0 0 1 found");
  return matrix;
}

Eigen::Matrix4d read_local_transform(const JsonView& node) {
  if (const auto matrix = node.find("matrix")) return read_matrix(*matrix);
  Eigen::Affine3d transform = Eigen::Affine3d::Identity();
  if (const auto translation = node.find("translation")) transform.translate(read_vector<3>(*translation));
  if (const auto rotation = node.find("rotation"))
    transform.rotate(Eigen::Quaterniond(read_vector<4>(*rotation)));  // x, y, z, w in glTF as in Eigen
  if (const auto scale = node.find("scale")) transform.scale(read_vector<3>(*scale));
  return transform.matrix();
}

class SceneWalker {
 public:
  explicit SceneWalker(const JsonView& root)
      : nodes_(root.at("nodes")), is_visited_(nodes_.size(), false), root_(root) {}

  std::vector<GltfMeshNode> walk() {
    for (const std::size_t node : find_roots()) stack_.push_back({node, Eigen::Matrix4d::Identity()});
    std::reverse(stack_.begin(), stack_.end());
    while (!stack_.empty()) {
      const Visit visit = stack_.back();
      stack_.pop_back();
      visit_node(visit);
    }
    return std::move(found_);
  }

 private:
  struct Visit {
    std::size_t node;
    Eigen::Matrix4d parent_to_world;
  };

  std::vector<std::size_t> find_roots() const {
    const auto scene = root_.find("scene");
    return scene ? read_indices(root_.at("scenes").at(scene->to_size()), "nodes") : find_orphans();
  }

  std::vector<std::size_t> find_orphans() const {
    std::vector<bool> is_child(nodes_.size(), false);
    for (std::size_t node = 0; node < nodes_.size(); ++node)
      for (const std::size_t child : read_indices(nodes_.at(node), "children"))
        if (child < is_child.size()) is_child[child] = true;
    std::vector<std::size_t> orphans;
    for (std::size_t node = 0; node < is_child.size(); ++node)
      if (!is_child[node]) orphans.push_back(node);
    if (orphans.empty()) fail_at(nodes_.path(), "no root found: every node is the child of another");
    return orphans;
  }

  static std::vector<std::size_t> read_indices(const JsonView& object, std::string_view key) {
    std::vector<std::size_t> indices;
    const auto array = object.find(key);
    for (std::size_t i = 0; array && i < array->size(); ++i) indices.push_back(array->at(i).to_size());
    return indices;
  }

  // Each node is seen once: that rules out cycles, and trees that grow without bound by sharing branches.
  void visit_node(const Visit& visit) {
    const JsonView node = nodes_.at(visit.node);
    if (is_visited_[visit.node]) fail_at(node.path(), "node reached a second time, expected a tree of nodes");
    is_visited_[visit.node] = true;
    const Eigen::Matrix4d to_world = visit.parent_to_world * read_local_transform(node);
    if (node.find("mesh")) add_mesh_node(node, visit.node, to_world);
    const std::vector<std::size_t> children = read_indices(node, "children");
    for (auto child = children.rbegin(); child != children.rend(); ++child) stack_.push_back({*child, to_world});
  }

  void add_mesh_node(const JsonView& node, std::size_t index, const Eigen::Matrix4d& to_world) {
    if (const auto extensions = node.find("extensions"); extensions && extensions->find("EXT_mesh_gpu_instancing"))
      fail_at(node.path(), "instances by EXT_mesh_gpu_instancing found, which are not supported");
    found_.push_back({.node = index,
                      .mesh = node.at("mesh").to_size(),
                      .is_skinned = node.find("skin").has_value(),
                      .to_world = to_world});
    if (found_.back().is_skinned) found_.back().to_world.setIdentity();
  }

  JsonView nodes_;
  std::vector<bool> is_visited_;
  const JsonView& root_;
  std::vector<Visit> stack_;
  std::vector<GltfMeshNode> found_;
};

}  // namespace

std::vector<GltfMeshNode> find_mesh_nodes(const JsonView& root) { return SceneWalker(root).walk(); }

}  // namespace abut
