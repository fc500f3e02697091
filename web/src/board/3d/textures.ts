// Wood, stone and soft shadows, painted on canvases: no picture is loaded.
import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';
import { drawsSlowly } from '../webgl';

/** A small repeatable source of chance, so that every visit shows the same wood. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function canvasOf(
  width: number,
  height = width,
): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return [canvas, context];
}

export function makeTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = drawsSlowly() ? 1 : 8;
  return texture;
}

function makeRepeatingTexture(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = makeTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  return texture;
}

/** Pale grain that colours are multiplied with: broad bands, fine lines, short pores. */
export function grain(): CanvasTexture {
  const size = 512;
  const [canvas, context] = canvasOf(size);
  const chance = seededRandom(7);
  context.fillStyle = '#f3efe8';
  context.fillRect(0, 0, size, size);
  for (let line = 0; line < 230; line += 1) {
    const isBand = line < 26;
    const strength = isBand ? 0.03 + 0.05 * chance() : 0.04 + 0.16 * chance() ** 2;
    context.strokeStyle = `rgb(84 58 34 / ${strength})`;
    context.lineWidth = isBand ? 8 + 22 * chance() : 0.5 + 1.6 * chance();
    wave(context, size, chance() * size, (chance() - 0.5) * 26);
  }
  for (let pore = 0; pore < 700; pore += 1) {
    context.fillStyle = `rgb(70 46 26 / ${0.05 + 0.13 * chance()})`;
    context.fillRect(chance() * size, chance() * size, 5 + 20 * chance(), 0.9);
  }
  return makeRepeatingTexture(canvas);
}

/** A line from edge to edge, drawn three times so that the grain goes on over the edges. */
function wave(context: CanvasRenderingContext2D, size: number, y: number, bend: number): void {
  for (const shift of [-size, 0, size]) {
    context.beginPath();
    context.moveTo(0, y + shift);
    const [third, rest] = [size / 3, (2 * size) / 3];
    context.bezierCurveTo(third, y + bend + shift, rest, y - bend + shift, size, y + shift);
    context.stroke();
  }
}

/** Travertine: warm stone with pores in layers. */
export function stone(): CanvasTexture {
  const size = 512;
  const [canvas, context] = canvasOf(size);
  layers(context, size, seededRandom(11));
  return makeRepeatingTexture(canvas);
}

/** A terrace of travertine slabs, two by two on the picture, each cut from another place. */
export function paving(): CanvasTexture {
  const size = 1024;
  const [canvas, context] = canvasOf(size);
  const half = size / 2;
  for (const [x, y, seed] of [
    [0, 0, 3],
    [1, 0, 19],
    [0, 1, 23],
    [1, 1, 31],
  ] as const) {
    const [slab, paint] = canvasOf(half);
    layers(paint, half, seededRandom(seed));
    context.save();
    context.translate(x * half + half / 2, y * half + half / 2);
    context.rotate(((x + y) % 2) * (Math.PI / 2));
    context.drawImage(slab, -half / 2, -half / 2);
    context.restore();
    context.fillStyle = `rgb(120 92 60 / ${0.02 + 0.02 * ((x + 2 * y) % 3)})`;
    context.fillRect(x * half, y * half, half, half);
  }
  context.strokeStyle = 'rgb(96 74 50 / 0.5)';
  context.lineWidth = 5;
  for (const at of [0, half, size]) {
    context.strokeRect(at, -9, 0, size + 18);
    context.strokeRect(-9, at, size + 18, 0);
  }
  return makeRepeatingTexture(canvas);
}

function layers(context: CanvasRenderingContext2D, size: number, chance: () => number): void {
  context.fillStyle = '#faf6ee';
  context.fillRect(0, 0, size, size);
  for (let cloud = 0; cloud < 40; cloud += 1) {
    const [x, y, wide] = [chance() * size, chance() * size, size * (0.08 + 0.16 * chance())];
    const isDark = chance() < 0.6;
    for (const shift of [-size, 0, size]) {
      const fade = context.createRadialGradient(x + shift, y, 0, x + shift, y, wide);
      const tint = isDark ? '150 128 100' : '255 253 248';
      fade.addColorStop(0, `rgb(${tint} / 0.1)`);
      fade.addColorStop(1, `rgb(${tint} / 0)`);
      context.fillStyle = fade;
      context.fillRect(0, 0, size, size);
    }
  }
  for (let band = 0; band < 9; band += 1) {
    context.strokeStyle = `rgb(150 126 98 / ${0.02 + 0.035 * chance()})`;
    context.lineWidth = 2 + chance() * 14;
    wave(context, size, chance() * size, (chance() - 0.5) * 40);
  }
  for (let pore = 0; pore < 620; pore += 1) {
    context.fillStyle = `rgb(96 78 58 / ${0.04 + 0.2 * chance() ** 2})`;
    context.beginPath();
    const y = Math.round(chance() * 22) * (size / 22) + (chance() - 0.5) * 14;
    const long = 0.8 + 4.5 * chance() ** 2;
    context.ellipse(chance() * size, y, long, 0.6 + 1.1 * chance(), 0, 0, 7);
    context.fill();
  }
}

/** A soft dark stain, for where something touches the ground. */
export function stain(): CanvasTexture {
  const size = 128;
  const [canvas, context] = canvasOf(size);
  const image = context.createImageData(size, size);
  for (let i = 0; i < size * size; i += 1) {
    const [x, y] = [
      Math.abs(((i % size) + 0.5) / size - 0.5),
      Math.abs(Math.floor(i / size) / size - 0.5),
    ];
    // Distance to a square with round corners, faded towards the edge.
    const out = Math.hypot(Math.max(0, x - 0.26), Math.max(0, y - 0.26)) / 0.24;
    image.data[4 * i + 3] = 255 * Math.max(0, 1 - out) ** 2;
  }
  context.putImageData(image, 0, 0);
  return makeTexture(canvas);
}

/** The sky from its height down to the horizon. */
export function sky(high: string, low: string): CanvasTexture {
  const [canvas, context] = canvasOf(4, 256);
  const fade = context.createLinearGradient(0, 0, 0, 256);
  fade.addColorStop(0, high);
  fade.addColorStop(0.75, low);
  context.fillStyle = fade;
  context.fillRect(0, 0, 4, 256);
  return makeTexture(canvas);
}
