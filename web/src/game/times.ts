// Times in words, in the language of the page.
import type { AbsenceRule, ClockRule } from '../api/types';
import { language, t } from '../i18n/words.svelte';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const UNITS = [
  ['day', DAY_S],
  ['hour', HOUR_S],
  ['minute', MINUTE_S],
  ['second', 1],
] as const;

/** A time as people say it: "3 days", "90 seconds"; the largest unit that says it exactly. */
export function formatDuration(seconds: number): string {
  const [unit, length] = UNITS.find(([, each]) => seconds % each === 0 && seconds >= each) ?? [
    'second',
    1,
  ];
  return formatCount(seconds / length, unit, 'long');
}

/** What a clock shows: `1:05:09`, `4:59`, `0:07`; more than a day as days and hours. */
export function clockText(left: number): string {
  const seconds = Math.ceil(Math.max(0, left) / 1000);
  if (seconds >= DAY_S) {
    const hours = Math.floor((seconds % DAY_S) / HOUR_S);
    const days = formatCount(Math.floor(seconds / DAY_S), 'day', 'short');
    return hours === 0 ? days : `${days} ${formatCount(hours, 'hour', 'short')}`;
  }
  const parts = [Math.floor(seconds / MINUTE_S) % 60, seconds % 60].map(padNumber);
  const hours = Math.floor(seconds / HOUR_S);
  return [...(hours > 0 ? [hours] : []), ...parts].join(':').replace(/^0(?=\d:)/, '');
}

/** How long people may think, in a few words. */
export function clockWords(clock: ClockRule | null): string {
  if (!clock) return t('link.no-clock');
  const time = formatDuration(clock.seconds);
  if (clock.per === 'turn') return t('link.each-turn', { time });
  if (!clock.increment) return t('link.each-game', { time });
  return t('link.each-game-more', { time, more: formatDuration(clock.increment) });
}

/** What happens when a player stays away, in a few words. */
export function absenceWords(absence: AbsenceRule | null): string {
  if (!absence) return t('link.absence-nothing');
  const time = formatDuration(absence.seconds);
  return t(absence.then === 'engine' ? 'link.absence-engine' : 'link.absence-end', { time });
}

/** A moment as people say it, by the clock of this device. */
export function moment(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const day: Intl.DateTimeFormatOptions = isToday
    ? {}
    : { weekday: 'short', day: 'numeric', month: 'short' };
  const format = new Intl.DateTimeFormat(language(), {
    ...day,
    hour: 'numeric',
    minute: '2-digit',
  });
  return format.format(time);
}

function formatCount(count: number, unit: string, unitDisplay: 'long' | 'short'): string {
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay }).format(count);
}

function padNumber(count: number): string {
  return String(count).padStart(2, '0');
}
