// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sceneWith } from '../../input/testing';
import { Desk } from './desk.svelte';
import { loadStudy } from './stored-studies';

// A game of our own: two actions, x and y, make a turn; after three turns it is over.
const asked: { path: string; body: Record<string, unknown> }[] = [];

function position({ turns = [] }: { turns?: readonly string[] }) {
  const actions = turns.flatMap((turn) => turn.split('+'));
  const turn = 1 + Math.floor(actions.length / 2);
  const texts = turn > 3 ? [] : ['x', 'y'];
  return {
    game: 'toy',
    position: `after ${actions.join('')}`,
    check: actions.join(''),
    turn,
    to_move: 'a',
    scene: sceneWith(['x', 'y']),
    actions: { texts, picks: texts.map((text) => [text]), descriptions: texts },
    result:
      turn > 3 ? { winners: [], reason: 'R', rule: 'R', sentence: 'over', scores: null } : null,
  };
}

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const path = new URL(address, 'http://here').pathname.replace('/api', '');
    const body = init?.body ? JSON.parse(String(init.body)) : {};
    asked.push({ path, body });
    const answers: Record<string, () => unknown> = {
      '/positions': () => position(body),
      '/positions/preview': () => ({ scene: sceneWith([]), way: [] }),
      '/records': () => ({ text: '', record: body.record, start: 'start' }),
      '/games/g1/record.json': () => ({
        game: 'toy',
        seed: 1,
        turns: [
          { turn: 1, text: 'x+y' },
          { turn: 2, text: 'x+' },
        ],
      }),
    };
    return new Response(JSON.stringify(answers[path]?.() ?? {}), { status: 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function openDesk(): Promise<Desk> {
  const desk = new Desk();
  await desk.openPosition('toy');
  return desk;
}

async function pick(desk: Desk, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await vi.waitUntil(() => desk.choosing.picks.next.has(id));
    const before = desk.key;
    desk.choosing.pick([id], 'key');
    await vi.waitUntil(() => desk.key !== before && desk.view?.check !== undefined);
    await vi.waitUntil(() => desk.choosing.picks.picked.length === 0);
  }
}

test('actions become a turn when the next turn begins', async () => {
  const desk = await openDesk();
  await pick(desk, 'x');
  expect(desk.current).toBe(desk.tree.root);
  expect(desk.actions).toEqual(['x']);
  await pick(desk, 'y');
  expect(desk.current.text).toBe('x+y');
  expect(desk.view?.turn).toBe(2);
});

test('another turn is a variation, and the same turn is followed', async () => {
  const desk = await openDesk();
  await pick(desk, 'x', 'y');
  const first = desk.current;
  desk.back();
  await pick(desk, 'y', 'y');
  expect(desk.tree.root.next.map(({ text }) => text)).toEqual(['x+y', 'y+y']);
  desk.first();
  await pick(desk, 'x', 'y');
  expect(desk.current).toBe(first);
});

test('a step back takes an action of an unfinished turn back', async () => {
  const desk = await openDesk();
  await pick(desk, 'x');
  desk.choosing.back();
  await vi.waitUntil(() => desk.actions.length === 0);
  expect(desk.key).toBe('');
});

test('a line of the engine goes on with the turn that has begun', async () => {
  const desk = await openDesk();
  await pick(desk, 'x');
  await desk.follow(['x', 'y+y']);
  expect(desk.tree.main.map(({ text }) => text)).toEqual(['x+x', 'y+y']);
  expect(desk.current.turn).toBe(2);
});

test('steps go along the line that is shown', async () => {
  const desk = await openDesk();
  await desk.follow(['x+y', 'x+x']);
  desk.first();
  expect(desk.forward()).toBe(true);
  expect(desk.current.text).toBe('x+y');
  desk.last();
  expect(desk.current.text).toBe('x+x');
  expect(desk.forward()).toBe(false);
});

test('a study is kept, and opened again', async () => {
  const desk = await openDesk();
  await desk.follow(['x+y']);
  expect(loadStudy('toy')?.turns).toEqual([{ turn: 1, text: 'x+y' }]);
  const again = await openDesk();
  expect(again.tree.main.map(({ text }) => text)).toEqual(['x+y']);
});

test('a game is opened with its unfinished turn, which can be finished', async () => {
  const desk = new Desk();
  await desk.openGame('g1');
  const last = desk.tree.main[1];
  if (!last) throw new Error('no turn');
  await desk.show(last);
  expect(desk.setting().turns).toEqual(['x+y', 'x']);
  await pick(desk, 'x');
  expect(desk.current.text).toBe('x+x');
  expect(desk.current.parent).toBe(desk.tree.main[0]);
});

test('what is removed or promoted is kept so', async () => {
  const desk = await openDesk();
  await desk.follow(['x+y']);
  desk.first();
  await desk.follow(['y+y']);
  desk.promote(desk.current);
  expect(loadStudy('toy')?.turns[0]?.text).toBe('y+y');
  desk.remove(desk.current);
  expect(loadStudy('toy')?.turns[0]?.text).toBe('x+y');
});

test('positions are asked for once', async () => {
  const desk = await openDesk();
  await desk.follow(['x+y']);
  const count = asked.length;
  desk.back();
  desk.forward();
  await desk.refresh();
  expect(asked.length).toBe(count);
});
