// Solids cut into what is drawn on one square each, from the back to the front. Seen from above,
// a little from the south: each level shifts what lies on it a little upwards.
import { changes } from '../../scene/diff';
import type { Direction, Scene, Solid } from '../../scene/scene';
import type { Layout } from './layout';
import { cellsOf, heightOf, isFigure, pilesOf } from './piles';

export const SQUARE_UNITS = 100; // a square on the drawing
const LEVEL_SHIFT = 10; // how far a level is shifted
const MAX_SHIFT = 42; // how far the top of a tower is shifted at most
const UPRIGHT: readonly Direction[] = ['n', 'e', 's', 'w'];

/** Levels of the corners: north-west, north-east, south-east, south-west on the screen. */
export type Corners = readonly [number, number, number, number];
export type Sides = Readonly<Record<Direction, boolean>>;
/** Whether a part is there, would come, or would go. */
export type Presence = 'here' | 'coming' | 'going';

export interface Part {
  readonly key: string;
  readonly solid: Solid;
  readonly column: number;
  readonly row: number;
  /** How far a level is shifted here. */
  readonly lift: number;
  /** On which sides the same solid goes on. */
  readonly joined: Sides;
  readonly low: Corners;
  readonly high: Corners;
  /** Where a stair climbs to on the screen. */
  readonly climbs: Direction | null;
  readonly presence: Presence;
}

/** Everything to draw: the scene, and what the preview would change in it. */
export function partsOf(scene: Scene, preview: Scene | null, layout: Layout): readonly Part[] {
  const lifts = liftsOf(preview ? [scene, preview] : [scene]);
  const { coming, going } = preview ? differences(scene, preview) : NO_DIFFERENCES;
  const parts = [
    ...scene.solids.map((solid) => ({
      solid,
      presence: going.has(solid) ? ('going' as const) : ('here' as const),
    })),
    ...[...coming].map((solid) => ({ solid, presence: 'coming' as const })),
  ].flatMap(({ solid, presence }) => cut(solid, presence, layout, lifts));
  return parts.sort((a, b) => a.row - b.row || baseOf(a) - baseOf(b));
}

const NO_DIFFERENCES = { coming: new Set<Solid>(), going: new Set<Solid>() };

function differences(scene: Scene, preview: Scene) {
  const { moved, added, removed } = changes(scene, preview);
  return {
    coming: new Set([...moved.map(([, to]) => to), ...added]),
    going: new Set([...moved.map(([from]) => from), ...removed]),
  };
}

function baseOf({ low, solid }: Part): number {
  return Math.min(...low) + (isFigure(solid) ? 0.9 : solid.inverted ? 0.5 : 0);
}

/** How far a level is shifted over each cell; high towers of small pieces are pressed together. */
function liftsOf(scenes: readonly Scene[]): ReadonlyMap<string, number> {
  const lifts = new Map<string, number>();
  for (const scene of scenes) {
    const piles = pilesOf(scene);
    for (const { id, x, y } of scene.squares) {
      const height = heightOf(piles.get(id) ?? []);
      const lift = Math.min(LEVEL_SHIFT, MAX_SHIFT / Math.max(1, height));
      lifts.set(`${x} ${y}`, Math.min(lift, lifts.get(`${x} ${y}`) ?? LEVEL_SHIFT));
    }
  }
  return lifts;
}

function cut(
  solid: Solid,
  presence: Presence,
  layout: Layout,
  lifts: ReadonlyMap<string, number>,
): readonly Part[] {
  const cells = cellsOf(solid);
  const places = cells.map((cell) => layout.place(cell));
  const has = (column: number, row: number) =>
    places.some((place) => place.column === column && place.row === row);
  const climbs = solid.facing && layout.direction(solid.facing);
  return cells.map((cell, nth) => {
    const { column, row } = layout.place(cell);
    return {
      key: `${solid.id} ${nth} ${presence === 'coming'}`,
      solid,
      column,
      row,
      presence,
      climbs,
      lift: lifts.get(`${cell.x} ${cell.y}`) ?? LEVEL_SHIFT,
      joined: {
        n: has(column, row - 1),
        e: has(column + 1, row),
        s: has(column, row + 1),
        w: has(column - 1, row),
      },
      ...heights(solid, climbs),
    };
  });
}

/** The undersides and tops of a solid: a stair slopes above, one that is turned over below. */
function heights(solid: Solid, climbs: Direction | null): { low: Corners; high: Corners } {
  const [low, high] = [solid.z, solid.z + solid.size[2]];
  const flat = (level: number): Corners => [level, level, level, level];
  if (solid.shape !== 'stair' || !climbs) return { low: flat(low), high: flat(high) };
  const slope = slopeTo(climbs).map((rise) => low + rise) as unknown as Corners;
  return solid.inverted ? { low: slope, high: flat(high) } : { low: flat(low), high: slope };
}

function slopeTo(climbs: Direction): readonly number[] {
  const nth = UPRIGHT.indexOf(climbs);
  return [0, 1, 2, 3].map((corner) => (corner === nth || corner === (nth + 1) % 4 ? 1 : 0));
}
