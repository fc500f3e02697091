import { expect, test } from 'vitest';
import { solid } from '../../scene/samples';
import { colourOf, emblemOf, isPale } from '../palette';
import { partsOf } from './parts';

test('counters of four colours have four outlines', () => {
  const forms = ['violet', 'red', 'blue', 'green'].map((colour) => {
    return partsOf(solid('c', { shape: 'counter', colour }), 0.2, false)[0]?.form;
  });
  expect(new Set(forms).size).toBe(4);
});

test.each([
  ['slab', false],
  ['block', false],
  ['stair', false],
  ['stair', true],
  ['tower', false],
  ['pawn', false],
  ['lord', false],
] as const)('the colours of a %s (turned over: %s) are told apart by forms', (shape, inverted) => {
  const forms = (colour: string) =>
    partsOf(solid('s', { shape, colour, inverted }), 0.4, false).map(({ form }) => form);
  expect(forms('dark')).not.toEqual(forms('light'));
  const four = ['black', 'white', 'red', 'yellow'].map((colour) => forms(colour).join());
  expect(new Set(four).size).toBe(4);
});

test('a symbol is seen only on top', () => {
  const counter = solid('c', { shape: 'counter', mark: 'A' });
  expect(partsOf(counter, 0.2, false)).toHaveLength(2);
  expect(partsOf(counter, 0.2, true)).toHaveLength(1);
});

const SHAPES = ['slab', 'counter', 'block', 'stair', 'tower', 'pawn', 'lord'] as const;
const COLOURS = ['dark', 'light', 'red', 'yellow', 'blue', 'green', 'violet'];

test.each(SHAPES)('a %s can be built in every colour', (shape) => {
  for (const colour of COLOURS)
    for (const part of partsOf(solid('s', { shape, colour, mark: 'B' }), 0.4, false)) {
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
