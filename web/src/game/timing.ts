// What can be chosen about time when a game is begun.
import type { AbsenceRule, ClockRule } from '../api/types';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const MINUTES = [3, 5, 10, 15, 20, 30, 45, 60, 90].map((minutes) => minutes * MINUTE);
export const INCREMENTS = [0, 2, 5, 10, 20, 30];
export const EACH_TURN = [30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR];
export const DAYS = [1, 2, 3, 5, 7, 14, 30].map((days) => days * DAY);
export const AWAY = [2 * MINUTE, 10 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY, 30 * DAY];

export interface Timing {
  readonly kind: 'none' | 'game' | 'turn' | 'days';
  readonly game: number;
  readonly increment: number;
  readonly turn: number;
  readonly days: number;
  readonly absence: AbsenceRule['then'] | 'nothing';
  readonly away: number;
}

/** No clock; but a game that everybody has forgotten ends some day. */
export const USUAL: Timing = {
  kind: 'none',
  game: 15 * MINUTE,
  increment: 10,
  turn: 2 * MINUTE,
  days: 3 * DAY,
  absence: 'end',
  away: 7 * DAY,
};

export function clockIn(timing: Timing): ClockRule | null {
  switch (timing.kind) {
    case 'none':
      return null;
    case 'game':
      return { per: 'game', seconds: timing.game, increment: timing.increment };
    case 'turn':
      return { per: 'turn', seconds: timing.turn, increment: 0 };
    case 'days':
      return { per: 'turn', seconds: timing.days, increment: 0 };
  }
}

export function absenceIn({ absence, away }: Timing): AbsenceRule | null {
  // biome-ignore lint/suspicious/noThenProperty: the server calls it so; it is never awaited
  return absence === 'nothing' ? null : { seconds: away, then: absence };
}
