// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { Thinking } from './thinking.svelte';

const asked: { seconds: number }[] = [];
const SETTING = { game: 'toy', position: 'p', turns: [] };

/** The server tells these events, whatever it is asked. */
function stubEvents(...events: readonly string[]): void {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    asked.push(JSON.parse(String(init.body)));
    return new Response(events.map((event) => `${event}\n\n`).join(''));
  });
}

const event = (name: string, nodes: number) =>
  `event: ${name}\ndata: ${JSON.stringify({ lines: [], depth: 1, nodes, seconds: 1, proven: false, memory_full: false })}`;

afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

test('who goes on thinks longer, and loses nothing that was found', async () => {
  const thinking = new Thinking();
  stubEvents(event('progress', 10), event('done', 100));
  await thinking.analyse(SETTING, 'k', 1);
  expect(thinking.found?.nodes).toBe(100);
  stubEvents(event('progress', 20));
  await thinking.continueAnalysis(SETTING, 1);
  expect(thinking.found?.nodes).toBe(100);
  stubEvents(event('progress', 200));
  await thinking.continueAnalysis(SETTING, 1);
  expect(thinking.found?.nodes).toBe(200);
  expect(asked[1]?.seconds).toBeGreaterThan(asked[0]?.seconds ?? Infinity);
});

test('signs of life are no answer, and an engine that others wait for says so', async () => {
  const thinking = new Thinking();
  stubEvents(':', event('progress', 10), ':', event('cut', 10));
  await thinking.analyse(SETTING, 'k', 1);
  expect(thinking.found?.nodes).toBe(10);
  expect(thinking.isCut).toBe(true);
  expect(thinking.isBusy).toBe(false);
});
