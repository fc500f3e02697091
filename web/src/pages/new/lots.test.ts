import { expect, test } from 'vitest';
import { areDifferent, shuffle } from './lots';

test('lots give every order its chance, and lose no player', () => {
  const counts = new Map<string, number>();
  for (let nth = 0; nth < 6000; nth += 1) {
    const order = shuffle(['a', 'b', 'c']).join('');
    counts.set(order, (counts.get(order) ?? 0) + 1);
  }
  expect([...counts.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
  for (const count of counts.values()) expect(count).toBeGreaterThan(800); // 1000, and 7 sigma
});

test('there is nothing to draw among players who are all alike', () => {
  expect(areDifferent([{ kind: 'here' }, { kind: 'here' }])).toBe(false);
  expect(areDifferent([{ kind: 'here' }, { kind: 'engine', level: 3 }])).toBe(true);
});
