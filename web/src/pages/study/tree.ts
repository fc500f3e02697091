// A game with its variations as a tree of turns. The first of the turns that follow a turn is the
// main line; the others are variations.
import type { LineData, RecordData, TurnData } from '../../api/types';

export interface Node {
  readonly id: number;
  readonly parent: Node | null;
  /** The actions of the turn, joined by `+`; a turn that was broken off ends in `+`. */
  readonly text: string;
  /** The number of the turn. */
  readonly turn: number;
  readonly next: Node[];
  mark: string;
  clock: number | null;
  comment: string;
  /** What is said before the first turn of a line. */
  intro: string;
}

export class Tree {
  readonly root: Node = node(0, null, '', 0);
  private count = 1;

  constructor(readonly head: Omit<RecordData, keyof LineData>) {}

  static of(record: RecordData): Tree {
    const { turns, comment, ...head } = record;
    const tree = new Tree(head);
    tree.merge({ turns, comment: comment ?? '' });
    return tree;
  }

  /** Adds a line behind a turn; what is already there is followed, and its notes are kept. */
  merge(line: LineData, from: Node = this.root): void {
    let at = from;
    if (from === this.root) this.root.intro ||= line.comment ?? '';
    line.turns.forEach((turn, nth) => {
      const before = at;
      at = this.add(before, turn.text, turn.turn);
      if (nth === 0 && from !== this.root) at.intro ||= line.comment ?? '';
      note(at, turn);
      for (const variation of turn.variations ?? []) this.variation(variation, before);
    });
  }

  /** Follows a turn behind another one, or adds it as the last of the variations. */
  add(parent: Node, text: string, turn: number): Node {
    const known = parent.next.find((child) => child.text === text);
    if (known) return known;
    const added = node(this.count, parent, text, turn);
    this.count += 1;
    parent.next.push(added);
    return added;
  }

  /** Takes a turn and everything behind it away. */
  remove(gone: Node): void {
    const siblings = gone.parent?.next ?? [];
    const at = siblings.indexOf(gone);
    if (at >= 0) siblings.splice(at, 1);
  }

  /** Makes the line of a turn the main line. */
  promote(chosen: Node): void {
    for (let at: Node | null = chosen; at?.parent; at = at.parent) {
      const siblings = at.parent.next;
      siblings.splice(siblings.indexOf(at), 1);
      siblings.unshift(at);
    }
  }

  /** The main line, without the beginning. */
  get main(): readonly Node[] {
    return lineAfter(this.root);
  }

  /** The turn at the end of a path of texts, as far as the tree knows it. */
  find(texts: readonly string[]): Node {
    let at = this.root;
    for (const text of texts) {
      const next = at.next.find((child) => child.text === text);
      if (!next) return at;
      at = next;
    }
    return at;
  }

  /** The whole tree as a record; the result is left to the rules unless people ended the game. */
  record(): RecordData {
    return { ...this.head, ...line(this.root.next, this.root.intro) };
  }

  /** The main line alone, for a review. */
  mainRecord(): RecordData {
    const { result: _, ...head } = this.head;
    return { ...head, turns: this.main.map(({ turn, text }) => ({ turn, text })) };
  }

  private variation(variation: LineData, before: Node): void {
    const [first] = variation.turns;
    if (!first) return;
    this.merge({ turns: variation.turns }, before);
    const begun = before.next.find((child) => child.text === first.text);
    if (begun) begun.intro ||= variation.comment ?? '';
  }
}

/** The turns from the beginning to a turn. */
export function path(last: Node): readonly Node[] {
  const turns: Node[] = [];
  for (let at: Node | null = last; at?.parent; at = at.parent) turns.unshift(at);
  return turns;
}

/** The main line behind a turn. */
export function lineAfter(first: Node): readonly Node[] {
  const turns: Node[] = [];
  for (let [at] = first.next; at; at = at.next[0]) turns.push(at);
  return turns;
}

/** The actions of a turn. */
export function actionsOf(text: string): readonly string[] {
  return text.split('+').filter(Boolean);
}

export function isFinished(turn: Node): boolean {
  return !turn.text.endsWith('+');
}

/** Whether a turn belongs to the main line. */
export function isMain(turn: Node): boolean {
  return path(turn).every((at) => at.parent?.next[0] === at);
}

function node(id: number, parent: Node | null, text: string, turn: number): Node {
  return { id, parent, text, turn, next: [], mark: '', clock: null, comment: '', intro: '' };
}

function note(at: Node, turn: TurnData): void {
  at.mark ||= turn.mark ?? '';
  at.comment ||= turn.comment ?? '';
  at.clock ??= turn.clock ?? null;
}

/** A line and everything that could be played instead of its turns. */
function line(choices: readonly Node[], comment: string): LineData {
  const turns: TurnData[] = [];
  for (let [first, ...others] = choices; first; [first, ...others] = first.next) {
    turns.push(turnData(first, others));
  }
  return comment ? { turns, comment } : { turns };
}

function turnData(of: Node, others: readonly Node[]): TurnData {
  const { turn, text, mark, clock, comment } = of;
  const variations = others.map((other) => line([other], other.intro));
  return {
    turn,
    text,
    ...(mark && { mark }),
    ...(clock !== null && { clock }),
    ...(comment && { comment }),
    ...(variations.length > 0 && { variations }),
  };
}
