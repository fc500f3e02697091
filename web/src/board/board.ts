// The board in three dimensions. It knows no rule: it shows a scene, lets things glow, and tells
// what somebody points at or picks.
import { Group, MeshStandardMaterial, Vector3 } from 'three';
import { changes } from '../scene/diff';
import type { Picks } from '../scene/picks';
import type { Scene, Solid } from '../scene/scene';
import { BoardCamera, type Home } from './camera';
import type { Box } from './fit';
import { Glow } from './glow';
import { FLOOR, Ground } from './ground';
import { Hits } from './hits';
import { type Journey, Journeys, plan } from './journeys';
import { faceShape, Marks } from './marks';
import { DAY, NIGHT } from './palette';
import { Pieces } from './pieces';
import {
  highest,
  isCovered,
  type Placed,
  placeOf,
  type Spot,
  spotOf,
  spotOfSolid,
} from './placing';
import { Pointing } from './pointing';
import type { Means } from './props';
import { layOut, planks } from './reserves';
import { type Cost, Stage } from './stage';
import { grain, paving, stain, stone } from './textures';

const LIFTED = 0.22; // how far what was picked is raised
const TALLEST = 1.1; // room above the board for what stands on it

export type Way = readonly (readonly [number, number, number])[];

export interface BoardEvents {
  /** Somebody picks: the names of what was hit, the most exact first. */
  pick(ids: readonly string[], means: Means): void;
  point(ids: readonly string[]): void;
  /** A frame was drawn. */
  drawn(): void;
}

export class Board {
  /** Whether nothing moves by itself. */
  still = false;
  private readonly stage: Stage;
  private readonly camera: BoardCamera;
  private readonly stuffs = { stone: stone(), wood: grain(), paving: paving(), stain: stain() };
  private readonly ground = new Ground(this.stuffs);
  private readonly things = new Group();
  private readonly wood = new MeshStandardMaterial({ map: this.stuffs.wood, roughness: 0.46 });
  private readonly rock = new MeshStandardMaterial({ map: this.stuffs.stone, roughness: 0.8 });
  private readonly inlaid = new MeshStandardMaterial({ roughness: 0.5 });
  private readonly ghostly = new MeshStandardMaterial({
    map: this.stuffs.wood,
    transparent: true,
    opacity: 0.62,
    emissive: 0xffa531,
    emissiveIntensity: 0.22,
  });
  private readonly pieces: Pieces;
  private readonly ghosts: Pieces;
  private readonly leaving: Pieces;
  private readonly stains: Marks;
  private readonly journeys: Journeys;
  private readonly hits: Hits;
  private readonly pointing: Pointing;
  private readonly observer: ResizeObserver;
  private glow = new Glow(false);
  private look = DAY;
  private scene: Scene | undefined;
  private reserves: readonly Placed[] = [];
  private picks: Picks | undefined;
  private way: Way = [];
  private aids: ReadonlySet<string> = new Set();
  private lifted: Placed | undefined;
  private pointed: readonly string[] = [];
  private focused: string | undefined;
  private flipped = false;
  private quarter = -1;

  constructor(
    private readonly host: HTMLElement,
    private readonly events: BoardEvents,
  ) {
    this.stage = new Stage(
      host,
      () => this.camera.camera,
      (now) => this.advance(now),
      () => this.events.drawn(),
    );
    const { space, canvas } = this.stage;
    this.camera = new BoardCamera(canvas, () => this.stage.draw());
    const materials = { wood: this.wood, stone: this.rock, inlay: this.inlaid };
    const ghosts = { wood: this.ghostly, stone: this.ghostly, inlay: this.inlaid };
    this.pieces = new Pieces(this.things, materials);
    this.ghosts = new Pieces(space, ghosts, false);
    this.leaving = new Pieces(space, materials);
    this.stains = new Marks(faceShape(1), { map: this.stuffs.stain, opacity: 0.42, over: 0.004 });
    space.add(this.ground.group, this.things, this.stains.mesh, this.glow.group);
    this.journeys = new Journeys((journey, place, grown) => this.carry(journey, place, grown));
    const solid = [this.ground.group, this.things];
    this.hits = new Hits(canvas, this.camera.camera, this.ground, this.pieces, solid);
    this.pointing = new Pointing(canvas, {
      press: () => this.settle(),
      tap: (x, y, means) => this.events.pick(this.under(x, y), means),
      hover: (x, y) => this.point(this.under(x, y)),
      leave: () => this.point([]),
    });
    this.stage.light(this.look);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(host);
  }

  // ---- what is shown --------------------------------------------------------------------------

  /** Shows a scene; pieces travel from where they were. */
  show(scene: Scene): void {
    const before = this.scene;
    const oldReserves = this.reserves;
    this.scene = scene;
    this.reserves = layOut(scene);
    this.lifted = undefined;
    const isNew = !before || isOther(before, scene);
    if (isNew) this.build(scene);
    const solids = [...scene.solids, ...this.reserves];
    this.pieces.show(solids, scene.level, (solid) => this.isHidden(scene, solid));
    this.stains.show(
      scene.solids
        .filter((solid) => solid.z === 0)
        .map((solid) => ({ spot: foot(solid, scene.level), colour: 0x1d120a })),
    );
    if (isNew || this.still) this.journeys.settle();
    else this.travel(before, scene, oldReserves);
    this.mark();
    this.stage.draw(true);
  }

