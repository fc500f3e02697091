// A game under study: the tree of its turns, the turn that is shown, and what is done with it.

import { get, Problem, post } from '../../api/api';
import type { PositionView, Preview, RecordData, RecordView, Why } from '../../api/types';
import { language, t } from '../../i18n/words.svelte';
import { Choosing, listActions, type Refusal } from '../../input/choosing.svelte';
import type { LegalAction } from '../../input/picks';
import { at } from '../../route.svelte';
import { keep, loadStudy } from './stored-studies';
import { Reviewing, type Setting, Thinking } from './thinking.svelte';
import { actionsOf, isFinished, type Node, path, Tree } from './tree';

const MAX_VIEWS = 200;

export class Desk {
  readonly choosing: Choosing;
  readonly thinking = new Thinking();
  readonly reviewing = new Reviewing();
  tree = $state.raw<Tree>(new Tree({ game: '' }));
  /** The turn after which the position is shown. */
  current = $state.raw<Node>(this.tree.root);
  /** Actions of a turn that is being played on the board. */
  begun = $state.raw<readonly string[]>([]);
  /** Counts the changes of the tree, which changes in place. */
  version = $state(0);
  view = $state.raw<PositionView | null>(null);
  trouble = $state.raw<unknown>(null);
  private start = '';
  private place = '';
  private viewKey = ''; // what the view shows; something else may be on its way
  private readonly views = new Map<string, PositionView>();

  constructor() {
    this.choosing = new Choosing({
      play: (action) => this.play(action),
      back: () => this.stepBack(),
      preview: (action, signal) =>
        post<Preview>('/positions/preview', this.setting([action]), {}, signal),
      why: (action) => this.why(action),
    });
  }

  // Opening ---------------------------------------------------------------------------------------

  /** Opens the record of a game on the server, with the variations that were kept here. */
  async openGame(id: string): Promise<void> {
    const record = await get<RecordData>(`/games/${id}/record.json`);
    await this.take(await post<RecordView>('/records', { record }), `game-${id}`);
  }

  /** Opens a position, or what was kept of a study that begins with it. */
  async openPosition(game: string, position?: string): Promise<void> {
    const first = await post<PositionView>('/positions', { game, ...(position && { position }) });
    const known = position === undefined ? loadStudy(game) : null;
    if (known) {
      const sheet = await post<RecordView>('/records', { record: known }).catch(() => null);
      if (sheet) return this.take(sheet, game);
    }
    const record = { game, start: first.position, turns: [] };
    return this.take({ text: '', record, start: first.position }, game);
  }

  /** Shows a record; nothing changes before it is known to be sound. */
  async take(sheet: RecordView, place: string): Promise<void> {
    const tree = Tree.of(sheet.record);
    const mine = loadStudy(place);
    if (mine && sameStart(mine, sheet.record)) tree.merge(mine);
    this.tree = tree;
    this.start = sheet.start;
    this.place = place;
    this.views.clear();
    this.reviewing.stop();
    this.reviewing.found = null;
    this.thinking.forget();
    await this.show(tree.root);
  }

  // Moving about ----------------------------------------------------------------------------------

  /** Shows the position after a turn. */
  async show(node: Node, begun: readonly string[] = []): Promise<void> {
    this.current = node;
    this.begun = begun;
    await this.refresh();
  }

  /** Shows the position again, for instance in another language. */
  async refresh(): Promise<void> {
    const { key } = this;
    if (this.view && this.viewKey !== key) this.choosing.disable(this.view.scene);
    try {
      const view = await this.viewed(key);
      if (this.key !== key) return; // the viewer went on meanwhile
      this.view = view;
      this.viewKey = key;
      this.trouble = null;
      this.choosing.offer(view.scene, listActions(view.actions), key);
    } catch (error) {
      if (this.key === key) this.trouble = error;
    }
  }

  /** Goes one turn on along the main line of what follows. */
  forward(): boolean {
    const [next] = this.current.next;
    if (next) void this.show(next);
    return next !== undefined;
  }

  back(): void {
    if (this.begun.length > 0) void this.show(this.current);
    else if (this.current.parent) void this.show(this.current.parent);
  }

