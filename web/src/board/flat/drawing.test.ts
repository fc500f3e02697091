import { expect, test } from 'vitest';
import type { Scene } from '../../scene/scene';
import { Layout } from './layout';
import { partsOf } from './parts';
import { choicesAt, heightOf, pilesOf, squaresOf, topOf } from './piles';
import { around, middleOf, outlineOf } from './shapes';
import { smallPicks, smallScene, solid, square } from './testing.svelte';

const street = (): Scene =>
  smallScene({ columns: 3, rows: 1, squares: ['a1', 'b1', 'c1'].map((id) => square(id)) });
const rows = (layout: Layout) => layout.lines.map((line) => line.map(({ id }) => id).join(' '));

test('a long board lies upright on a narrow screen', () => {
  expect(rows(Layout.fit(street(), { width: 900, height: 500 }, false))).toEqual(['a1 b1 c1']);
  expect(rows(Layout.fit(street(), { width: 300, height: 600 }, false))).toEqual([
    'a1',
    'b1',
    'c1',
  ]);
  expect(rows(Layout.fit(street(), { width: 300, height: 600 }, true))).toEqual(['c1', 'b1', 'a1']);
});

test('names at the edges follow the turns of the board', () => {
  const edges = (quarters: number) => new Layout(smallScene(), quarters).edges;
  expect(edges(0)).toEqual({ below: ['a', 'b', 'c'], beside: ['2', '1'] });
  expect(edges(1)).toEqual({ below: ['1', '2'], beside: ['a', 'b', 'c'] });
  expect(edges(2)).toEqual({ below: ['c', 'b', 'a'], beside: ['1', '2'] });
  expect(edges(3)).toEqual({ below: ['2', '1'], beside: ['c', 'b', 'a'] });
});

test('directions turn with the board', () => {
  expect([0, 1, 2, 3].map((q) => new Layout(smallScene(), q).direction('n'))).toEqual([
    'n',
    'e',
    's',
    'w',
  ]);
});

test('a solid that covers several squares stands on each of them', () => {
  const piles = pilesOf(smallScene());
  expect(piles.get('c2')?.map(({ id }) => id)).toEqual(['bar']);
  expect(squaresOf(smallScene(), 'bar')).toEqual(['b2', 'c2']);
  expect(choicesAt(smallScene(), smallPicks(), 'c2')).toEqual(['bar']);
});

test('a pawn adds no height to its tower', () => {
  const pile = pilesOf(smallScene()).get('a1') ?? [];
  expect(heightOf(pile)).toBe(2);
  expect(topOf(pile)?.id).toBe('a1.1');
});

test('parts of one solid have no line between them', () => {
  const parts = partsOf(smallScene(), null, new Layout(smallScene()));
  const [left, right] = parts.filter(({ solid }) => solid.id === 'bar');
  expect([left?.joined.e, left?.joined.w, right?.joined.w]).toEqual([true, false, true]);
});

test('what lies higher is drawn later, the back rows first', () => {
  const parts = partsOf(smallScene(), null, new Layout(smallScene()));
  expect(parts.map(({ solid }) => solid.id)).toEqual(['bar', 'bar', 'a1.0', 'a1.1', 'pawn']);
});

test('a stair rises towards where it climbs, also on a turned board', () => {
  const scene = smallScene({ solids: [solid('s', 'b1', 1, { shape: 'stair', facing: 'n' })] });
  const high = (quarters: number) => partsOf(scene, null, new Layout(scene, quarters))[0]?.high;
  expect(high(0)).toEqual([2, 2, 1, 1]);
  expect(high(1)).toEqual([1, 2, 2, 1]);
  expect(high(2)).toEqual([1, 1, 2, 2]);
});

test('a nested stair fills the cell up', () => {
  const nested = solid('s', 'b1', 0, { shape: 'stair', facing: 'e', inverted: true });
  const scene = smallScene({ solids: [nested] });
  const [part] = partsOf(scene, null, new Layout(scene));
  expect([part?.low, part?.high]).toEqual([
    [0, 1, 1, 0],
    [1, 1, 1, 1],
  ]);
});

test('the layers of a very high tower are pressed together', () => {
  const tower = Array.from({ length: 20 }, (_, z) => solid(`t${z}`, 'b1', z));
  const scene = smallScene({ solids: tower });
  const top = partsOf(scene, null, new Layout(scene)).at(-1);
  expect(top && middleOf(top)).toBeGreaterThan(-50);
});

test('every shape has an outline', () => {
  const shapes = ['slab', 'counter', 'block', 'stair', 'tower'] as const;
  for (const shape of shapes) {
    const scene = smallScene({ solids: [solid('x', 'b1', 0, { shape })] });
    const [part] = partsOf(scene, null, new Layout(scene));
    expect(part && outlineOf(part).top).toMatch(/^M.+Z$/);
  }
});

test('a line around squares leaves out what is between them', () => {
  const line = around(
    [
      { column: 0, row: 0 },
      { column: 1, row: 0 },
    ],
    10,
    1,
  );
  expect(line).toBe('M1 1H10M1 9H10M1 1V9M10 1H19M10 9H19M19 1V9');
});
