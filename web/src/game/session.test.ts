// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../api/api';
import type { State } from '../api/types';
import { begin, forget, join, ownGames, remember, ticketsOf } from './own-games.svelte';
import { Session } from './session.svelte';

type Answer = readonly [status: number, body: unknown, after?: Promise<void>];
let answers: Answer[] = [];
const asked: { path: string; init: RequestInit | undefined }[] = [];
const listeners: FakeSocket[] = [];

class FakeSocket {
  static readonly OPEN = 1;
  readyState = 1;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    listeners.push(this);
  }

  close(): void {
    this.onclose?.({ code: 1000 });
  }
}

function state(version: number, more: Partial<State> = {}): State {
  const usual = { id: 'g', language: 'en', to_move: 'd', turn: 1, begun: [], seats: [], turns: [] };
  return { ...usual, version, offer: null, ...more } as unknown as State;
}

beforeEach(() => {
  answers = [];
  asked.length = 0;
  listeners.length = 0;
  localStorage.clear();
  forget('g');
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push({ path, init });
    const [status, body, after] = answers.shift() ?? [500, {}];
    await after;
    if (status === 0) throw new TypeError('no connection');
    return new Response(status === 204 ? null : JSON.stringify(body), { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openSession(
  version = 3,
  more: Partial<State> = {},
): Promise<{ session: Session; close: () => void }> {
  const sockets = listeners.length;
  answers.push([200, state(version, more)], [200, { seats: ['d'], creator: true }]);
  const session = new Session('g');
  const close = session.open();
  await vi.waitFor(() => expect(listeners).toHaveLength(sockets + 1));
  return { session, close };
}

function hear(news: unknown): void {
  listeners.at(-1)?.onmessage?.({ data: JSON.stringify(news) });
}

test('a game is fetched, and then listened to from its version on', async () => {
  const { session } = await openSession();
  expect(session.isOurTurn).toBe(true);
  expect(listeners[0]?.url).toContain('since=3');
  const news = { kind: 'events', version: 4, state: state(4, { to_move: 'l' }) };
  listeners[0]?.onmessage?.({ data: JSON.stringify(news) });
  expect(session.state?.version).toBe(4);
  expect(session.isOurTurn).toBe(false);
});

test('old news change nothing', async () => {
  const { session } = await openSession();
  const news = { kind: 'events', version: 2, state: state(2) };
  listeners[0]?.onmessage?.({ data: JSON.stringify(news) });
  expect(session.state?.version).toBe(3);
});

test('a broken connection is made again from the version that is known', async () => {
  const { session, close } = await openSession();
  listeners[0]?.onclose?.({ code: 1006 });
  expect(session.isConnected).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(listeners).toHaveLength(2);
  listeners[1]?.onmessage?.({ data: JSON.stringify({ kind: 'ping', version: 3 }) });
  expect(session.isConnected).toBe(true);
  close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(listeners).toHaveLength(2);
});

test('a silent connection is given up', async () => {
  await openSession();
  await vi.advanceTimersByTimeAsync(27_000);
  expect(listeners.length).toBeGreaterThan(1);
});

test('a command carries version and id, and brings the new state', async () => {
  const { session } = await openSession();
  answers.push([200, { version: 4, state: state(4) }]);
  expect(await session.send({ do: 'undo' })).toBe('done');
  const body = JSON.parse(String(asked.at(-1)?.init?.body));
  expect(body).toMatchObject({ version: 3, command: { do: 'undo' } });
  expect(body.request_id).toMatch(/^[0-9a-f]{32}$/);
  expect(session.state?.version).toBe(4);
});

test('a command that was lost is sent again with the same id', async () => {
  const { session } = await openSession();
  answers.push([0, null], [503, {}], [200, { version: 4, state: state(4) }]);
  const sent = session.send({ do: 'back' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await sent).toBe('done');
  const ids = asked.slice(-3).map(({ init }) => JSON.parse(String(init?.body)).request_id);
  expect(new Set(ids).size).toBe(1);
});

test('only one command is under way', async () => {
  const { session } = await openSession();
  answers.push([200, { version: 4, state: state(4) }]);
  const first = session.send({ do: 'undo' });
  expect(await session.send({ do: 'undo' })).toBe('busy');
  await first;
});

test('who has seen a move done by news goes on before its answer', async () => {
  const { session } = await openSession();
  const slow = new Promise<void>((end) => setTimeout(end, 1000));
  answers.push([200, { version: 4, state: state(4, { turn: 2 }) }, slow]);
  answers.push([200, { version: 5, state: state(5, { turn: 3 }) }]);
  const first = session.send({ do: 'action', action: 'x' });
  expect(session.isBusy).toBe(true);
  hear({ kind: 'events', version: 4, state: state(4, { turn: 2 }) });
  expect(session.isBusy).toBe(false);
  const second = session.send({ do: 'action', action: 'y' });
  expect(session.isBusy).toBe(true);
  expect(await session.send({ do: 'action', action: 'z' })).toBe('busy');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  const sent = asked.slice(-2).map(({ init }) => JSON.parse(String(init?.body)));
  expect(sent.map(({ version, command }) => [version, command.action])).toEqual([
    [3, 'x'],
    [4, 'y'],
  ]);
  expect(session.state?.version).toBe(5);
  expect(localStorage.getItem('unsent')).toBe('{}');
});

test('a game that has moved on is taken as it is', async () => {
  const { session } = await openSession();
  answers.push([409, { code: 'moved-on', message: '', state: state(9, { turn: 2 }) }]);
  expect(await session.send({ do: 'undo' })).toBe('moved-on');
  expect(session.state?.version).toBe(9);
});

test('what the rules refuse is told with its rule', async () => {
  const { session } = await openSession();
  answers.push([422, { code: 'illegal-action', message: 'no', rule: 'V5' }]);
  const outcome = await session.send({ do: 'action', action: 'x' });
  expect(outcome).toBeInstanceOf(Problem);
  expect(outcome).toMatchObject({ rule: 'V5', message: 'no' });
});

test('a game that is not there is trouble', async () => {
  answers.push([404, { code: 'no-such-game', message: 'none' }], [404, {}]);
  const session = new Session('g');
  session.open();
  await vi.waitFor(() => expect(session.trouble).toBeInstanceOf(Problem));
});

test('a command that others came before is sent again while nothing was played', async () => {
  const { session } = await openSession();
  answers.push([409, { code: 'moved-on', message: '', state: state(4) }]);
  answers.push([200, { version: 5, state: state(5) }]);
  expect(await session.send({ do: 'action', action: 'x' })).toBe('done');
  const [first, second] = asked.slice(-2).map(({ init }) => JSON.parse(String(init?.body)));
  expect([first.version, second.version]).toEqual([3, 4]);
  expect(second.request_id).toBe(first.request_id);
});

test('an answer to an offer is not given to another one', async () => {
  const { session } = await openSession();
  const offer = { what: 'draw', turns: 1, seat: 'l', agreed: ['l'], waiting: ['d'] };
  const moved = state(4, { offer } as Partial<State>);
  answers.push([409, { code: 'moved-on', message: '', state: moved }]);
  expect(await session.send({ do: 'agree' })).toBe('moved-on');
});

test('a move that could not be sent is kept, and sent when the game is opened again', async () => {
  const { session, close } = await openSession();
  answers.push([0, null]);
  void session.send({ do: 'action', action: 'x' });
  await vi.waitFor(() => expect(session.outbox.isDelayed).toBe(true));
  close();
  const again = new Session('g');
  answers = [
    [200, state(3)],
    [200, { seats: ['d'], creator: true }],
  ];
  answers.push([200, { version: 4, state: state(4) }]);
  again.open();
  await vi.waitFor(() => expect(again.state?.version).toBe(4));
  await vi.waitFor(() => expect(again.isBusy).toBe(false));
  expect(JSON.parse(String(asked.at(-1)?.init?.body)).command.action).toBe('x');
  expect(localStorage.getItem('unsent')).toBe('{}');
});

test('a kept move is dropped when the game has gone on', async () => {
  const { session, close } = await openSession();
  answers.push([0, null]);
  void session.send({ do: 'action', action: 'x' });
  await vi.waitFor(() => expect(session.outbox.isDelayed).toBe(true));
  close();
  await openSession(4, { turn: 2 });
  expect(localStorage.getItem('unsent')).toBe('{}');
});

test('a connection that is back sends at once what waits', async () => {
  const { session } = await openSession();
  listeners[0]?.onclose?.({ code: 1006 });
  answers.push([0, null], [200, { version: 4, state: state(4) }]);
  const sent = session.send({ do: 'action', action: 'x' });
  await vi.waitFor(() => expect(session.outbox.isDelayed).toBe(true));
  await vi.advanceTimersByTimeAsync(1000);
  listeners.at(-1)?.onmessage?.({ data: JSON.stringify({ kind: 'ping', version: 3 }) });
  expect(await sent).toBe('done');
});

test('who is there, and what they say, passes by', async () => {
  const { session } = await openSession();
  hear({ kind: 'ping', version: 3, present: ['d'], watchers: 2 });
  expect([session.present, session.watchers]).toEqual([['d'], 2]);
  hear({ kind: 'note', version: 3, note: { kind: 'presence', present: ['d', 'l'] } });
  expect(session.present).toEqual(['d', 'l']);
  hear({ kind: 'note', version: 3, note: { kind: 'reaction', seat: 'l', reaction: 'wow' } });
  expect(session.reactions.get('l')).toBe('wow');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(session.reactions.size).toBe(0);
});

test('who is refused asks what is left, and goes on as a watcher', async () => {
  const { session } = await openSession();
  answers.push([200, state(5)], [200, { seats: [], creator: false }]);
  listeners[0]?.onclose?.({ code: 1008 });
  await vi.advanceTimersByTimeAsync(10);
  expect(session.isOusted).toBe(true);
  expect(session.seats).toEqual([]);
  expect(listeners).toHaveLength(2);
});

test('who deletes a game does not come back when the door closes', async () => {
  const { session } = await openSession();
  const before = asked.length;
  answers.push([503, {}]);
  await expect(session.delete()).rejects.toThrow();
  answers.push([204, null]);
  const deleted = session.delete();
  listeners.at(-1)?.onclose?.({ code: 1008 });
  await deleted;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(before + 2);
});

test('a player who leaves is not told that another has the seat', async () => {
  const { session } = await openSession();
  answers.push([200, { version: 4, state: state(4) }]);
  await session.send({ do: 'leave', seat: 'd' });
  answers.push([200, { seats: [], creator: false }]);
  await session.refreshRights();
  expect([session.isOurs, session.isOusted]).toEqual([false, false]);
});

test('a game that was deleted is trouble', async () => {
  const { session } = await openSession();
  answers.push([404, { code: 'no-such-game' }], [404, { code: 'no-such-game' }]);
  listeners[0]?.onclose?.({ code: 1008 });
  await vi.advanceTimersByTimeAsync(10);
  expect(session.state).toBeNull();
  expect(session.trouble).toBeInstanceOf(Problem);
});

test('the clock of the server is read between its news', async () => {
  const { session } = await openSession();
  hear({ kind: 'ping', version: 3, now: 5000 });
  await vi.advanceTimersByTimeAsync(1500);
  expect(session.serverTime()).toBe(6500);
});

test('games that are played here are remembered, without any secret', async () => {
  answers.push([201, { id: 'n', secret: 's', state: state(0), tickets: { l: 'hush' } }]);
  await begin({ game: 'any' });
  expect(ticketsOf('n')).toEqual({ l: 'hush' });
  answers.push([200, { seat: 'l', secret: 's', state: state(0) }]);
  await join('m', 'hush', 'Ann', 'request');
  remember('n', ['d']);
  expect(ownGames()).toEqual([
    { id: 'm', seats: ['l'] },
    { id: 'n', seats: ['d'] },
  ]);
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/hush|secret/);
  expect(asked.map(({ path }) => path).join()).not.toContain('hush');
  forget('n');
  forget('m');
  expect(ownGames()).toEqual([]);
});
