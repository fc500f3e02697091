// The geometry of every form, in units of a square; the origin is the middle of the box's floor.
import {
  BoxGeometry,
  type BufferGeometry,
  ExtrudeGeometry,
  Float32BufferAttribute,
  Shape as Outline,
} from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { mergeGeometries, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Emblem, Inlay } from '../palette';
import { emblemOutline, inlayOutline } from './outlines';

const MARGIN = 0.05; // between a piece and the edge of its square
const STAIR_STEPS = 4;
const MARK_RELIEF = 0.004; // how far a mark stands out of its face
export const CREASE_RAD = 0.55; // from which on an edge is sharp

export function slab(height: number): BufferGeometry {
  return box(0.88, 0.88, height - 0.014, 0.058);
}

export function block(width: number, depth: number, height: number): BufferGeometry {
  return box(width - MARGIN, depth - MARGIN, height - 0.012, 0.05);
}

function box(width: number, depth: number, height: number, radius: number): BufferGeometry {
  const geometry = new RoundedBoxGeometry(width, height, depth, 2, radius);
  geometry.translate(0, height / 2, 0);
  return addGrain(geometry);
}

/** A flat counter whose outline tells its colour. */
export function counter(height: number, emblem: Emblem): BufferGeometry {
  const bevel = 0.035;
  const geometry = new ExtrudeGeometry(emblemOutline(emblem, 0.4 - bevel), {
    depth: height - 0.014 - 2 * bevel,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelSegments: 1,
    curveSegments: emblem === 'round' ? 14 : 5,
  });
  geometry.rotateX(-Math.PI / 2);
  geometry.translate(0, bevel, 0);
  return addGrain(toCreasedNormals(geometry, CREASE_RAD));
}

/** Thin figures that lie on a face: symbols and emblems. */
export function inlay(outlines: readonly Outline[], thick: number): BufferGeometry {
  const geometry = new ExtrudeGeometry([...outlines], {
    depth: thick,
    bevelEnabled: false,
    curveSegments: 6,
  });
  geometry.rotateX(-Math.PI / 2);
  return addGrain(geometry);
}

/** Steps that climb to the north; inverted, what fits on such a slope from above. */
export function stair(height: number, inverted: boolean): BufferGeometry {
  const half = 0.5 - MARGIN / 2;
  const bevel = 0.014;
  const outline = new Outline();
  const rise = (height - 0.012) / STAIR_STEPS;
  const run = (2 * half) / STAIR_STEPS;
  const [low, back] = [bevel, half - bevel];
  outline.moveTo(-half + bevel, low);
  for (let step = 0; step < STAIR_STEPS; step += 1) {
    const top = (step + 1) * rise - bevel;
    outline.lineTo(-half + bevel + step * run, top);
    outline.lineTo(Math.min(back, -half + bevel + (step + 1) * run), top);
  }
  outline.lineTo(back, low);
  outline.closePath();
  const geometry = new ExtrudeGeometry(outline, {
    depth: 2 * half - 2 * bevel,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelSegments: 1,
  });
  geometry.translate(0, 0, -half + bevel);
  geometry.rotateY(Math.PI / 2); // along x becomes along -z, which is north
  if (inverted) {
    geometry.rotateX(Math.PI);
    geometry.translate(0, height - 0.012, 0);
  }
  return addGrain(geometry);
}

/** The mark of a colour on a stair: on its treads, on both flanks and on its back. */
export function stairMarks(height: number, mark: Inlay): BufferGeometry {
  const half = 0.5 - MARGIN / 2;
  const [rise, run] = [(height - 0.012) / STAIR_STEPS, (2 * half) / STAIR_STEPS];
  const lying = (radius: number) => inlay(inlayOutline(mark, radius), MARK_RELIEF);
  const standing = (radius: number) => lying(radius).rotateX(Math.PI / 2); // seen from the south
  const treads = [0, STAIR_STEPS - 2].map((step) =>
    lying(0.085).translate(0, (step + 1) * rise, half - (step + 0.5) * run),
  );
  const wide = Math.min(0.15, 0.42 * height); // below the step over the middle of a flank
  const flanks = [1, -1].map((side) =>
    standing(0.75 * wide)
      .translate(0.22 * side, 0.45 * height, half)
      .rotateY((side * Math.PI) / 2),
  );
  const back = standing(wide)
    .translate(0, height / 2, half)
    .rotateY(Math.PI);
  return addGrain(join([...treads, ...flanks, back]));
}

