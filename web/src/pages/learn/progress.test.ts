// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

/** The module as a page that is just opened has it. */
async function openPage() {
  vi.resetModules();
  return import('./progress.svelte');
}

beforeEach(() => localStorage.clear());

test('what is done stays done when the page is opened again', async () => {
  (await openPage()).markDone('some', 'one');
  const { doneSteps, markDone } = await openPage();
  markDone('some', 'one');
  markDone('some', 'two');
  expect(doneSteps('some')).toEqual(['one', 'two']);
  expect(doneSteps('other')).toEqual([]);
});

test.each(['no json', 'null', '[]', '{"some": 3}'])(
  '%s in the store does no harm',
  async (text) => {
    localStorage.setItem('lessons', text);
    const { doneSteps, markDone } = await openPage();
    expect(doneSteps('some')).toEqual([]);
    markDone('some', 'one');
    expect(doneSteps('some')).toEqual(['one']);
  },
);
