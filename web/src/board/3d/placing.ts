// Where things of a scene are in space: x to the east, y up, and -z to the north, in squares.
import { Vector3 } from 'three';
import type { Scene, Shape, Solid } from '../../scene/scene';

/** A solid that is drawn smaller than it is, such as those in reserve. */
export interface Placed extends Solid {
  readonly scale?: number;
}

/** The middle of a solid's floor. */
export function placeOf(solid: Solid, level: number): Vector3 {
  const [width, depth] = solid.size;
  return new Vector3(solid.x + (width - 1) / 2, solid.z * level, -(solid.y + (depth - 1) / 2));
}

/** The middle of a solid's top. */
export function topOf(solid: Placed, level: number): Vector3 {
  const place = placeOf(solid, level);
  place.y += solid.size[2] * level * (solid.scale ?? 1);
  return place;
}

/** Figures stand on things, but nothing stands on them. */
export function isFigure(shape: Shape): boolean {
  return shape === 'lord' || shape === 'pawn';
}

export function covers(solid: Solid, x: number, y: number): boolean {
  const [width, depth] = solid.size;
  return x >= solid.x && x < solid.x + width && y >= solid.y && y < solid.y + depth;
}

/** The highest solid over a place; figures count only if wanted. */
export function highest(
  scene: Scene,
  x: number,
  y: number,
  withFigures = false,
): Solid | undefined {
  let found: Solid | undefined;
  for (const solid of scene.solids) {
    if (!covers(solid, x, y) || (isFigure(solid.shape) && !withFigures)) continue;
    // A nested stair fills the same cell as the stair under it, and lies over it.
    if (!found || solid.z + solid.size[2] >= found.z + found.size[2]) found = solid;
  }
  return found;
}

/** How high the ground is over a place, with all that stands there. */
export function heightOver(scene: Scene, x: number, y: number): number {
  const solid = highest(scene, x, y);
  return solid ? (solid.z + solid.size[2]) * scene.level : 0;
}

/** Whether something lies on a solid and hides its top. */
export function isCovered(scene: Scene, solid: Solid): boolean {
  const top = solid.z + solid.size[2];
  const [width, depth] = solid.size;
  const middle = [solid.x + Math.floor((width - 1) / 2), solid.y + Math.floor((depth - 1) / 2)];
  return scene.solids.some(
    (each) =>
      each.z === top && !isFigure(each.shape) && covers(each, middle[0] ?? 0, middle[1] ?? 0),
  );
}

/** The ground that something takes: its middle on top, and its width and depth. */
export interface Spot {
  readonly place: Vector3;
  readonly width: number;
  readonly depth: number;
}

/** Where a square or a solid is marked: on top of it, or at the foot of a figure. */
export function spotOf(scene: Scene, id: string): Spot | undefined {
  const square = scene.squares.find((each) => each.id === id);
  if (square) {
    const { x, y } = square;
    return { place: new Vector3(x, heightOver(scene, x, y), -y), width: 1, depth: 1 };
  }
  const solid = scene.solids.find((each) => each.id === id);
  return solid && spotOfSolid(solid, scene.level);
}

export function spotOfSolid(solid: Placed, level: number): Spot {
  const scale = solid.scale ?? 1;
  const [width, depth] = solid.size;
  const place = isFigure(solid.shape) ? placeOf(solid, level) : topOf(solid, level);
  return { place, width: width * scale, depth: depth * scale };
}
