// What the server tells about itself and its games, asked once per language.
import { language } from '../i18n/words.svelte';
import { get } from './api';
import type { About, GameInfo } from './types';

const asked = new Map<string, Promise<unknown>>();

export function about(): Promise<About> {
  return once('/about');
}

/** The names of the engine's levels, level 1 first; none if the server cannot be reached. */
export async function levelNames(): Promise<readonly string[]> {
  return about().then(
    ({ levels }) => levels,
    () => [],
  );
}

export function shelf(): Promise<readonly GameInfo[]> {
  return once('/shelf');
}

function once<Answer>(path: string): Promise<Answer> {
  const key = `${language()} ${path}`;
  const known = asked.get(key);
  if (known) return known as Promise<Answer>;
  const answer = get<Answer>(path);
  asked.set(key, answer);
  answer.catch(() => asked.delete(key)); // so that a later try asks again
  return answer;
}
