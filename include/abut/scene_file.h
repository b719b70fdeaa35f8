// Room 7, io, another face: scenes to simulate, as a JSON file describes them. The format is docs/simulate_json.md.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/pose.h"
#include "abut/shape.h"
#include "abut/sim.h"
#include "abut/solids.h"

namespace abut {

// ---------------------------------------------------------------------------------------------------------------
// What a scene file says. Members have the names they have in the file, and the same defaults. Lengths are metres,
// angles degrees, times seconds.

/// A flat piece around the origin, in the plane of x and y. Diagonals alternate.
struct GridShape {
  std::array<double, 2> size = {1, 1};
  std::array<int, 2> cells = {20, 20};
};

/// A round piece around the origin, in the plane of x and y.
struct DiskShape {
  double radius = 0.5;
  int rings = 10;
};

/// Open at both ends, around z; a cone or a funnel if the radii differ.
struct TubeShape {
  std::array<double, 2> radii = {0.1, 0.1};  ///< below and above
  double height = 1;
  std::array<int, 2> cells = {24, 24};  ///< around and along
};

struct SphereShape {
  double radius = 0.5;
  int subdivisions = 3;  ///< of the faces of an icosahedron, each into four
};

/// A cylinder along z with half a sphere at each end.
struct CapsuleShape {
  double radius = 0.1;
  double length = 0.5;                  ///< between the centres of the half spheres
  std::array<int, 2> cells = {24, 10};  ///< around, and along the cylinder
};

struct BoxShape {
  std::array<double, 3> size = {1, 1, 1};
  std::array<int, 3> cells = {1, 1, 1};
};

/// A shallow bowl that is open upwards: a piece of a sphere whose lowest point is the origin.
struct DishShape {
  double radius = 0.3;   ///< of the rim
  double depth = 0.1;    ///< of the rim above the lowest point; at most the radius
  double thickness = 0;  ///< downwards; 0: a single layer
  int rings = 12;
};

/// A long strip, wound up around z like thread on a bobbin, turn above turn; its middle is the origin.
struct RibbonShape {
  std::array<double, 2> size = {10, 0.05};  ///< length and width
  std::array<int, 2> cells = {800, 4};
  double radius = 0.2;  ///< of the turns
  double gap = 0.01;    ///< between them
};

/// Where a mesh comes from: a file, or exactly one of the shapes.
struct MeshSource {
  std::string file;
  std::string part;  ///< of the file: an object or group; empty: all of it
  std::optional<GridShape> grid;
  std::optional<DiskShape> disk;
  std::optional<TubeShape> tube;
  std::optional<SphereShape> sphere;
  std::optional<CapsuleShape> capsule;
  std::optional<BoxShape> box;
  std::optional<DishShape> dish;
  std::optional<RibbonShape> ribbon;
};

struct AxisTurn {
  Vec3 axis = Vec3::UnitZ();
  double degrees = 0;
};

/// First scaled, then turned about the origin, then moved.
struct SceneTransform {
  Vec3 scale = Vec3::Ones();
  std::variant<Vec3, AxisTurn> rotate = Vec3(Vec3::Zero());  ///< degrees about x, then y, then z; or about an axis
  Vec3 translate = Vec3::Zero();
};

struct SceneKeyframe {
  double time = 0;
  Vec3 translate = Vec3::Zero();
  double degrees = 0;
};

/// How something stiff moves away from where it starts: it is turned about an axis through a point, then moved. What
/// keyframes say is linear between them and stays before the first and after the last; a speed adds to it.
struct SceneMotion {
  Vec3 point = Vec3::Zero(), axis = Vec3::UnitZ();
  double degrees_per_second = 0;
  Vec3 velocity = Vec3::Zero();
  double start = 0;                      ///< of the speeds
  std::optional<double> stop;            ///< of the speeds; none: they go on
  std::vector<SceneKeyframe> keyframes;  ///< by time
  double period = 0;                     ///< after which keyframes begin again, from `start` on; 0: never
};

/// Which vertices: exactly one of these. Numbers are those of the mesh's file; a box and points are where the cloth
/// starts; a side is one of the mesh before it is turned and moved.
struct VertexSelection {
  std::vector<std::uint32_t> vertices;
  std::optional<Box3> box;
  std::vector<Vec3> nearest;  ///< the vertex that is nearest to each point
  std::string side;           ///< x_min, x_max, y_min, y_max, z_min or z_max: all that lie farthest that way
  bool boundary = false;      ///< all vertices of boundary edges
};

struct AttachmentDescription {
  VertexSelection where;
  std::vector<SceneMotion> motion;  ///< one after the other
  std::string follow;               ///< the name of an obstacle; they keep their place at its nearest face
  std::optional<double> release_time;
};

/// A preset of list_materials, and numbers of ClothMaterial by name that differ from it.
struct MaterialDescription {
  std::string preset;  ///< empty: the defaults of ClothMaterial
  std::map<std::string, double, std::less<>> numbers;
};

/// What the cloth is like when nothing strains it.
struct RestDescription {
  std::string file;     ///< a mesh with the same polygons; empty: the mesh itself
  bool uv = false;      ///< as the texture coordinates of the mesh's file, an OBJ, lay it out
  double uv_scale = 1;  ///< metres a unit of them
  Vec3 warp = Vec3::UnitX();
  bool flat = false;  ///< edges are not bent at rest, whatever the mesh; always so with uv
};

/// Copies of a cloth or solid at random, the same ones for the same seed.
struct CopiesDescription {
  int count = 1;
  std::uint64_t seed = 1;
  Vec3 spread = Vec3::Zero();  ///< the largest shift each way
  double turn = 0;             ///< the largest angle of a turn about a random axis; 180: any direction is as likely
};

struct ClothDescription {
  std::string name;
  MeshSource mesh;
  bool weld = true;  ///< vertices at equal positions become one
  SceneTransform transform;
  RestDescription rest;
  MaterialDescription material;
  Vec3 velocity = Vec3::Zero();
  std::vector<AttachmentDescription> attachments;
  CopiesDescription copies;
};

/// Frames of an obstacle's mesh; linear between them, the first before and the last after. One of the first three.
struct SceneAnimation {
  std::string folder;              ///< of numbered mesh files
  std::vector<std::string> files;  ///< mesh files, in order
  std::string cache;               ///< a point cache
  double fps = 30;
  double start = 0;  ///< time of the first frame
};

struct ObstacleDescription {
  std::string name;
  MeshSource mesh;  ///< none: the first frame of the animation
  bool weld = true;
  SceneTransform transform;
  std::optional<SceneAnimation> animation;
  std::vector<SceneMotion> motion;  ///< one after the other
  double friction = 0.3;
};

struct GroundDescription {
  Vec3 point = Vec3::Zero();
  std::optional<Vec3> normal;  ///< none: upwards
  double friction = 0.5;
  double restitution = 0;  ///< of solids that hit it
};

// ---------------------------------------------------------------------------------------------------------------
// Solids

/// What a solid is to whatever touches it.
enum class SolidForm : std::uint8_t {
  hull,   ///< the convex hull of its mesh; shapes that are round stay round
  parts,  ///< the convex hull of each of its connected components
  mesh,   ///< its triangles as they are, whatever its shape
};

/// Places in rows, one of them where the thing itself is.
struct ArrayDescription {
  std::array<int, 3> count = {1, 1, 1};  ///< along x, y and z of the world
  Vec3 step = Vec3::Zero();              ///< from each to the next
  bool pyramid = false;  ///< each layer upwards is one shorter in each row than the one below, above its middle
};

/// Copies come at each place of the array.
struct SolidDescription {
  std::string name;
  MeshSource mesh;
  SceneTransform transform;
  SolidForm as = SolidForm::hull;
  SolidRole role = SolidRole::moving;
  double density = 1000;       ///< kg/m³
  std::optional<double> mass;  ///< kg; this or the density
  std::optional<Vec3> center;  ///< of mass, in the axes of the mesh, scaled; none: that of the mesh
  /// About the center, in the same axes: xx, yy, zz, xy, xz, yz; none: that of the mesh about its own center.
  std::optional<std::array<double, 6>> inertia;
  Vec3 velocity = Vec3::Zero();  ///< of the center of mass
  Vec3 spin = Vec3::Zero();      ///< degrees per second, about the axes of the world
  double friction = 0.5, restitution = 0;
  std::vector<SceneMotion> motion;  ///< of what is driven
  ArrayDescription array;
  CopiesDescription copies;
};

/// Joints in a row: in each further one, numbers at the ends of the names of a and b are one higher.
struct JointArrayDescription {
  int count = 1;
  Vec3 step = Vec3::Zero();  ///< of the anchor
};

/// Where bodies are at the start, no joint is turned and no way is gone.
struct JointDescription {
  std::string name;
  JointKind kind = JointKind::ball;
  std::string a, b = "world";          ///< names of solids
  Vec3 anchor = Vec3::Zero();          ///< m, in the world
  std::optional<Vec3> anchor_b;        ///< where b has it, if elsewhere: both are moved together first
  Vec3 axis = Vec3::UnitZ();           ///< of all but fixed ones
  std::optional<double> lower, upper;  ///< degrees, or metres of a sliding one: of a against b
  double damping = 0;                  ///< N m s, or N s/m
  double motor_speed = 0;              ///< degrees or metres per second
  double motor_limit = 0;              ///< N m, or N; 0: no motor
  bool may_touch = false;
  JointArrayDescription array;
};

enum class RobotBase : std::uint8_t { fixed, free };

struct RobotPositionDescription {
  std::string joint;
  double value = 0;  ///< degrees, or metres of a sliding one
};

struct RobotPackageDescription {
  std::string name, folder;
};

/// A URDF document. Each link that a joint moves is a solid, with what is fixed to it.
struct RobotDescription {
  std::string name;  ///< its solids are NAME/LINK, its joints NAME/JOINT
  std::string file;
  SceneTransform transform;  ///< of the base; never scaled
  RobotBase base = RobotBase::fixed;
  std::vector<RobotPositionDescription> positions;  ///< at the start; others are 0, or as near as their limits allow
  std::optional<double> density;                    ///< kg/m³, of links without inertia; none: they are an error
  double friction = 0.5, restitution = 0;
  std::vector<RobotPackageDescription> packages;
};

/// Where results go; empty: nowhere. A name's extension says the format.
struct OutputDescription {
  std::string animation;  ///< see AnimationWriter
  std::string recording;
  std::string report;
};

enum class UpAxis : std::uint8_t { x, y, z };

struct SceneDescription {
  std::string source = "scene";  ///< the file it was read from, as messages call it; not a member of the file
  UpAxis up = UpAxis::z;         ///< gravity points the other way; shapes are made with z upwards and turned
  std::vector<ClothDescription> cloths;
  std::vector<ObstacleDescription> obstacles;
  std::vector<GroundDescription> grounds;
  std::vector<SolidDescription> solids;
  std::vector<JointDescription> joints;
  std::vector<RobotDescription> robots;
  std::vector<std::array<std::string, 2>> passing;  ///< solids that do not touch each other
  std::optional<Vec3> gravity;  ///< m/s²; none: 9.81 downwards
  Wind wind;
  double fps = 30;
  std::optional<double> duration;
  std::optional<int> frames;    ///< after the start; this or the duration
  std::optional<int> substeps;  ///< of a frame; this or settings.step and solid_settings.step
  SimulationSettings settings;
  SolidSettings solid_settings;
  OutputDescription output;
};

/// Reads a scene from JSON; `name` stands for the file in messages. The error names the member, as in
/// "scene.json: cloths[2].material.density: -1 found, expected a number above 0"; a member that is not known is one.
Result<SceneDescription> parse_scene(std::string_view json, std::string_view name);
Result<SceneDescription> read_scene(const std::filesystem::path& path);

/// JSON that reads back as the same description. Members that have their defaults are left out.
std::string format_scene(const SceneDescription& scene);

// ---------------------------------------------------------------------------------------------------------------
// A scene ready to be simulated

/// What a cloth or an obstacle was made from.
struct LoadedMesh {
  std::string name;
  PolygonMesh mesh;                 ///< polygons and vertices as in the file, where they are at the start
  std::vector<VertexId> vertex_of;  ///< vertex of `mesh` -> vertex of the surface
  std::shared_ptr<const Surface> surface;
  std::vector<std::filesystem::path> files = {};  ///< that were read
  std::vector<std::string> notes = {};            ///< what their readers skipped or assumed

