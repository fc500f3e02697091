// A rulebook as the server sends it, and how words are found in it.

export type { Block, Paragraph, Rulebook, Section, Span } from '../../api/types';

/** A piece of a text; `hit` if it is what was looked for. */
export interface Part {
  readonly text: string;
  readonly hit: boolean;
}

export const MIN_QUERY_LETTERS = 2; // letters from which on something is looked for

/** What is looked for: nothing as long as it is too short. */
export function queryOf(typed: string): string {
  const query = typed.trim();
  return query.length < MIN_QUERY_LETTERS ? '' : query;
}

/** Cuts a text where the query stands in it, whatever the case and accents. */
export function parts(text: string, query: string): readonly Part[] {
  const [haystack, needle] = [foldText(text), foldText(query)];
  const found: Part[] = [];
  let at = 0;
  for (let hit = find(haystack, needle, at); hit >= 0; hit = find(haystack, needle, at)) {
    if (hit > at) found.push({ text: text.slice(at, hit), hit: false });
    at = hit + needle.length;
    found.push({ text: text.slice(hit, at), hit: true });
  }
  if (at < text.length) found.push({ text: text.slice(at), hit: false });
  return found;
}

function find(haystack: string, needle: string, from: number): number {
  return needle === '' ? -1 : haystack.indexOf(needle, from);
}

/** Folds case and accents away; every character stays one, so that places stay the same. */
function foldText(text: string): string {
  return Array.from(text, (letter) => foldLetter(letter)).join('');
}

function foldLetter(letter: string): string {
  const plain = letter.normalize('NFD').slice(0, 1).toLowerCase();
  return letter.length === 1 && plain.length === 1 ? plain : letter;
}
