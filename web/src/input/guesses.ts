// What the player may have meant by a pick that leads nowhere. The page knows no notation; but the
// texts of legal actions show how a pick is written, and a forbidden one is written alike.

import type { Scene } from '../scene/scene';
import type { LegalAction, Picks } from './picks';

/** Returns texts of actions that would have been played, the likeliest first. */
export function guessActions(
  picks: Picks,
  scene: Scene,
  ids: readonly string[],
): readonly string[] {
  const at = picks.picked.length;
  const texts = picks.left.flatMap((action) =>
    ids.flatMap((id) => inPlaceOf(action, at, id, scene) ?? []),
  );
  const legal = new Set(picks.left.map((action) => action.text));
  return [...new Set(texts)].filter((text) => !legal.has(text));
}

/** Writes an action with another pick in the place of its nth, or nothing if it does not show it. */
function inPlaceOf(action: LegalAction, at: number, id: string, scene: Scene): string | undefined {
  const old = action.picks[at];
  if (old === undefined || old === id || kindOf(old, scene) !== kindOf(id, scene)) return undefined;
  // The first pick is written first, later ones behind it: `a1-b2`.
  const where = at === 0 ? action.text.indexOf(old) : action.text.lastIndexOf(old);
  if (where < 0) return undefined;
  return action.text.slice(0, where) + id + action.text.slice(where + old.length);
}

function kindOf(id: string, scene: Scene): 'square' | 'button' | 'piece' {
  if (id in scene.buttons) return 'button';
  return scene.squares.some((square) => square.id === id) ? 'square' : 'piece';
}