  first(): void {
    void this.show(this.tree.root);
  }

  last(): void {
    let at = this.current;
    for (let [next] = at.next; next; [next] = next.next) at = next;
    void this.show(at);
  }

  // Playing ---------------------------------------------------------------------------------------

  /** Follows whole turns from here, each as a variation if it is new. */
  async follow(turns: readonly string[]): Promise<void> {
    let at = this.base;
    let view = this.view;
    let rest = this.actions; // the first turn may be the rest of one that has begun
    for (const turn of turns) {
      if (!view) return;
      at = this.tree.add(at, [...rest, turn].join('+'), view.turn);
      rest = [];
      view = await this.viewed(this.keyOf(at, []));
    }
    this.changed();
    await this.show(at);
  }

  changed(): void {
    this.version += 1;
    keep(this.place, this.tree.record());
  }

  remove(node: Node): void {
    const parent = node.parent;
    this.tree.remove(node);
    this.changed();
    if (parent) void this.show(parent);
  }

  promote(node: Node): void {
    this.tree.promote(node);
    this.changed();
  }

  private async play({ text }: LegalAction): Promise<void> {
    const before = this.view;
    const [base, actions] = [this.base, [...this.actions, text]];
    if (!before || this.viewKey !== this.key) return;
    try {
      const after = await this.viewed(this.keyOf(base, actions));
      const isEnded = after.result !== null || after.turn !== before.turn;
      if (!isEnded) return await this.show(base, actions);
      const node = this.tree.add(base, actions.join('+'), before.turn);
      this.changed();
      await this.show(node);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const sentence = error.code === 'offline' ? t('app.offline') : error.message;
      this.choosing.refusal = { sentence, rule: error.rule };
    }
  }

  private stepBack(): void {
    if (this.actions.length > 0) void this.show(this.base, this.actions.slice(0, -1));
  }

  private async why(action: string): Promise<Refusal | null> {
    const question = { ...this.setting(), action };
    const { problem } = await post<Why>('/positions/why', question);
    return problem && { sentence: problem.message, rule: problem.rule };
  }

  // Where it is -----------------------------------------------------------------------------------

  /** The last finished turn: what is played now goes behind it. */
  get base(): Node {
    const { current } = this;
    return current.parent && !isFinished(current) ? current.parent : current;
  }

  /** The actions of the unfinished turn that is shown. */
  get actions(): readonly string[] {
    return this.base === this.current
      ? this.begun
      : [...actionsOf(this.current.text), ...this.begun];
  }

  /** The position that is shown, as the server takes it; perhaps with one action more. */
  setting(more: readonly string[] = []): Setting {
    const unfinished = [...this.actions, ...more].join('+');
    const turns = path(this.base).map(({ text }) => text);
    return {
      game: this.tree.head.game,
      position: this.start,
      turns: unfinished ? [...turns, unfinished] : turns,
    };
  }

  /** The address of what is shown, also for a browser that has not kept this study. */
  get link(): string {
    const { game, position } = this.setting();
    const turns = path(this.base).map(({ text }) => text);
    return new URL(at('study', [game], { position, turns: turns.join(' ') }), location.origin).href;
  }

  /** The name of what is shown: two positions that were reached alike have the same. */
  get key(): string {
    return this.keyOf(this.base, this.actions);
  }

  private keyOf(node: Node, actions: readonly string[]): string {
    return [...path(node).map(({ text }) => text), actions.join('+')].join(' ').trim();
  }

  private async viewed(key: string): Promise<PositionView> {
    const named = `${language()} ${key}`;
    const known = this.views.get(named);
    if (known) return known;
    const turns = key.split(' ').filter(Boolean);
    const { game } = this.tree.head;
    const view = await post<PositionView>('/positions', { game, position: this.start, turns });
    this.views.set(named, view);
    const [oldest] = this.views.keys();
    if (this.views.size > MAX_VIEWS && oldest) this.views.delete(oldest);
    return view;
  }
}

function sameStart(one: RecordData, other: RecordData): boolean {
  const told = ({ start, seed, options }: RecordData) =>
    JSON.stringify([start ?? null, seed ?? null, options ?? {}]);
  return told(one) === told(other);
}
