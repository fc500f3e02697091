// Pieces on their way: they lift, travel in an arc over what stands there, and settle.
import { Vector3 } from 'three';
import type { Changes } from '../../scene/diff';
import type { Scene } from '../../scene/scene';
import { heightOver, type Placed, placeOf } from './placing';

const MIN_JOURNEY_MS = 320;
const SQUARE_MS = 45;
const MAX_JOURNEY_MS = 780;
const START_DELAY_MS = 260; // before something from another place sets out
const CLEARANCE = 0.3; // above what it passes over

export interface Journey {
  readonly solid: Placed;
  /** The places it passes, the first where it starts and the last where it ends. */
  readonly places: readonly Vector3[];
  readonly arc: number;
  readonly wait: number;
  readonly takes: number;
  /** It leaves the board: it sinks and is gone. */
  readonly leaves: boolean;
  /** How large it is where it starts. */
  readonly grown: number;
}

export type Carry = (journey: Journey, place: Vector3, grown: number) => void;

/** Plans how to get from one scene to the next; *from* knows where new pieces come from. */
export function plan(
  before: Scene,
  after: Scene,
  { moved, added, removed }: Changes,
  from: (solid: Placed) => Placed | undefined,
  way: readonly Vector3[],
): Journey[] {
  const starts = new Map<string, number>();
  const waitOf = (place: Vector3) => {
    const key = `${place.x} ${place.z}`;
    const nth = starts.get(key) ?? starts.size;
    starts.set(key, nth);
    return nth * START_DELAY_MS;
  };
  const travel = (solid: Placed, start: Vector3, grown = 1): Journey => {
    const to = placeOf(solid, after.level);
    const walked = isOnWay(way, start, to) ? way : [start, to];
    return journey(solid, walked, after, waitOf(start), grown);
  };
  return [
    ...moved.map(([old, solid]) => travel(solid, placeOf(old, before.level))),
    ...added.map((solid) => {
      const source = from(solid);
      if (source) return travel(solid, placeOf(source, before.level), source.scale);
      const above = placeOf(solid, after.level);
      return travel(solid, above.add(new Vector3(0, 1.2, 0)));
    }),
    ...removed.map((solid) => {
      const start = placeOf(solid, before.level);
      const end = start.clone().setY(-0.4);
      return {
        ...journey(solid, [start, end], after, starts.size * START_DELAY_MS, 1),
        leaves: true,
      };
    }),
  ];
}

function isOnWay(way: readonly Vector3[], from: Vector3, to: Vector3): boolean {
  const [first, last] = [way[0], way.at(-1)];
  return way.length > 2 && !!first && !!last && near(first, from) && near(last, to);
}

function near(a: Vector3, b: Vector3): boolean {
  return a.distanceToSquared(b) < 0.05;
}

function journey(
  solid: Placed,
  places: readonly Vector3[],
  scene: Scene,
  wait: number,
  grown: number,
): Journey {
  const [from, to] = [places[0] ?? new Vector3(), places.at(-1) ?? new Vector3()];
  const far = Math.hypot(to.x - from.x, to.z - from.z);
  const arc = places.length > 2 ? 0.12 : 0.22 + 0.06 * far + obstacle(scene, from, to);
  const takes = Math.min(MAX_JOURNEY_MS, MIN_JOURNEY_MS + SQUARE_MS * far);
  return { solid, places, arc, wait, takes, leaves: false, grown };
}

/** How far what stands between two places rises over the straight line, with some room. */
function obstacle(scene: Scene, from: Vector3, to: Vector3): number {
  const steps = Math.ceil(2 * Math.hypot(to.x - from.x, to.z - from.z));
  let most = 0;
  for (let step = 1; step < steps; step += 1) {
    const part = step / steps;
    const [x, z] = [from.x + (to.x - from.x) * part, from.z + (to.z - from.z) * part];
    if (isOver(from, x, z) || isOver(to, x, z)) continue; // there it rises and settles itself
    const high = heightOver(scene, Math.round(x), Math.round(-z)) + CLEARANCE;
    const line = from.y + (to.y - from.y) * part;
    most = Math.max(most, (high - line) / Math.sin(Math.PI * part));
  }
  return Math.min(2.5, Math.max(0, most));
}

function isOver(place: Vector3, x: number, z: number): boolean {
  return Math.abs(place.x - x) <= 0.5 && Math.abs(place.z - z) <= 0.5;
}

/** All that is on its way now. */
export class Journeys {
  private running: Journey[] = [];
  private begun = 0;
  private readonly at = new Vector3();

  constructor(private readonly carry: Carry) {}

  get isBusy(): boolean {
    return this.running.length > 0;
  }

  begin(journeys: readonly Journey[], now: number): void {
    this.running = [...journeys];
    this.begun = now;
    this.advance(now);
  }

  /** Carries everything to where it is at a time, and forgets what has arrived. */
  advance(now: number): void {
    const passed = now - this.begun;
    for (const journey of this.running) {
      const part = Math.min(1, Math.max(0, (passed - journey.wait) / journey.takes));
      const eased = part * part * (3 - 2 * part);
      placeAlong(journey.places, eased, this.at);
      if (!journey.leaves && part < 1) this.at.y += Math.sin(Math.PI * eased) * journey.arc;
      const grown = journey.leaves ? 1 - eased : journey.grown + (1 - journey.grown) * eased;
      this.carry(journey, this.at, Math.max(0.001, grown));
    }
    if (this.running.every(({ wait, takes }) => passed >= wait + takes)) this.running = [];
  }

  /** Forgets what was on its way, wherever it is. */
  stop(): void {
    this.running = [];
  }

  /** Ends all movement at once. */
  settle(): void {
    this.advance(Number.POSITIVE_INFINITY);
  }
}

/** The place of a piece that has gone a part of a way. */
export function placeAlong(places: readonly Vector3[], part: number, at: Vector3): void {
  const legs = places.length - 1;
  const nth = Math.min(legs - 1, Math.floor(part * legs));
  const [from, to] = [places[nth], places[nth + 1]];
  if (from && to) at.copy(from).lerp(to, part * legs - nth);
}
