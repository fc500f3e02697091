// Keys of the pages with a board. They leave keys alone that are typed in a field or walk over a board.

import { t } from '../i18n/words.svelte';

export interface KeyBindings {
  readonly [key: string]: () => void;
}

/** The name of a key as bindings list it: `ArrowLeft`, `u`, `U` with shift, `?`. */
export function keyOf(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable], dialog')) return undefined;
  const isWalking = target?.closest('.board, [role="radiogroup"]') && WALKING.has(event.key);
  if (isWalking || (event.key === 'Enter' && target?.closest('button, a'))) return undefined;
  return event.key;
}

const WALKING = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** What the keys of the game page do, in words. */
export const gameKeys = () =>
  [
    ...boardKeys(),
    ['Home · End', t('play.key-ends')],
    ['U', t('play.undo')],
    ['Shift+U', t('play.redo')],
    ['H', t('play.hint')],
    ['M', t('play.more')],
  ] as const;

/** What the keys of the study page do, in words. */
export const studyKeys = () =>
  [
    ...boardKeys(),
    ['Home · End', t('study.key-ends')],
    [t('study.key-space'), t('study.run')],
    ['E', t('study.key-engine')],
  ] as const;

const boardKeys = () =>
  [
    ['?', t('play.keys')],
    ['Esc', t('play.key-back')],
    ['Enter', t('play.key-confirm')],
    ['R · Shift+R', t('play.key-turn')],
    ['F', t('play.flip')],
    ['V', t('play.key-view')],
    ['← · →', t('play.key-steps')],
  ] as const;
