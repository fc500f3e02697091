// The stage: renderer, sky and light. A frame is drawn only on request.
import {
  type Camera,
  type CanvasTexture,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  NeutralToneMapping,
  PCFShadowMap,
  Scene as Space,
  WebGLRenderer,
} from 'three';
import type { Look } from '../palette';
import { drawsSlowly } from '../webgl';
import type { Box } from './fit';
import { sky } from './textures';

const MAX_PIXEL_RATIO = 2; // more pixels than that per point cost warmth and show nothing
const SHADOW_PIXELS = 2048;

export interface Cost {
  readonly calls: number;
  readonly triangles: number;
  /** Milliseconds that asking for the last frame took. */
  readonly time: number;
}

export class Stage {
  readonly space = new Space();
  readonly renderer: WebGLRenderer;
  frames = 0;
  private readonly sun = new DirectionalLight();
  private readonly ambient = new HemisphereLight();
  private readonly fog = new Fog(0xffffff);
  private backdrop: CanvasTexture | undefined;
  private due = 0;
  private calls = 0;
  private triangles = 0;
  private time = 0;
  private isLost = false;
  private readonly isSlow = drawsSlowly();

  constructor(
    host: HTMLElement,
    private readonly camera: () => Camera,
    private readonly before: (now: number) => boolean,
    private readonly after: () => void,
  ) {
    this.renderer = new WebGLRenderer({
      antialias: !this.isSlow,
      powerPreference: 'low-power',
    });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.toneMapping = NeutralToneMapping;
    host.prepend(this.canvas);
    this.sun.castShadow = true;
    const size = this.isSlow ? SHADOW_PIXELS / 2 : SHADOW_PIXELS;
    this.sun.shadow.mapSize.set(size, size);
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.018;
    this.sun.shadow.radius = (3.2 * size) / SHADOW_PIXELS;
    this.space.add(this.sun, this.sun.target, this.ambient);
    this.canvas.addEventListener('webglcontextlost', this.lose);
    this.canvas.addEventListener('webglcontextrestored', this.restore);
  }

  get canvas(): HTMLCanvasElement {
    return this.renderer.domElement;
  }

  /** What the last frame with shadows cost, or a dearer one since. */
  get cost(): Cost {
    return { calls: this.calls, triangles: this.triangles, time: this.time };
  }

  light(look: Look): void {
    this.backdrop?.dispose();
    const css = (colour: number) => `#${colour.toString(16).padStart(6, '0')}`;
    this.backdrop = sky(css(look.skyHigh), css(look.skyLow));
    this.space.background = this.backdrop;
    this.space.fog = this.fog;
    this.fog.color.set(look.skyLow);
    this.sun.color = new Color(look.sun);
    this.sun.intensity = look.sunPower;
    this.ambient.color = new Color(look.ambientSky);
    this.ambient.groundColor = new Color(look.ambientGround);
    this.ambient.intensity = look.ambientPower;
    this.renderer.toneMappingExposure = look.exposure;
  }

  /** Lets the terrace fade away behind the board, however far the camera is. */
  haze(distance: number): void {
    this.fog.near = 1.6 * distance;
    this.fog.far = 3.6 * distance;
  }

  /** Lets the sun shine over the whole board and no further, low from the left. */
  aim({ low, high }: Box): void {
    const [x, z] = [(low[0] + high[0]) / 2, (low[2] + high[2]) / 2];
    const reach = Math.hypot(high[0] - low[0], high[2] - low[2]) / 2 + 0.6;
    this.sun.target.position.set(x, 0, z);
    this.sun.position.set(x - reach * 1.3, reach * 1.25, z + reach * 0.42);
    const { camera } = this.sun.shadow;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 0.1;
    camera.far = 4 * reach;
    camera.updateProjectionMatrix();
    this.renderer.shadowMap.needsUpdate = true;
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height);
  }

  /** Asks for a frame; several wishes are one frame. */
  draw(withShadows = false): void {
    if (withShadows) this.renderer.shadowMap.needsUpdate = true;
    if (!this.due && !this.isLost) this.due = requestAnimationFrame(this.frame);
  }

  /** Draws as often as told with shadows, waits for the end each time, and returns the mean. */
  measure(times: number): number {
    const gl = this.renderer.getContext();
    const pixel = new Uint8Array(4);
    const begin = performance.now();
    for (let i = 0; i < times; i += 1) {
      this.renderer.shadowMap.needsUpdate = true;
      this.renderer.render(this.space, this.camera());
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    }
    return (performance.now() - begin) / times;
  }

  dispose(): void {
    cancelAnimationFrame(this.due);
    this.canvas.removeEventListener('webglcontextlost', this.lose);
    this.canvas.removeEventListener('webglcontextrestored', this.restore);
    this.backdrop?.dispose();
    this.sun.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  private readonly frame = (now: number): void => {
    this.due = 0;
    const isBusy = this.before(now);
    const hasShadows = this.renderer.shadowMap.needsUpdate;
    const begin = performance.now();
    this.renderer.render(this.space, this.camera());
    this.time = performance.now() - begin;
    this.frames += 1;
    const { calls, triangles } = this.renderer.info.render;
    this.calls = hasShadows ? calls : Math.max(calls, this.calls);
    this.triangles = hasShadows ? triangles : Math.max(triangles, this.triangles);
    this.after();
    if (isBusy) this.draw();
  };

  private readonly lose = (event: Event): void => {
    event.preventDefault();
    this.isLost = true;
  };

  private readonly restore = (): void => {
    this.isLost = false;
    this.draw(true);
  };
}
