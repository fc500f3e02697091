import { expect, test } from 'vitest';
import { scene, solid } from '../../scene/samples';
import { heightOver, highest, isCovered, placeOf, spotOf, topOf } from './placing';

const BAR = solid('bar', { shape: 'block', x: 1, y: 1, size: [2, 1, 1] });
const UPPER = solid('upper', { shape: 'block', x: 1, y: 1, z: 1 });
const LORD = solid('lord', { shape: 'lord', x: 2, y: 1, z: 1 });
const SCENE = scene([BAR, UPPER, LORD]);

test('north lies in the depth and levels go up', () => {
  expect(placeOf(UPPER, 0.5).toArray()).toEqual([1, 0.5, -1]);
});

test('a bar has its middle between its squares', () => {
  expect(placeOf(BAR, 0.5).x).toBe(1.5);
  expect(topOf(BAR, 0.5).y).toBe(0.5);
});

test('the ground is as high as what stands there, without figures', () => {
  expect(heightOver(SCENE, 1, 1)).toBe(1);
  expect(heightOver(SCENE, 2, 1)).toBe(0.5);
  expect(heightOver(SCENE, 0, 0)).toBe(0);
});

test('the highest on a square may be a figure', () => {
  expect(highest(SCENE, 2, 1)?.id).toBe('bar');
  expect(highest(SCENE, 2, 1, true)?.id).toBe('lord');
});

test('a nested stair lies over the one that it is nested on', () => {
  const stairs = [
    solid('under', { shape: 'stair', facing: 'n' }),
    solid('over', { shape: 'stair', facing: 'n', inverted: true }),
  ];
  expect(highest(scene(stairs), 0, 0)?.id).toBe('over');
});

test('what something lies on is covered', () => {
  expect(isCovered(SCENE, BAR)).toBe(true);
  expect(isCovered(SCENE, UPPER)).toBe(false);
});

test('a square is marked on top of what stands there, a figure at its foot', () => {
  expect(spotOf(SCENE, 'b2')?.place.toArray()).toEqual([1, 1, -1]);
  expect(spotOf(SCENE, 'lord')?.place.y).toBe(0.5);
  expect(spotOf(SCENE, 'bar')).toMatchObject({ width: 2, depth: 1 });
  expect(spotOf(SCENE, 'nothing')).toBeUndefined();
});
