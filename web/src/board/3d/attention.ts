// What the player attends to: what can be picked, is picked, pointed at, or to be shown.
import type { Picks } from '../../input/picks';
import type { Aid, Scene } from '../../scene/scene';
import type { Shown } from './glow';
import type { Spot } from './placing';

export class Attention {
  /** What the keys are at. */
  focused: string | undefined;
  /** Which aids of the scene are wanted, by id. */
  wanted: ReadonlySet<string> = new Set();
  private picks: Picks | undefined;
  private pointed: readonly string[] = [];

  /** Knows what can be picked; the keys leave what cannot be picked any more. */
  choose(picks: Picks): void {
    this.picks = picks;
    if (this.focused !== undefined && !picks.next.has(this.focused)) this.focused = undefined;
  }

  /** Notes what is pointed at; returns whether that is news. */
  point(ids: readonly string[]): boolean {
    const isNew = ids.join() !== this.pointed.join();
    this.pointed = ids;
    return isNew;
  }

  /** Whether what is pointed at can be picked. */
  get isOpen(): boolean {
    return this.pointed.some((id) => this.picks?.next.has(id));
  }

  /** What has been picked on the board, without buttons. */
  picked(scene: Scene): readonly string[] {
    return (this.picks?.picked ?? []).filter((id) => !(id in scene.buttons));
  }

  aids(scene: Scene): readonly Aid[] {
    return scene.aids.filter(({ id }) => this.wanted.has(id));
  }

  /** Where everything is that is to be marked. */
  shown(scene: Scene, spotOf: (id: string) => Spot | undefined): Shown {
    const next = this.picks?.next ?? new Set<string>();
    const spots = (ids: Iterable<string>) => [...ids].flatMap((id) => spotOf(id) ?? []);
    return {
      open: spots(next),
      picked: spots(this.picked(scene)),
      hover: spots(this.pointed.filter((id) => next.has(id)))[0],
      focus: spots(this.focused === undefined ? [] : [this.focused])[0],
      last: spots(scene.marked),
    };
  }
}
