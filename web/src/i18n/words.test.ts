// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import { LANGUAGES, speak, t } from './words.svelte';

type Words = Record<string, Record<string, string>>;
const FILES: Record<string, Words> = { de, en, es, fr, it };

function parametersOf(words: Words): Record<string, string[]> {
  const keys = Object.entries(words).flatMap(([area, sentences]) =>
    Object.entries(sentences).map(([key, sentence]): [string, string[]] => [
      `${area}.${key}`,
      [...sentence.matchAll(/\{(\w+)\}/g)].map(([, param]) => param ?? '').sort(),
    ]),
  );
  return Object.fromEntries(keys);
}

test('every language of the page has a file', () => {
  expect(Object.keys(FILES)).toEqual(Object.keys(LANGUAGES).sort());
});

test.each(Object.keys(FILES))('%s says everything, with the same parameters', (name) => {
  expect(parametersOf(FILES[name] ?? {})).toEqual(parametersOf(en));
});

test.each(Object.keys(FILES))('%s leaves nothing empty', (name) => {
  const sentences = Object.values(FILES[name] ?? {}).flatMap((area) => Object.values(area));
  expect(sentences.filter((sentence) => sentence.trim() === '')).toEqual([]);
});

test('parameters are filled in, and the page says its language', () => {
  speak('de');
  expect(document.documentElement.lang).toBe('de');
  expect(t('start.turn', { turn: 7 })).toBe('Zug 7');
});
