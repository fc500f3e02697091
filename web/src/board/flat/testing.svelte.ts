// A small board with everything on it, for tests, and a board mounted with props that can change.
import { type Component, flushSync, mount, unmount } from 'svelte';
import { onTestFinished, vi } from 'vitest';
import { type LegalAction, Picks } from '../../input/picks';
import type { Scene, Solid, Square } from '../../scene/scene';
import type { BoardProps } from '../props';

export function solid(id: string, at: string, z: number, more: Partial<Solid> = {}): Solid {
  const { x, y } = place(at);
  return {
    id,
    shape: 'slab',
    x,
    y,
    z,
    colour: 'dark',
    label: `${id} in words`,
    size: [1, 1, 1],
    facing: null,
    inverted: false,
    mark: null,
    owner: 'd',
    ...more,
  };
}

/** Three columns, two rows: a tower of two with a pawn on a1, a bar over b2 and c2. */
export function smallScene(more: Partial<Scene> = {}): Scene {
  return {
    game: 'small',
    columns: 3,
    rows: 2,
    level: 1,
    squares: ['a1', 'b1', 'c1', 'a2', 'b2', 'c2'].map((id) => square(id)),
    solids: [
      solid('a1.0', 'a1', 0, { colour: 'light' }),
      solid('a1.1', 'a1', 1),
      solid('pawn', 'a1', 2, { shape: 'pawn' }),
      solid('bar', 'b2', 0, { shape: 'block', size: [2, 1, 1], owner: 'l', colour: 'light' }),
    ],
    seats: [
      {
        id: 'd',
        name: 'Dark',
        colour: 'dark',
        to_move: true,
        winner: false,
        score: '2',
        status: '',
      },
      {
        id: 'l',
        name: 'Light',
        colour: 'light',
        to_move: false,
        winner: false,
        score: '1',
        status: '',
      },
    ],
    prompt: 'Dark to move',
    reserves: [
      {
        id: 'reserve:stair',
        shape: 'stair',
        size: [1, 1, 1],
        colour: 'dark',
        owner: 'd',
        count: 3,
        label: 'Stair',
        mark: null,
      },
    ],
    buttons: { n: 'climbing north', e: 'climbing east', end: 'end your turn' },
    marked: ['c2'],
    aids: [{ id: 'free', label: 'Free squares', squares: ['b1', 'c1'], solids: ['bar'] }],
    language: 'en',
    ...more,
  };
}

export function square(id: string, more: Partial<Square> = {}): Square {
  const text = { a1: 'ldD', b2: '1l', c2: '1l' }[id] ?? '';
  const label = text ? `${id}: ${text}` : `${id}: empty`;
  const bare = { mark: null, group: null, colour: null };
  return { id, ...place(id), role: 'plain', label, text, ...bare, ...more };
}

export const ACTIONS: readonly LegalAction[] = [
  { text: 'Pb1', picks: ['pawn', 'b1'], description: 'move the pawn to b1' },
  { text: 'a1-b1', picks: ['a1', 'b1'], description: 'move the tower to b1' },
  { text: 'a1-c1', picks: ['a1', 'c1'], description: 'move the tower to c1' },
  { text: 'S>c1n', picks: ['reserve:stair', 'c1', 'n'], description: 'place a Stair' },
  { text: 'S>c1e', picks: ['reserve:stair', 'c1', 'e'], description: 'place a Stair to the east' },
  { text: 'B>a2', picks: ['bar', 'a2'], description: 'move the bar' },
  { text: 'end', picks: ['end'], description: 'end your turn' },
];

export function smallPicks(...picked: string[]): Picks {
  return new Picks(ACTIONS, smallScene().buttons, picked);
}

/** Shows a board on the page until the test is over; changes to `props` are changes of its props. */
export function show(Board: Component<BoardProps>, given: Partial<BoardProps> = {}) {
  const props = $state<BoardProps & { [key: string]: unknown }>({
    scene: smallScene(),
    picks: smallPicks(),
    preview: null,
    aids: new Set(),
    flipped: false,
    night: false,
    still: true,
    onpick: vi.fn(),
    onpoint: vi.fn(),
    onturn: vi.fn(),
    onback: vi.fn(),
    ontext: vi.fn(),
    ...given,
  });
  const board = mount(Board, { target: document.body, props });
  flushSync();
  onTestFinished(() => void unmount(board));
  return {
    props,
    change(more: Partial<BoardProps>) {
      Object.assign(props, more);
      flushSync();
    },
  };
}

export function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
}

export function cell(name: string): HTMLElement {
  return find(`[data-square="${name}"]`);
}

/** Presses a key where the focus is. */
export function press(key: string, more: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  (document.activeElement ?? document.body).dispatchEvent(event);
  flushSync();
}

/** Clicks as a mouse or a finger does. */
export function click(target: Element, pointerType = 'mouse'): void {
  target.dispatchEvent(new PointerEvent('pointerdown', { pointerType, bubbles: true }));
  target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  flushSync();
}

function place(name: string): { x: number; y: number } {
  return { x: name.charCodeAt(0) - 97, y: Number(name.slice(1)) - 1 };
}
