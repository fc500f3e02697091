// What every view of a board gets and gives. The three views (in three dimensions, flat, text) are
// interchangeable: same scene, same picks, no rule.

import type { InputKind, Picks } from '../input/picks';
import type { Scene } from '../scene/scene';

export interface BoardProps {
  readonly scene: Scene;
  /** What can be picked next and what is picked; nothing while another player is to move. */
  readonly picks: Picks;
  /** How it would look after what is pointed at or waits to be confirmed: drawn as ghosts. */
  readonly preview: Scene | null;
  /** The way that a piece goes in the preview, as places (x, y, level). */
  readonly way?: readonly (readonly [number, number, number])[];
  /** Which aids of the scene are shown, by id. */
  readonly aids: ReadonlySet<string>;
  /** Seen from the other side. */
  readonly flipped: boolean;
  readonly night: boolean;
  /** No animation is wanted. */
  readonly still: boolean;
  /** The player picks; `ids` are the names of what was hit, the most exact first. */
  onpick(ids: readonly string[], means: InputKind): void;
  /** The player points at something, or at nothing. */
  onpoint(ids: readonly string[]): void;
  /** The player wants the next or previous of equal choices (turning a piece): 1 or -1. */
  onturn(step: number): void;
  /** The player takes the last pick back. */
  onback(): void;
  /** The player has typed an action in notation. */
  ontext?(text: string): void;
  /** Why the last wish was refused, if it was. */
  readonly refusal?: { readonly sentence: string; readonly rule: string | null } | null;
}
