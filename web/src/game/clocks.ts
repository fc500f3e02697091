// The clocks of a game. The server alone keeps them; the page counts down between its news.
import type { ClockView } from '../api/types';

export const URGENT_MS = 20_000;
const SPOKEN = [60, 30, 10]; // seconds at which screen readers announce the time

/** The time that a seat has left, by what the clock of the server shows now. */
export function leftOf(clock: ClockView, seat: string, serverTime: number): number {
  const left = clock.left[seat] ?? 0;
  const gone = clock.running === seat ? Math.max(0, serverTime - clock.at) : 0;
  return Math.max(0, left - gone);
}

/** The number of seconds that should be spoken now, if one of them has just been passed. */
export function secondsToAnnounce(before: number, now: number): number | undefined {
  return SPOKEN.findLast((seconds) => before > seconds * 1000 && now <= seconds * 1000);
}
