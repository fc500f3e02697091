// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { prefer } from '../ui/settings.svelte';
import { Choosing, type ChoosingHost, listActions } from './choosing.svelte';
import type { LegalAction } from './picks';
import { action, sceneWith } from './testing';

const scene = sceneWith(['a1', 'b2', 'c3', 'd4'], { x: 'east', y: 'north', pass: 'pass' });
const actions = [
  action('a1-b2', 'a1', 'b2'),
  action('a1-c3', 'a1', 'c3'),
  action('b2-c3', 'b2', 'c3'),
  action('B>c3x', 'd4', 'c3', 'x'),
  action('B>c3y', 'd4', 'c3', 'y'),
  action('pass', 'pass'),
];

function choosing(asked: Partial<ChoosingHost> = {}) {
  const played: LegalAction[] = [];
  const chooser = new Choosing({ play: (chosen) => played.push(chosen), ...asked });
  chooser.offer(scene, actions, 'first');
  return { chooser, texts: () => played.map(({ text }) => text) };
}

beforeEach(() => prefer('confirm', 'touch'));

test('picks become an action', () => {
  const { chooser, texts } = choosing();
  chooser.pick(['a1'], 'mouse');
  expect(texts()).toEqual([]);
  chooser.pick(['b2'], 'mouse');
  expect(texts()).toEqual(['a1-b2']);
});

test('the first of several names that fits is picked', () => {
  const { chooser, texts } = choosing();
  chooser.pick(['piece:1', 'a1'], 'mouse');
  chooser.pick(['piece:2', 'c3'], 'mouse');
  expect(texts()).toEqual(['a1-c3']);
});

test('another beginning is chosen without letting go first', () => {
  const { chooser, texts } = choosing();
  chooser.pick(['b2'], 'mouse');
  chooser.pick(['d4'], 'mouse');
  expect(chooser.picks.picked).toEqual(['d4']);
  expect(texts()).toEqual([]);
});

test('the same thing again lets go of it', () => {
  const { chooser } = choosing();
  chooser.pick(['a1'], 'mouse');
  chooser.pick(['a1'], 'mouse');
  expect(chooser.picks.picked).toEqual([]);
});

test('choices that differ in a button wait, can be turned, and are confirmed', () => {
  const { chooser, texts } = choosing();
  chooser.pick(['d4'], 'mouse');
  chooser.pick(['c3'], 'mouse');
  expect(chooser.waiting?.text).toBe('B>c3x');
  chooser.turn(1);
  expect(chooser.waiting?.text).toBe('B>c3y');
  chooser.turn(1);
  expect(chooser.waiting?.text).toBe('B>c3x');
  chooser.turn(-1);
  chooser.confirm();
  expect(texts()).toEqual(['B>c3y']);
});

test('a button chooses at once', () => {
  const { chooser, texts } = choosing();
  chooser.pick(['d4'], 'mouse');
  chooser.pick(['c3'], 'mouse');
  chooser.pick(['y'], 'mouse');
  expect(texts()).toEqual(['B>c3y']);
});

test('who turned while pointing has chosen', () => {
  const { chooser, texts } = choosing();
  chooser.pick(['d4'], 'mouse');
  chooser.point(['c3']);
  chooser.turn(1);
  chooser.pick(['c3'], 'mouse');
  expect(texts()).toEqual(['B>c3y']);
});

test('a touch waits to be confirmed, by touching again or by the button', () => {
  const { chooser, texts } = choosing();
  chooser.pick(['a1'], 'touch');
  chooser.pick(['b2'], 'touch');
  expect(texts()).toEqual([]);
  chooser.pick(['b2'], 'touch');
  expect(texts()).toEqual(['a1-b2']);
});

test('a touch can go to another place before it is confirmed', () => {
  const { chooser, texts } = choosing();
  chooser.pick(['a1'], 'touch');
  chooser.pick(['b2'], 'touch');
  chooser.pick(['c3'], 'touch');
  chooser.confirm();
  expect(texts()).toEqual(['a1-c3']);
});

