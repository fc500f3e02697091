// Small scenes and actions for tests.

import type { Scene, Seat, Square } from '../scene/scene';
import type { LegalAction } from './picks';

export function action(text: string, ...picks: string[]): LegalAction {
  return { text, picks, description: text };
}

export function sceneWith(
  squares: readonly string[],
  buttons: Readonly<Record<string, string>> = {},
  mover = 'd',
): Scene {
  return {
    game: 'test',
    columns: squares.length,
    rows: 1,
    level: 1,
    squares: squares.map(squareAt),
    solids: [],
    seats: ['d', 'l'].map((id) => seat(id, id === mover)),
    prompt: '',
    reserves: [],
    buttons,
    marked: [],
    aids: [],
    language: 'en',
  };
}

function squareAt(id: string, x: number): Square {
  return { id, x, y: 0, role: 'plain', label: id, text: '', mark: null, group: null, colour: null };
}

function seat(id: string, isMover: boolean): Seat {
  return { id, name: id, colour: id, to_move: isMover, winner: false, score: '', status: '' };
}
