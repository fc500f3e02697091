import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { changes } from '../../scene/diff';
import { scene, solid } from '../../scene/samples';
import type { Scene } from '../../scene/scene';
import { Journeys, placeAlong, plan } from './journeys';

const HERE = scene([solid('a1.0')]);
const THERE = scene([solid('c1.0', { x: 2 })]);
const planned = (before: Scene, after: Scene, way: readonly Vector3[] = []) =>
  plan(before, after, changes(before, after), () => undefined, way);

test('a piece travels from where it was to where it is', () => {
  const [journey] = planned(HERE, THERE);
  expect(journey?.places.map(({ x }) => x)).toEqual([0, 2]);
});

test('a piece passes over what stands in its way', () => {
  const wall = solid('b1.0', { x: 1, colour: 'light', size: [1, 1, 3] });
  const [low] = planned(HERE, THERE);
  const [high] = planned(scene([...HERE.solids, wall]), scene([...THERE.solids, wall]));
  expect(high?.arc).toBeGreaterThan(1.5);
  expect(low?.arc).toBeLessThan(1);
});

test('a piece follows the way that leads from its start to its end', () => {
  const way = [new Vector3(0, 0, 0), new Vector3(1, 0.25, 0), new Vector3(2, 0, 0)];
  expect(planned(HERE, THERE, way)[0]?.places).toBe(way);
  expect(planned(HERE, THERE, [...way].reverse())[0]?.places).toHaveLength(2);
});

test('what leaves the board sinks', () => {
  const [journey] = planned(HERE, scene([]));
  expect(journey?.leaves).toBe(true);
});

test('what comes from another place sets out later', () => {
  const light = { colour: 'light' };
  const before = scene([solid('a', {}), solid('b', { y: 1, ...light })]);
  const after = scene([solid('a', { x: 1 }), solid('b', { y: 1, x: 1, ...light })]);
  const [first, second] = planned(before, after);
  expect(second?.wait).toBeGreaterThan(first?.wait ?? 0);
});

test('a way is gone evenly', () => {
  const way = [new Vector3(0, 0, 0), new Vector3(2, 0, 0), new Vector3(2, 2, 0)];
  const at = new Vector3();
  placeAlong(way, 0.75, at);
  expect(at.toArray()).toEqual([2, 1, 0]);
  placeAlong(way, 1, at);
  expect(at.toArray()).toEqual([2, 2, 0]);
});

test('everything arrives, at once if wanted', () => {
  let at = new Vector3();
  const journeys = new Journeys((_, place) => {
    at = place.clone();
  });
  journeys.begin(planned(HERE, THERE), 0);
  expect(journeys.isBusy).toBe(true);
  journeys.advance(200);
  expect(at.y).toBeGreaterThan(0);
  journeys.settle();
  expect(at.toArray()).toEqual([2, 0, 0].map((n) => n + 0));
  expect(journeys.isBusy).toBe(false);
});