test('what leaves the turn open need not be confirmed', async () => {
  const preview = async () => ({ scene: sceneWith(['a1'], {}, 'd'), way: [] });
  const { chooser, texts } = choosing({ preview });
  chooser.pick(['a1'], 'touch');
  chooser.pick(['b2'], 'touch');
  await vi.waitFor(() => expect(texts()).toEqual(['a1-b2']));
});

test('what ends the turn is confirmed, and shown before', async () => {
  const after = sceneWith(['a1'], {}, 'l');
  const { chooser, texts } = choosing({ preview: async () => ({ scene: after, way: [] }) });
  chooser.pick(['a1'], 'touch');
  chooser.pick(['b2'], 'touch');
  await vi.waitFor(() => expect(chooser.preview).toBe(after));
  expect(texts()).toEqual([]);
});

test('the setting decides what is confirmed', () => {
  prefer('confirm', 'always');
  const { chooser, texts } = choosing();
  chooser.pick(['a1'], 'mouse');
  chooser.pick(['b2'], 'mouse');
  expect(texts()).toEqual([]);
  prefer('confirm', 'never');
  chooser.pick(['c3'], 'touch');
  expect(texts()).toEqual(['a1-c3']);
});

test('steps are taken back one by one, and then the action before', () => {
  const back = vi.fn();
  const { chooser } = choosing({ back });
  chooser.pick(['a1'], 'touch');
  chooser.pick(['c3'], 'touch');
  chooser.back();
  expect(chooser.picks.picked).toEqual(['a1']);
  expect(chooser.waiting).toBeNull();
  chooser.back();
  expect(back).not.toHaveBeenCalled();
  chooser.back();
  expect(back).toHaveBeenCalledOnce();
});

test('a step without a choice is a step, too', () => {
  const { chooser } = choosing();
  chooser.pick(['b2'], 'touch');
  chooser.pick(['c3'], 'touch');
  expect(chooser.waiting?.text).toBe('b2-c3');
  chooser.back();
  expect(chooser.picks.picked).toEqual(['b2']);
  chooser.back();
  expect(chooser.picks.picked).toEqual([]);
});

test('a pick that leads nowhere is explained', async () => {
  const why = vi.fn(async () => ({ sentence: 'too far', rule: 'V6' }));
  const { chooser } = choosing({ why });
  chooser.pick(['a1'], 'mouse');
  chooser.pick(['e5', 'nowhere'], 'mouse');
  await vi.waitFor(() => expect(chooser.refusal).not.toBeNull());
  expect(chooser.picks.picked).toEqual(['a1']);
});

test('typed notation is played, or explained', async () => {
  const why = vi.fn(async () => ({ sentence: 'no', rule: 'V1' }));
  const { chooser, texts } = choosing({ why });
  chooser.say(' A1-B2 ');
  expect(texts()).toEqual(['a1-b2']);
  chooser.say('a1-d4');
  await vi.waitFor(() => expect(chooser.refusal?.rule).toBe('V1'));
  expect(why).toHaveBeenCalledWith('a1-d4');
});

test('the same offer keeps what was picked; another one does not', () => {
  const { chooser } = choosing();
  chooser.pick(['a1'], 'mouse');
  chooser.offer(scene, actions, 'first');
  expect(chooser.picks.picked).toEqual(['a1']);
  chooser.offer(scene, actions, 'second');
  expect(chooser.picks.picked).toEqual([]);
});

test('while it rests nothing can be picked', () => {
  const { chooser, texts } = choosing();
  chooser.disable(scene);
  chooser.pick(['a1'], 'mouse');
  expect(chooser.picks.picked).toEqual([]);
  expect(texts()).toEqual([]);
});

test('a proposal has only to be confirmed', () => {
  const { chooser, texts } = choosing();
  chooser.propose('B>c3y');
  expect(chooser.picks.picked).toEqual(['d4', 'c3']);
  chooser.confirm();
  expect(texts()).toEqual(['B>c3y']);
});

test('columns become a list', () => {
  expect(listActions({ texts: ['p'], picks: [['a', 'b']], descriptions: ['do'] })).toEqual([
    { text: 'p', picks: ['a', 'b'], description: 'do' },
  ]);
});
