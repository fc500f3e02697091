// The games that are played in this browser. Only their ids and seats are kept here: what lets it
// play them is in cookies that no script can read.
import { post } from '../net/api';
import type { Created, Joined, NewGame } from '../net/types';

export interface Mine {
  readonly id: string;
  readonly seats: readonly string[];
}

const KEY = 'games';
const MOST = 50; // as many as the server tells about at once

let games = $state.raw<readonly Mine[]>(stored());
// Tickets for open seats are secrets: they are shown as long as the page stays open, and forgotten.
const tickets = new Map<string, Readonly<Record<string, string>>>();

export function mine(): readonly Mine[] {
  return games;
}

/** Begins a game and remembers that it is ours. */
export async function begin(wish: NewGame): Promise<Created> {
  const created = await post<Created>('/games', wish);
  tickets.set(created.id, created.tickets);
  remember(created.id, []);
  return created;
}

/** The tickets that came with a game that was begun just now. */
export function ticketsOf(id: string): Readonly<Record<string, string>> {
  return tickets.get(id) ?? {};
}

/** Sits down on the seat that a ticket is for; with the same request id it can be tried again. */
export async function join(
  id: string,
  ticket: string,
  name: string,
  request_id: string,
): Promise<Joined> {
  const wish = { ticket, name, as: 'person', request_id };
  const joined = await post<Joined>(`/games/${id}/join`, wish);
  remember(id, [...seatsOf(id), ...(joined.seat ? [joined.seat] : [])]);
  return joined;
}

/** The seats of a game that were ours when it was last asked. */
export function seatsOf(id: string): readonly string[] {
  return games.find((game) => game.id === id)?.seats ?? [];
}

/** Keeps a game among ours, with the seats that we have. */
export function remember(id: string, seats: readonly string[]): void {
  const known = games.find((game) => game.id === id);
  if (known?.seats.join() === seats.join()) return;
  const entry = { id, seats: [...new Set(seats)] };
  keep(known ? games.map((game) => (game === known ? entry : game)) : [entry, ...games]);
}

/** Offers a game no more. It stays on the server, and whoever has its address can watch it. */
export function forget(id: string): void {
  keep(games.filter((game) => game.id !== id));
}

function keep(list: readonly Mine[]): void {
  games = list.slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(games));
}

function stored(): readonly Mine[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const known = Array.isArray(list) ? list.flatMap(read).slice(0, MOST) : [];
    // Earlier pages kept a secret beside the id; it goes away with the first look.
    if (known.length > 0) localStorage.setItem(KEY, JSON.stringify(known));
    return known;
  } catch {
    return [];
  }
}

function read(entry: unknown): Mine[] {
  const { id, seats } = (entry ?? {}) as Partial<Record<string, unknown>>;
  if (typeof id !== 'string') return [];
  const kept = Array.isArray(seats) ? seats.filter((seat) => typeof seat === 'string') : [];
  return [{ id, seats: kept }];
}
