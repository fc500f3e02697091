// Pieces that are not yet in play lie on planks beside the board, each seat's on its own side.
import type { Reserve, Scene, Shape } from '../../scene/scene';
import type { Placed } from './placing';

export const PLANK_TOP = -0.26; // height of the planks
export const PLANK_DEPTH = 1.15;
const PLANK_DISTANCE = 1.8; // from the edge of the outermost squares to the middle of a plank
const MAX_SCALE = 0.72; // compared with a piece on the board
const GAP = 0.22;
const MAX_PILE = 5; // so many pieces lie on each other
const LYING: ReadonlySet<Shape> = new Set<Shape>(['slab', 'counter', 'block']);

export type Side = 0 | 1 | 2 | 3; // south, west, north, east: clockwise, as seats play

export interface Plank {
  readonly side: Side;
  readonly x: number;
  readonly y: number;
  readonly length: number;
}

/** The side of the board where the nth of some seats keeps its pieces. */
export function sideOf(nth: number, seats: number): Side {
  return (seats === 2 ? (2 * nth) % 4 : nth % 4) as Side;
}

export function isAcross(side: Side): boolean {
  return side % 2 === 1;
}

export function planks(scene: Scene): Plank[] {
  const { columns, rows, seats } = scene;
  const owners = new Set(scene.reserves.map((reserve) => reserve.owner));
  const [midX, midY] = [(columns - 1) / 2, (rows - 1) / 2];
  return seats.flatMap((seat, nth) => {
    if (!owners.has(seat.id)) return [];
    const side = sideOf(nth, seats.length);
    const [awayX, awayY] = [columns / 2 - 0.5 + PLANK_DISTANCE, rows / 2 - 0.5 + PLANK_DISTANCE];
    const x = midX + awayX * ([0, -1, 0, 1][side] ?? 0);
    const y = midY + awayY * ([-1, 0, 1, 0][side] ?? 0);
    return [{ side, x, y, length: isAcross(side) ? rows : columns }];
  });
}

/** Every piece in reserve as a solid whose id is that of its reserve. */
export function layOut(scene: Scene): Placed[] {
  return scene.seats.flatMap((seat, nth) => {
    const own = scene.reserves.filter((reserve) => reserve.owner === seat.id);
    const plank = planks(scene).find(({ side }) => side === sideOf(nth, scene.seats.length));
    return plank ? row(own, plank, scene.level) : [];
  });
}

function row(reserves: readonly Reserve[], plank: Plank, level: number): Placed[] {
  const piles = reserves.flatMap((reserve) => pilesOf(reserve));
  const lengths = piles.reduce((sum, pile) => sum + pile.length, 0);
  const room = plank.length - GAP * (piles.length + 1);
  const scale = Math.min(MAX_SCALE, room / Math.max(1, lengths));
  let at = GAP - plank.length / 2; // from one end, so that what is left stays where it is
  return piles.flatMap((pile) => {
    const middle = at + (pile.length * scale) / 2;
    at += pile.length * scale + GAP;
    return Array.from({ length: pile.count }, (_, k) =>
      lay(pile.reserve, plank, middle, PLANK_TOP / level + k * pile.reserve.size[2] * scale, scale),
    );
  });
}

interface Pile {
  readonly reserve: Reserve;
  readonly length: number;
  readonly count: number;
}

function pilesOf(reserve: Reserve): Pile[] {
  const high = LYING.has(reserve.shape) ? MAX_PILE : 1;
  const length = Math.max(reserve.size[0], reserve.size[1]);
  return Array.from({ length: Math.ceil(reserve.count / high) }, (_, nth) => ({
    reserve,
    length,
    count: Math.min(high, reserve.count - nth * high),
  }));
}

/** Lays a piece *along* the plank, seen from the seat that it belongs to. */
function lay(reserve: Reserve, plank: Plank, along: number, z: number, scale: number): Placed {
  const [a, b, height] = reserve.size;
  const size = isAcross(plank.side) ? ([b, a, height] as const) : ([a, b, height] as const);
  const sign = plank.side === 0 || plank.side === 3 ? 1 : -1;
  const [x, y] = isAcross(plank.side)
    ? [plank.x, plank.y + sign * along]
    : [plank.x + sign * along, plank.y];
  return {
    id: reserve.id,
    shape: reserve.shape,
    // A solid's place is that of its south-western square.
    x: x - (size[0] - 1) / 2,
    y: y - (size[1] - 1) / 2,
    z,
    colour: reserve.colour,
    label: reserve.label,
    size,
    facing: reserve.shape === 'stair' ? 'e' : null,
    inverted: false,
    mark: reserve.mark,
    owner: reserve.owner,
    scale,
  };
}