  /** Lets glow what can be picked, and lifts what was. */
  choose(picks: Picks): void {
    this.picks = picks;
    if (this.focused !== undefined && !picks.next.has(this.focused)) this.focused = undefined;
    this.mark();
  }

  /** Shows what would come, and the way there. */
  preview(preview: Scene | null, way: Way): void {
    const { scene } = this;
    if (!scene) return;
    const { moved, added } = preview ? changes(scene, preview) : { moved: [], added: [] };
    const come = [...moved.map(([, solid]) => solid), ...added];
    this.ghosts.show(come, scene.level, (solid) => !!preview && isCovered(preview, solid));
    if (way.length > 0) this.way = way;
    this.glow.showWay(
      preview ? this.wayOf(way).map((place) => ({ place, width: 1, depth: 1 })) : [],
    );
    this.stage.draw();
  }

  showAids(aids: ReadonlySet<string>): void {
    this.aids = aids;
    this.mark();
  }

  /** Changes between day and night. */
  shine(night: boolean): void {
    const look = night ? NIGHT : DAY;
    if (look === this.look) return;
    this.look = look;
    this.stage.light(look);
    this.stage.space.remove(this.glow.group);
    this.glow.dispose();
    this.glow = new Glow(night);
    this.stage.space.add(this.glow.group);
    if (this.scene) this.ground.build(this.scene, look, this.camera.quarter);
    this.mark();
    this.stage.draw(true);
  }

  flip(flipped: boolean): void {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    if (!this.scene) return;
    this.camera.frame(boxOf(this.scene), flipped);
    this.camera.goHome(undefined, !this.still);
  }

  /** Ends all movement at once. */
  settle(): void {
    if (!this.journeys.isBusy) return;
    this.journeys.settle();
    this.arrive();
    this.stage.draw(true);
  }

  // ---- camera ---------------------------------------------------------------------------------

  home(view?: Home): void {
    this.camera.goHome(view, !this.still);
  }

  turn(around: number, up: number, nearer = 1): void {
    this.camera.turn(around, up, nearer);
  }

  // ---- what is where --------------------------------------------------------------------------

  /** Where on the page a click really hits something; null where it is hidden. */
  place(id: string): { x: number; y: number } | null {
    this.settle();
    return this.scene ? this.hits.seen(this.scene, id) : null;
  }

  /** Where on the page the mark of something is. */
  marked(id: string): { x: number; y: number } | null {
    return this.scene ? this.hits.marked(this.scene, id) : null;
  }

  /** Marks what the keys are at, and tells it as if somebody pointed there. */
  focus(id: string | undefined): void {
    this.focused = id;
    this.events.point(id === undefined ? [] : [id]);
    this.mark();
  }

  // ---- figures --------------------------------------------------------------------------------

  get cost(): Cost {
    return this.stage.cost;
  }

  get frames(): number {
    return this.stage.frames;
  }

  get renderer(): string {
    return this.stage.name;
  }

  /** Milliseconds that a whole frame takes, shadows and all. */
  measure(times = 10): number {
    return this.stage.measure(times);
  }

  dispose(): void {
    this.observer.disconnect();
    this.pointing.dispose();
    this.camera.dispose();
    for (const pieces of [this.pieces, this.ghosts, this.leaving]) pieces.dispose();
    this.ground.dispose();
    this.glow.dispose();
    this.stains.dispose();
    for (const material of [this.wood, this.rock, this.inlaid, this.ghostly]) material.dispose();
    for (const texture of Object.values(this.stuffs)) texture.dispose();
    this.stage.dispose();
  }

  // ---- inside ---------------------------------------------------------------------------------

  private build(scene: Scene): void {
    const box = boxOf(scene);
    this.camera.frame(box, this.flipped);
    this.stage.aim(box);
    this.camera.goHome('front', false);
    this.quarter = this.camera.quarter;
    this.ground.build(scene, this.look, this.quarter);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.stage.resize(width, height);
    this.camera.resize(width / height);
    this.stage.draw();
  }

  private isHidden(scene: Scene, solid: Placed): boolean {
    if (solid.scale === undefined) return isCovered(scene, solid);
    return this.reserves.some(({ id, x, y, z }) => {
      return id === solid.id && x === solid.x && y === solid.y && z > solid.z;
    });
  }

  private travel(before: Scene, after: Scene, reserves: readonly Placed[]): void {
    const found = changes(before, after);
    const way = this.wayOf(this.way);
    const free = [...reserves];
    const from = (solid: Solid) => {
      const at = free.findLastIndex((each) => isAlike(each, solid));
      return at < 0 ? undefined : free.splice(at, 1)[0];
    };
    const here = new Set(this.reserves.map(({ id, x, y, z }) => `${id} ${x} ${y} ${z}`));
    for (let i = free.length - 1; i >= 0; i -= 1) {
      const each = free[i];
      if (each && here.has(`${each.id} ${each.x} ${each.y} ${each.z}`)) free.splice(i, 1);
    }
    this.leaving.show(found.removed, after.level, () => true);
    this.journeys.begin(plan(before, after, found, from, way), performance.now());
    this.way = [];
  }

