// The friendly words that can be said without a keyboard, in every language.

import { t } from '../i18n/words.svelte';
import type { IconName } from '../ui/icons';

export const REACTIONS = [
  'hello',
  'good-luck',
  'well-played',
  'thanks',
  'wow',
  'oops',
  'thinking',
  'goodbye',
] as const;
export type Reaction = (typeof REACTIONS)[number];

const SIGNS: Readonly<Record<Reaction, IconName>> = {
  hello: 'smile',
  'good-luck': 'clover',
  'well-played': 'star',
  thanks: 'heart',
  wow: 'wonder',
  oops: 'frown',
  thinking: 'thought',
  goodbye: 'leave',
};

export function signOf(reaction: Reaction): IconName {
  return SIGNS[reaction];
}

export function wordsOf(reaction: Reaction): string {
  return t(`link.say-${reaction}`);
}

/** A reaction that this page knows; a newer server may have others. */
export function parseReaction(text: string | undefined): Reaction | undefined {
  return REACTIONS.find((reaction) => reaction === text);
}
