// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forget, ownGames, putAway, recover, remember } from './own-games.svelte';

let pages: unknown[] = [];
const asked: string[] = [];

beforeEach(() => {
  forget(...ownGames().map(({ id }) => id));
  localStorage.clear();
  asked.length = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(pages.shift()), { status: 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('games that only the server knows are recovered, page by page', async () => {
  remember('kept', ['d']);
  pages = [
    { ids: ['new', 'kept'], next: '7.kept' },
    { ids: ['old'], next: null },
  ];
  expect([...(await recover())]).toEqual(['new', 'kept', 'old']);
  expect(ownGames().map(({ id }) => id)).toEqual(['kept', 'new', 'old']);
  expect(ownGames()[0]?.seats).toEqual(['d']);
  expect(asked[1]).toContain('after=7.kept');
});

test('a game that was put away does not come back until it is opened again', async () => {
  remember('over', ['d']);
  putAway('over');
  pages = [{ ids: ['over'], next: null }];
  await recover();
  expect(ownGames()).toEqual([]);
  expect(localStorage.getItem('games')).toContain('over');
  remember('over', ['d']);
  expect(ownGames().map(({ id }) => id)).toEqual(['over']);
  forget('over');
  expect(localStorage.getItem('games')).toBe('[]');
});

test('more games are remembered than a browser keeps cookies', () => {
  for (let number = 0; number < 300; number += 1) remember(`game-${number}`, ['d']);
  expect(ownGames()).toHaveLength(300);
});
