// The board in three dimensions. It is drawn only when something changes, and knows no rule: it
// shows a scene, lets things glow, and tells what somebody points at or picks.
import {
  ACESFilmicToneMapping,
  Color,
  DirectionalLight,
  HemisphereLight,
  type Intersection,
  MeshStandardMaterial,
  PCFSoftShadowMap,
  PerspectiveCamera,
  Raycaster,
  Scene as Stage,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { changes } from '../scene/diff';
import { type Scene, type Solid, squareUnder } from '../scene/scene';
import { Glow, type Kind, type Spot } from './glow';
import { Ground } from './ground';
import { DAY, type Look, NIGHT } from './palette';
import { Pieces, placeOf } from './pieces';
import { grain, stone } from './textures';

const TRAVEL = 420; // milliseconds that a piece is on its way
const DRAG = 6; // pixels from which on a press is a drag of the camera and no pick

export interface Highlights {
  readonly open: ReadonlySet<string>;
  readonly picked: readonly string[];
}

export interface BoardEvents {
  /** Somebody picks: the names of what was hit, the nearest first. */
  pick(ids: readonly string[]): void;
  point(ids: readonly string[]): void;
}

interface Journey {
  readonly solid: Solid;
  readonly from: Vector3;
  readonly to: Vector3;
  readonly begin: number;
}

export class Board {
  private readonly renderer: WebGLRenderer;
  private readonly stage = new Stage();
  private readonly camera = new PerspectiveCamera(32, 1, 0.1, 200);
  private readonly controls: OrbitControls;
  private readonly sun: DirectionalLight;
  private readonly ground: Ground;
  private readonly pieces: Pieces;
  private readonly ghosts: Pieces;
  private readonly glow: Glow;
  private readonly look: Look;
  private readonly observer: ResizeObserver;
  private scene: Scene | undefined;
  private journeys: Journey[] = [];
  private highlights: Highlights = { open: new Set(), picked: [] };
  private pointed: readonly string[] = [];
  private pressed: Vector2 | undefined;
  private due = false;

  constructor(
    private readonly host: HTMLElement,
    private readonly events: BoardEvents,
    options: { night: boolean; still: boolean },
  ) {
    this.look = options.night ? NIGHT : DAY;
    this.still = options.still;
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: 'low-power' });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFSoftShadowMap;
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 0.95;
    host.append(this.renderer.domElement);
    this.stage.background = new Color(this.look.sky);
    this.sun = this.lights();
    const [wood, travertine] = [grain(), stone()];
    this.ground = new Ground(travertine, wood);
    const wooden = new MeshStandardMaterial({ map: wood, roughness: 0.5 });
    const stony = new MeshStandardMaterial({ map: travertine, roughness: 0.8 });
    const ghostly = new MeshStandardMaterial({ transparent: true, opacity: 0.5 });
    this.pieces = new Pieces(this.stage, (solid) => (solid.shape === 'tower' ? stony : wooden));
    this.ghosts = new Pieces(this.stage, () => ghostly);
    this.glow = new Glow(options.night);
    this.stage.add(this.ground.group, this.glow.mesh);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.maxPolarAngle = 1.45;
    this.controls.enablePan = false;
    this.controls.addEventListener('change', () => this.draw());
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(host);
    this.listen();
  }

  /** Whether nothing moves by itself. */
  still: boolean;

  /** What the last frame cost. */
  get cost(): { calls: number; triangles: number } {
    const { calls, triangles } = this.renderer.info.render;
    return { calls, triangles };
  }

  /** Shows a scene; pieces travel from where they were. */
  show(scene: Scene): void {
    const before = this.scene;
    this.scene = scene;
    const isNew = before?.game !== scene.game || before.columns !== scene.columns;
    if (isNew) this.ground.build(scene, this.look);
    this.pieces.show(scene);
    if (isNew) this.home();
    else if (!this.still) this.animate(before, scene);
    this.showGlow();
  }

  /** Shows pieces that are not there yet. */
  showGhosts(solids: readonly Solid[]): void {
    if (this.scene) this.ghosts.show(this.scene, solids);
    this.draw();
  }

  highlight(highlights: Highlights): void {
    this.highlights = highlights;
    this.showGlow();
  }

  /** Turns the camera to where the game begins; *quarter* turns around the board. */
  home(quarter = 0): void {
    if (!this.scene) return;
    const { columns, rows } = this.scene;
    const middle = new Vector3((columns - 1) / 2, 0, -(rows - 1) / 2);
    const size = Math.max(columns, rows * 1.15) + 1.2;
    const portrait = Math.max(1, 1.15 / this.camera.aspect);
    const far = size * 1.62 * portrait;
    const angle = (quarter * Math.PI) / 2 + 0.18;
    const tilt = 0.9;
    this.camera.position.set(
      middle.x + far * Math.cos(tilt) * Math.sin(angle),
      far * Math.sin(tilt),
      middle.z + far * Math.cos(tilt) * Math.cos(angle),
    );
    this.controls.target.copy(middle);
    this.controls.minDistance = size * 0.5;
    this.controls.maxDistance = size * 4;
    this.controls.update();
    this.draw();
  }

  /** Ends all movement at once. */
  settle(): void {
    for (const { solid, to } of this.journeys) this.pieces.carry(solid, to);
    this.journeys = [];
    this.draw();
  }

  /** Where on the page the middle of a square or the top of a solid is, for tests and tools. */
  locate(id: string): { x: number; y: number } | undefined {
    const place = this.placeOf(id);
    if (!place) return undefined;
    const seen = place.clone().project(this.camera);
    const box = this.renderer.domElement.getBoundingClientRect();
    return {
      x: box.left + ((seen.x + 1) / 2) * box.width,
      y: box.top + ((1 - seen.y) / 2) * box.height,
    };
  }

  dispose(): void {
    this.observer.disconnect();
    this.controls.dispose();
    this.pieces.dispose();
    this.ghosts.dispose();
    this.ground.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  // ---- drawing --------------------------------------------------------------------------------

  /** Asks for a frame; several wishes are one frame. */
  private draw(): void {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame((now) => {
      this.due = false;
      this.advance(now);
      this.renderer.render(this.stage, this.camera);
    });
  }

  private lights(): DirectionalLight {
    const { look } = this;
    const sun = new DirectionalLight(look.sun, look.sunPower);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.bias = -0.0006;
    sun.shadow.normalBias = 0.02;
    sun.shadow.radius = 5;
    this.stage.add(sun, sun.target);
    this.stage.add(new HemisphereLight(look.ambientSky, look.ambientGround, look.ambientPower));
    return sun;
  }

  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    const was = this.camera.aspect;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.aim();
    if (Math.abs(was - this.camera.aspect) > 0.05) this.home();
    this.draw();
  }

  /** Lets the sun shine over the whole board and no further. */
  private aim(): void {
    if (!this.scene) return;
    const { columns, rows } = this.scene;
    const middle = new Vector3((columns - 1) / 2, 0, -(rows - 1) / 2);
    const reach = Math.hypot(columns, rows) / 2 + 1.5;
    this.sun.target.position.copy(middle);
    this.sun.position.set(middle.x - reach, reach * 1.35, middle.z + reach * 0.55);
    const { camera } = this.sun.shadow;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.far = 4 * reach;
    camera.updateProjectionMatrix();
  }

  // ---- movement -------------------------------------------------------------------------------

  private animate(before: Scene, after: Scene): void {
    const { moved, added } = changes(before, after);
    const begin = performance.now();
    const above = new Vector3(0, 3 * after.level, 0);
    this.journeys = [
      ...moved.map(([old, solid]) => ({
        solid,
        from: placeOf(old, before.level),
        to: placeOf(solid, after.level),
        begin,
      })),
      ...added.map((solid) => ({
        solid,
        from: placeOf(solid, after.level).add(above),
        to: placeOf(solid, after.level),
        begin,
      })),
    ];
    this.draw();
  }

  /** Carries what is on its way in an arc. */
  private advance(now: number): void {
    if (this.journeys.length === 0) return;
    for (const { solid, from, to, begin } of this.journeys) {
      const part = Math.min(1, Math.max(0, (now - begin) / TRAVEL));
      const eased = part * part * (3 - 2 * part);
      const place = from.clone().lerp(to, eased);
      place.y += Math.sin(Math.PI * eased) * Math.min(1.4, 0.3 + 0.25 * from.distanceTo(to));
      this.pieces.carry(solid, part < 1 ? place : to);
    }
    this.journeys = this.journeys.filter(({ begin }) => now - begin < TRAVEL);
    if (this.journeys.length > 0) this.draw();
  }

  // ---- glow and picking -----------------------------------------------------------------------

  private showGlow(): void {
    const spots: Spot[] = [];
    const add = (ids: Iterable<string>, kind: Kind) => {
      for (const id of ids) {
        const place = this.placeOf(id);
        if (place) spots.push({ place, kind });
      }
    };
    add(this.scene?.marked ?? [], 'last');
    add(this.highlights.open, 'open');
    add(this.highlights.picked, 'picked');
    add(this.pointed.filter((id) => this.highlights.open.has(id)).slice(0, 1), 'hover');
    this.glow.show(spots);
    this.draw();
  }

  /** The middle of the top of a solid, or of the highest one on a square. */
  private placeOf(id: string): Vector3 | undefined {
    const { scene } = this;
    const solid = scene?.solids.find((each) => each.id === id);
    if (scene && solid) return top(solid, scene.level);
    const square = scene?.squares.find((each) => each.id === id);
    if (!scene || !square) return undefined;
    const heights = scene.solids
      .filter(
        (each) =>
          covers(each, square.x, square.y) && each.shape !== 'lord' && each.shape !== 'pawn',
      )
      .map((each) => (each.z + each.size[2]) * scene.level);
    return new Vector3(square.x, Math.max(0, ...heights), -square.y);
  }

  private listen(): void {
    const canvas = this.renderer.domElement;
    canvas.addEventListener('pointerdown', (event) => {
      this.pressed = new Vector2(event.clientX, event.clientY);
    });
    canvas.addEventListener('pointerup', (event) => {
      const moved = this.pressed?.distanceTo(new Vector2(event.clientX, event.clientY)) ?? DRAG;
      this.pressed = undefined;
      if (moved < DRAG) this.events.pick(this.under(event));
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.pressed || event.pointerType === 'touch') return;
      this.point(this.under(event));
    });
    canvas.addEventListener('pointerleave', () => this.point([]));
  }

  private point(ids: readonly string[]): void {
    if (ids.join() === this.pointed.join()) return;
    this.pointed = ids;
    this.renderer.domElement.style.cursor = ids.some((id) => this.highlights.open.has(id))
      ? 'pointer'
      : '';
    this.events.point(ids);
    this.showGlow();
  }

  /** What lies under the pointer: the solid, and the square that it stands on. */
  private under(event: PointerEvent): string[] {
    const box = this.renderer.domElement.getBoundingClientRect();
    const at = new Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const [hit] = ray.intersectObjects(this.stage.children, true);
    return hit ? this.names(hit) : [];
  }

  private names(hit: Intersection): string[] {
    const square = this.ground.squareAt(hit);
    if (square) return [square.id];
    const solid = this.pieces.solidAt(hit);
    if (!solid || !this.scene) return [];
    const { x, z } = hit.point;
    const under =
      this.scene.squares.find((each) => each.x === Math.round(x) && each.y === Math.round(-z)) ??
      squareUnder(this.scene, solid);
    return under ? [solid.id, under.id] : [solid.id];
  }
}

function top(solid: Solid, level: number): Vector3 {
  return placeOf(solid, level).add(new Vector3(0, solid.size[2] * level, 0));
}

function covers(solid: Solid, x: number, y: number): boolean {
  const [width, depth] = solid.size;
  return x >= solid.x && x < solid.x + width && y >= solid.y && y < solid.y + depth;
}
