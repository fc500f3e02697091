// How keys walk over a grid of squares, as they are seen on the screen.
import type { Layout } from './layout';

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The square that a key leads to, or undefined if the key is for something else. */
export function walk(layout: Layout, from: string, pressed: KeyboardEvent): string | undefined {
  const square = layout.lines.flat().find(({ id }) => id === from);
  if (!square) return undefined;
  const { column, row } = layout.place(square);
  const step = STEPS[pressed.key];
  const to = step
    ? { column: column + step[0], row: row + step[1] }
    : jump(layout, row, column, pressed);
  return to && (layout.square(to)?.id ?? from);
}

function jump(layout: Layout, row: number, column: number, { key, ctrlKey }: KeyboardEvent) {
  const [right, bottom] = [layout.columns - 1, layout.rows - 1];
  if (key === 'Home') return { column: 0, row: ctrlKey ? 0 : row };
  if (key === 'End') return { column: right, row: ctrlKey ? bottom : row };
  if (key === 'PageUp') return { column, row: 0 };
  if (key === 'PageDown') return { column, row: bottom };
  return undefined;
}
