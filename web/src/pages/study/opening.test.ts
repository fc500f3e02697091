// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseEvent } from '../../api/stream';
import { looksLikeRecord, readPasted } from './opening';

type Reply = readonly [status: number, body: unknown];
let replies: Record<string, Reply> = {};

beforeEach(() => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { game = 'record' } = JSON.parse(String(init.body));
    const [status, body] = replies[game] ?? [500, {}];
    return new Response(JSON.stringify(body), { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const refused = (message: string, rule: string | null): Reply => [
  422,
  { code: 'invalid-position', message, rule },
];

test('a record is told from a position by how it begins', () => {
  expect(looksLikeRecord('\n [Tretorri "1"]')).toBe(true);
  expect(looksLikeRecord('{"tretorri": 1}')).toBe(true);
  expect(looksLikeRecord('dl - d lc2,dc3 - 1')).toBe(false);
});

test('a record is read by the server', async () => {
  const sheet = { text: '', record: { game: 'volterra', turns: [] }, start: 'x' };
  replies = { record: [200, sheet] };
  expect(await readPasted('[Tretorri "1"]', [])).toEqual({ kind: 'record', sheet });
});

test('a position belongs to the game that understands it', async () => {
  replies = { one: refused('no', null), two: [200, { position: 'bw - b' }] };
  const found = await readPasted(' bw - b \n', ['one', 'two']);
  expect(found).toEqual({ kind: 'position', game: 'two', position: 'bw - b' });
});

test('of several refusals the one that names a rule is told', async () => {
  replies = { one: refused('no', null), two: refused('too many pieces', 'V1') };
  await expect(readPasted('dl', ['one', 'two'])).rejects.toThrow('too many pieces');
  await expect(readPasted('dl', [])).rejects.toThrow();
});

test('events are told by name and data', () => {
  expect(parseEvent('event: done\ndata: {"depth": 3}')).toEqual({
    name: 'done',
    data: { depth: 3 },
  });
  expect(parseEvent(': nothing')).toEqual({ name: '', data: null });
});
