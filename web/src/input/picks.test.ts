import { expect, test } from 'vitest';
import { Picks } from './picks';

const action = (text: string, ...picks: string[]) => ({ text, picks, description: text });
const BUTTONS = { '1': 'one', '2': 'two', n: 'north', e: 'east' };

test('what may be picked next follows from what was picked', () => {
  const picks = new Picks([action('A', 'a1', 'b1'), action('B', 'c1', 'b2')], BUTTONS);
  expect([...picks.next]).toEqual(['a1', 'c1']);
  expect([...(picks.pick('a1')?.next ?? [])]).toEqual(['b1']);
  expect(picks.pick('b1')).toBeUndefined();
});

test('an action is complete when nothing else could be meant', () => {
  const picks = new Picks([action('A', 'a1', 'b1'), action('B', 'a1', 'b2')], BUTTONS);
  expect(picks.pick('a1')?.complete).toBeUndefined();
  expect(picks.pick('a1')?.pick('b2')?.complete?.text).toBe('B');
});

test('a button that is the only choice presses itself', () => {
  const picks = new Picks([action('A', 'a1', 'b1', '1')], BUTTONS);
  expect(picks.pick('a1')?.pick('b1')?.complete?.text).toBe('A');
});

test('a button that is one of several waits to be pressed', () => {
  const picks = new Picks([action('A', 'a1', 'n'), action('B', 'a1', 'e')], BUTTONS).pick('a1');
  expect(picks?.complete).toBeUndefined();
  expect(picks?.pick('e')?.complete?.text).toBe('B');
});

test('of several names for one thing the first that leads on is meant', () => {
  const picks = new Picks([action('A', 'a1', 'b1')], BUTTONS);
  expect(picks.pickAny(['a1.0', 'a1'])?.picked).toEqual(['a1']);
  expect(picks.pickAny(['z9'])).toBeUndefined();
});

test('going back undoes what followed by itself', () => {
  const picks = new Picks([action('A', 'a1', 'b1', '1'), action('B', 'a1', 'b2', '2')], BUTTONS);
  const done = picks.pick('a1')?.pick('b1');
  expect(done?.picked).toEqual(['a1', 'b1', '1']);
  expect(done?.back().picked).toEqual(['a1']);
  expect(done?.back().back().picked).toEqual([]);
});

test('a pick that was the only choice is taken back alone', () => {
  const picks = new Picks([action('A', 'a1', 'b1'), action('B', 'c1', 'b1')], BUTTONS);
  const done = picks.pick('a1')?.pick('b1');
  expect(done?.back().picked).toEqual(['a1']);
  expect(done?.back().back().picked).toEqual([]);
});

test('a button that the player has pressed is taken back alone', () => {
  const picks = new Picks([action('A', 'a1', 'n'), action('B', 'a1', 'e')], BUTTONS);
  expect(picks.pick('a1')?.pick('n')?.back().picked).toEqual(['a1']);
});
