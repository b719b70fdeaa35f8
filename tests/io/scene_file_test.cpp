// Scene files: what they say, and that it is read and written as said.
#include <filesystem>
#include <map>

#include "abut/coupling.h"
#include "io/file_access.h"
#include "io/json_view.h"
#include "io/scene_members.h"
#include "io/scene_testing.h"
#include "scenes/collection.h"

namespace abut {
namespace {

// Every member with a value that is not its default.
std::string full_scene() {
  return *read_file(abut::test::source_folder() / "tests/corpus/scene/every_member.json");
}

TEST(SceneFile, tells_of_cloths) {
  const SceneDescription scene = parse_good(full_scene());
  ASSERT_EQ(scene.cloths.size(), 4u);
  const ClothDescription& skirt = scene.cloths[0];
  EXPECT_EQ(skirt.name, "skirt");
  EXPECT_EQ(skirt.mesh.file, "skirt.obj");
  EXPECT_EQ(skirt.mesh.part, "front");
  EXPECT_FALSE(skirt.weld);
  EXPECT_EQ(skirt.transform.scale, Vec3(1, 2, 3));
  EXPECT_EQ(std::get<Vec3>(skirt.transform.rotate), Vec3(10, 20, 30));
  EXPECT_EQ(skirt.transform.translate, Vec3(4, 5, 6));
  EXPECT_TRUE(skirt.rest.uv && skirt.rest.flat);
  EXPECT_EQ(skirt.rest.uv_scale, 0.5);
  EXPECT_EQ(skirt.rest.warp, Vec3(0, 1, 0));
  EXPECT_EQ(skirt.material.preset, "denim");
  EXPECT_EQ(skirt.material.numbers.size(), 12u);
  EXPECT_EQ(skirt.material.numbers.at("strain_limit"), 0.05);
  EXPECT_EQ(skirt.velocity, Vec3(1, 0, 0));
  EXPECT_EQ(skirt.copies.count, 3);
  EXPECT_EQ(skirt.copies.seed, 9u);
  EXPECT_EQ(skirt.copies.spread, Vec3(1, 2, 3));
  EXPECT_EQ(skirt.copies.turn, 30);
  EXPECT_EQ(scene.cloths[1].material.preset, "silk");
  EXPECT_EQ(std::get<AxisTurn>(scene.cloths[1].transform.rotate).degrees, 45);
  EXPECT_EQ(scene.cloths[1].mesh.grid->cells[1], 5);
  EXPECT_EQ(scene.cloths[2].rest.file, "b.obj");
  EXPECT_EQ(scene.cloths[3].mesh.disk->rings, 3);
}

TEST(SceneFile, tells_of_attachments) {
  const auto attachments = parse_good(full_scene()).cloths[0].attachments;
  ASSERT_EQ(attachments.size(), 5u);
  EXPECT_EQ(attachments[0].where.vertices, (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_EQ(attachments[0].release_time, 2.5);
  EXPECT_EQ(attachments[1].where.box->upper, Vec3(1, 1, 1));
  const SceneMotion& motion = attachments[1].motion.at(0);
  EXPECT_EQ(motion.point, Vec3(1, 2, 3));
  EXPECT_EQ(motion.degrees_per_second, 90);
  EXPECT_EQ(motion.stop, 2);
  EXPECT_EQ(motion.keyframes[1].degrees, 45);
  EXPECT_EQ(motion.period, 3);
  EXPECT_EQ(attachments[2].where.nearest.size(), 2u);
  EXPECT_EQ(attachments[2].follow, "body");
  EXPECT_EQ(attachments[3].where.side, "y_max");
  EXPECT_TRUE(attachments[4].where.boundary);
}

TEST(SceneFile, tells_of_obstacles_and_surroundings) {
  const SceneDescription scene = parse_good(full_scene());
  ASSERT_EQ(scene.obstacles.size(), 9u);
  EXPECT_EQ(scene.obstacles[0].animation->cache, "body.pc2");
  EXPECT_EQ(scene.obstacles[0].animation->fps, 24);
  EXPECT_EQ(scene.obstacles[0].animation->start, -1);
  EXPECT_EQ(scene.obstacles[0].friction, 0.9);
  EXPECT_EQ(scene.obstacles[1].animation->folder, "frames");
  EXPECT_EQ(scene.obstacles[2].animation->files.size(), 2u);
  EXPECT_EQ(scene.obstacles[3].mesh.tube->radii[1], 2);
  EXPECT_EQ(scene.obstacles[5].mesh.capsule->length, 3);
  EXPECT_EQ(scene.obstacles[6].mesh.box->cells[2], 4);
  EXPECT_EQ(scene.obstacles[7].mesh.dish->thickness, 0.1);
  EXPECT_EQ(scene.obstacles[7].motion.at(1).axis, Vec3(1, 0, 0));
  EXPECT_EQ(scene.obstacles[8].mesh.ribbon->gap, 0.02);
  EXPECT_EQ(scene.up, UpAxis::y);
  EXPECT_EQ(scene.grounds[0].normal, Vec3(0, 2, 0));
  EXPECT_EQ(scene.gravity, Vec3(0, -1.62, 0));
  EXPECT_EQ(scene.wind.gusts, 0.5);
  EXPECT_EQ(scene.fps, 25);
  EXPECT_EQ(scene.duration, 4);
  EXPECT_EQ(scene.output.animation, "out.pc2");
}

TEST(SceneFile, tells_of_solids) {
  const SceneDescription scene = parse_good(full_scene());
  ASSERT_EQ(scene.solids.size(), 3u);
  const SolidDescription& stone = scene.solids[0];
  EXPECT_EQ(stone.as, SolidForm::parts);
  EXPECT_EQ(stone.mass, 3);
  EXPECT_EQ(stone.center, Vec3(0, 0, 0.1));
  EXPECT_EQ(stone.inertia->at(5), 0.3);
  EXPECT_EQ(stone.spin, Vec3(0, 90, 0));
  EXPECT_EQ(stone.restitution, 0.3);
  EXPECT_EQ(stone.copies.count, 2);
  EXPECT_EQ(scene.solids[1].density, 2000);
  EXPECT_EQ(scene.solids[1].array.count, (std::array{3, 2, 3}));
  EXPECT_EQ(scene.solids[1].array.step, Vec3(1.1, 1.2, 1.3));
  EXPECT_TRUE(scene.solids[1].array.pyramid);
  EXPECT_EQ(scene.solids[2].role, SolidRole::driven);
  EXPECT_EQ(scene.grounds[0].restitution, 0.4);
  EXPECT_EQ(scene.passing[0], (std::array<std::string, 2>{"brick", "belt"}));
  ASSERT_EQ(scene.joints.size(), 1u);
  EXPECT_EQ(scene.joints[0].kind, JointKind::hinge);
  EXPECT_EQ(scene.joints[0].anchor_b, Vec3(1, 2, 3.5));
  EXPECT_EQ(scene.joints[0].motor_speed, 30);
  EXPECT_EQ(scene.joints[0].array.count, 2);
  ASSERT_EQ(scene.robots.size(), 1u);
  EXPECT_EQ(scene.robots[0].base, RobotBase::free);
  EXPECT_EQ(scene.robots[0].positions[0].value, 45);
  EXPECT_EQ(scene.robots[0].packages[0].folder, "arm");
  EXPECT_EQ(scene.solid_settings.method, SolidMethod::events);
  EXPECT_EQ(scene.solid_settings.order, ImpactOrder::at_once);
  EXPECT_EQ(scene.solid_settings.start, StartOverlap::push_apart);
  EXPECT_EQ(scene.solid_settings.sleep_after, 0.5);
}

TEST(SceneFile, tells_of_settings) {
  const SimulationSettings settings = parse_good(full_scene()).settings;
  EXPECT_EQ(settings.run.threads, 2);
  EXPECT_EQ(settings.step, 0.01);
  EXPECT_EQ(settings.halvings, 3);
  EXPECT_EQ(settings.contact.method, ContactMethod::penalty);
  EXPECT_EQ(settings.contact.field, PenaltyField::thin);
  EXPECT_FALSE(settings.contact.is_continuous);
  EXPECT_EQ(settings.contact.ignored_share, 0.1);
  EXPECT_EQ(settings.recovery.scheme, Recovery::local);
  EXPECT_EQ(settings.recovery.iterations, 7);
  EXPECT_EQ(settings.solver.preconditioner, Preconditioner::particles);
  EXPECT_EQ(settings.solver.linear_iterations, 100);
  EXPECT_EQ(settings.seed, 12u);
}

TEST(SceneFile, says_nothing_of_what_has_its_default) {
  const SceneDescription scene = parse_good(scene_text());
  EXPECT_EQ(scene.settings.step, SimulationSettings().step);
  EXPECT_EQ(scene.fps, 30);
  EXPECT_TRUE(scene.cloths[0].weld);
  EXPECT_EQ(format_scene(scene),
            "{\n  \"cloths\": [\n    {\n      \"mesh\": {\n        \"grid\": {\n          \"cells\": [2,2]\n        }\n"
            "      }\n    }\n  ]\n}\n");
}

TEST(SceneFile, is_written_as_it_was_read) {
  const std::string text = format_scene(parse_good(full_scene()));
  EXPECT_EQ(format_scene(parse_good(text)), text);
  // All members were there, with other values than the defaults, so that all must be in the text again.
  EXPECT_EQ(Json::parse(text), Json::parse(format_scene(parse_good(full_scene()))));
  for (const auto& [path, standard] : list_scene_members()) {
    const std::string name = path.substr(path.rfind('.') + 1);
    if (name == "frames" || name == "substeps") continue;  // they exclude others
    EXPECT_NE(text.find('"' + name + '"'), std::string::npos) << path;
  }
  const std::string times = scene_text("", R"("frames": 7, "substeps": 3)");
  EXPECT_EQ(parse_good(format_scene(parse_good(times))).frames, 7);
  EXPECT_EQ(parse_good(format_scene(parse_good(times))).substeps, 3);
}

TEST(SceneFile, numbers_are_written_bit_by_bit) {
  SceneDescription scene = parse_good(scene_text());
  scene.cloths[0].velocity = Vec3(1.0 / 3, 0.1, 1e-300);
  EXPECT_EQ(parse_good(format_scene(scene)).cloths[0].velocity, scene.cloths[0].velocity);
}

// ---------------------------------------------------------------------------------------------------------------
// The published schema

const Json& resolve(const Json& schema, const Json& part) {
  if (!part.contains("$ref")) return part;
  return schema.at(Json::json_pointer(part.at("$ref").get<std::string>().substr(1)));
}

void collect_properties(const Json& schema, const Json& given, const std::string& prefix,
                        std::map<std::string, Json>& defaults) {
  const Json& part = resolve(schema, given);
  for (const char* key : {"oneOf", "anyOf"}) {
    if (part.contains(key))
      for (const Json& choice : part.at(key)) collect_properties(schema, choice, prefix, defaults);
  }
  if (part.contains("items") && part.at("items").is_object())
    collect_properties(schema, part.at("items"), prefix + "[]", defaults);
  if (!part.contains("properties")) return;
  EXPECT_TRUE(part.contains("additionalProperties") && !part.at("additionalProperties")) << prefix;
  for (const auto& [name, value] : part.at("properties").items()) {
    if (name == "$schema") continue;
    const std::string path = prefix.empty() ? name : prefix + "." + name;
    defaults[path] = value.value("default", Json());
    EXPECT_TRUE(resolve(schema, value).contains("description") || value.contains("description")) << path;
    collect_properties(schema, value, path, defaults);
  }
}

TEST(SceneFile, has_the_members_that_its_schema_has) {
  const auto text = read_file(abut::test::source_folder() / "docs/simulate.schema.json");
  ASSERT_TRUE(text) << text.error().message;
  const Json schema = Json::parse(*text);
  std::map<std::string, Json> published;
  collect_properties(schema, schema, "", published);
  std::size_t count = 0;
  for (const auto& [path, standard] : list_scene_members()) {
    const auto found = published.find(path);
    ASSERT_NE(found, published.end()) << path;
    if (!found->second.is_null()) {
      EXPECT_EQ(found->second, Json::parse(standard)) << path;
    }
    ++count;
  }
  EXPECT_EQ(published.size(), count);
}

TEST(SceneFile, has_the_members_that_its_page_has) {
  const auto page = read_file(abut::test::source_folder() / "docs/simulate_json.md");
  ASSERT_TRUE(page) << page.error().message;
  for (const auto& [path, standard] : list_scene_members()) {
    const std::string name = path.substr(path.rfind('.') + 1);
    EXPECT_NE(page->find('`' + name + '`'), std::string::npos) << path;
  }
}

void expect_rigid(const SceneDescription& scene, const std::filesystem::path& folder) {
  const auto bodies = find_rigid_bodies(scene);
  ASSERT_TRUE(bodies) << bodies.error().message;
  EXPECT_GT(bodies->frames, 0u);
  for (std::size_t i = 0; i < bodies->mesh_sources.size(); ++i) EXPECT_TRUE(load_rigid_mesh(scene, *bodies, i, folder));
}

TEST(SceneFile, examples_can_be_simulated_or_have_bodies_alone) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(abut::test::source_folder() / "examples")) {
    if (entry.path().extension() != ".json") continue;
    ++count;
    const auto scene = read_scene(entry.path());
    ASSERT_TRUE(scene) << scene.error().message;
    if (scene->cloths.empty() && scene->solids.empty() && scene->robots.empty()) {
      expect_rigid(*scene, entry.path().parent_path());
      continue;
    }
    const auto loaded = load_scene(*scene, entry.path().parent_path());
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_GT(loaded->frames, 0u) << entry.path();
    const auto simulation =
        CoupledSimulation::make({loaded->scene, loaded->solid_scene}, {loaded->settings, loaded->solid_settings});
    EXPECT_TRUE(simulation) << entry.path() << ": " << simulation.error().message;
    EXPECT_EQ(format_scene(*scene), format_scene(parse_good(format_scene(*scene)))) << entry.path();
  }
  EXPECT_GE(count, 6u);
}

}  // namespace
}  // namespace abut
