// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { get, Problem } from './api';

/** The server begins a good answer that ends with an error. */
function breaksOff(error: Error): void {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"seats":'));
      controller.error(error);
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
}

afterEach(() => vi.unstubAllGlobals());

test('an answer that breaks off is no answer', async () => {
  breaksOff(new TypeError('network error'));
  const failed = await get('/shelf').catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(Problem);
  expect((failed as Problem).isPassing).toBe(true);
});

test('an answer that is given up on the way is no answer', async () => {
  breaksOff(new DOMException('given up', 'AbortError'));
  await expect(get('/shelf')).rejects.toThrow('given up');
});

test('an answer may be that there is nothing to tell', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  await expect(get('/shelf')).resolves.toBeUndefined();
});

test('a refusal without a body is one all the same', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 502, statusText: 'Bad Gateway' }));
  await expect(get('/shelf')).rejects.toMatchObject({ status: 502, message: 'Bad Gateway' });
});
