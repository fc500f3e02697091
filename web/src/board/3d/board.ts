// The board in three dimensions. It knows no rule: it shows a scene, lets things glow, and tells
// what the player points at or picks.
import { Vector3 } from 'three';
import type { InputKind, Picks } from '../../input/picks';
import { changes } from '../../scene/diff';
import type { Scene } from '../../scene/scene';
import { DAY, NIGHT } from '../palette';
import { Attention } from './attention';
import { BoardCamera, type Home } from './camera';
import { extentOf } from './extent';
import { Glow } from './glow';
import { Hits } from './hits';
import { Journeys, plan } from './journeys';
import { Pointing } from './pointing';
import { type Cost, Stage } from './stage';
import { Table } from './table';

export type Way = readonly (readonly [number, number, number])[];

export interface BoardEvents {
  /** The player picks: the names of what was hit, the most exact first. */
  pick(ids: readonly string[], means: InputKind): void;
  point(ids: readonly string[]): void;
  /** A frame was drawn. */
  drawn(): void;
}

export class Board {
  /** Whether nothing moves by itself. */
  still = false;
  private readonly stage: Stage;
  private readonly camera: BoardCamera;
  private readonly table = new Table();
  private readonly journeys: Journeys;
  private readonly hits: Hits;
  private readonly pointing: Pointing;
  private readonly observer: ResizeObserver;
  private glow = new Glow(false);
  private look = DAY;
  private scene: Scene | undefined;
  private way: Way = [];
  private readonly attention = new Attention();
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
    space.add(this.table.group, this.glow.group);
    this.journeys = new Journeys((...carried) => this.table.carry(...carried));
    this.hits = new Hits(canvas, this.camera.camera, this.table);
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
    const sources = this.table.sources();
    this.journeys.stop();
    this.scene = scene;
    const isNew = !before || isOther(before, scene);
    if (isNew) this.build(scene);
    this.table.lay(scene);
    if (!isNew && !this.still) {
      const found = changes(before, scene);
      this.table.dismiss(found.removed, scene.level);
      const journeys = plan(before, scene, found, sources, this.placesOf(this.way));
      this.journeys.begin(journeys, performance.now());
    }
    this.way = [];
    this.mark();
    this.stage.draw(true);
  }

  /** Lets glow what can be picked, and lifts what was. */
  choose(picks: Picks): void {
    this.attention.choose(picks);
    this.mark();
  }

  /** Shows what would come, and the way there. */
  preview(preview: Scene | null, way: Way): void {
    if (!this.scene) return;
    this.table.showGhost(this.scene, preview);
    if (preview) this.way = way; // so that a piece goes the way that was shown
    const places = preview ? this.placesOf(way) : [];
    this.glow.showWay(places.map((place) => ({ place, width: 1, depth: 1 })));
    this.stage.draw();
  }

  showAids(aids: ReadonlySet<string>): void {
    this.attention.wanted = aids;
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
    if (this.scene) this.face(this.scene);
    this.mark();
    this.stage.draw(true);
  }

  flip(flipped: boolean): void {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    if (!this.scene) return;
    this.camera.frame(extentOf(this.scene), flipped);
    this.camera.goHome(undefined, !this.still);
    this.readable();
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
    this.readable();
  }

  turn(around: number, up: number, nearer = 1): void {
    this.camera.turn(around, up, nearer);
  }

  // ---- what is where --------------------------------------------------------------------------

  /** Where on the page a click really hits something; null where it is hidden. */
  place(id: string): { x: number; y: number } | null {
    this.settle();
    this.resize(); // the page may have changed since the last frame
    return this.scene ? this.hits.seen(this.scene, id) : null;
  }

  /** Where on the page the mark of something is. */
  marked(id: string): { x: number; y: number } | null {
    return this.scene ? this.hits.marked(this.scene, id) : null;
  }

  /** Marks what the keys are at, and tells it as if the player pointed there. */
  focus(id: string | undefined): void {
    this.attention.focused = id;
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

  /** Whether something is on its way. */
  get isBusy(): boolean {
    return this.journeys.isBusy || this.camera.isGliding;
  }

  /** Milliseconds that a whole frame takes, shadows and all. */
  measure(times = 10): number {
    return this.stage.measure(times);
  }

  dispose(): void {
    this.observer.disconnect();
    this.pointing.dispose();
    this.camera.dispose();
    this.table.dispose();
    this.glow.dispose();
    this.stage.dispose();
  }

  // ---- inside ---------------------------------------------------------------------------------

  private build(scene: Scene): void {
    const box = extentOf(scene);
    this.camera.frame(box, this.flipped);
    this.stage.aim(box);
    this.camera.goHome('front', false);
    this.face(scene);
  }

  /** Turns what is read towards the reader. */
  private face(scene: Scene): void {
    this.quarter = this.camera.homeQuarter;
    this.table.build(scene, this.look, this.quarter);
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    const { canvas } = this.stage;
    const isSame = canvas.clientWidth === width && canvas.clientHeight === height;
    if (isSame || width === 0 || height === 0) return;
    this.stage.resize(width, height);
    this.camera.resize(width / height);
    this.readable();
    this.stage.draw();
  }

  /** Turns signs that stand another way than the view that was chosen. */
  private readable(): void {
    const { scene } = this;
    if (!scene || this.table.pieces.quarter === this.camera.homeQuarter) return;
    this.settle();
    this.face(scene);
    this.table.lay(scene);
    this.mark();
  }

  /** Moves on what moves; returns whether something still does. */
  private advance(now: number): boolean {
    if (this.journeys.isBusy) {
      this.journeys.advance(now);
      if (!this.journeys.isBusy) this.arrive();
      this.stage.renderer.shadowMap.needsUpdate = true;
    }
    this.camera.advance(now);
    this.stage.haze(this.camera.distance);
    const { quarter } = this.camera;
    if (quarter !== this.quarter && !this.camera.isGliding) {
      this.quarter = quarter;
      this.table.ground.write(quarter);
    }
    return this.isBusy;
  }

  private arrive(): void {
    this.table.dismiss([], 1);
    this.table.pieces.settle();
    this.mark();
  }

  private mark(): void {
    const { scene, attention } = this;
    if (!scene) return;
    const [held] = attention.picked(scene);
    if (!this.journeys.isBusy && this.table.lift(scene, held)) this.stage.draw(true);
    this.glow.show(attention.shown(scene, (id) => this.table.spot(scene, id)));
    this.glow.showAids(scene, attention.aids(scene));
    this.stage.draw();
  }

  private placesOf(way: Way): Vector3[] {
    const level = this.scene?.level ?? 1;
    return way.map(([x, y, z]) => new Vector3(x, z * level, -y));
  }

  private under(x: number, y: number): string[] {
    return this.scene ? this.hits.under(this.scene, x, y) : [];
  }

  private point(ids: readonly string[]): void {
    if (!this.attention.point(ids)) return;
    this.stage.canvas.style.cursor = this.attention.isOpen ? 'pointer' : '';
    this.events.point(ids);
    this.mark();
  }
}

function isOther(a: Scene, b: Scene): boolean {
  return a.game !== b.game || a.columns !== b.columns || a.seats.length !== b.seats.length;
}
