// A pick of a square may mean one of several things; then it is asked which.
import { tick } from 'svelte';
import type { InputKind } from '../../input/picks';
import type { BoardProps } from '../props';
import { choicesAt, namesAt } from './piles';

interface OpenQuestion {
  readonly square: string;
  readonly ids: readonly string[];
}

export class Meaning {
  /** What the pick could mean, until the player has chosen. */
  asked = $state.raw<OpenQuestion | null>(null);

  /** *focusOn* brings the keys back to a square, by whatever means something was chosen there. */
  constructor(
    private readonly board: () => Pick<BoardProps, 'scene' | 'picks' | 'onpick'>,
    private readonly focusOn: (square: string, by: InputKind) => void,
  ) {}

  pick(square: string, by: InputKind): void {
    const { scene, picks, onpick } = this.board();
    const ids = choicesAt(scene, picks, square);
    if (ids.length > 1) this.asked = { square, ids };
    else onpick([...ids, ...namesAt(scene, square).filter((id) => !ids.includes(id))], by);
  }

  choose(id: string, by: InputKind): void {
    const square = this.asked?.square;
    this.asked = null;
    this.board().onpick([id], by);
    if (square) void tick().then(() => this.focusOn(square, by));
  }

  /** Asks no longer; returns whether it was asked. */
  close(): boolean {
    const square = this.asked?.square;
    this.asked = null;
    if (square) this.focusOn(square, 'key');
    return square !== undefined;
  }
}
