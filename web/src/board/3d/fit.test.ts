import { PerspectiveCamera, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { type Box, bestQuarter, cameraPlaceFor, corners, steepest, type View } from './fit';

const BOX: Box = { low: [-1, -0.5, -8], high: [14, 1.1, 1] };
const FOV = Math.PI / 6;
const VIEWS: readonly View[] = [
  { around: 0, above: 0.96 },
  { around: 0, above: 1.57 },
  { around: 0.62, above: 0.66 },
  { around: Math.PI, above: 0.9 },
];

/** Where the corners of the box are on a screen from -1 to 1. */
function projectCorners(view: View, aspect: number, filled: number): Vector3[] {
  const { camera, target } = cameraPlaceFor(BOX, view, FOV, aspect, filled);
  const three = new PerspectiveCamera(30, aspect, 0.1, 500);
  three.position.set(...camera);
  // Straight from above, up is where the camera came from.
  three.up.set(-Math.sin(view.around), 0.001, -Math.cos(view.around));
  three.lookAt(...target);
  three.updateMatrixWorld();
  three.updateProjectionMatrix();
  return corners(BOX).map((corner) => new Vector3(...corner).project(three));
}

for (const aspect of [0.46, 1, 1.6, 2.2])
  for (const view of VIEWS)
    test(`the whole board fills a window of ${aspect} from ${view.around}, ${view.above}`, () => {
      const points = projectCorners(view, aspect, 0.9);
      const far = (of: (point: Vector3) => number) => Math.max(...points.map(of));
      const reach = [far((p) => p.x), far((p) => -p.x), far((p) => p.y), far((p) => -p.y)];
      expect(Math.max(...reach)).toBeCloseTo(0.9, 2);
      // The margins are about the same on both sides.
      expect(Math.abs((reach[0] ?? 0) - (reach[1] ?? 0))).toBeLessThan(0.15);
      expect(Math.abs((reach[2] ?? 0) - (reach[3] ?? 0))).toBeLessThan(0.15);
    });

test('the camera looks at a place on the ground', () => {
  for (const view of VIEWS) expect(cameraPlaceFor(BOX, view, FOV, 1.6).target[1]).toBe(0);
});

test('a long board lies along a tall window', () => {
  const front = VIEWS[0] as View;
  expect(bestQuarter(BOX, front, FOV, 0.46)).toBe(1);
  expect(bestQuarter(BOX, front, FOV, 1.6)).toBe(0);
});

test('a square board is never turned', () => {
  const box: Box = { low: [0, 0, -9], high: [9, 1, 0] };
  expect(bestQuarter(box, VIEWS[0] as View, FOV, 0.46)).toBe(0);
});

test('where there is room above, the board is seen more from above', () => {
  const heights = [0.8, 1, 1.2];
  const wide = steepest(BOX, VIEWS[0] as View, heights, FOV, 3).above;
  const tall = steepest(BOX, VIEWS[0] as View, heights, FOV, 0.8).above;
  expect(tall).toBeGreaterThan(wide);
});
