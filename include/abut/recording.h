// Room 7, io, its second face: recordings, results to look at. The format is docs/recording.md.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "abut/base.h"
#include "abut/detect.h"
#include "abut/io.h"
#include "abut/model.h"
#include "abut/tree.h"

namespace abut {

// ---------------------------------------------------------------------------------------------------------------
// What a frame shows besides meshes

/// Faces that intersect, and what each pair has in common.
struct RecordedPairs {
  std::vector<IntersectingPair> pairs;
  std::vector<Overlap> overlaps;
};

struct RecordedContours {
  std::vector<Contour> contours;  ///< their pairs are numbers into the frame's RecordedPairs
};

/// Two features that touch, are near each other, or are to be kept apart. Of outlines, features have no body.
struct RecordedContact {
  SurfaceFeature a, b;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< from b to a
  double gap = 0;
  double time = 0;  ///< of an impact
};

struct RecordedContacts {
  std::vector<RecordedContact> contacts;
  bool has_times = false;
};

struct RecordedArrows {
  std::vector<Vec3> origins, vectors;
  double scale = 1;  ///< a length to draw vectors of length 1 with
};

/// Spheres of a tree, each with its level; marks say which of them the last search looked at, or are empty.
struct RecordedSpheres {
  std::vector<Vec3> centers;
  std::vector<double> radii;
  std::vector<std::uint8_t> levels, marks;
};

/// Boxes of a tree, turned or not.
struct RecordedBoxes {
  std::vector<Vec3> centers;
  std::vector<std::array<Vec3, 3>> axes;  ///< of length 1
  std::vector<Vec3> halves;               ///< half the lengths along the axes
  std::vector<std::uint8_t> levels, marks;
};

/// Outlines: corners, or control points of cubic Bézier pieces, each of which begins where the one before ends.
struct RecordedCurves {
  int degree = 1;                     ///< 1 or 3
  std::vector<Vec3> points;           ///< of one curve after the other
  std::vector<std::uint32_t> starts;  ///< where the points of each curve start; at the end, the number of points
  std::vector<std::uint8_t> closed;   ///< of each curve: whether it returns to its first point by itself
};

/// Nodes of a mesh's SurfaceTree that a search looked at, and how often.
struct RecordedVisits {
  BodyId mesh;
  std::vector<std::uint32_t> nodes, counts;
};

struct RecordedLayer {
  std::string name;   ///< unique in its frame
  std::string label;  ///< for people
  std::variant<RecordedPairs, RecordedContours, RecordedContacts, RecordedArrows, RecordedSpheres, RecordedBoxes,
               RecordedCurves, RecordedVisits>
      content;
};

// Layers of what was found, as all commands make them. Contours are those of the very pairs.
std::vector<RecordedLayer> record_intersections(std::span<const IntersectingPair> pairs, const Contours& contours);
RecordedLayer record_proximities(std::span<const Body> bodies, std::span<const Proximity> pairs);
/// Impacts where they happen.
RecordedLayer record_impacts(std::span<const CheckedMesh> meshes, const MotionReport& report,
                             std::span<const Impact> impacts);
/// G and H of contour minimisation (Volino and Magnenat-Thalmann 2006) where edges pierce faces: how the length of the
/// contour changes, and which way its global scheme moves the edge against the face. Bodies after the first
/// `moving_count` never move. Nothing where nothing intersects.
std::vector<RecordedLayer> record_gradients(std::span<const Body> bodies, std::span<const IntersectingPair> pairs,
                                            std::size_t moving_count, const RunSettings& run = {});

// ---------------------------------------------------------------------------------------------------------------
// Writing

struct RecordedMesh {
  CheckedMesh mesh;  ///< where it is in frames that do not say otherwise
  bool is_obstacle = false;
};

/// A curve over the frames.
struct RecordedSeries {
  std::string name, label;
};

struct RecordingHead {
  std::string command, title;
  std::vector<std::string> notes = {};  ///< what a reader of the meshes should know
  int dimension = 3;                    ///< 2: all lies in the plane z = 0
  bool is_y_up = false;                 ///< the y axis points up, else the z axis
  std::string frame_word = "frame";     ///< "iteration", "step"
  std::vector<RecordedSeries> series = {};
  std::vector<RecordedMesh> meshes = {};
};

struct RecordedFrame {
  std::string name;
  std::vector<std::optional<double>> values = {};     ///< of each series
  std::vector<std::span<const Vec3>> positions = {};  ///< of each mesh; those that are missing or empty: as before
  std::vector<RecordedLayer> layers = {};
};

/// Writes a recording piece by piece, so that it may be larger than memory. Under a temporary name until it is
/// finished; nothing is left behind of one that never is.
class RecordingWriter {
 public:
  /// Refuses to replace an existing file unless `overwrite`. Surfaces must outlive the writer.
  static Result<RecordingWriter> create(const std::filesystem::path& path, const RecordingHead& head,
                                        bool overwrite = false);
  RecordingWriter(RecordingWriter&&) noexcept;
  RecordingWriter& operator=(RecordingWriter&&) noexcept;
  ~RecordingWriter();

  /// The hierarchy of a mesh; to be added before the first frame.
  Status add_tree(BodyId mesh, const SurfaceTree& tree);
  Status add_frame(const RecordedFrame& frame);
  std::size_t frame_count() const;
  /// `summary`: sentences about the result; `shown_first`: the frame to begin with.
  Status finish(const std::vector<std::string>& summary, std::size_t shown_first = 0);

 private:
  struct Content;
  explicit RecordingWriter(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

// ---------------------------------------------------------------------------------------------------------------
// Reading

/// The pieces of a recording on disk: what it takes to hand it on. What is in them is for those who show it.
class RecordingFile {
 public:
  struct Piece {
    std::uint64_t offset = 0, size = 0;
  };

  /// The error says what is wrong: not a recording, another version, cut short before there is anything to show.
  static Result<RecordingFile> open(const std::filesystem::path& path);
  RecordingFile(RecordingFile&&) noexcept;
  RecordingFile& operator=(RecordingFile&&) noexcept;
  ~RecordingFile();

  std::uint64_t size() const;
  std::size_t frame_count() const;
  /// The beginning, each whole chunk, and the end, if there is one.
  std::span<const Piece> pieces() const;
  /// What is wrong with it, if some of it can be shown all the same: one sentence, or empty.
  const std::string& trouble() const;
  /// As many bytes, or fewer at the end of the file.
  Result<std::string> read(std::uint64_t offset, std::size_t count) const;

 private:
  struct Content;
  explicit RecordingFile(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

/// Writes a page that holds the recording and needs nothing else. `page` is the viewer, which says where
/// (docs/recording.md). Same rules about temporary and existing files as write_positions.
Status write_recording_page(const RecordingFile& recording, std::string_view page, const std::filesystem::path& path,
                            bool overwrite = false);

}  // namespace abut
