// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { keyOf } from './keys';

beforeEach(() => {
  document.body.innerHTML =
    '<input><button>b</button><div class="board"><p id="p"></p></div><dialog><i></i></dialog>';
});

function press(where: string, key: string, more: KeyboardEventInit = {}): string | undefined {
  let heard: string | undefined;
  const listen = (event: KeyboardEvent) => {
    heard = keyOf(event);
  };
  addEventListener('keydown', listen, { once: true });
  const init = { key, bubbles: true, cancelable: true, ...more };
  document.querySelector(where)?.dispatchEvent(new KeyboardEvent('keydown', init));
  return heard;
}

test('keys are heard on the page', () => {
  expect(press('body', 'h')).toBe('h');
  expect(press('body', 'ArrowLeft')).toBe('ArrowLeft');
});

test('who types is left alone, and so are the keys of the browser', () => {
  expect(press('input', 'h')).toBeUndefined();
  expect(press('dialog i', 'h')).toBeUndefined();
  expect(press('body', 'h', { ctrlKey: true })).toBeUndefined();
});

test('on a board arrows walk', () => {
  expect(press('#p', 'ArrowLeft')).toBeUndefined();
  expect(press('#p', 'Escape')).toBe('Escape');
});

test('Enter on a button presses it', () => {
  expect(press('button', 'Enter')).toBeUndefined();
  expect(press('body', 'Enter')).toBe('Enter');
});