  /// Of each vertex of `mesh`, given those of the surface's.
  std::vector<Vec3> spread(std::span<const Vec3> positions) const;
};

/// What a solid looks like.
struct LoadedSolid {
  LoadedMesh mesh;                                 ///< without polygons if there is nothing to see
  std::shared_ptr<const std::vector<Vec3>> local;  ///< vertices of `mesh` in the solid's own axes
  std::string place;                               ///< as messages call it: "solids[2]"

  std::vector<Vec3> positions(const Pose3& pose) const;  ///< of the vertices of `mesh`
  std::vector<Vec3> weld(const Pose3& pose) const;       ///< of the vertices of its surface
};

/// May be moved: nothing in it refers to where it is.
struct LoadedScene {
  std::vector<LoadedMesh> cloths, obstacles;  ///< as many, and in the same order, as scene.cloths and scene.obstacles
  std::vector<LoadedSolid> solids;            ///< the same of solid_scene.solids
  SimulationScene scene;
  SolidScene solid_scene;
  std::vector<std::string> joint_places;  ///< of each of its joints, as messages call it: "joints[2]"
  SimulationSettings settings;
  SolidSettings solid_settings;
  std::vector<std::string> notes;  ///< what was assumed
  double fps = 30;
  std::size_t frames = 0;  ///< after the start
  OutputDescription output;
};

/// Reads the files it names, which are looked for in `folder`, makes its shapes and puts all in place.
Result<LoadedScene> load_scene(const SceneDescription& scene, const std::filesystem::path& folder);

// ---------------------------------------------------------------------------------------------------------------
// A scene's obstacles as bodies that move as rigid wholes

struct RigidBody {
  std::string name;
  std::size_t mesh = 0;  ///< a number; bodies of the same mesh have the same one
  std::function<Pose3(double time)> pose;
};

struct RigidBodyScene {
  std::vector<RigidBody> bodies;
  std::vector<std::size_t> mesh_sources;  ///< of each mesh, the first obstacle that has it
  double fps = 30;
  std::size_t frames = 0;  ///< after the start
  std::vector<std::string> notes = {};
};

/// Reads no mesh yet. The error says which obstacle does not move as a rigid whole.
Result<RigidBodyScene> find_rigid_bodies(const SceneDescription& scene);

/// A mesh that is not where a body is, but where its pose is counted from.
struct LoadedRigidMesh {
  std::vector<Vec3> positions;
  std::shared_ptr<const Surface> surface;
  std::vector<std::filesystem::path> files = {};  ///< that were read
  std::vector<std::string> notes = {};            ///< what their readers skipped or assumed
};

/// Files are looked for in `folder`.
Result<LoadedRigidMesh> load_rigid_mesh(const SceneDescription& scene, const RigidBodyScene& bodies, std::size_t mesh,
                                  const std::filesystem::path& folder);

}  // namespace abut
