// Polygons as triangles.

/** Cut into triangles that all have its first corner. */
export function addFan(corners: number[], polygon: number, faces: number[], polygons: number[]): void {
  for (let i = 2; i < corners.length; ++i) {
    faces.push(corners[0], corners[i - 1], corners[i]);
    polygons.push(polygon);
  }
}
