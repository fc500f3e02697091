// The geometry of every shape, in units of a square; the origin is the middle of the box's floor.
import {
  type BufferGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Float32BufferAttribute,
  LatheGeometry,
  Shape as Outline,
  Path,
  Vector2,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Solid } from '../scene/scene';

const MARGIN = 0.05; // between a piece and the edge of its square
const STEPS = 4;

/** What geometry a solid needs; solids with the same form are drawn together. */
export function formOf(solid: Pick<Solid, 'shape' | 'size' | 'mark' | 'inverted'>): string {
  const { shape, size, mark, inverted } = solid;
  return [shape, ...size, mark ?? '', inverted ? 'inverted' : ''].join('/');
}

/** Builds the geometry of a form; *level* is how tall a level is. */
export function geometryOf(
  solid: Pick<Solid, 'shape' | 'size' | 'mark' | 'inverted'>,
  level: number,
): BufferGeometry {
  const [width, depth, levels] = solid.size;
  const height = levels * level;
  switch (solid.shape) {
    case 'slab':
      return box(0.86, 0.86, height - 0.02, 0.04);
    case 'counter':
      return counter(height, solid.mark);
    case 'block':
      return box(width - MARGIN, depth - MARGIN, height - 0.015, 0.045);
    case 'stair':
      return stair(height, solid.inverted);
    case 'tower':
      return tower(height, levels);
    case 'pawn':
      return turned([0.2, 0.21, 0.14, 0.1, 0.09, 0.13, 0.08, 0.14, 0.15, 0.1, 0], 0.62);
    case 'lord':
      return lord();
  }
}

function box(width: number, depth: number, height: number, radius: number): BufferGeometry {
  const geometry = new RoundedBoxGeometry(width, height, depth, 2, radius);
  geometry.translate(0, height / 2, 0);
  return plain(geometry);
}

/** A round counter whose symbol is cut out of its rim-high face. */
function counter(height: number, mark: string | null): BufferGeometry {
  const radius = 0.42;
  const top = height - 0.012;
  const rim = 0.035;
  const outline = [
    new Vector2(0, 0),
    new Vector2(radius - rim, 0),
    new Vector2(radius, rim),
    new Vector2(radius, top - rim),
    new Vector2(radius - rim, top),
    new Vector2(0, top),
  ];
  const body = toCreasedNormals(new LatheGeometry(outline, 28), 0.6);
  const symbol = mark === null ? undefined : symbolOutline(mark);
  if (!symbol) return plain(body);
  const raised = new ExtrudeGeometry(symbol, {
    depth: 0.028,
    bevelEnabled: false,
    curveSegments: 6,
  });
  raised.rotateX(-Math.PI / 2);
  raised.translate(0, top - 0.004, 0);
  return join([body, raised]);
}

/** The four symbols by letter: sun, key, crown and bell; any other mark is a plain diamond. */
export function symbolOutline(mark: string): Outline[] {
  switch (mark) {
    case 'A':
      return [sun()];
    case 'B':
      return [key()];
    case 'C':
      return [crown()];
    case 'D':
      return [bell()];
    default:
      return [polygon([0, 0.2, 0.2, 0, 0, -0.2, -0.2, 0])];
  }
}

function polygon(numbers: readonly number[]): Outline {
  const outline = new Outline();
  for (let i = 0; i < numbers.length; i += 2) {
    const [x = 0, y = 0] = numbers.slice(i, i + 2);
    if (i === 0) outline.moveTo(x, y);
    else outline.lineTo(x, y);
  }
  outline.closePath();
  return outline;
}

function sun(): Outline {
  const numbers: number[] = [];
  for (let ray = 0; ray < 16; ray += 1) {
    const angle = (ray * Math.PI) / 8;
    const reach = ray % 2 ? 0.15 : 0.26;
    numbers.push(reach * Math.sin(angle), reach * Math.cos(angle));
  }
  return polygon(numbers);
}

function key(): Outline {
  const outline = new Outline();
  outline.absarc(0, 0.12, 0.12, -1.1, Math.PI + 1.1, false);
  outline.lineTo(-0.045, -0.26);
  outline.lineTo(0.14, -0.26);
  outline.lineTo(0.14, -0.2);
  outline.lineTo(0.045, -0.2);
  outline.lineTo(0.045, -0.15);
  outline.lineTo(0.11, -0.15);
  outline.lineTo(0.11, -0.09);
  outline.lineTo(0.045, -0.09);
  outline.closePath();
  const hole = new Path();
  hole.absarc(0, 0.12, 0.055, 0, 2 * Math.PI, true);
  outline.holes.push(hole);
  return outline;
}

