// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { post } from '../../api/api';
import { sceneWith } from '../../input/testing';
import { Learning } from './learning.svelte';
import type { LessonStep, TryResult } from './lesson';

vi.mock('../../api/api', () => ({ post: vi.fn() }));
const posted = vi.mocked(post);

const scene = sceneWith(['a1', 'b2', 'c3'], {});
const step: LessonStep = {
  id: 'first',
  kind: 'plays',
  title: 'First',
  task: 'Go to c3.',
  hint: 'By b2.',
  rule: 'X1',
  show: ['a1-b2', 'b2-c3'],
};

/** What a server would say whose step is done by going from a1 over b2 to c3. */
function answer(actions: readonly string[]): TryResult {
  const right = actions.every((action, nth) => action === step.show[nth]);
  const played = right ? actions : actions.slice(0, -1);
  const isDone = right && actions.length === step.show.length;
  const texts = isDone ? [] : ['a1-b2', 'b2-c3', 'a1-c3'];
  return {
    outcome: isDone ? 'done' : right ? 'going' : 'wrong',
    played,
    why: right ? '' : 'not that',
    rule: right ? null : 'X1',
    said: isDone ? 'well' : '',
    view: {
      game: 'some',
      position: played.join('+'),
      check: '',
      turn: 1,
      to_move: 'a',
      scene,
      actions: { texts, picks: texts.map((text) => text.split('-')), descriptions: texts },
      result: null,
    },
  };
}

beforeEach(() => {
  posted.mockReset();
  posted.mockImplementation(async (_path, body) =>
    answer((body as TryResult & { actions: [] }).actions),
  );
});

async function startLearning() {
  const done = vi.fn();
  const found = new Learning('some', done);
  await found.open(step);
  return { found, done };
}

/** Picks square by square and waits for the answer. */
async function pick(found: Learning, ...squares: readonly string[]): Promise<void> {
  for (const square of squares) found.choosing.pick([square], 'mouse');
  await vi.waitFor(() => expect(posted).toHaveBeenCalled());
  await Promise.resolve();
}

test('right actions lead on until the step is done', async () => {
  const { found, done } = await startLearning();
  await pick(found, 'a1', 'b2');
  await vi.waitFor(() => expect(found.tried?.played).toEqual(['a1-b2']));
  expect(done).not.toHaveBeenCalled();
  await pick(found, 'b2', 'c3');
  await vi.waitFor(() => expect(found.tried?.outcome).toBe('done'));
  expect(done).toHaveBeenCalledExactlyOnceWith(step);
});

test('a wrong action is explained, with the hint, and everything else stays', async () => {
  const { found, done } = await startLearning();
  await pick(found, 'a1', 'c3');
  await vi.waitFor(() => expect(found.choosing.refusal?.sentence).toBe('not that'));
  expect(found.choosing.refusal?.rule).toBe('X1');
  expect(found.choosing.picks.picked).toEqual([]);
  expect(found.isHinted).toBe(true);
  expect(found.tried?.played).toEqual([]);
  expect(done).not.toHaveBeenCalled();
});

test('the last action is taken back', async () => {
  const { found } = await startLearning();
  await found.attempt('a1-b2');
  found.choosing.back();
  await vi.waitFor(() => expect(found.tried?.played).toEqual([]));
});

test('what is shown goes to the end and does not count as done', async () => {
  vi.useFakeTimers();
  const { found, done } = await startLearning();
  const shown = found.show();
  await vi.runAllTimersAsync();
  await shown;
  vi.useRealTimers();
  expect(found.tried?.outcome).toBe('done');
  expect(found.wasShown).toBe(true);
  expect(done).not.toHaveBeenCalled();
});

test('a learner who goes to another step is shown nothing more', async () => {
  vi.useFakeTimers();
  const { found } = await startLearning();
  const shown = found.show();
  await vi.advanceTimersByTimeAsync(1);
  await found.open({ ...step, id: 'second' });
  await vi.runAllTimersAsync();
  await shown;
  vi.useRealTimers();
  expect(found.tried?.played).toEqual([]);
});

test('a lost connection is told, and the next answer ends the trouble', async () => {
  const { found } = await startLearning();
  posted.mockRejectedValueOnce(new Error('offline'));
  await found.attempt('a1-b2');
  expect(found.trouble).toBeInstanceOf(Error);
  await found.open(step);
  expect(found.trouble).toBeNull();
});
