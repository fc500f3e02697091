import { expect, test } from 'vitest';
import { scene } from '../../scene/samples';
import type { Reserve, Seat } from '../../scene/scene';
import { layOut, planks, sideOf } from './reserves';

const seat = (id: string): Seat => ({
  id,
  name: id,
  colour: id,
  to_move: false,
  winner: false,
  score: '',
  status: '',
});
const reserve = (owner: string, given: Partial<Reserve> = {}): Reserve => ({
  id: `reserve:${owner}`,
  shape: 'block',
  size: [1, 1, 1],
  colour: owner,
  owner,
  count: 2,
  label: '',
  mark: null,
  ...given,
});
const two = [seat('b'), seat('w')];
const laid = (...reserves: Reserve[]) => layOut(scene([], { seats: two, reserves, columns: 10 }));

test('two sit face to face, four around the table', () => {
  expect([sideOf(0, 2), sideOf(1, 2)]).toEqual([0, 2]);
  expect([0, 1, 2, 3].map((nth) => sideOf(nth, 4))).toEqual([0, 1, 2, 3]);
});

test('only who has something left has a plank', () => {
  expect(planks(scene([], { seats: two, reserves: [reserve('w')] }))).toHaveLength(1);
  expect(planks(scene([], { seats: two }))).toEqual([]);
});

test('every piece in reserve is there once', () => {
  expect(laid(reserve('b', { count: 7 }), reserve('w', { count: 3 }))).toHaveLength(10);
});

test('blocks lie on each other, stairs side by side', () => {
  const [low, high] = laid(reserve('b'));
  expect([low?.x, low?.y]).toEqual([high?.x, high?.y]);
  expect(high?.z).toBeGreaterThan(low?.z ?? 0);
  const [left, right] = laid(reserve('b', { shape: 'stair' }));
  expect(left?.z).toBe(right?.z);
  expect(left?.x).not.toBe(right?.x);
});

test('however many there are, they find room on their plank', () => {
  const many = laid(reserve('b', { shape: 'stair', count: 30 }));
  expect(Math.min(...many.map(({ x }) => x))).toBeGreaterThan(-1);
  expect(Math.max(...many.map(({ x }) => x))).toBeLessThan(10);
});
