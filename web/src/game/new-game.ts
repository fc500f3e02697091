// Beginning games with sensible seats.

import { Problem } from '../api/api';
import type { GameInfo, NewGame, SeatTitle, SentPlayer } from '../api/types';
import { t } from '../i18n/words.svelte';
import { at, go } from '../route.svelte';
import { showNotice } from '../ui/notice.svelte';
import { setting } from '../ui/settings.svelte';
import { keptName } from './name';
import { begin } from './own-games.svelte';

export const PERSON: SentPlayer = { kind: 'here' };

/** The engine plays all seats but the first, at the level of the settings. */
export function againstEngine(
  seats: readonly SeatTitle[],
  level = Number(setting('level')),
): Record<string, SentPlayer> {
  const engine: SentPlayer = { kind: 'engine', level };
  return Object.fromEntries(seats.map(({ id }, nth) => [id, nth === 0 ? PERSON : engine]));
}

/** A player at this browser has the first seat; the others wait for players who join by link. */
export function byLink(seats: readonly SeatTitle[]): Record<string, SentPlayer> {
  const open: SentPlayer = { kind: 'open' };
  const first: SentPlayer = { kind: 'here', name: keptName() };
  return Object.fromEntries(seats.map(({ id }, nth) => [id, nth === 0 ? first : open]));
}

export function allPeople(seats: readonly SeatTitle[]): Record<string, SentPlayer> {
  return Object.fromEntries(seats.map(({ id }) => [id, PERSON]));
}

/** Begins a game with the usual options and goes there. */
export function start(game: GameInfo, seats: Record<string, SentPlayer>): Promise<void> {
  return beginAndGo({ game: game.id, seats });
}

/** Begins a game and goes there, or says why it cannot be begun. */
export async function beginAndGo(wish: NewGame): Promise<void> {
  try {
    const { id } = await begin(wish);
    go(at('game', [id]));
  } catch (error) {
    const isKnown = error instanceof Problem && error.code !== 'offline';
    showNotice(isKnown ? error.message : t('app.offline'));
  }
}
