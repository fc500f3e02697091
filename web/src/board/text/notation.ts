// Actions as they are written, found while the player types.
import type { LegalAction, Picks } from '../../input/picks';

export const MAX_SHOWN_ACTIONS = 6;

/** All actions, also those that what is picked rules out. */
export function allActions(picks: Picks): readonly LegalAction[] {
  return picks.picked.length === 0 ? picks.left : allActions(picks.back());
}

/** The actions that fit what was typed: by notation first, then by their words. */
export function matchActions(
  actions: readonly LegalAction[],
  typed: string,
): readonly LegalAction[] {
  const wanted = typed.trim().toLowerCase();
  const begins = ({ text }: LegalAction) => text.toLowerCase().startsWith(wanted);
  const says = ({ description }: LegalAction) => description.toLowerCase().includes(wanted);
  const first = actions.filter(begins);
  return wanted === ''
    ? actions
    : [...first, ...actions.filter((action) => !begins(action) && says(action))];
}