function crown(): Outline {
  return polygon([
    -0.22, -0.17, 0.22, -0.17, 0.26, 0.17, 0.12, 0.03, 0, 0.23, -0.12, 0.03, -0.26, 0.17,
  ]);
}

function bell(): Outline {
  const outline = new Outline();
  outline.moveTo(-0.24, -0.14);
  outline.bezierCurveTo(-0.12, -0.08, -0.18, 0.24, 0, 0.24);
  outline.bezierCurveTo(0.18, 0.24, 0.12, -0.08, 0.24, -0.14);
  outline.lineTo(0.07, -0.14);
  outline.absarc(0, -0.16, 0.07, 0.2, Math.PI - 0.2, true);
  outline.closePath();
  return outline;
}

/** Steps that climb to the north; inverted, what fits on such a slope from above. */
function stair(height: number, inverted: boolean): BufferGeometry {
  const half = 0.5 - MARGIN / 2;
  const outline = new Outline();
  const rise = (height - 0.015) / STEPS;
  const run = (2 * half) / STEPS;
  outline.moveTo(-half, 0);
  for (let step = 0; step < STEPS; step += 1) {
    outline.lineTo(-half + step * run, (step + 1) * rise);
    outline.lineTo(-half + (step + 1) * run, (step + 1) * rise);
  }
  outline.lineTo(half, 0);
  outline.closePath();
  const geometry = new ExtrudeGeometry(outline, {
    depth: 2 * half - 0.03,
    bevelEnabled: true,
    bevelSize: 0.012,
    bevelThickness: 0.015,
    bevelSegments: 1,
  });
  geometry.translate(0, 0, -half + 0.015);
  geometry.rotateY(Math.PI / 2); // along x becomes along -z, which is north
  if (inverted) {
    geometry.rotateX(Math.PI);
    geometry.translate(0, height, 0);
  }
  return plain(geometry);
}

/** A stone tower with battlements; each level has its course and a slit. */
function tower(height: number, levels: number): BufferGeometry {
  const parts: BufferGeometry[] = [];
  const half = 0.44;
  const course = (height - 0.12) / levels;
  for (let level = 0; level < levels; level += 1) {
    const part = new RoundedBoxGeometry(2 * half, course - 0.01, 2 * half, 1, 0.02);
    part.translate(0, (level + 0.5) * course, 0);
    parts.push(part);
  }
  const merlon = 0.2;
  for (const [x, z] of [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ] as const) {
    const part = new RoundedBoxGeometry(merlon, 0.16, merlon, 1, 0.02);
    part.translate(x * (half - merlon / 2), height - 0.05, z * (half - merlon / 2));
    parts.push(part);
  }
  return join(parts);
}

/** A shape turned on a lathe: radii from the foot to the top, evenly spread over the height. */
function turned(radii: readonly number[], height: number): BufferGeometry {
  const points = radii.map((radius, i) => new Vector2(radius, (i / (radii.length - 1)) * height));
  return plain(new LatheGeometry([new Vector2(0, 0), ...points], 24));
}

function lord(): BufferGeometry {
  const body = turned([0.23, 0.24, 0.17, 0.13, 0.12, 0.14, 0.1, 0.15, 0.16, 0.12, 0.1], 0.66);
  const points: BufferGeometry[] = [body];
  for (let point = 0; point < 5; point += 1) {
    const spike = new CylinderGeometry(0, 0.045, 0.14, 4);
    spike.translate(0.1, 0.73, 0);
    spike.rotateY((point * 2 * Math.PI) / 5);
    points.push(spike);
  }
  return join(points);
}

/** Leaves only what all geometries have, and no index, so that they can be joined. */
function plain(geometry: BufferGeometry): BufferGeometry {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  for (const name of Object.keys(flat.attributes))
    if (!['position', 'normal', 'uv'].includes(name)) flat.deleteAttribute(name);
  if (!flat.getAttribute('uv')) {
    const count = flat.getAttribute('position').count;
    flat.setAttribute('uv', new Float32BufferAttribute(new Float32Array(2 * count), 2));
  }
  return flat;
}

function join(parts: readonly BufferGeometry[]): BufferGeometry {
  return mergeGeometries(parts.map(plain));
}
