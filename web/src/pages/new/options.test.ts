import { expect, test } from 'vitest';
import type { Option } from '../../api/types';
import { isComplete, withOption } from './options';

const option = (name: string, given: Partial<Option>): Option => ({
  name,
  values: null,
  letters: null,
  fewest: 0,
  replaces: null,
  default: null,
  help: '',
  label: name,
  labels: {},
  ...given,
});
const PLAYERS = option('players', { values: ['2', '3'], default: '3' });
const SEATS = option('seats', { letters: ['v', 'r', 'g'], fewest: 2, replaces: 'players' });

test('what is as usual is not told', () => {
  const two = withOption({}, PLAYERS, '2');
  expect(two).toEqual({ players: '2' });
  expect(withOption(two, PLAYERS, '3')).toEqual({});
});

test('an option takes the place of the one that it replaces', () => {
  const own = withOption({ players: '2', other: 'x' }, SEATS, 'gr');
  expect(own).toEqual({ other: 'x', seats: 'gr' });
  expect(withOption(own, SEATS, null)).toEqual({ other: 'x' });
});

test('a choice of letters needs enough of them', () => {
  expect(isComplete([PLAYERS, SEATS], {})).toBe(true);
  expect(isComplete([PLAYERS, SEATS], { seats: 'g' })).toBe(false);
  expect(isComplete([PLAYERS, SEATS], { seats: '' })).toBe(false);
  expect(isComplete([PLAYERS, SEATS], { seats: 'gr' })).toBe(true);
});