/** A stone tower: a foot, courses of ashlar, a door, slits, and battlements that leave room. */
export function tower(height: number, levels: number): BufferGeometry {
  const parts: BufferGeometry[] = [];
  const half = 0.42;
  const add = (
    w: number,
    h: number,
    d: number,
    x: number,
    y: number,
    z: number,
    radius = 0.015,
  ) => {
    const part = new RoundedBoxGeometry(w, h, d, 1, radius);
    parts.push(part.translate(x, y + h / 2, z));
  };
  add(0.96, 0.1, 0.96, 0, 0, 0, 0.03);
  const courses = 3 * levels;
  const course = (height - 0.2) / courses;
  for (let nth = 0; nth < courses; nth += 1) {
    const wide = 2 * half - (nth % 2) * 0.018;
    add(wide, course - 0.008, wide, 0, 0.1 + nth * course, 0, 0.02);
  }
  add(0.96, 0.1, 0.96, 0, height - 0.1, 0, 0.02);
  const merlon = 0.17;
  const edge = 0.48 - merlon / 2;
  for (const [x, z] of RING) add(merlon, 0.15, merlon, x * edge, height - 0.01, z * edge, 0.02);
  return addGrain(join(parts));
}

const RING = [-1, 0, 1].flatMap((x) =>
  [-1, 0, 1].filter((z) => x !== 0 || z !== 0).map((z) => [x, z] as const),
);

/** Dark openings of a tower: a door to the south and slits on all sides. */
export function openings(height: number, levels: number): BufferGeometry {
  const parts: BufferGeometry[] = [];
  for (let side = 0; side < 4; side += 1) {
    for (let level = side === 0 ? 1 : 0; level < levels; level += 1) {
      const slit = new BoxGeometry(0.07, 0.2, 0.02);
      slit.translate(0, ((level + 0.5) / levels) * height, 0.421);
      parts.push(slit.rotateY((side * Math.PI) / 2));
    }
  }
  const door = new Outline();
  door.moveTo(-0.11, 0);
  door.lineTo(0.11, 0);
  door.lineTo(0.11, 0.2);
  door.absarc(0, 0.2, 0.11, 0, Math.PI, false);
  door.closePath();
  const arch = new ExtrudeGeometry(door, { depth: 0.02, bevelEnabled: false, curveSegments: 6 });
  parts.push(arch.translate(0, 0.1, 0.411));
  return join(parts);
}

/**
 * Lets the grain run along each face at the same scale, whatever the shape: every corner takes
 * its place on the picture from the two directions that its face lies in.
 */
export function addGrain(geometry: BufferGeometry): BufferGeometry {
  const flat = stripAttributes(geometry);
  flat.computeBoundingBox();
  const box = flat.boundingBox;
  const isLong = box !== null && box.max.z - box.min.z > box.max.x - box.min.x + 0.1;
  const isTall = box !== null && box.max.y - box.min.y > 1.05;
  const [place, normal] = [flat.getAttribute('position'), flat.getAttribute('normal')];
  const uv = new Float32Array(2 * place.count);
  for (let i = 0; i < place.count; i += 1) {
    const [x, y, z] = [place.getX(i), place.getY(i), place.getZ(i)];
    const [nx, ny, nz] = [normal.getX(i), normal.getY(i), normal.getZ(i)].map(Math.abs);
    let [along, across] = [x, y];
    if ((ny ?? 0) >= Math.max(nx ?? 0, nz ?? 0)) [along, across] = isLong ? [z, x] : [x, z];
    else if ((nx ?? 0) > (nz ?? 0)) [along, across] = [z, y];
    if (isTall && Math.abs(normal.getY(i)) < 0.5) [along, across] = [y, along];
    uv[2 * i] = along * 0.7 + 0.13;
    uv[2 * i + 1] = across * 0.7 + 0.31;
  }
  flat.setAttribute('uv', new Float32BufferAttribute(uv, 2));
  return flat;
}

/** Leaves only what all geometries have, and no index, so that they can be joined. */
function stripAttributes(geometry: BufferGeometry): BufferGeometry {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  for (const name of Object.keys(flat.attributes))
    if (!['position', 'normal', 'uv'].includes(name)) flat.deleteAttribute(name);
  return flat;
}

export function join(parts: readonly BufferGeometry[]): BufferGeometry {
  const joined = mergeGeometries(parts.map(stripAttributes));
  for (const part of parts) part.dispose();
  return joined;
}
