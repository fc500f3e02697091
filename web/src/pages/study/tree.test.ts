import { describe, expect, test } from 'vitest';
import type { RecordData } from '../../api/types';
import { actionsOf, isFinished, isMain, lineAfter, path, Tree } from './tree';

const RECORD: RecordData = {
  game: 'volterra',
  seed: 1,
  headers: { Event: 'Palio' },
  comment: 'first',
  turns: [
    {
      turn: 1,
      text: 'Pb4+a3-a4',
      mark: '!?',
      comment: 'good',
      clock: 1000,
      variations: [
        { turns: [{ turn: 1, text: 'Pb2+a1-a2' }], comment: 'or' },
        { turns: [{ turn: 1, text: 'Pd4+' }] },
      ],
    },
    { turn: 2, text: 'Pb1+a2-b2' },
  ],
};

describe('a tree of turns', () => {
  test('keeps everything of a record', () => {
    expect(Tree.of(RECORD).record()).toEqual(RECORD);
  });

  test('takes variations inside variations as alternatives of the same turn', () => {
    const nested: RecordData = {
      game: 'volterra',
      turns: [
        {
          turn: 1,
          text: 'a',
          variations: [
            { turns: [{ turn: 1, text: 'b', variations: [{ turns: [{ turn: 1, text: 'c' }] }] }] },
          ],
        },
      ],
    };
    expect(Tree.of(nested).root.next.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  });

  test('follows a turn that is already there', () => {
    const tree = Tree.of(RECORD);
    const [first] = tree.main;
    expect(tree.add(tree.root, 'Pb4+a3-a4', 1)).toBe(first);
    expect(tree.root.next).toHaveLength(3);
  });

  test('adds a variation behind the others', () => {
    const tree = Tree.of(RECORD);
    const added = tree.add(tree.root, 'Pd2+x', 1);
    expect(tree.root.next.at(-1)).toBe(added);
    expect(isMain(added)).toBe(false);
  });

  test('makes a variation the main line', () => {
    const tree = Tree.of(RECORD);
    const variation = tree.root.next[1];
    if (!variation) throw new Error('no variation');
    const next = tree.add(variation, 'more', 2);
    tree.promote(next);
    expect(tree.main.map(({ text }) => text)).toEqual(['Pb2+a1-a2', 'more']);
    expect(isMain(next)).toBe(true);
    expect(tree.record().comment).toBe('first');
  });

  test('takes a line away', () => {
    const tree = Tree.of(RECORD);
    const [first] = tree.main;
    if (!first) throw new Error('no turn');
    tree.remove(first);
    expect(tree.root.next.map(({ text }) => text)).toEqual(['Pb2+a1-a2', 'Pd4+']);
    tree.remove(tree.root);
  });

  test('finds turns by their path', () => {
    const tree = Tree.of(RECORD);
    const last = tree.find(['Pb4+a3-a4', 'Pb1+a2-b2']);
    expect(path(last).map(({ turn }) => turn)).toEqual([1, 2]);
    expect(tree.find(['Pb4+a3-a4', 'unknown'])).toBe(tree.main[0]);
    expect(lineAfter(last)).toEqual([]);
  });

  test('merges another tree of the same game', () => {
    const tree = Tree.of({ game: 'volterra', turns: [{ turn: 1, text: 'Pb2+a1-a2' }] });
    tree.merge(RECORD);
    expect(tree.root.next.map(({ text }) => text)).toEqual(['Pb2+a1-a2', 'Pb4+a3-a4', 'Pd4+']);
    expect(tree.root.intro).toBe('first');
  });

  test('gives the main line alone', () => {
    const tree = Tree.of({ ...RECORD, result: { winners: ['d'], reason: 'resign' } });
    expect(tree.mainRecord()).toEqual({
      game: 'volterra',
      seed: 1,
      headers: { Event: 'Palio' },
      turns: [
        { turn: 1, text: 'Pb4+a3-a4' },
        { turn: 2, text: 'Pb1+a2-b2' },
      ],
    });
  });
});

test('a turn that was broken off is told from others', () => {
  expect(actionsOf('Pb2+')).toEqual(['Pb2']);
  const tree = Tree.of(RECORD);
  expect(tree.root.next.map(isFinished)).toEqual([true, true, false]);
});
