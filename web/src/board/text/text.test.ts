// @vitest-environment happy-dom
import { flushSync, tick } from 'svelte';
import { beforeEach, expect, test } from 'vitest';
import { speak } from '../../i18n/words.svelte';
import {
  cell,
  click,
  find,
  press,
  show,
  smallPicks,
  smallScene,
  square,
} from '../flat/testing.svelte';
import TextBoard from './TextBoard.svelte';

beforeEach(() => speak('en'));

async function readAnnouncements(): Promise<string[]> {
  await tick();
  await tick();
  flushSync();
  return [...find('[data-said]').children].map((each) => each.textContent ?? '');
}

async function type(text: string): Promise<void> {
  const field = find('input') as HTMLInputElement;
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  await tick();
}

const offered = () =>
  [...document.querySelectorAll<HTMLElement>('[role="option"]')].map((each) => each.dataset.action);

test('the board is a grid with a name for every square, row and column', () => {
  show(TextBoard);
  expect(document.querySelectorAll('[role="row"]')).toHaveLength(3);
  expect([...cell('a1').children].map((each) => each.textContent)).toEqual([
    'ldD',
    'a1: ldD; can be chosen',
  ]);
  expect(find('[data-square="c1"] [aria-hidden]').textContent).toBe('·');
});

test('it begins by saying what is to be done', async () => {
  show(TextBoard);
  expect(await readAnnouncements()).toEqual(['Dark to move']);
});

test('who did what is spoken, and what is to be done now', async () => {
  const { change } = show(TextBoard);
  const squares = smallScene().squares.map(({ id }) =>
    id === 'a1' || id === 'b1' ? square(id, { label: `${id}: now` }) : square(id),
  );
  change({ scene: smallScene({ squares, marked: ['b1'], prompt: 'Light to move' }) });
  expect(await readAnnouncements()).toEqual([
    'Dark has played.',
    'b1: now',
    'a1: now',
    'Light to move',
  ]);
});

test('what was taken back is no longer an action', async () => {
  const { change } = show(TextBoard);
  const squares = smallScene().squares.map(({ id }) => square(id, { label: `${id}: now` }));
  change({
    scene: smallScene({ squares: [...squares.slice(0, 1), ...smallScene().squares.slice(1)] }),
  });
  expect(await readAnnouncements()).toEqual([
    'The position has changed.',
    'a1: now',
    'Dark to move',
  ]);
});

test('another game is another position, not an action', async () => {
  const { change } = show(TextBoard);
  change({ scene: smallScene({ game: 'other' }) });
  expect(await readAnnouncements()).toEqual(['New position.', 'Dark to move']);
});

test('picks and what can follow are spoken', async () => {
  const { change } = show(TextBoard);
  change({ picks: smallPicks('a1') });
  expect(await readAnnouncements()).toEqual(['Chosen: a1: ldD.', 'Possible squares: b1, c1.']);
  change({ picks: smallPicks() });
  expect((await readAnnouncements())[0]).toBe('Taken back.');
});

test('arrows walk, Enter picks, N goes to the next possible square', () => {
  const { props } = show(TextBoard, { picks: smallPicks('a1') });
  cell('a1').focus();
  press('ArrowRight');
  press('Enter');
  expect(props.onpick).toHaveBeenLastCalledWith(['b1'], 'key');
  press('n');
  expect(document.activeElement).toBe(cell('c1'));
  press('n');
  expect(document.activeElement).toBe(cell('b1'));
  press('N', { shiftKey: true });
  expect(document.activeElement).toBe(cell('c1'));
  press('Escape');
  expect(props.onback).toHaveBeenCalledOnce();
  press('r');
  expect(props.onturn).toHaveBeenCalledWith(1);
});

test('several pieces on one square are offered', () => {
  const { props } = show(TextBoard);
  cell('a1').focus();
  press('Enter');
  const choices = [...document.querySelectorAll<HTMLElement>('.chooser button')];
  expect(choices.map((each) => each.dataset.pick)).toEqual(['pawn', 'a1']);
  choices[0]?.click();
  expect(props.onpick).toHaveBeenCalledWith(['pawn'], 'key');
});

