// What can be chosen about time when a game is begun.
import type { AbsenceRule, ClockRule } from '../api/types';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

export const MINUTES = [3, 5, 10, 15, 20, 30, 45, 60, 90].map((minutes) => minutes * MINUTE_S);
export const INCREMENTS = [0, 2, 5, 10, 20, 30];
export const EACH_TURN = [
  30,
  MINUTE_S,
  2 * MINUTE_S,
  5 * MINUTE_S,
  10 * MINUTE_S,
  30 * MINUTE_S,
  HOUR_S,
];
export const DAYS = [1, 2, 3, 5, 7, 14, 30].map((days) => days * DAY_S);
export const AWAY = [2 * MINUTE_S, 10 * MINUTE_S, HOUR_S, DAY_S, 3 * DAY_S, 7 * DAY_S, 30 * DAY_S];

export interface Timing {
  readonly kind: 'none' | 'game' | 'turn' | 'days';
  readonly game: number;
  readonly increment: number;
  readonly turn: number;
  readonly days: number;
  readonly absence: AbsenceRule['then'] | 'nothing';
  readonly away: number;
}

/** No clock; but an abandoned game ends some day. */
export const USUAL: Timing = {
  kind: 'none',
  game: 15 * MINUTE_S,
  increment: 10,
  turn: 2 * MINUTE_S,
  days: 3 * DAY_S,
  absence: 'end',
  away: 7 * DAY_S,
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
