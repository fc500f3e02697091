import { expect, test } from 'vitest';
import { changes } from './diff';
import { scene, solid } from './samples';

test('nothing has changed between equal scenes', () => {
  const same = scene([solid('a1.0')]);
  expect(changes(same, same)).toEqual({ moved: [], added: [], removed: [] });
});

test('a piece that went and one of its kind that came are the same', () => {
  const [from, to] = [solid('a1.0'), solid('b1.0', { x: 1 })];
  expect(changes(scene([from]), scene([to])).moved).toEqual([[from, to]]);
});

test('a piece of another colour is not the same', () => {
  const [from, to] = [solid('a1.0'), solid('b1.0', { x: 1, colour: 'light' })];
  expect(changes(scene([from]), scene([to]))).toEqual({ moved: [], added: [to], removed: [from] });
});

test('a block that is set up is the same block', () => {
  const [lying, upright] = [
    solid('x', { shape: 'block', size: [2, 1, 1] }),
    solid('z', { shape: 'block', size: [1, 1, 2] }),
  ];
  expect(changes(scene([lying]), scene([upright])).moved).toEqual([[lying, upright]]);
});

test('a stair that is turned on its square has moved', () => {
  const [north, east] = [
    solid('n', { shape: 'stair', facing: 'n' }),
    solid('e', { shape: 'stair', facing: 'e' }),
  ];
  expect(changes(scene([north]), scene([east])).moved).toEqual([[north, east]]);
});

test('a tower that moves keeps its order from the ground up', () => {
  const at = (x: number) => [solid(`${x}.0`, { x }), solid(`${x}.1`, { x, z: 1 })];
  const { moved } = changes(scene([...at(0)].reverse()), scene(at(1)));
  expect(moved.map(([from, to]) => [from.z, to.z])).toEqual([
    [0, 0],
    [1, 1],
  ]);
});
