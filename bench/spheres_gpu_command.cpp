#include "bench/spheres_gpu_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "abut/device.h"
#include "base/timer.h"
#include "device/device_scene.h"
#include "device/host_launcher.h"
#include "scenes/scenes.h"

namespace abut::bench {
namespace {

struct Options {
  std::uint32_t bodies = 1000, meshes = 16;
  std::size_t triangles = 100000;
  int depth = 8, frames = 60, compared = 2;
  double spacing = 2.05;
  double limit_mb = 0;
  bool first = false, on_processor = false;
};

// Round bodies with bumps, each mesh with its own.
std::unique_ptr<MemoryTriangles> make_body(std::size_t triangles, std::uint32_t number) {
  PolygonMesh mesh = make_sphere(triangles);
  for (Vec3& p : mesh.positions) {
    const double waves = std::sin((3 + number % 5) * p.x() + number) * std::sin((4 + number % 7) * p.y()) *
                         std::cos((5 + number % 3) * p.z());
    p *= 1 + 0.05 * waves;
  }
  const Surface surface = make_surface(mesh);
  const auto faces = surface.faces();
  return std::make_unique<MemoryTriangles>(TriangleList{mesh.positions, faces, sort_in_space(mesh.positions, faces)});
}

// On a cubic grid, each swinging about its place and turning.
class Swarm {
 public:
  explicit Swarm(const Options& options) : options_(options) {
    std::mt19937 random(1);
    std::normal_distribution<double> any;
    for (std::uint32_t i = 0; i < options.bodies; ++i) {
      axes_.push_back(Vec3(any(random), any(random), any(random)).normalized());
      swings_.push_back(0.05 * Vec3(any(random), any(random), any(random)));
    }
    side_ = static_cast<std::uint32_t>(std::ceil(std::cbrt(options.bodies)));
  }
  Pose3 pose(std::uint32_t body, int frame) const {
    const Vec3 place(body % side_, body / side_ % side_, body / (side_ * side_));
    const double angle = 0.02 * frame + body;
    return {Eigen::Quaterniond(Eigen::AngleAxisd(angle, axes_[body])),
            options_.spacing * place + std::sin(0.1 * frame + body) * swings_[body]};
  }

