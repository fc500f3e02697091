// Outlines of what is carved and inlaid: the four symbols, and the emblems of colours.
import { Shape as Outline, Path } from 'three';
import type { Emblem, Inlay } from '../palette';

const FULL_CIRCLE_RAD = 2 * Math.PI;

/** The four symbols by letter: sun, key, crown and bell; any other mark is a plain diamond. */
export function symbolOutline(mark: string): Outline[] {
  switch (mark) {
    case 'A':
      return sun();
    case 'B':
      return key();
    case 'C':
      return crown();
    case 'D':
      return bell();
    default:
      return [polygon([0, 0.2, 0.2, 0, 0, -0.2, -0.2, 0])];
  }
}

/** The form of a colour, *radius* wide. */
export function emblemOutline(emblem: Emblem, radius: number): Outline {
  const outline = new Outline();
  trace(outline, emblem, radius);
  return outline;
}

/** The mark of a colour, *r* wide. */
export function inlayOutline(inlay: Inlay, r: number): Outline[] {
  const bar = (x: number, y: number, w: number, h: number) =>
    polygon([x - w, y - h, x + w, y - h, x + w, y + h, x - w, y + h].map((n) => n * r));
  switch (inlay) {
    case 'lozenge':
      return [polygon([0, -r, r, 0, 0, r, -r, 0])];
    case 'ring':
      return [disc(0, 0, r, 0.62 * r)];
    case 'bar':
      return [bar(0, 0, 1, 0.32)];
    case 'triangle':
      return [polygon([-r, -0.8 * r, r, -0.8 * r, 0, r])];
    case 'bars':
      return [-0.8, 0, 0.8].map((x) => bar(x, 0, 0.19, 1));
    case 'dots':
      return [-0.6, 0.6].flatMap((x) => [-0.6, 0.6].map((y) => disc(x * r, y * r, 0.4 * r)));
  }
}

function disc(x: number, y: number, radius: number, hole = 0): Outline {
  const outline = new Outline();
  outline.absarc(x, y, radius, 0, FULL_CIRCLE_RAD, false);
  if (hole > 0) {
    const inner = new Path();
    inner.absarc(x, y, hole, 0, FULL_CIRCLE_RAD, true);
    outline.holes.push(inner);
  }
  return outline;
}

function trace(path: Path, emblem: Emblem, radius: number): void {
  switch (emblem) {
    case 'round':
      path.absarc(0, 0, radius, 0, FULL_CIRCLE_RAD, false);
      return;
    case 'square':
      roundedPolygon(path, 4, radius * 1.27, Math.PI / 4, 0.22);
      return;
    case 'hexagon':
      roundedPolygon(path, 6, radius * 1.08, 0, 0.14);
      return;
    case 'quatrefoil':
      for (let lobe = 0; lobe < 4; lobe += 1) {
        const angle = (lobe * Math.PI) / 2;
        const [x, y] = [0.5 * radius * Math.cos(angle), 0.5 * radius * Math.sin(angle)];
        path.absarc(x, y, 0.56 * radius, angle - 1.95, angle + 1.95, false);
      }
  }
}

/** A polygon whose corners are cut by curves; *cut* is the part of a side that they take. */
function roundedPolygon(
  path: Path,
  sides: number,
  radius: number,
  turn: number,
  cut: number,
): void {
  const corner = (nth: number): [number, number] => {
    const angle = turn + (nth * FULL_CIRCLE_RAD) / sides;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  };
  for (let nth = 0; nth < sides; nth += 1) {
    const [[bx, by], [x, y], [ax, ay]] = [corner(nth - 1), corner(nth), corner(nth + 1)];
    const [fromX, fromY] = [x + (bx - x) * cut, y + (by - y) * cut];
    if (nth === 0) path.moveTo(fromX, fromY);
    else path.lineTo(fromX, fromY);
    path.quadraticCurveTo(x, y, x + (ax - x) * cut, y + (ay - y) * cut);
  }
  path.closePath();
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

/** A disc and eight rays around it. */
function sun(): Outline[] {
  const rays = Array.from({ length: 8 }, (_, nth) => {
    const at = (angle: number, reach: number) => [
      reach * Math.sin((nth * Math.PI) / 4 + angle),
      reach * Math.cos((nth * Math.PI) / 4 + angle),
    ];
    return polygon([...at(-0.28, 0.155), ...at(0, 0.29), ...at(0.28, 0.155)]);
  });
  return [disc(0, 0, 0.12), ...rays];
}

/** Upright: a ring, and a bit with two teeth. */
function key(): Outline[] {
  const bit = polygon([
    -0.042, 0.03, 0.042, 0.03, 0.042, -0.09, 0.15, -0.09, 0.15, -0.155, 0.042, -0.155, 0.042, -0.2,
    0.13, -0.2, 0.13, -0.265, -0.042, -0.265,
  ]);
  return [disc(0, 0.14, 0.125, 0.058), bit];
}

function crown(): Outline[] {
  const points = polygon([
    -0.2, -0.1, 0.2, -0.1, 0.27, 0.17, 0.12, 0.04, 0, 0.24, -0.12, 0.04, -0.27, 0.17,
  ]);
  return [points, polygon([-0.2, -0.21, 0.2, -0.21, 0.2, -0.14, -0.2, -0.14])];
}

function bell(): Outline[] {
  const body = new Outline();
  body.moveTo(-0.25, -0.13);
  body.bezierCurveTo(-0.13, -0.05, -0.17, 0.24, 0, 0.24);
  body.bezierCurveTo(0.17, 0.24, 0.13, -0.05, 0.25, -0.13);
  body.closePath();
  return [body, disc(0, -0.2, 0.062)];
}