test('a stack is read layer by layer', async () => {
  show(TextBoard);
  cell('a1').focus();
  press('w');
  expect(await readAnnouncements()).toEqual([
    'a1: ldD',
    'On top: pawn in words.',
    'Under it: a1.1 in words.',
    'Under it: a1.0 in words.',
  ]);
});

test('where one can go is told in words', async () => {
  show(TextBoard);
  cell('b1').focus();
  press('g');
  expect(await readAnnouncements()).toEqual([
    'Possible squares: a1.',
    'Possible pieces: pawn in words on a1, bar in words on b2.',
    'Also possible: Stair, end your turn.',
  ]);
});

test('a player who waits is told that there is nothing to pick', async () => {
  show(TextBoard, { picks: smallPicks('nowhere') });
  cell('b1').focus();
  press('g');
  expect(await readAnnouncements()).toEqual(['There is nothing to choose now.']);
});

test('the pieces of the player to move, the board, and the same once more', async () => {
  show(TextBoard);
  cell('b1').focus();
  press('p');
  expect(await readAnnouncements()).toEqual(['Dark: 2, Stair, 3 left.', 'a1: ldD']);
  press('b');
  const board = await readAnnouncements();
  expect(board).toEqual([
    'Dark to move',
    'Dark: 2, Stair, 3 left.',
    'Light: 1.',
    'a1: ldD',
    'b2: 1l',
    'c2: 1l',
  ]);
  press('l');
  expect(await readAnnouncements()).toEqual(board);
});

test('the commands are buttons too', async () => {
  show(TextBoard);
  const [first] = document.querySelectorAll<HTMLElement>('.commands button');
  expect(first?.getAttribute('aria-keyshortcuts')).toBe('W');
  click(find('.commands button:nth-child(2)'));
  expect((await readAnnouncements())[0]).toBe('Possible squares: a1.');
});

test('what lies beside the board is picked by buttons', () => {
  const { props } = show(TextBoard);
  click(find('[data-pick="end"]'));
  expect(props.onpick).toHaveBeenCalledWith(['end'], 'mouse');
});

test('typed notation is completed from the legal actions and played by Enter', async () => {
  const { props } = show(TextBoard);
  await type('a1-');
  expect(offered()).toEqual(['a1-b1', 'a1-c1']);
  press('ArrowDown');
  press('ArrowDown');
  expect(find('input').getAttribute('aria-activedescendant')).toBe(
    find('[aria-selected="true"][role="option"]').id,
  );
  press('Enter');
  expect(props.ontext).toHaveBeenCalledWith('a1-c1');
});

test('what is typed stays while the same position is told again', async () => {
  const { change } = show(TextBoard);
  await type('a1-');
  change({ picks: smallPicks('a1') });
  expect((find('input') as HTMLInputElement).value).toBe('a1-');
});

test('actions are found by their words as well', async () => {
  show(TextBoard);
  await type('pawn');
  expect(offered()).toEqual(['Pb1']);
});

test('what is picked does not narrow what can be written', async () => {
  show(TextBoard, { picks: smallPicks('a1') });
  await type('P');
  expect(offered()).toContain('Pb1');
});

test('a wrong action is sent as it was typed, and the reason is shown with its rule', async () => {
  const { props, change } = show(TextBoard);
  await type('a1-c2');
  press('Enter');
  expect(props.ontext).toHaveBeenCalledWith('a1-c2');
  change({ refusal: { sentence: 'c2 is too far away', rule: 'V6' } });
  expect(find('.why').textContent).toContain('c2 is too far away');
  expect(find('.why a').getAttribute('href')).toBe('/en/rules/small#V6');
  expect(find('input').getAttribute('aria-invalid')).toBe('true');
});

test('T goes to the field, Escape leaves it', () => {
  show(TextBoard);
  cell('b1').focus();
  press('t');
  expect(document.activeElement).toBe(find('input'));
  press('Escape');
  expect(document.activeElement).toBe(cell('b1'));
});

test('the flipped board is read from the other side', () => {
  const { change } = show(TextBoard);
  const first = () => find('[role="gridcell"]').dataset.square;
  expect(first()).toBe('a2');
  change({ flipped: true });
  expect(first()).toBe('c1');
});