 private:
  const Options& options_;
  std::vector<Vec3> axes_, swings_;
  std::uint32_t side_;
};

struct Frame {
  double seconds = 0;
  std::size_t spheres = 0;
  SphereHits found;
};

template <class Scene>
Result<Frame> run_frame(Scene& scene, const Swarm& swarm, const Options& options, int number) {
  Frame frame;
  const Timer timer;
  for (std::uint32_t i = 0; i < options.bodies; ++i) scene.move(BodyId(i), swarm.pose(i, number));
  auto found = scene.find_hits({.stop_at_first = options.first});
  if (!found) return found.error();
  frame.seconds = timer.seconds();
  frame.found = std::move(*found);
  for (const BodyHit& hit : frame.found.hits) frame.spheres += hit.spheres.size();
  return frame;
}

// Where one pair is enough, any pair of spheres may be it.
bool test_equal(const SphereHits& a, const SphereHits& b, bool has_all) {
  return std::equal(a.hits.begin(), a.hits.end(), b.hits.begin(), b.hits.end(), [&](const BodyHit& p, const BodyHit& q) {
    return p.a == q.a && p.b == q.b && (!has_all || p.spheres == q.spheres);
  });
}

template <class Scene>
Status add_bodies(Scene& scene, const std::vector<std::unique_ptr<MemoryTriangles>>& meshes, const Options& options) {
  for (std::uint32_t i = 0; i < options.bodies; ++i) {
    if (const auto added = scene.add(*meshes[i % meshes.size()]); !added) return added.error();
  }
  return success();
}

Result<DeviceSphereScene> make_scene(const Options& options) {
  DeviceSphereSettings settings{.depth = options.depth};
  if (options.limit_mb > 0) settings.memory_limit = static_cast<std::size_t>(options.limit_mb * 1e6);
  if (options.on_processor) return make_device_scene(make_host_launcher(settings.memory_limit), settings);
  return make_cuda_sphere_scene(settings);
}

void print_frame(const char* who, int number, const Frame& frame) {
  const SphereCounts& counts = frame.found.counts;
  fmt::print(
      "{:<10} frame {:>3}: {:>10.3f} ms, {} pairs of bodies near, {} touch, {} pairs of spheres, {} looked into, "
      "{} nodes opened\n",
      who, number, 1e3 * frame.seconds, counts.body_pairs, frame.found.hits.size(), frame.spheres, counts.opened,
      counts.made);
  std::fflush(stdout);
}

void print_times(std::vector<double> times) {
  if (times.empty()) return;
  fmt::print("first frame {:.3f} ms", 1e3 * times.front());
  times.erase(times.begin());
  std::sort(times.begin(), times.end());
  if (!times.empty())
    fmt::print(", later ones: median {:.3f} ms, worst {:.3f} ms", 1e3 * times[times.size() / 2], 1e3 * times.back());
  fmt::print("\n");
}

Status measure(DeviceSphereScene& scene, const Options& options) {
  std::vector<std::unique_ptr<MemoryTriangles>> meshes;
  for (std::uint32_t i = 0; i < options.meshes; ++i) meshes.push_back(make_body(options.triangles, i));
  const Swarm swarm(options);
  SphereScene reference({.depth = options.depth, .exact = false});
  if (const Status status = add_bodies(scene, meshes, options); !status) return status;
  if (const Status status = add_bodies(reference, meshes, options); !status) return status;
  std::vector<double> times, reference_times;
  for (int number = 0; number < options.frames; ++number) {
    const auto frame = run_frame(scene, swarm, options, number);
    if (!frame) return frame.error();
    times.push_back(frame->seconds);
    print_frame("card", number, *frame);
    if (number >= options.compared) continue;
    const auto expected = run_frame(reference, swarm, options, number);
    if (!expected) return expected.error();
    reference_times.push_back(expected->seconds);
    print_frame("processor", number, *expected);
    if (!test_equal(frame->found, expected->found, !options.first))
      return Error{fmt::format("frame {}: the answers differ", number)};
  }
  fmt::print("\n{}\n", scene.device_name());
  print_times(times);
  fmt::print("memory {:.1f} MB, at most {:.1f} MB; {} nodes open\n", 1e-6 * static_cast<double>(scene.byte_count()),
             1e-6 * static_cast<double>(scene.peak_byte_count()), scene.branch_count());
  fmt::print("processor: ");
  print_times(reference_times);
  fmt::print("answers are the same in {} frames\n", reference_times.size());
  return success();
}

int run(const Options& options) {
  auto scene = make_scene(options);
  if (!scene) {
    fmt::print(stderr, "abut-bench: {}\n", scene.error().message);
    return 2;
  }
  const Status status = measure(*scene, options);
  if (!status) fmt::print(stderr, "abut-bench: {}\n", status.error().message);
  return status ? 0 : 1;
}

}  // namespace

void add_spheres_gpu_command(CLI::App& app, std::function<int()>& chosen) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("spheres-gpu", "Search moving bodies' spheres on a graphics card (CUDA)");
  command->add_option("--bodies", options->bodies, "How many (default: 1000)")->check(CLI::Range(1, 1000000));
  command->add_option("--meshes", options->meshes, "That they share (default: 16)")->check(CLI::Range(1, 1000000));
  command->add_option("--triangles", options->triangles, "Of each mesh, about (default: 100000)");
  command->add_option("--depth", options->depth, "Of the trees (default: 8)")->check(CLI::Range(0, 24));
  command->add_option("--frames", options->frames, "On the card (default: 60)");
  command->add_option("--compared", options->compared, "Of these, by the processor, too (default: 2)");
  command->add_option("--spacing", options->spacing, "Of bodies of radius 1 (default: 2.05)");
  command->add_option("--limit", options->limit_mb, "Megabytes on the card (default: most of what is free)");
  command->add_flag("--first", options->first, "One pair of spheres of each two bodies is enough");
  command->add_flag("--on-processor", options->on_processor,
                    "Run the card's kernels by the processor, to try this out");
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace abut::bench
