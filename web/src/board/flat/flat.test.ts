// @vitest-environment happy-dom
import { flushSync, tick } from 'svelte';
import { expect, test } from 'vitest';
import FlatBoard from './FlatBoard.svelte';
import { cell, click, find, press, show, smallPicks, smallScene, solid } from './testing.svelte';

const shown = () =>
  [...document.querySelectorAll('[role="gridcell"]')].map((each) =>
    each.getAttribute('data-square'),
  );

test('a click on a square names what stands there, the uppermost first', () => {
  const { props } = show(FlatBoard, { picks: smallPicks('a1') });
  click(cell('a1'));
  expect(props.onpick).toHaveBeenCalledWith(['pawn', 'a1.1', 'a1.0', 'a1'], 'mouse');
});

test('a finger is told from a mouse', () => {
  const { props } = show(FlatBoard, { picks: smallPicks('a1') });
  click(cell('b1'), 'touch');
  expect(props.onpick).toHaveBeenCalledWith(['b1'], 'touch');
});

test('what can be picked comes before what lies above it', () => {
  const { props } = show(FlatBoard);
  click(cell('c2'));
  expect(props.onpick).toHaveBeenCalledWith(['bar', 'c2'], 'mouse');
});

test('a square where several things can be picked asks which one', async () => {
  const { props } = show(FlatBoard);
  click(cell('a1'));
  expect(props.onpick).not.toHaveBeenCalled();
  const choices = [...document.querySelectorAll('.chooser button')];
  expect(choices.map((each) => each.textContent)).toEqual(['pawn in words', 'the square a1']);
  expect(document.activeElement).toBe(choices[0]);
  press('ArrowDown');
  expect(document.activeElement).toBe(choices[1]);
  (document.activeElement as HTMLElement).click();
  flushSync();
  await tick();
  expect(props.onpick).toHaveBeenCalledWith(['a1'], 'key');
  expect(document.querySelector('.chooser')).toBeNull();
  expect(document.activeElement).toBe(cell('a1'));
});

test('Escape closes the chooser before it takes a pick back', () => {
  const { props } = show(FlatBoard);
  click(cell('a1'));
  press('Escape');
  expect(document.querySelector('.chooser')).toBeNull();
  expect(props.onback).not.toHaveBeenCalled();
  press('Escape');
  expect(props.onback).toHaveBeenCalledOnce();
});

test('arrows walk over the squares as they are seen, Enter and Space pick', () => {
  const { props } = show(FlatBoard, { picks: smallPicks('a1') });
  cell('b1').focus();
  press('ArrowUp');
  expect(document.activeElement).toBe(cell('b2'));
  press('ArrowUp');
  expect(document.activeElement).toBe(cell('b2'));
  press('ArrowRight');
  press('ArrowDown');
  press('Enter');
  expect(props.onpick).toHaveBeenLastCalledWith(['c1'], 'key');
  press('Home');
  press('ArrowRight');
  press(' ');
  expect(props.onpick).toHaveBeenLastCalledWith(['b1'], 'key');
});

test('one square only is reached by Tab: the one that keys are on', () => {
  show(FlatBoard, { picks: smallPicks('a1') });
  const reached = () => [...document.querySelectorAll('[role="gridcell"][tabindex="0"]')];
  expect(reached()).toEqual([cell('b1')]);
  cell('c2').focus();
  flushSync();
  expect(reached()).toEqual([cell('c2')]);
});

test('R turns what is held, with Shift the other way round', () => {
  const { props } = show(FlatBoard);
  cell('b1').focus();
  press('r');
  expect(props.onturn).toHaveBeenLastCalledWith(1);
  press('R', { shiftKey: true });
  expect(props.onturn).toHaveBeenLastCalledWith(-1);
});

test('the flipped board is read from the other side, and arrows follow', () => {
  const { change } = show(FlatBoard);
  expect(shown()).toEqual(['a2', 'b2', 'c2', 'a1', 'b1', 'c1']);
  change({ flipped: true });
  expect(shown()).toEqual(['c1', 'b1', 'a1', 'c2', 'b2', 'a2']);
  cell('b1').focus();
  press('ArrowRight');
  expect(document.activeElement).toBe(cell('a1'));
});

test('squares say what they are: open, picked, part of the last turn', () => {
  show(FlatBoard, { picks: smallPicks('a1') });
  expect(cell('b1').getAttribute('aria-label')).toBe('b1: empty; can be chosen');
  expect(cell('a1').getAttribute('aria-label')).toBe('a1: ldD; chosen');
  expect(cell('a1').getAttribute('aria-selected')).toBe('true');
  expect(cell('c2').getAttribute('aria-label')).toBe('c2: 1l; part of the last turn');
  expect(cell('a2').getAttribute('aria-label')).toBe('a2: empty');
});

test('pieces of the reserve can be picked beside the board', () => {
  const { props } = show(FlatBoard);
  const stair = find('[data-pick="reserve:stair"]');
  expect(stair.getAttribute('aria-label')).toBe('Stair, 3 left');
  click(stair, 'touch');
  expect(props.onpick).toHaveBeenCalledWith(['reserve:stair'], 'touch');
});

test('the reserve is only looked at while another player is to move', () => {
  show(FlatBoard, { scene: smallScene({ seats: [] }) });
  expect(document.querySelector('[data-pick="reserve:stair"]')).toBeNull();
});

test('the preview shows what would come and what would go', () => {
  const moved = smallScene({
    solids: [...smallScene().solids.slice(0, 2), solid('pawn', 'b1', 0, { shape: 'pawn' })],
  });
  show(FlatBoard, { preview: moved });
  expect(find('.piece.coming').dataset.solid).toBe('pawn');
  const going = [...document.querySelectorAll<SVGElement>('.piece.going')];
  expect(new Set(going.map((each) => each.dataset.solid))).toEqual(new Set(['pawn', 'bar']));
});

test('what is pointed at is told, and its label is shown', () => {
  const { props } = show(FlatBoard);
  cell('c2').dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }));
  flushSync();
  expect(props.onpoint).toHaveBeenLastCalledWith(['bar']);
  expect(find('.label').textContent).toBe('c2: 1l');
  cell('c2').dispatchEvent(new PointerEvent('pointerleave', { pointerType: 'mouse' }));
  expect(props.onpoint).toHaveBeenLastCalledWith([]);
});

test('aids are drawn when they are wanted', () => {
  const { change } = show(FlatBoard);
  expect(document.querySelector('.aid')).toBeNull();
  change({ aids: new Set(['free']) });
  expect(document.querySelector('.aid')).not.toBeNull();
});
