// What can be picked glows: a soft frame on the ground or on top of whatever stands there.
import {
  AdditiveBlending,
  CanvasTexture,
  Color,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  NormalBlending,
  PlaneGeometry,
  type Vector3,
} from 'three';

const MOST = 256;

export type Kind = 'open' | 'hover' | 'picked' | 'last';

export interface Spot {
  readonly place: Vector3; // the middle of what glows
  readonly kind: Kind;
}

const COLOURS: Readonly<Record<Kind, number>> = {
  open: 0xffb84d,
  hover: 0xfff0c0,
  picked: 0xff7a2e,
  last: 0x8fb6c9,
};

/** One draw call for all that glows. */
export class Glow {
  readonly mesh: InstancedMesh;

  constructor(isNight: boolean) {
    const material = new MeshBasicMaterial({
      map: frame(),
      transparent: true,
      depthWrite: false,
      blending: isNight ? AdditiveBlending : NormalBlending,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      toneMapped: false,
    });
    const plane = new PlaneGeometry(0.98, 0.98);
    plane.rotateX(-Math.PI / 2);
    this.mesh = new InstancedMesh(plane, material, MOST);
    this.mesh.count = 0;
    this.mesh.frustumCulled = false;
    this.mesh.raycast = () => undefined;
  }

  show(spots: readonly Spot[]): void {
    const shown = spots.slice(0, MOST);
    shown.forEach(({ place, kind }, i) => {
      this.mesh.setMatrixAt(i, new Matrix4().makeTranslation(place.x, place.y + 0.012, place.z));
      this.mesh.setColorAt(i, new Color(COLOURS[kind]));
    });
    this.mesh.count = shown.length;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}

function frame(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 128;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.strokeStyle = '#fff';
  context.lineJoin = 'round';
  for (const [width, alpha] of [
    [26, 0.12],
    [16, 0.22],
    [8, 0.95],
  ] as const) {
    context.globalAlpha = alpha;
    context.lineWidth = width;
    context.strokeRect(16, 16, 96, 96);
  }
  context.globalAlpha = 0.16;
  context.fillStyle = '#fff';
  context.fillRect(16, 16, 96, 96);
  return new CanvasTexture(canvas);
}
