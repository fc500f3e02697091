import { expect, test } from 'vitest';
import { guessActions } from './guesses';
import { Picks } from './picks';
import { action, sceneWith } from './testing';

const scene = sceneWith(['a1', 'b2', 'c3', 'd4'], { '1': 'one', '2': 'two' });
const moves = [action('a1-b2', 'a1', 'b2', '1'), action('a1=b2', 'a1', 'b2', '2')];

test('another first pick is written in the place of the first', () => {
  expect(guessActions(new Picks(moves, scene.buttons), scene, ['c3'])).toEqual(['c3-b2', 'c3=b2']);
});

test('another second pick is written in the place of the second', () => {
  const picks = new Picks(moves, scene.buttons, ['a1']);
  expect(guessActions(picks, scene, ['d4'])).toEqual(['a1-d4', 'a1=d4']);
});

test('a square that is not written is no wish', () => {
  const steps = [action('Pb2', 'a1', 'b2')];
  expect(guessActions(new Picks(steps, {}), scene, ['c3'])).toEqual([]);
  expect(guessActions(new Picks(steps, {}, ['a1']), scene, ['c3'])).toEqual(['Pc3']);
});

test('a piece is not written where a square stands', () => {
  expect(guessActions(new Picks(moves, scene.buttons), scene, ['pawn:d'])).toEqual([]);
});
