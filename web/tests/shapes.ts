// Small meshes for fixtures.
import type { Plain, Point } from "./intersect";

/** A grid of quads, each cut in two: a point for each (u, v) in [0, 1] x [0, 1]. */
export function grid(columns: number, rows: number, point: (u: number, v: number) => Point): Plain {
  const mesh: Plain = { positions: [], faces: [] };
  for (let j = 0; j <= rows; ++j) for (let i = 0; i <= columns; ++i) mesh.positions.push(...point(i / columns, j / rows));
  for (let j = 0; j < rows; ++j) {
    for (let i = 0; i < columns; ++i) {
      const a = j * (columns + 1) + i;
      const c = a + columns + 1;
      mesh.faces.push(a, a + 1, c + 1, a, c + 1, c);
    }
  }
  return mesh;
}

export function sheet(cells: number): Plain {
  return grid(cells, cells, (u, v) => [2 * u - 1, 2 * v - 1, 0.12 * Math.sin(5 * u + 1) * Math.cos(4 * v)]);
}

export function strip(cells: number): Plain {
  return grid(cells, cells, (u, v) => [-0.42 + 0.1 * Math.sin(3 * u), 1.1 * u - 0.57, 0.83 * v - 0.41]);
}

export function tube(cells: number): Plain {
  return grid(2 * cells, cells, (u, v) => [0.47 + 0.31 * Math.cos(2 * Math.PI * u), 0.05 + 0.31 * Math.sin(2 * Math.PI * u), 0.9 * v - 0.44]);
}

export function ball(center: Point, radii: Point, cells: number): Plain {
  return grid(2 * cells, cells, (u, v) => {
    const longitude = 2 * Math.PI * u;
    const latitude = Math.PI * (v - 0.5);
    return [
      center[0] + radii[0] * Math.cos(latitude) * Math.cos(longitude),
      center[1] + radii[1] * Math.cos(latitude) * Math.sin(longitude),
      center[2] + radii[2] * Math.sin(latitude),
    ];
  });
}

export function table(height: number): Plain {
  return grid(4, 4, (u, v) => [2.6 * u - 1.3, 2.6 * v - 1.3, height]);
}

export function join(meshes: Plain[]): Plain {
  const all: Plain = { positions: [], faces: [] };
  for (const mesh of meshes) {
    const first = all.positions.length / 3;
    all.positions.push(...mesh.positions);
    all.faces.push(...mesh.faces.map((vertex) => vertex + first));
  }
  return all;
}

export function move(mesh: Plain, by: Point): Plain {
  return { positions: mesh.positions.map((x, i) => x + by[i % 3]), faces: mesh.faces };
}
