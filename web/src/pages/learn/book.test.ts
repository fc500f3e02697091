import { expect, test } from 'vitest';
import { parts, queryOf } from './book';

const hits = (text: string, query: string) =>
  parts(text, query)
    .filter(({ hit }) => hit)
    .map((part) => part.text);

test('a text is cut where the query stands, and nothing of it is lost', () => {
  const found = parts('A free side is a side.', 'side');
  expect(found.map(({ text }) => text)).toEqual(['A free ', 'side', ' is a ', 'side', '.']);
  expect(found.map(({ hit }) => hit)).toEqual([false, true, false, true, false]);
});

test('case and accents do not matter, and are kept', () => {
  expect(hits('Türme, turme, TÜRME', 'türme')).toEqual(['Türme', 'turme', 'TÜRME']);
  expect(hits('L’Escalier emboîté', 'emboite')).toEqual(['emboîté']);
});

test('characters that fold into several do not move what is found', () => {
  expect(hits('İ 𝒳 ß side', 'side')).toEqual(['side']);
});

test('without a query, and without a hit, the text stays whole', () => {
  expect(parts('tower', '')).toEqual([{ text: 'tower', hit: false }]);
  expect(parts('tower', 'x')).toEqual([{ text: 'tower', hit: false }]);
  expect(parts('', 'x')).toEqual([]);
});

test('one letter is not looked for', () => {
  expect(queryOf(' a ')).toBe('');
  expect(queryOf(' V7 ')).toBe('V7');
});
