// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sceneWith } from '../../input/testing';
import { Drafts, REMOVE } from './drafts.svelte';

// A board of two squares and one kind of piece, of which there are two.
function board(draft: string) {
  const squares = ['a1', 'b1'];
  const stands = (square: string) => draft.includes(square);
  const count = 2 - squares.filter(stands).length;
  const puts = count > 0 ? squares.filter((square) => !stands(square)) : [];
  const removals = squares.filter(stands);
  const texts = [...puts.map((s) => `p@${s}`), ...removals.map((s) => `-${s}`), 'to-move:b'];
  const picks = [
    ...puts.map((s) => ['box', s]),
    ...removals.map((s) => [REMOVE, s]),
    ['to-move:b'],
  ];
  const scene = sceneWith(squares, { [REMOVE]: 'take off', 'to-move:b': 'b to move' });
  const reserve = {
    id: 'box',
    shape: 'slab',
    size: [1, 1, 1],
    colour: 'dark',
    owner: 'a',
    mark: null,
  };
  return {
    game: 'toy',
    options: {},
    draft,
    turn: 1,
    to_move: 'a',
    scene: { ...scene, reserves: [{ ...reserve, count, label: 'piece' }] },
    actions: { texts, picks, descriptions: texts },
    position: removals.length === 2 ? draft : null,
    problem: removals.length === 2 ? null : { message: 'a piece is missing', rule: 'R1' },
  };
}

function editDraft(draft: string, edit: string): string {
  const squares = new Set(draft.split(' ').filter(Boolean));
  if (edit.startsWith('-')) squares.delete(edit.slice(1));
  else squares.add(edit.slice(2));
  return [...squares].sort().join(' ');
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body));
    if (address.includes('/setups/why')) {
      const problem = { message: 'no', rule: 'R2' };
      return new Response(JSON.stringify({ action: body.edit, is_legal: false, problem }));
    }
    const draft = (body.edits ?? []).reduce(editDraft, body.draft ?? '');
    return new Response(JSON.stringify(board(draft)));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function bench(draft = ''): Promise<Drafts> {
  const drafts = new Drafts('toy');
  await drafts.open(draft);
  return drafts;
}

async function pick(drafts: Drafts, id: string, after: string): Promise<void> {
  drafts.choosing.pick([id], 'key');
  await vi.waitUntil(() => drafts.view?.draft === after);
}

test('a piece is chosen once and put many times', async () => {
  const drafts = await bench();
  drafts.take('box');
  await pick(drafts, 'b1', 'b1');
  expect(drafts.choosing.picks.picked).toEqual(['box']);
  await pick(drafts, 'a1', 'a1 b1');
  expect(drafts.view?.position).toBe('a1 b1');
  expect(drafts.choosing.picks.picked).toEqual([]); // there is none left
});

test('steps are undone and done again', async () => {
  const drafts = await bench();
  drafts.take('box');
  await pick(drafts, 'b1', 'b1');
  expect([drafts.canUndo, drafts.canRedo]).toEqual([true, false]);
  await drafts.undo();
  expect(drafts.view?.draft).toBe('');
  expect([drafts.canUndo, drafts.canRedo]).toEqual([false, true]);
  await drafts.redo();
  expect(drafts.view?.draft).toBe('b1');
});

test('a piece is moved in two picks', async () => {
  const drafts = await bench('a1');
  drafts.move();
  await pick(drafts, 'a1', '');
  expect(drafts.choosing.picks.picked).toEqual(['box']);
  await pick(drafts, 'b1', 'b1');
  expect(drafts.choosing.picks.picked).toEqual([REMOVE]);
  drafts.putDown();
  expect([drafts.isMoving, drafts.choosing.picks.picked]).toEqual([false, []]);
});

test('clearing the board is a step as well', async () => {
  const drafts = await bench('a1 b1');
  await drafts.clear();
  expect(drafts.view?.draft).toBe('');
  await drafts.undo();
  expect(drafts.view?.draft).toBe('a1 b1');
});

test('what does something at once is told from tools', async () => {
  const drafts = await bench('a1');
  expect(drafts.atOnce).toEqual(new Set(['to-move:b']));
});
