// What squares are called aloud: what stands there, and what can be done with it.

import { t } from '../../i18n/words.svelte';
import type { Picks } from '../../input/picks';
import type { Scene, Square } from '../../scene/scene';
import { nameOf, squaresOf } from './piles';

export interface PickableSquares {
  /** The squares on which something can be picked. */
  readonly open: ReadonlySet<string>;
  readonly picked: ReadonlySet<string>;
}

export function pickableSquares(scene: Scene, picks: Picks): PickableSquares {
  const squares = (ids: Iterable<string>) =>
    new Set([...ids].flatMap((id) => squaresOf(scene, id)));
  return { open: squares(picks.next), picked: squares(picks.picked) };
}

export function spokenName(
  scene: Scene,
  square: Square,
  { open, picked }: PickableSquares,
): string {
  if (picked.has(square.id)) return t('flat.cell-picked', { square: square.label });
  if (open.has(square.id)) return t('flat.cell-open', { square: square.label });
  if (scene.marked.includes(square.id)) return t('flat.cell-last', { square: square.label });
  return square.label;
}

/** Picks to choose from, in words. */
export function optionsOf(scene: Scene, ids: readonly string[]): readonly Option[] {
  const isSquare = (id: string) => scene.squares.some((square) => square.id === id);
  return ids.map((id) => ({
    id,
    label: isSquare(id) ? t('flat.the-square', { square: id }) : nameOf(scene, id),
  }));
}

export interface Option {
  readonly id: string;
  readonly label: string;
}
