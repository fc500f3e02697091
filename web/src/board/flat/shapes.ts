// The outlines of parts as paths, around the middle of their square.
import type { Direction } from '../../scene/scene';
import type { Part } from './parts';

export interface Outline {
  /** What is seen of the sides. */
  readonly wall: string;
  readonly top: string;
}

const INSET = 6;
const HALF = 50;

export function outlineOf(part: Part): Outline {
  if (part.solid.shape === 'counter') return round(part);
  if (part.solid.shape === 'slab') return slab(part);
  return angularOutline(part);
}

/** How far the middle of the top is shifted. */
export function middleOf({ high, lift }: Part): number {
  return (-lift * (high[0] + high[1] + high[2] + high[3])) / 4;
}

/** How far the ground that a part stands on is shifted. */
export function footOf({ low, lift }: Part): number {
  return -lift * Math.min(...low);
}

function round(part: Part): Outline {
  const [low, high, r] = [footOf(part), middleOf(part), 41];
  const arc = (to: number, y: number) => `A${r} ${r} 0 0 1 ${to} ${y}`;
  return {
    wall: `M${-r} ${high}${arc(r, high)}V${low}${arc(-r, low)}Z`,
    top: `M${-r} ${high}${arc(r, high)}${arc(-r, high)}Z`,
  };
}

function slab(part: Part): Outline {
  const [low, high] = [footOf(part), middleOf(part)];
  return { wall: roundedOutline(high - 42, low + 42), top: roundedOutline(high - 42, high + 42) };
}

function roundedOutline(top: number, bottom: number): string {
  const [x, r] = [42, 13];
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return (
    `M${-x + r} ${top}H${x - r}${corner(r, r)}V${bottom - r}${corner(-r, r)}` +
    `H${-x + r}${corner(-r, -r)}V${top + r}${corner(r, -r)}Z`
  );
}

function angularOutline(part: Part): Outline {
  const { joined, low, high, lift } = part;
  const [left, right] = [joined.w ? -HALF : INSET - HALF, joined.e ? HALF : HALF - INSET];
  const [back, front] = [joined.n ? -HALF : INSET - HALF, joined.s ? HALF : HALF - INSET];
  const at = (x: number, y: number, level: number) => `${x} ${y - level * lift}`;
  const top = [
    at(left, back, high[0]),
    at(right, back, high[1]),
    at(right, front, high[2]),
    at(left, front, high[3]),
  ];
  const wall = [
    at(left, front, low[3]),
    at(right, front, low[2]),
    at(right, front, high[2]),
    at(left, front, high[3]),
  ];
  return { wall: joined.s ? '' : `M${wall.join('L')}Z`, top: `M${top.join('L')}Z` };
}

/** The line around the top of a part, without the sides on which the solid goes on. */
export function edgesOf(part: Part): string {
  const { joined, high, lift } = part;
  const x = (isEast: boolean) => (isEast ? 1 : -1) * (joined[isEast ? 'e' : 'w'] ? 50 : 44);
  const y = (isSouth: boolean, level: number) =>
    (isSouth ? 1 : -1) * (joined[isSouth ? 's' : 'n'] ? 50 : 44) - level * lift;
  const [nw, ne, se, sw] = [
    `${x(false)} ${y(false, high[0])}`,
    `${x(true)} ${y(false, high[1])}`,
    `${x(true)} ${y(true, high[2])}`,
    `${x(false)} ${y(true, high[3])}`,
  ];
  const sides: readonly (readonly [Direction, string, string])[] = [
    ['n', nw, ne],
    ['e', ne, se],
    ['s', se, sw],
    ['w', sw, nw],
  ];
  return sides.map(([side, from, to]) => (joined[side] ? '' : `M${from}L${to}`)).join('');
}

/** Lines around squares, without those between two of them. */
export function around(
  places: readonly { readonly column: number; readonly row: number }[],
  unit: number,
  inset: number,
): string {
  const has = (column: number, row: number) =>
    places.some((place) => place.column === column && place.row === row);
  return places
    .map(({ column, row }) => {
      const side = (dc: number, dr: number) => has(column + dc, row + dr);
      const left = column * unit + (side(-1, 0) ? 0 : inset);
      const right = (column + 1) * unit - (side(1, 0) ? 0 : inset);
      const top = row * unit + (side(0, -1) ? 0 : inset);
      const bottom = (row + 1) * unit - (side(0, 1) ? 0 : inset);
      return [
        side(0, -1) ? '' : `M${left} ${top}H${right}`,
        side(0, 1) ? '' : `M${left} ${bottom}H${right}`,
        side(-1, 0) ? '' : `M${left} ${top}V${bottom}`,
        side(1, 0) ? '' : `M${right} ${top}V${bottom}`,
      ].join('');
    })
    .join('');
}

/** How many degrees a direction is turned away from the north. */
export function turnOf(direction: Direction): number {
  return { n: 0, e: 90, s: 180, w: 270 }[direction];
}
