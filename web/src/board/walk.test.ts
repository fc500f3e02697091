import { expect, test } from 'vitest';
import { after, isArrow, step } from './walk';

const SEEN = [
  { id: 'west', x: 0, y: 50 },
  { id: 'middle', x: 50, y: 52 },
  { id: 'east', x: 100, y: 50 },
  { id: 'north', x: 55, y: 0 },
];

test('from nowhere the first is reached', () => {
  expect(step(SEEN, undefined, 'ArrowUp')?.id).toBe('west');
  expect(step([], undefined, 'ArrowUp')).toBeUndefined();
});

test('an arrow goes to the nearest on its side', () => {
  expect(step(SEEN, 'west', 'ArrowRight')?.id).toBe('middle');
  expect(step(SEEN, 'middle', 'ArrowRight')?.id).toBe('east');
  expect(step(SEEN, 'middle', 'ArrowUp')?.id).toBe('north');
});

test('where nothing is, nothing is reached', () => {
  expect(step(SEEN, 'middle', 'ArrowDown')?.id).toBe('middle');
});

test('the next after the last is the first', () => {
  expect(after(SEEN, 'north', 1)?.id).toBe('west');
  expect(after(SEEN, 'west', -1)?.id).toBe('north');
  expect(after(SEEN, undefined, 1)?.id).toBe('west');
});

test('only four keys are arrows', () => {
  expect(isArrow('ArrowLeft')).toBe(true);
  expect(isArrow('Enter')).toBe(false);
});
