// What can be done next glows; what was picked, was last moved or has the focus is marked.
import { AdditiveBlending, Group, NormalBlending } from 'three';
import type { Aid, Scene } from '../../scene/scene';
import {
  beadShape,
  brackets,
  dotShape,
  faceShape,
  halo,
  type Mark,
  Marks,
  pattern,
  ringShape,
} from './marks';
import { type Spot, spotOf } from './placing';

const MIN_QUIET_DOTS = 24; // from so many on, dots on bare squares are quieter than rings
const BEADS_PER_SQUARE = 4; // on the way from one square to the next

const OPEN = 0xffb029;
const HOVER = 0xffe9b0;
const PICKED = 0xff7a1f;
const FOCUS = 0x3aa0ff;
const LAST = 0xffffff;
const AIDS = [0x2f7fd0, 0xd0452f, 0x2f9a5b, 0x8a4fc4] as const;

export interface Shown {
  readonly open: readonly Spot[];
  readonly picked: readonly Spot[];
  readonly hover: Spot | undefined;
  readonly focus: Spot | undefined;
  readonly last: readonly Spot[];
}

export class Glow {
  readonly group = new Group();
  private readonly rings = new Marks(ringShape(), {});
  private readonly dots = new Marks(dotShape(), { fits: false, over: 0.014 });
  private readonly halos: Marks;
  private readonly last = new Marks(faceShape(), { map: brackets(), opacity: 0.85 });
  private readonly beads = new Marks(beadShape(), { fits: false, over: 0.12, through: true });
  private readonly aids = AIDS.map(
    (_, nth) => new Marks(faceShape(), { map: pattern(nth), opacity: 0.8, over: 0.006 }),
  );

  constructor(isNight: boolean) {
    const blending = isNight ? AdditiveBlending : NormalBlending;
    this.halos = new Marks(faceShape(1.5), { map: halo(), blending, over: 0.016 });
    this.group.add(...this.all.map((marks) => marks.mesh));
  }

  private get all(): Marks[] {
    return [...this.aids, this.last, this.halos, this.dots, this.rings, this.beads];
  }

  show({ open, picked, hover, focus, last }: Shown): void {
    const isMany = open.length > MIN_QUIET_DOTS;
    const ring = (colour: number, grown: number) => (spot: Spot) => ({ spot, colour, grown });
    const strong: Mark[] = [
      ...picked.map(ring(PICKED, 1)),
      ...(hover ? [{ spot: hover, colour: HOVER, grown: 1.02 }] : []),
      ...(focus ? [{ spot: focus, colour: FOCUS, grown: 1.1 }] : []),
    ];
    const opened = open.map(ring(OPEN, 1));
    // A dot would hide what is carved on a piece: there it stays a ring.
    const dots = opened.filter(({ spot }) => isMany && spot.place.y === 0);
    const rings = opened.filter((mark) => !dots.includes(mark));
    this.rings.show([...rings, ...strong]);
    this.dots.show(dots);
    this.halos.show(isMany ? strong : [...rings, ...strong]);
    this.last.show(last.map(ring(LAST, 1)));
  }

  /** Shows what helps a learner; each aid has a pattern of its own. */
  showAids(scene: Scene, shown: readonly Aid[]): void {
    this.aids.forEach((marks, nth) => {
      const mine = shown.filter((_, place) => place % AIDS.length === nth);
      const ids = mine.flatMap((aid) => [...aid.squares, ...aid.solids]);
      const spots = ids.flatMap((id) => spotOf(scene, id) ?? []);
      marks.show(spots.map((spot) => ({ spot, colour: AIDS[nth] ?? LAST })));
    });
  }

  /** Shows the places that a piece would pass, as beads on a string. */
  showWay(places: readonly Spot[]): void {
    const beads = places.slice(1).flatMap((to, nth) => {
      const from = places[nth] ?? to;
      return Array.from({ length: BEADS_PER_SQUARE }, (_, k): Mark => {
        const place = from.place.clone().lerp(to.place, (k + 1) / BEADS_PER_SQUARE);
        return {
          spot: { ...to, place },
          colour: OPEN,
          grown: k === BEADS_PER_SQUARE - 1 ? 1.6 : 1,
        };
      });
    });
    this.beads.show(beads);
  }

  dispose(): void {
    for (const marks of this.all) marks.dispose();
  }
}
