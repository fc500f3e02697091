// How far a camera must be away to see a whole box, and where to look: plain geometry.

export type Point = readonly [number, number, number];

export interface Box {
  readonly low: Point;
  readonly high: Point;
}

export interface View {
  /** Around the board: 0 is from the south, a quarter more from the east. */
  readonly around: number;
  /** Above the ground: 0 is level with it, a quarter straight from above. */
  readonly above: number;
}

export interface CameraPlace {
  readonly camera: Point;
  /** The place on the ground that the camera looks at. */
  readonly target: Point;
  readonly distance: number;
}

const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The directions to the right of, above and in front of a camera. */
function axes({ around, above }: View): readonly [Point, Point, Point] {
  const [sin, cos, rise, flat] = [
    Math.sin(around),
    Math.cos(around),
    Math.sin(above),
    Math.cos(above),
  ];
  return [
    [cos, 0, -sin],
    [-sin * rise, flat, -cos * rise],
    [-sin * flat, -rise, -cos * flat],
  ];
}

export function corners({ low, high }: Box): Point[] {
  return [low[0], high[0]].flatMap((x) =>
    [low[1], high[1]].flatMap((y) => [low[2], high[2]].map((z): Point => [x, y, z])),
  );
}

/**
 * The nearest stand from which all corners are seen, with the same margin on both sides.
 * *fov* is the vertical angle of view, *aspect* width by height, *filled* how much may be used.
 */
export function cameraPlaceFor(
  box: Box,
  view: View,
  fov: number,
  aspect: number,
  filled = 0.96,
): CameraPlace {
  const [right, up, front] = axes(view);
  const tall = Math.tan(fov / 2) * filled;
  const wide = tall * aspect;
  const points = corners(box);
  // A point p is inside on one side while  ±p·right - shift <= wide * (distance + p·front).
  const need = (axis: Point, open: number, sign: number) =>
    Math.max(...points.map((p) => (sign * dot(p, axis)) / open - dot(p, front)));
  const [r, l] = [need(right, wide, 1), need(right, wide, -1)];
  const [t, b] = [need(up, tall, 1), need(up, tall, -1)];
  const distance = Math.max((r + l) / 2, (t + b) / 2);
  const [x, y] = [(wide * (r - l)) / 2, (tall * (t - b)) / 2];
  const at = (axis: 0 | 1 | 2) => x * right[axis] + y * up[axis] - distance * front[axis];
  const camera: Point = [at(0), at(1), at(2)];
  const reach = camera[1] / -front[1];
  return {
    camera,
    target: [camera[0] + reach * front[0], 0, camera[2] + reach * front[2]],
    distance: reach,
  };
}

const QUARTER = Math.PI / 2;

/** The steepest of some heights from which nothing must be seen from farther away. */
export function steepest(
  box: Box,
  view: View,
  heights: readonly number[],
  fov: number,
  aspect: number,
): View {
  const views = heights.map((above) => ({ ...view, above }));
  const far = views.map((each) => cameraPlaceFor(box, each, fov, aspect).distance);
  const least = Math.min(...far);
  return views.findLast((_, nth) => (far[nth] ?? 0) <= 1.02 * least) ?? view;
}

/** The quarter turn of a view that lets the box be seen from nearest, unless little is gained. */
export function bestQuarter(box: Box, view: View, fov: number, aspect: number): 0 | 1 {
  const straight = cameraPlaceFor(box, view, fov, aspect).distance;
  const turned = cameraPlaceFor(
    box,
    { ...view, around: view.around + QUARTER },
    fov,
    aspect,
  ).distance;
  return turned < 0.85 * straight ? 1 : 0;
}
