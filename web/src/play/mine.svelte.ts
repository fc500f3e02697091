// The games that were begun in this browser, with the secrets that let it play them.
import { post } from '../net/api';
import type { Created, NewGame } from '../net/types';

export interface Mine {
  readonly id: string;
  readonly secret: string;
}

const KEY = 'games';
const MOST = 50; // as many as the server tells about at once

let games = $state.raw<readonly Mine[]>(stored());

export function mine(): readonly Mine[] {
  return games;
}

/** The secret of a game, or nothing if it is somebody else's. */
export function secretOf(id: string): string | undefined {
  return games.find((game) => game.id === id)?.secret;
}

/** Begins a game and remembers that it is ours. */
export async function begin(wish: NewGame): Promise<Created> {
  const created = await post<Created>('/games', wish);
  keep([{ id: created.id, secret: created.secret }, ...games].slice(0, MOST));
  return created;
}

/** Offers a game no more. It stays on the server, and whoever has its address can watch it. */
export function forget(id: string): void {
  keep(games.filter((game) => game.id !== id));
}

function keep(list: readonly Mine[]): void {
  games = list;
  localStorage.setItem(KEY, JSON.stringify(list));
}

function stored(): readonly Mine[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list.filter(isMine).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function isMine(entry: unknown): entry is Mine {
  const { id, secret } = (entry ?? {}) as Partial<Record<string, unknown>>;
  return typeof id === 'string' && typeof secret === 'string';
}
