// A board that is set up by hand: the drafts so far, and what can be done to the last one.
import { Problem, post } from '../../api/api';
import type { PositionView, Preview, SetUpRequest, SetUpView, Why } from '../../api/types';
import { t } from '../../i18n/words.svelte';
import { Choosing, listActions, type Refusal } from '../../input/choosing.svelte';
import type { LegalAction } from '../../input/picks';
import type { Scene } from '../../scene/scene';

/** The button that takes pieces off, as the server names it. */
export const REMOVE = 'remove';

type SetUpChange = Omit<SetUpRequest, 'game'>;

export class Drafts {
  readonly choosing: Choosing;
  view = $state.raw<SetUpView | null>(null);
  trouble = $state.raw<unknown>(null);
  private past = $state.raw<readonly string[]>([]);
  private future = $state.raw<readonly string[]>([]);
  /** Whether pieces are moved: taken off one square, then put down on another. */
  isMoving = $state(false);
  private tool: string | null = null;

  constructor(private readonly game: string) {
    this.choosing = new Choosing({
      play: (action) => this.edit(action),
      preview: (action, signal) => this.preview(action, signal),
      why: (action) => this.why(action),
    });
  }

  /** What does something at once when it is picked. */
  get atOnce(): ReadonlySet<string> {
    const picks = this.view?.actions.picks ?? [];
    return new Set(picks.flatMap((ids) => (ids.length === 1 ? ids : [])));
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Opens a position, or the empty board. */
  async open(position?: string): Promise<void> {
    await this.go(position ? { draft: position } : {});
  }

  /** Shows the same draft in another language. */
  async refresh(): Promise<void> {
    if (this.view) await this.go({ draft: this.view.draft }, false);
  }

  /** Takes everything off; with options, for another kind of game. */
  async clear(options: Readonly<Record<string, string>> = this.view?.options ?? {}): Promise<void> {
    await this.go({ options });
  }

  async start(): Promise<void> {
    const body = { game: this.game, options: this.view?.options ?? {} };
    await this.attempt(async () => {
      const first = await post<PositionView>('/positions', body);
      await this.go({ draft: first.position });
    });
  }

  async onTurn(turn: number): Promise<void> {
    if (this.view && turn !== this.view.turn) await this.go({ draft: this.view.draft, turn });
  }

  async undo(): Promise<void> {
    const last = this.past.at(-1);
    if (last === undefined || !this.view) return;
    const { draft } = this.view;
    const [past, future] = [this.past.slice(0, -1), [...this.future, draft]];
    await this.go({ draft: last }, false);
    [this.past, this.future] = [past, future];
  }

  async redo(): Promise<void> {
    const next = this.future.at(-1);
    if (next === undefined || !this.view) return;
    const { draft } = this.view;
    const [past, future] = [[...this.past, draft], this.future.slice(0, -1)];
    await this.go({ draft: next }, false);
    [this.past, this.future] = [past, future];
  }

  /** Lets go of the piece or tool in hand. */
  putDown(): void {
    this.isMoving = false;
    this.tool = null;
    this.choosing.drop();
  }

  /** Begins to move pieces. */
  move(): void {
    this.putDown();
    this.isMoving = true;
    this.choosing.pick([REMOVE], 'mouse');
  }

  /** Takes a piece of the box or a tool in hand. */
  take(id: string): void {
    this.putDown();
    this.choosing.pick([id], 'mouse');
  }

  private async edit({ text, picks }: LegalAction): Promise<void> {
    if (!this.view) return;
    const before = this.view;
    this.tool = picks.length > 1 ? (picks[0] ?? null) : this.tool;
    await this.go({ draft: before.draft, edits: [text] }, true, (after) => {
      if (this.isMoving) this.tool = findGained(before.scene, after.scene) ?? REMOVE;
    });
  }

  private async go(
    change: SetUpChange,
    isStep = true,
    then: (view: SetUpView) => void = () => {},
  ): Promise<void> {
    await this.attempt(async () => {
      const view = await post<SetUpView>('/setups', { game: this.game, ...change });
      const before = this.view?.draft;
      if (isStep && before !== undefined && before !== view.draft) {
        this.past = [...this.past, before];
        this.future = [];
      }
      this.view = view;
      then(view);
      this.offer(view);
    });
  }

  /** Offers what can be done; what was in hand is taken in hand again, so that it goes on. */
  private offer({ scene, actions, draft }: SetUpView): void {
    this.choosing.offer(scene, listActions(actions), draft);
    const { tool } = this;
    if (tool === null || this.choosing.picks.picked.length > 0) return;
    if (this.choosing.picks.next.has(tool)) this.choosing.pick([tool], 'mouse');
    else this.tool = null;
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.trouble = null;
    } catch (error) {
      if (!this.view) this.trouble = error;
      else this.choosing.refusal = refusalOf(error);
    }
  }

  private async preview(action: string, signal: AbortSignal): Promise<Preview> {
    const body = { game: this.game, draft: this.view?.draft, edits: [action] };
    const { scene } = await post<SetUpView>('/setups', body, {}, signal);
    return { scene, way: [] };
  }

  private async why(edit: string): Promise<Refusal | null> {
    const body = { game: this.game, draft: this.view?.draft, edit };
    const { problem } = await post<Why>('/setups/why', body);
    return problem && { sentence: problem.message, rule: problem.rule };
  }
}

/** What lies beside the board now and did not before: the piece that was taken off. */
function findGained(before: Scene, after: Scene): string | undefined {
  const counts = new Map(before.reserves.map(({ id, count }) => [id, count]));
  return after.reserves.find(({ id, count }) => count > (counts.get(id) ?? 0))?.id;
}

function refusalOf(error: unknown): Refusal {
  const isKnown = error instanceof Problem && error.code !== 'offline';
  return isKnown
    ? { sentence: error.message, rule: error.rule }
    : { sentence: t('app.offline'), rule: null };
}
