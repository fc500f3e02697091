// Beginning games with sensible seats.
import { at, go } from '../app/route.svelte';
import { keptName } from '../link/name';
import { Problem } from '../net/api';
import type { NewGame, SeatTitle, SentPlayer, Shelved } from '../net/types';
import { begin } from '../play/mine.svelte';
import { t } from '../words/words.svelte';
import { tell } from './notice.svelte';
import { setting } from './settings.svelte';

export const PERSON: SentPlayer = { kind: 'here' };

/** Everybody but the first is played by the engine, as strong as it is usually wanted. */
export function againstEngine(
  seats: readonly SeatTitle[],
  level = Number(setting('level')),
): Record<string, SentPlayer> {
  const engine: SentPlayer = { kind: 'engine', level };
  return Object.fromEntries(seats.map(({ id }, nth) => [id, nth === 0 ? PERSON : engine]));
}

/** Somebody here begins; all other seats wait for people who come by link. */
export function byLink(seats: readonly SeatTitle[]): Record<string, SentPlayer> {
  const open: SentPlayer = { kind: 'open' };
  const first: SentPlayer = { kind: 'here', name: keptName() };
  return Object.fromEntries(seats.map(({ id }, nth) => [id, nth === 0 ? first : open]));
}

export function together(seats: readonly SeatTitle[]): Record<string, SentPlayer> {
  return Object.fromEntries(seats.map(({ id }) => [id, PERSON]));
}

/** Begins a game with the usual options and goes there. */
export function start(game: Shelved, seats: Record<string, SentPlayer>): Promise<void> {
  return beginAndGo({ game: game.id, seats });
}

/** Begins a game and goes there, or says why it cannot be begun. */
export async function beginAndGo(wish: NewGame): Promise<void> {
  try {
    const { id } = await begin(wish);
    go(at('game', [id]));
  } catch (error) {
    const isKnown = error instanceof Problem && error.code !== 'offline';
    tell(isKnown ? error.message : t('app.offline'));
  }
}
