// What lies over the board and is no piece: rings, halos, dots, patterns. One draw call each.
import {
  type Blending,
  type BufferGeometry,
  CanvasTexture,
  CircleGeometry,
  Color,
  ExtrudeGeometry,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  NormalBlending,
  Shape as Outline,
  Path,
  PlaneGeometry,
  SphereGeometry,
  type Texture,
} from 'three';
import type { Spot } from './placing';
import { canvasOf } from './textures';

export interface Mark {
  readonly spot: Spot;
  readonly colour: number;
  readonly grown?: number;
}

interface Style {
  readonly map?: Texture;
  readonly opacity?: number;
  readonly blending?: Blending;
  /** How far over the ground it floats. */
  readonly over?: number;
  /** Whether it is as wide as what it marks. */
  readonly fits?: boolean;
  /** Seen through what stands before it. */
  readonly through?: boolean;
}

/** Many marks of one form. */
export class Marks {
  readonly mesh: InstancedMesh;
  private readonly matrix = new Matrix4();
  private readonly colour = new Color();

  constructor(
    geometry: BufferGeometry,
    private readonly style: Style,
    private readonly most = 256,
  ) {
    const material = new MeshBasicMaterial({
      map: style.map ?? null,
      transparent: true,
      opacity: style.opacity ?? 1,
      depthWrite: false,
      depthTest: !style.through,
      blending: style.blending ?? NormalBlending,
      polygonOffset: true,
      polygonOffsetFactor: -2,
      polygonOffsetUnits: -4,
      toneMapped: false,
      fog: false,
    });
    this.mesh = new InstancedMesh(geometry, material, most);
    this.mesh.frustumCulled = false;
    this.mesh.raycast = () => undefined;
    this.mesh.renderOrder = 2;
    this.show([]);
  }

  show(marks: readonly Mark[]): void {
    const { over = 0.01, fits = true } = this.style;
    const shown = marks.slice(0, this.most);
    shown.forEach(({ spot: { place, width, depth }, colour, grown = 1 }, i) => {
      if (fits) this.matrix.makeScale(width * grown, grown, depth * grown);
      else this.matrix.makeScale(grown, grown, grown);
      this.matrix.setPosition(place.x, place.y + over, place.z);
      this.mesh.setMatrixAt(i, this.matrix);
      this.mesh.setColorAt(i, this.colour.set(colour));
    });
    this.mesh.count = shown.length;
    this.mesh.visible = shown.length > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    const { material } = this.mesh;
    if (material instanceof MeshBasicMaterial) {
      material.map?.dispose();
      material.dispose();
    }
    this.mesh.dispose();
  }
}

/** A raised frame with round corners, for a square. */
export function ringShape(): BufferGeometry {
  const outline = new Outline();
  roundedSquare(outline, 0.475, 0.12);
  const hole = new Path();
  roundedSquare(hole, 0.415, 0.08);
  outline.holes.push(hole);
  const ring = new ExtrudeGeometry(outline, { depth: 0.03, bevelEnabled: false, curveSegments: 4 });
  return ring.rotateX(-Math.PI / 2);
}

function roundedSquare(path: Path, half: number, radius: number): void {
  const inner = half - radius;
  path.absarc(inner, inner, radius, 0, Math.PI / 2, false);
  path.absarc(-inner, inner, radius, Math.PI / 2, Math.PI, false);
  path.absarc(-inner, -inner, radius, Math.PI, 1.5 * Math.PI, false);
  path.absarc(inner, -inner, radius, 1.5 * Math.PI, 2 * Math.PI, false);
  path.closePath();
}

export function dotShape(): BufferGeometry {
  return new CircleGeometry(0.13, 18).rotateX(-Math.PI / 2);
}

export function beadShape(): BufferGeometry {
  return new SphereGeometry(0.055, 10, 8);
}

export function faceShape(size = 0.94): BufferGeometry {
  return new PlaneGeometry(size, size).rotateX(-Math.PI / 2);
}

type Paint = (context: CanvasRenderingContext2D, size: number) => void;

function picture(paint: Paint, size = 128): CanvasTexture {
  const [canvas, context] = canvasOf(size);
  context.strokeStyle = context.fillStyle = '#fff';
  paint(context, size);
  return new CanvasTexture(canvas);
}

/** Light that fades towards the middle and beyond the edge. */
export function halo(): CanvasTexture {
  return picture((context, size) => {
    for (let ring = 0; ring < 14; ring += 1) {
      context.globalAlpha = 0.1 * (1 - ring / 14);
      context.lineWidth = 4 + 3.4 * ring;
      context.strokeRect(size * 0.2, size * 0.2, size * 0.6, size * 0.6);
    }
    // Nothing lies over what glows: its colour must stay what it is.
    context.globalCompositeOperation = 'destination-out';
    context.globalAlpha = 1;
    context.fillRect(size * 0.215, size * 0.215, size * 0.57, size * 0.57);
  });
}

/** Four corners, for where the last turn was. */
export function brackets(): CanvasTexture {
  return picture((context, size) => {
    context.lineWidth = 7;
    context.lineCap = context.lineJoin = 'round';
    const [near, far, long] = [size * 0.08, size * 0.92, size * 0.24];
    for (const [x, y] of [
      [near, near],
      [far, near],
      [near, far],
      [far, far],
    ] as const) {
      const [dx, dy] = [x === near ? long : -long, y === near ? long : -long];
      context.beginPath();
      context.moveTo(x + dx, y);
      context.lineTo(x, y);
      context.lineTo(x, y + dy);
      context.stroke();
    }
  });
}

const lines = (step: number, slope: 1 | -1): Paint => {
  return (context, size) => {
    context.lineWidth = 6;
    for (let at = -size; at < 2 * size; at += step) {
      context.beginPath();
      context.moveTo(at, 0);
      context.lineTo(at + slope * size, size);
      context.stroke();
    }
  };
};

const PATTERNS: readonly Paint[] = [
  lines(22, 1),
  (context, size) => {
    for (let i = 0; i < 25; i += 1) {
      context.beginPath();
      context.arc(((i % 5) + 0.5) * (size / 5), (Math.floor(i / 5) + 0.5) * (size / 5), 6, 0, 7);
      context.fill();
    }
  },
  lines(22, -1),
  (context, size) => {
    lines(28, 1)(context, size);
    lines(28, -1)(context, size);
  },
];

/** How the nth of what is shown looks: a pattern in a faint field, so that colour is not all. */
export function pattern(nth: number): CanvasTexture {
  return picture((context, size) => {
    context.globalAlpha = 0.25;
    context.fillRect(0, 0, size, size);
    context.globalAlpha = 0.85;
    PATTERNS[nth % PATTERNS.length]?.(context, size);
    context.globalAlpha = 1;
    context.lineWidth = 10;
    context.strokeRect(0, 0, size, size);
  });
}
