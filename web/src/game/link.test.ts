// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { pauseBefore } from '../api/live';
import type { ClockView } from '../api/types';
import { speak } from '../i18n/words.svelte';
import { codeOf } from '../ui/qr';
import { isLocal, joinAddress, purposeIn } from './addresses';
import { leftOf, secondsToAnnounce } from './clocks';
import { absenceWords, clockText, clockWords, formatDuration } from './times';
import { absenceIn, clockIn, USUAL } from './timing';

beforeEach(() => speak('en'));

const clock: ClockView = {
  per: 'game',
  seconds: 300,
  increment: 0,
  left: { d: 60_000, l: 5000 },
  running: 'd',
  at: 1_000_000,
};

test('only the clock that runs runs, and never below nothing', () => {
  expect(leftOf(clock, 'd', 1_010_000)).toBe(50_000);
  expect(leftOf(clock, 'l', 1_010_000)).toBe(5000);
  expect(leftOf(clock, 'd', 2_000_000)).toBe(0);
  expect(leftOf(clock, 'd', 999_000)).toBe(60_000);
});

test('time is spoken when a minute, half of it and ten seconds are left', () => {
  expect(secondsToAnnounce(60_100, 59_900)).toBe(60);
  expect(secondsToAnnounce(59_900, 59_700)).toBeUndefined();
  expect(secondsToAnnounce(31_000, 9000)).toBe(10);
});

test.each([
  [0, '0:00'],
  [100, '0:01'],
  [65_000, '1:05'],
  [600_000, '10:00'],
  [3_661_000, '1:01:01'],
  [36_000_000, '10:00:00'],
  [90_000_000, '1 day 1 hr'],
  [172_800_000, '2 days'],
])('a clock with %i milliseconds shows %s', (left, text) => {
  expect(clockText(left)).toBe(text);
});

test('times are said in the largest unit that is exact, in the language of the page', () => {
  expect([
    formatDuration(90),
    formatDuration(120),
    formatDuration(3600),
    formatDuration(604_800),
    formatDuration(0),
  ]).toEqual(['90 seconds', '2 minutes', '1 hour', '7 days', '0 seconds']);
  speak('de');
  expect(formatDuration(259_200)).toBe('3 Tage');
});

test('clocks and absence are told in words', () => {
  expect(clockWords(null)).toBe('No clock');
  expect(clockWords(clockIn({ ...USUAL, kind: 'game' }))).toBe(
    '15 minutes per player, plus 10 seconds after each turn',
  );
  expect(clockWords(clockIn({ ...USUAL, kind: 'days' }))).toBe('3 days per turn');
  expect(absenceWords(absenceIn(USUAL))).toContain('7 days');
  expect(absenceIn({ ...USUAL, absence: 'nothing' })).toBeNull();
});

test('a ticket stands behind the # of a link, and nowhere else', () => {
  const url = new URL(joinAddress('g', 'l', 'handover', 'TICKET'));
  expect(url.hash).toBe('#TICKET');
  expect(url.pathname + url.search).toBe('/en/join/g?seat=l&for=handover');
  expect(purposeIn(url.searchParams)).toBe('handover');
  expect(purposeIn(new URLSearchParams('for=anything'))).toBe('join');
});

test('an address of this device only is known as such', () => {
  expect(['localhost', '127.0.0.1', '[::1]'].every((host) => isLocal(host))).toBe(true);
  expect(isLocal('192.168.1.7')).toBe(false);
});

test('a QR code has a quiet zone and its three corners', () => {
  const { size, path } = codeOf('https://towers.example/en/join/g#ticket');
  expect(path).toMatch(/^M4 4h7v1/); // four empty rows and columns, then a corner
  expect(path).toContain(`M${size - 4 - 7} 4h7v1`);
  expect(path).toContain(`M4 ${size - 5}h7v1`);
});

test('a broken connection waits longer each time, up to half a minute, by chance', () => {
  expect([0, 1, 2, 9].map((tries) => pauseBefore(tries, 1006, 1))).toEqual([
    1000, 2000, 4000, 30_000,
  ]);
  expect(pauseBefore(3, 1006, 0)).toBe(0);
  expect(pauseBefore(0, 1012, 1)).toBe(5000);
});
