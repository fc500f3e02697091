// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { language, speak } from './i18n/words.svelte';
import { ask, at, go, listen, route, translate } from './route.svelte';

beforeEach(() => {
  localStorage.clear();
  speak('en');
  listen();
});

test('addresses name language, place, rest, query and anchor', () => {
  expect(at('start')).toBe('/en');
  expect(at('game', ['x/y'], { turn: '3' })).toBe('/en/game/x%2Fy?turn=3');
  expect(at('rules', ['towers'], {}, 'T7', 'de')).toBe('/de/rules/towers#T7');
});

test('going somewhere is arriving there', () => {
  go('/fr/study/game/abc?turn=4#here');
  expect(language()).toBe('fr');
  expect(route()).toMatchObject({ place: 'study', rest: ['game', 'abc'], anchor: 'here' });
  expect(route().query.get('turn')).toBe('4');
});

test('no place is the start, and an unknown one is lost', () => {
  go('/en/');
  expect(route().place).toBe('start');
  go('/en/casino');
  expect(route().place).toBe('lost');
  go('/en/game/%');
  expect(route().rest).toEqual(['%']);
});

test('the query is changed and cleared', () => {
  go('/en/game/abc?view=flat');
  ask({ turn: '2' });
  expect(location.search).toBe('?view=flat&turn=2');
  ask({ turn: '' });
  expect(location.search).toBe('?view=flat');
});

test('another language keeps the place and is remembered', () => {
  go('/en/game/abc?turn=2');
  translate('it');
  expect(location.pathname + location.search).toBe('/it/game/abc?turn=2');
  expect(localStorage.getItem('language')).toBe('it');
  go('/game/abc');
  expect(language()).toBe('it');
});
