import { expect, test } from 'vitest';
import { solid } from '../scene/samples';
import { colourOf, emblemOf, isPale } from './palette';
import { partsOf } from './parts';

test('counters of four colours have four outlines', () => {
  const forms = ['violet', 'red', 'blue', 'green'].map((colour) => {
    return partsOf(solid('c', { shape: 'counter', colour }), 0.2, false)[0]?.form;
  });
  expect(new Set(forms).size).toBe(4);
});

test('a symbol is seen only on top', () => {
  const counter = solid('c', { shape: 'counter', mark: 'A' });
  expect(partsOf(counter, 0.2, false)).toHaveLength(2);
  expect(partsOf(counter, 0.2, true)).toHaveLength(1);
});

test('every shape can be built', () => {
  const shapes = ['slab', 'counter', 'block', 'stair', 'tower', 'pawn', 'lord'] as const;
  for (const shape of shapes)
    for (const part of partsOf(solid('s', { shape, mark: 'B' }), 0.4, false)) {
      const { count } = part.build().getAttribute('position');
      expect(count % 3).toBe(0);
      expect(count / 3).toBeLessThan(1500);
    }
});

test('an unknown colour has a look of its own that stays', () => {
  expect(colourOf('mauve')).toBe(colourOf('mauve'));
  expect(colourOf('mauve')).not.toBe(colourOf('teal'));
  expect(emblemOf('mauve')).toBe(emblemOf('mauve'));
});

test('what is inlaid can be told from what it is inlaid in', () => {
  expect([isPale('light'), isPale('white'), isPale('dark'), isPale('violet')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
