// What a change of a game brings besides a new picture: a sound for a move, word of the beginning and
// the end, a call to who looks elsewhere. To be called while a component is made.

import { t } from '../i18n/words.svelte';
import { showNotice } from '../ui/notice.svelte';
import { markTab, notify } from './notifications';
import type { Session } from './session.svelte';
import { playKnock } from './sounds';

export interface AlertTarget {
  /** Whether a player at this browser is to move. */
  isYours(): boolean;
  title(): string;
  onover(): void;
}

interface Seen {
  readonly check: string;
  readonly isOver: boolean;
  readonly isStarted: boolean;
  readonly isYours: boolean;
}

const CALL_DELAY_MS = 200; // after the sound of the move
const CALL_PITCH = 1.5;

export function announceChanges(session: Session, target: AlertTarget): void {
  let before: Seen | null = null;

  $effect(() => {
    const { state } = session;
    if (!state) return;
    const { check, is_over: isOver, is_started: isStarted } = state;
    const seen: Seen = { check, isOver, isStarted, isYours: target.isYours() };
    if (before) compare(before, seen, state.begun.length > 0);
    before = seen;
  });
  $effect(() => markTab(target.isYours() && session.isShared));
  $effect(() => () => markTab(false));

  function compare(last: Seen, now: Seen, isBegun: boolean): void {
    if (last.check !== now.check) playKnock(isBegun ? 1.15 : 1);
    if (!last.isOver && now.isOver) target.onover();
    if (!last.isStarted && now.isStarted) {
      showNotice(t('link.begun'));
      notify(session.id, t('link.begun'));
    }
    if (!last.isYours && now.isYours && document.hidden) {
      notify(session.id, target.title());
      setTimeout(() => playKnock(CALL_PITCH), CALL_DELAY_MS);
    }
  }
}
