import { Vector3 } from 'three';
import { expect, test } from 'vitest';
import { Picks } from '../../input/picks';
import { scene, solid } from '../../scene/samples';
import { Attention } from './attention';

const BOARD = scene([solid('p')], { buttons: { x: 'east' }, marked: ['c3'] });
const spotOf = (id: string) =>
  id === 'nowhere' ? undefined : { place: new Vector3(id.charCodeAt(0)), width: 1, depth: 1 };
const legal = (...picks: string[]) => ({ text: picks.join(), picks, description: '' });

function choosing(): Attention {
  const attention = new Attention();
  attention.choose(new Picks([legal('a1', 'b1'), legal('c1', 'x'), legal('nowhere')], {}));
  return attention;
}

test('what can be picked and has a place is marked', () => {
  const { open, picked, last } = choosing().shown(BOARD, spotOf);
  expect([open.length, picked.length, last.length]).toEqual([2, 0, 1]);
});

test('only what can be picked answers to pointing', () => {
  const attention = choosing();
  expect(attention.point(['z9'])).toBe(true);
  expect(attention.isOpen).toBe(false);
  expect(attention.shown(BOARD, spotOf).hover).toBeUndefined();
  expect(attention.point(['a1'])).toBe(true);
  expect(attention.point(['a1'])).toBe(false);
  expect(attention.isOpen).toBe(true);
  expect(attention.shown(BOARD, spotOf).hover).toBeDefined();
});

test('the keys leave what cannot be picked any more', () => {
  const attention = choosing();
  attention.focused = 'a1';
  expect(attention.shown(BOARD, spotOf).focus).toBeDefined();
  attention.choose(new Picks([legal('c1')], {}));
  expect(attention.focused).toBeUndefined();
});

test('a button is not picked on the board', () => {
  const attention = new Attention();
  attention.choose(new Picks([legal('c1', 'x')], {}, ['c1', 'x']));
  expect(attention.picked(BOARD)).toEqual(['c1']);
});
