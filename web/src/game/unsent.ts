// A move that was made and not yet answered. It is kept in this browser, so that neither a broken
// connection nor a closed window loses it; it is dropped as soon as the game has gone on.
import type { Command, State } from '../api/types';

export interface Unsent {
  readonly request_id: string;
  readonly version: number;
  readonly command: Command;
  /** Where in the game it was meant. */
  readonly place: string;
}

const KEY = 'unsent';

/** Names how far a game has got: other things may happen in it without changing that. */
export function placeIn(state: State): string {
  return [state.turn, ...state.begun].join(' ');
}

/** Whether a command is a move, which is worth keeping. */
export function isMove({ do: what }: Command): boolean {
  return what === 'action' || what === 'turn';
}

export function keepUnsent(id: string, unsent: Unsent): void {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [id]: unsent }));
}

export function dropUnsent(id: string): void {
  const { [id]: dropped, ...others } = all();
  if (dropped) localStorage.setItem(KEY, JSON.stringify(others));
}

/** The move that is still to be sent in a game, if it still fits there; another one is dropped. */
export function unsentIn(state: State): Unsent | null {
  const unsent = all()[state.id];
  if (!unsent) return null;
  if (unsent.place === placeIn(state) && !state.is_over) return unsent;
  dropUnsent(state.id);
  return null;
}

function all(): Readonly<Record<string, Unsent>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}
