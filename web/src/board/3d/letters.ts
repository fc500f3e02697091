// The names of columns and rows, painted for the frame of the board.
import type { CanvasTexture } from 'three';
import type { Scene } from '../../scene/scene';
import { canvasOf, makeTexture } from './textures';

const SQUARE_PIXELS = 64; // a square is so many dots wide
const MAX_TEXTURE_PIXELS = 2048;

/** A picture of the frame seen from above; letters stand upright after so many quarter turns. */
export function letters(
  scene: Scene,
  frame: number,
  quarter: number,
  colour: string,
): CanvasTexture {
  const { columns, rows } = scene;
  const [width, height] = [columns + 2 * frame, rows + 2 * frame];
  const dots = Math.min(SQUARE_PIXELS, MAX_TEXTURE_PIXELS / Math.max(width, height));
  const [canvas, context] = canvasOf(Math.round(width * dots), Math.round(height * dots));
  context.fillStyle = colour;
  context.font = `600 ${0.3 * dots}px "Source Sans 3 Variable", system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const write = (text: string, x: number, y: number) => {
    context.save();
    context.translate((x + 0.5 + frame) * dots, (rows - 1 - y + 0.5 + frame) * dots);
    context.rotate((-quarter * Math.PI) / 2);
    context.fillText(text, 0, 0);
    context.restore();
  };
  const out = 0.5 + frame / 2;
  for (const { id, x, y } of scene.squares) {
    const [, column = '', row = ''] = /^(\D*)(\d*)$/.exec(id) ?? [];
    if (y === 0) for (const at of [-out, rows - 1 + out]) write(column, x, at);
    if (x === 0) for (const at of [-out, columns - 1 + out]) write(row, at, y);
  }
  return makeTexture(canvas);
}
