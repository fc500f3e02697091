// What players are called.
import type { SeatView, SentPlayer } from '../api/types';
import { t } from '../i18n/words.svelte';

/** Who plays a seat: a name if they have one, else what they are. */
export function playerName(seat: SeatView, levels: readonly string[]): string {
  if (seat.kind === 'engine') return engineName(seat.level ?? 0, levels);
  if (seat.name) return seat.name;
  if (seat.kind === 'bot') return t('link.program');
  return seat.kind === 'open' ? t('play.open') : t('play.person');
}

/** What was chosen for a seat before the game begins. */
export function chosenName(player: SentPlayer | undefined, levels: readonly string[]): string {
  if (player?.kind === 'engine') return engineName(player.level ?? 0, levels);
  return player?.kind === 'open' ? t('play.open') : t('play.person-here');
}

export function engineName(level: number, levels: readonly string[]): string {
  const name = levels[level - 1];
  return name === undefined ? t('play.engine', { level }) : t('play.engine-named', { level, name });
}