  private carry({ solid, leaves }: Journey, place: Vector3, grown: number): void {
    if (leaves) this.leaving.carry(solid, place, grown);
    else this.pieces.carry(solid, place, grown);
  }

  /** Moves on what moves; returns whether something still does. */
  private advance(now: number): boolean {
    const wasBusy = this.journeys.isBusy;
    if (wasBusy) {
      this.journeys.advance(now);
      if (!this.journeys.isBusy) this.arrive();
      this.stage.renderer.shadowMap.needsUpdate = true;
    }
    this.camera.advance(now);
    const { quarter } = this.camera;
    if (quarter !== this.quarter && !this.camera.isGliding) {
      this.quarter = quarter;
      this.ground.write(quarter);
    }
    return this.journeys.isBusy || this.camera.isGliding;
  }

  private arrive(): void {
    this.leaving.show([], this.scene?.level ?? 1, () => true);
    this.pieces.settle();
    this.mark();
  }

  private mark(): void {
    const { scene, picks } = this;
    if (!scene) return;
    const next = picks?.next ?? new Set<string>();
    const picked = (picks?.picked ?? []).filter((id) => !(id in scene.buttons));
    const hover = this.pointed.find((id) => next.has(id));
    this.lift(scene, picked[0]);
    this.glow.show({
      open: [...next].flatMap((id) => this.spot(id) ?? []),
      picked: picked.flatMap((id) => this.spot(id) ?? []),
      hover: hover === undefined ? undefined : this.spot(hover),
      focus: this.focused === undefined ? undefined : this.spot(this.focused),
      last: scene.marked.flatMap((id) => this.spot(id) ?? []),
    });
    this.glow.showAids(
      scene,
      scene.aids.filter((aid) => this.aids.has(aid.id)),
    );
    this.stage.draw();
  }

  /** Raises what was picked first; what was raised before settles. */
  private lift(scene: Scene, id: string | undefined): void {
    if (this.journeys.isBusy) return;
    const wanted = id === undefined ? undefined : this.thing(scene, id);
    if (wanted === this.lifted) return;
    if (this.lifted) this.pieces.carry(this.lifted, placeOf(this.lifted, scene.level));
    if (wanted)
      this.pieces.carry(wanted, placeOf(wanted, scene.level).add(new Vector3(0, LIFTED, 0)));
    this.lifted = wanted;
    this.pieces.settle();
    this.stage.draw(true);
  }

  /** The solid of a name, the topmost of a reserve, or what is highest on a square. */
  private thing(scene: Scene, id: string): Placed | undefined {
    const named = this.pieces.last(id);
    const square = scene.squares.find((each) => each.id === id);
    return named ?? (square && highest(scene, square.x, square.y, true));
  }

  private spot(id: string): Spot | undefined {
    const { scene } = this;
    if (!scene) return undefined;
    const laid = this.reserves.findLast((each) => each.id === id);
    return laid ? spotOfSolid(laid, scene.level) : spotOf(scene, id);
  }

  private wayOf(way: Way): Vector3[] {
    const level = this.scene?.level ?? 1;
    return way.map(([x, y, z]) => new Vector3(x, z * level, -y));
  }

  private under(x: number, y: number): string[] {
    return this.scene ? this.hits.under(this.scene, x, y) : [];
  }

  private point(ids: readonly string[]): void {
    if (ids.join() === this.pointed.join()) return;
    this.pointed = ids;
    const isOpen = ids.some((id) => this.picks?.next.has(id));
    this.stage.canvas.style.cursor = isOpen ? 'pointer' : '';
    this.events.point(ids);
    this.mark();
  }
}

function isOther(a: Scene, b: Scene): boolean {
  return a.game !== b.game || a.columns !== b.columns || a.seats.length !== b.seats.length;
}

function isAlike(a: Solid, b: Solid): boolean {
  const measures = ({ size }: Solid) => [...size].sort().join();
  return a.shape === b.shape && a.colour === b.colour && measures(a) === measures(b);
}

function foot(solid: Solid, level: number): Spot {
  const [width, depth] = solid.size;
  return { place: placeOf(solid, level), width: width + 0.42, depth: depth + 0.42 };
}

/** All that is to be seen: the board with its frame, what stands on it, and what is beside it. */
function boxOf(scene: Scene): Box {
  const edge = 1.05; // from the middle of the outermost squares
  const beside = 2.1;
  const sides = new Set(planks(scene).map(({ side }) => side));
  const out = (side: 0 | 1 | 2 | 3) => (sides.has(side) ? beside : edge);
  return {
    low: [-out(1), FLOOR, -(scene.rows - 1) - out(2)],
    high: [scene.columns - 1 + out(3), TALLEST, out(0)],
  };
}
