// Small scenes for tests.
import type { Scene, Solid, Square } from './scene';

export function solid(id: string, given: Partial<Solid> = {}): Solid {
  return {
    id,
    shape: 'slab',
    x: 0,
    y: 0,
    z: 0,
    colour: 'dark',
    label: id,
    size: [1, 1, 1],
    facing: null,
    inverted: false,
    mark: null,
    owner: null,
    ...given,
  };
}

export function square(x: number, y: number): Square {
  const id = `${String.fromCharCode(97 + x)}${y + 1}`;
  return { id, x, y, role: 'plain', label: id, text: '', mark: null, group: null, colour: null };
}

/** A board of plain squares with these solids on it. */
export function scene(solids: readonly Solid[], given: Partial<Scene> = {}): Scene {
  const { columns, rows } = { columns: 3, rows: 3, ...given };
  const squares = Array.from({ length: columns * rows }, (_, nth) =>
    square(nth % columns, Math.floor(nth / columns)),
  );
  return {
    game: 'sample',
    columns,
    rows,
    level: 0.5,
    squares,
    solids,
    seats: [],
    prompt: '',
    reserves: [],
    buttons: {},
    marked: [],
    aids: [],
    language: 'en',
    ...given,
  };
}
