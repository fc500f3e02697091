// The games that are played in this browser. Only their ids and seats are kept here: what lets it
// play them is a secret in a cookie that no script can read. The server knows which games belong
// to that secret, so the list can be completed if this browser has lost it.
import { get, post } from '../api/api';
import type { Created, Joined, NewGame, OwnGames } from '../api/types';

export interface OwnGame {
  readonly id: string;
  readonly seats: readonly string[];
  /** Whether it is offered no more: it is over, or was put away. */
  readonly isPutAway?: true;
}

const KEY = 'games';
const MAX_GAMES = 1000;

let games = $state.raw<readonly OwnGame[]>(loadGames());
// Tickets for open seats are secrets: they are shown as long as the page stays open, and forgotten.
const tickets = new Map<string, Readonly<Record<string, string>>>();

export function ownGames(): readonly OwnGame[] {
  return games.filter(({ isPutAway }) => !isPutAway);
}

/** Adds the games of this browser that only the server still knows about; returns all it knows. */
export async function recover(): Promise<ReadonlySet<string>> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page: OwnGames = await get<OwnGames>('/games/mine', after === null ? {} : { after });
    found.push(...page.ids);
    after = page.next;
  } while (after !== null && found.length < MAX_GAMES);
  const known = new Set(games.map(({ id }) => id));
  const lost = found.filter((id) => !known.has(id)).map((id) => ({ id, seats: [] }));
  if (lost.length > 0) keep([...games, ...lost]);
  return new Set(found);
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
  if (known && !known.isPutAway && known.seats.join() === seats.join()) return;
  const entry = { id, seats: [...new Set(seats)] };
  keep(known ? games.map((game) => (game === known ? entry : game)) : [entry, ...games]);
}

/** Offers a game no more. It stays on the server, and can be watched at its address. */
export function putAway(...ids: readonly string[]): void {
  if (ids.length === 0) return;
  keep(games.map((game) => (ids.includes(game.id) ? { ...game, isPutAway: true } : game)));
}

/** Forgets games that the server has no more. */
export function forget(...ids: readonly string[]): void {
  if (ids.length > 0) keep(games.filter(({ id }) => !ids.includes(id)));
}

function keep(list: readonly OwnGame[]): void {
  games = list.slice(0, MAX_GAMES);
  localStorage.setItem(KEY, JSON.stringify(games));
}

function loadGames(): readonly OwnGame[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    const known = Array.isArray(list) ? list.flatMap(read).slice(0, MAX_GAMES) : [];
    // Earlier pages kept a secret beside the id; it goes away with the first look.
    if (known.length > 0) localStorage.setItem(KEY, JSON.stringify(known));
    return known;
  } catch {
    return [];
  }
}

function read(entry: unknown): OwnGame[] {
  const { id, seats, isPutAway } = (entry ?? {}) as Partial<Record<string, unknown>>;
  if (typeof id !== 'string') return [];
  const kept = Array.isArray(seats) ? seats.filter((seat) => typeof seat === 'string') : [];
  return [isPutAway === true ? { id, seats: kept, isPutAway } : { id, seats: kept }];
}
