// The camera: home views that show the whole board in any window, and turning by mouse, touch, keys.
import { MathUtils, MOUSE, PerspectiveCamera, Spherical, TOUCH, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type Box, bestQuarter, cameraPlaceFor, steepest, type View } from './fit';

const FIELD_OF_VIEW_DEG = 30;
const GLIDE_MS = 420; // from one view to another
const MAX_TILT_RAD = 1.42; // from straight down

export type Home = 'front' | 'top' | 'corner';
const HOMES: Readonly<Record<Home, View>> = {
  front: { around: 0, above: 0.96 },
  top: { around: 0, above: 1.5705 },
  corner: { around: 0.62, above: 0.66 },
};

const STEEP = [0.84, 0.9, 0.96, 1.02, 1.08, 1.14]; // for the front view, as the window allows

/** From one view to another: around, above and away of the camera, and what it looks at. */
interface Glide {
  readonly start: Spherical;
  readonly end: Spherical;
  readonly look: Vector3;
  readonly aim: Vector3;
  readonly begin: number;
}

export class BoardCamera {
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW_DEG, 1, 0.5, 160);
  private readonly controls: OrbitControls;
  private box: Box = { low: [0, 0, 0], high: [1, 1, 1] };
  private home: Home = 'front';
  private isHome = true;
  private isHeld = false; // by a mouse or a finger
  private flipped = false;
  private gliding: Glide | null = null;
  private readonly spherical = new Spherical();
  private readonly offset = new Vector3();
  private readonly target = new Vector3();

  constructor(
    canvas: HTMLCanvasElement,
    private readonly changed: () => void,
  ) {
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxPolarAngle = MAX_TILT_RAD;
    this.controls.screenSpacePanning = false;
    this.controls.zoomSpeed = 0.8;
    this.controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.PAN };
    this.controls.touches = { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
    this.controls.addEventListener('start', () => {
      this.gliding = null;
      this.isHeld = true;
    });
    this.controls.addEventListener('end', () => {
      this.isHeld = false;
    });
    this.controls.addEventListener('change', () => {
      if (this.isHeld) this.isHome = false;
      this.bound();
    });
  }

  /** How many quarter turns the board was turned by to be seen best. */
  homeQuarter = 0;

  /** How many quarter turns it is seen from now. */
  get quarter(): number {
    const { x, z } = this.offset.subVectors(this.camera.position, this.controls.target);
    return (Math.round(Math.atan2(x, z) / (Math.PI / 2)) + 4) % 4;
  }

  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }

  get isGliding(): boolean {
    return this.gliding !== null;
  }

  /** What is to be seen, and whether from the other side. */
  frame(box: Box, flipped: boolean): void {
    this.box = box;
    this.flipped = flipped;
    this.isHome = true;
  }

  resize(aspect: number): void {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    if (this.isHome) this.goHome(this.home, false);
  }

  /** Goes to one of the home views; the long side of the board lies along that of the window. */
  goHome(home: Home = this.home, glides = false, now = performance.now()): void {
    const { aspect } = this.camera;
    const fov = MathUtils.degToRad(FIELD_OF_VIEW_DEG);
    const view = HOMES[home];
    const quarter = bestQuarter(this.box, view, fov, aspect) + (this.flipped ? 2 : 0);
    this.homeQuarter = quarter % 4;
    const turned = { ...view, around: view.around + (quarter * Math.PI) / 2 };
    const best = home === 'front' ? steepest(this.box, turned, STEEP, fov, aspect) : turned;
    const { camera, target, distance } = cameraPlaceFor(this.box, best, fov, aspect);
    this.home = home;
    this.isHome = true;
    this.controls.minDistance = distance * 0.25;
    this.controls.maxDistance = distance * 1.8;
    const [to, aim] = [new Vector3(...camera), new Vector3(...target)];
    if (glides) this.glide(to, aim, now);
    else this.stand(to, aim);
  }

  /** Moves on towards the view that is wanted: around the board, not through it. */
  advance(now: number): void {
    if (!this.gliding) return;
    const { start, end, look, aim, begin } = this.gliding;
    const part = Math.min(1, Math.max(0, (now - begin) / GLIDE_MS));
    const eased = part * part * (3 - 2 * part);
    if (part >= 1) this.gliding = null;
    this.spherical.set(
      MathUtils.lerp(start.radius, end.radius, eased),
      MathUtils.lerp(start.phi, end.phi, eased),
      MathUtils.lerp(start.theta, end.theta, eased),
    );
    this.target.copy(look).lerp(aim, eased);
    this.stand(this.offset.setFromSpherical(this.spherical).add(this.target), this.target);
  }

  /** Turns around the board and up or down, in radians, and comes nearer by a factor. */
  turn(around: number, up: number, nearer = 1): void {
    this.gliding = null;
    this.isHome = false;
    const { target, minDistance, maxDistance } = this.controls;
    this.spherical.setFromVector3(this.offset.subVectors(this.camera.position, target));
    this.spherical.theta += around;
    this.spherical.phi = MathUtils.clamp(this.spherical.phi - up, 0.001, MAX_TILT_RAD);
    const radius = MathUtils.clamp(this.spherical.radius / nearer, minDistance, maxDistance);
    this.spherical.radius = radius;
    this.stand(this.offset.setFromSpherical(this.spherical).add(target), this.target.copy(target));
  }

  dispose(): void {
    this.controls.dispose();
  }

  private glide(to: Vector3, aim: Vector3, begin: number): void {
    const look = this.controls.target.clone();
    const start = new Spherical().setFromVector3(this.camera.position.clone().sub(look));
    const end = new Spherical().setFromVector3(to.clone().sub(aim));
    const turn = end.theta - start.theta; // the shorter way around
    end.theta = start.theta + MathUtils.euclideanModulo(turn + Math.PI, 2 * Math.PI) - Math.PI;
    this.gliding = { start, end, look, aim, begin };
    this.changed();
  }

  private stand(camera: Vector3, target: Vector3): void {
    this.camera.position.copy(camera);
    this.controls.target.copy(target);
    this.controls.update();
    this.changed();
  }

  /** Keeps the board in sight while the viewer pans. */
  private bound(): void {
    const { target } = this.controls;
    const { low, high } = this.box;
    const x = MathUtils.clamp(target.x, low[0], high[0]) - target.x;
    const z = MathUtils.clamp(target.z, low[2], high[2]) - target.z;
    if (x !== 0 || z !== 0) {
      target.x += x;
      target.z += z;
      this.camera.position.x += x;
      this.camera.position.z += z;
    }
    this.changed();
  }
}
