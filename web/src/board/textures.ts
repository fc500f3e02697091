// Wood and stone, painted on canvases: no picture is loaded.
import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';

/** A small repeatable source of chance, so that every visit shows the same wood. */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function canvasOf(size: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  return [canvas, context];
}

function finished(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 4;
  return texture;
}

/** Pale grain that colours are multiplied with. */
export function grain(): CanvasTexture {
  const size = 256;
  const [canvas, context] = canvasOf(size);
  const chance = dice(7);
  context.fillStyle = '#f4f1ec';
  context.fillRect(0, 0, size, size);
  for (let line = 0; line < 150; line += 1) {
    const y = chance() * size;
    const bend = (chance() - 0.5) * 14;
    const dark = 0.03 + 0.1 * chance() ** 2;
    context.strokeStyle = `rgba(92, 66, 40, ${dark})`;
    context.lineWidth = 0.6 + chance() * 1.8;
    // Drawn three times, so that the grain goes on over the edges.
    for (const shift of [-size, 0, size]) {
      context.beginPath();
      context.moveTo(0, y + shift);
      context.bezierCurveTo(
        size / 3,
        y + bend + shift,
        (2 * size) / 3,
        y - bend + shift,
        size,
        y + shift,
      );
      context.stroke();
    }
  }
  return finished(canvas);
}

/** Travertine: warm stone with pores in layers. */
export function stone(): CanvasTexture {
  const size = 256;
  const [canvas, context] = canvasOf(size);
  const chance = dice(11);
  context.fillStyle = '#fbf8f2';
  context.fillRect(0, 0, size, size);
  for (let band = 0; band < 22; band += 1) {
    context.fillStyle = `rgba(160, 130, 96, ${0.02 + 0.05 * chance()})`;
    context.fillRect(0, chance() * size, size, 2 + chance() * 12);
  }
  for (let pore = 0; pore < 420; pore += 1) {
    context.fillStyle = `rgba(110, 86, 60, ${0.05 + 0.14 * chance()})`;
    context.beginPath();
    const y = Math.round(chance() * 20) * (size / 20) + chance() * 6;
    context.ellipse(chance() * size, y, 0.6 + 2.4 * chance(), 0.5 + 0.7 * chance(), 0, 0, 7);
    context.fill();
  }
  return finished(canvas);
}
