// What can be picked next. A legal action is a list of picks; what was picked so far leaves those
// actions whose lists begin with it.

/** What a pick is made with. */
export type InputKind = 'mouse' | 'touch' | 'key';

export interface LegalAction {
  readonly text: string;
  readonly picks: readonly string[];
  readonly description: string;
}

export class Picks {
  constructor(
    private readonly actions: readonly LegalAction[],
    /** The labels of buttons by id; a button that is the only choice presses itself. */
    private readonly buttons: Readonly<Record<string, string>>,
    readonly picked: readonly string[] = [],
  ) {}

  /** The actions that what was picked so far can become. */
  get left(): readonly LegalAction[] {
    return this.actions.filter((action) => startsWith(action.picks, this.picked));
  }

  /** What may be picked next. */
  get next(): ReadonlySet<string> {
    const at = this.picked.length;
    return new Set(this.left.flatMap((action) => action.picks.slice(at, at + 1)));
  }

  /** The action that is complete, when nothing else could still be meant. */
  get complete(): LegalAction | undefined {
    const left = this.left;
    return left.length === 1 && left[0]?.picks.length === this.picked.length ? left[0] : undefined;
  }

  /** Picks one thing more; or undefined if that leads nowhere. */
  pick(id: string): Picks | undefined {
    return this.next.has(id)
      ? new Picks(this.actions, this.buttons, [...this.picked, id]).settled()
      : undefined;
  }

  /** Picks the first of several names for one thing, such as a piece and the square under it. */
  pickAny(ids: readonly string[]): Picks | undefined {
    const next = this.next;
    const wanted = ids.find((id) => next.has(id));
    return wanted === undefined ? undefined : this.pick(wanted);
  }

  /**
   * Takes the last pick back, also where it was the only choice: the player has made it. Buttons that
   * have pressed themselves go with it.
   */
  back(): Picks {
    for (let length = this.picked.length - 1; length > 0; length -= 1) {
      const shorter = new Picks(this.actions, this.buttons, this.picked.slice(0, length));
      if (shorter.settled() === shorter) return shorter;
    }
    return new Picks(this.actions, this.buttons);
  }

  private settled(): Picks {
    if (this.left.some((action) => action.picks.length === this.picked.length)) return this;
    const [only, ...others] = this.next;
    if (only === undefined || others.length > 0 || !(only in this.buttons)) return this;
    return new Picks(this.actions, this.buttons, [...this.picked, only]).settled();
  }
}

function startsWith(list: readonly string[], beginning: readonly string[]): boolean {
  return beginning.length <= list.length && beginning.every((id, i) => list[i] === id);
}
