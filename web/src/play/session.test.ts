// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Problem } from '../net/api';
import type { State } from '../net/types';
import { begin, forget, mine, secretOf } from './mine.svelte';
import { Session } from './session.svelte';

type Answer = readonly [status: number, body: unknown];
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
  return { id: 'g', version, language: 'en', to_move: 'd', turns: [], ...more } as unknown as State;
}

beforeEach(() => {
  answers = [];
  asked.length = 0;
  listeners.length = 0;
  localStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push({ path, init });
    const [status, body] = answers.shift() ?? [500, {}];
    if (status === 0) throw new TypeError('no connection');
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(version = 3): Promise<{ session: Session; close: () => void }> {
  answers.push([200, state(version)], [200, { seats: ['d'], creator: true }]);
  const session = new Session('g');
  const close = session.open();
  await vi.waitFor(() => expect(listeners).toHaveLength(1));
  return { session, close };
}

test('a game is fetched, and then listened to from its version on', async () => {
  const { session } = await opened();
  expect(session.isOurTurn).toBe(true);
  expect(listeners[0]?.url).toContain('since=3');
  const news = { kind: 'events', version: 4, state: state(4, { to_move: 'l' }) };
  listeners[0]?.onmessage?.({ data: JSON.stringify(news) });
  expect(session.state?.version).toBe(4);
  expect(session.isOurTurn).toBe(false);
});

test('old news change nothing', async () => {
  const { session } = await opened();
  const news = { kind: 'events', version: 2, state: state(2) };
  listeners[0]?.onmessage?.({ data: JSON.stringify(news) });
  expect(session.state?.version).toBe(3);
});

test('a broken connection is made again from the version that is known', async () => {
  const { session, close } = await opened();
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
  await opened();
  await vi.advanceTimersByTimeAsync(27_000);
  expect(listeners.length).toBeGreaterThan(1);
});

test('a command carries version and id, and brings the new state', async () => {
  const { session } = await opened();
  answers.push([200, { version: 4, state: state(4) }]);
  expect(await session.send({ do: 'undo' })).toBe('done');
  const body = JSON.parse(String(asked.at(-1)?.init?.body));
  expect(body).toMatchObject({ version: 3, command: { do: 'undo' } });
  expect(body.request_id).toMatch(/^[0-9a-f]{32}$/);
  expect(session.state?.version).toBe(4);
});

test('a command that was lost is sent again with the same id', async () => {
  const { session } = await opened();
  answers.push([0, null], [503, {}], [200, { version: 4, state: state(4) }]);
  const sent = session.send({ do: 'back' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await sent).toBe('done');
  const ids = asked.slice(-3).map(({ init }) => JSON.parse(String(init?.body)).request_id);
  expect(new Set(ids).size).toBe(1);
});

test('only one command is under way', async () => {
  const { session } = await opened();
  answers.push([200, { version: 4, state: state(4) }]);
  const first = session.send({ do: 'undo' });
  expect(await session.send({ do: 'undo' })).toBe('busy');
  await first;
});

test('a game that has moved on is taken as it is', async () => {
  const { session } = await opened();
  answers.push([409, { code: 'moved-on', message: '', state: state(9) }]);
  expect(await session.send({ do: 'undo' })).toBe('moved-on');
  expect(session.state?.version).toBe(9);
});

test('what the rules refuse is told with its rule', async () => {
  const { session } = await opened();
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

test('games that were begun here are remembered until they are put away', async () => {
  answers.push([201, { id: 'n', secret: 's', state: state(0) }]);
  await begin({ game: 'any' });
  expect(secretOf('n')).toBe('s');
  expect(JSON.parse(localStorage.getItem('games') ?? '')).toEqual([{ id: 'n', secret: 's' }]);
  forget('n');
  expect(mine()).toEqual([]);
});
