// A game on the screen: what is shown of it, and what people do with it.

import { get, Problem, post } from '../api/api';
import type { Command, Hint, PositionView, Preview, Rematch, Why } from '../api/types';
import { language, t } from '../i18n/words.svelte';
import { Choosing, listActions, type Refusal } from '../input/choosing.svelte';
import { ask, at, go, route } from '../route.svelte';
import type { Scene } from '../scene/scene';
import { showNotice } from '../ui/notice.svelte';
import { forget, remember } from './own-games.svelte';
import type { Reaction } from './reactions';
import { Session } from './session.svelte';

export class TableState {
  readonly session: Session;
  readonly choosing: Choosing;
  isHinting = $state(false);
  private past = $state.raw<{ readonly key: string; readonly view: PositionView } | null>(null);

  constructor(id: string) {
    this.session = new Session(id);
    this.choosing = new Choosing({
      play: (action) => this.send({ do: 'action', action: action.text }),
      back: () => this.stepBack(),
      preview: (action, signal) => this.preview(action, signal),
      why: (action) => this.why(action),
    });
  }

  /** How many turns have been played. */
  get last(): number {
    return this.session.state?.turns.length ?? 0;
  }

  /** After how many turns the game is shown. */
  get shown(): number {
    const asked = Number.parseInt(route().query.get('turn') ?? '', 10);
    return Number.isNaN(asked) ? this.last : Math.max(0, Math.min(asked, this.last));
  }

  /** Whether the game is shown as it stands. */
  get isNow(): boolean {
    return this.shown === this.last;
  }

  get scene(): Scene | null {
    return (this.earlier ?? this.session.state)?.scene ?? null;
  }

  /** The text of the position that is shown. */
  get position(): string {
    return (this.earlier ?? this.session.state)?.position ?? '';
  }

  /** Offers what can be done; to be called whenever the game has changed. */
  offer(): void {
    const { state, isOurTurn, isBusy } = this.session;
    if (!state) return;
    if (isOurTurn && this.isNow && !isBusy) {
      this.choosing.offer(state.scene, listActions(state.actions), state.check + state.version);
    } else {
      this.choosing.disable(state.scene);
    }
  }

  /** Fetches how it stood, when an earlier turn is shown. */
  look(): (() => void) | undefined {
    const key = `${language()} ${this.shown} ${this.turnsUntil(this.shown)}`;
    if (this.isNow || this.past?.key === key) return undefined;
    const wanted = new AbortController();
    const path = `/games/${this.session.id}/positions/${this.shown}`;
    get<PositionView>(path, {}, wanted.signal).then(
      (view) => {
        this.past = { key, view };
      },
      (error: unknown) => {
        if (!wanted.signal.aborted) showProblem(error);
      },
    );
    return () => wanted.abort();
  }

  /** Shows the game after some turns; the first step back can be undone by the back button. */
  jump(turns: number): void {
    const wanted = Math.max(0, Math.min(turns, this.last));
    ask({ turn: wanted === this.last ? '' : String(wanted) }, { replace: !this.isNow });
  }

  /** Whether a turn can be taken back, or the others be asked for it. */
  get canUndo(): boolean {
    const { state, isShared } = this.session;
    if (!isShared) return state?.can_undo ?? false;
    return (state?.can_offer_takeback ?? false) && state?.offer === null;
  }

  async send(command: Command): Promise<void> {
    const outcome = await this.session.send(command);
    if (outcome === 'moved-on') showNotice(t('play.moved-on'));
    if (outcome instanceof Problem) this.refuse(outcome);
  }

  /** Takes the last turn back, or asks the others whether it may be. */
  async undo(): Promise<void> {
    if (this.session.isShared) return this.send({ do: 'offer', what: 'takeback' });
    await this.send({ do: 'undo' });
    if (!this.isNow) this.jump(this.last);
  }

  async hint(): Promise<void> {
    const version = this.session.state?.version;
    this.isHinting = true;
    try {
      const { action } = await get<Hint>(`/games/${this.session.id}/hint`);
      if (this.session.state?.version === version) this.choosing.propose(action);
    } catch (error) {
      showProblem(error);
    } finally {
      this.isHinting = false;
    }
  }

  /** Goes to the game that follows this one, with every player one seat further. */
  async rematch(): Promise<void> {
    await this.attempt(async () => {
      const { id, seats } = await post<Rematch>(`/games/${this.session.id}/rematch`, {});
      remember(id, seats);
      go(at('game', [id]));
    });
  }

  /** Deletes the game for all players. */
  async delete(): Promise<void> {
    await this.attempt(async () => {
      await this.session.delete();
      forget(this.session.id);
      go(at('start'), { replace: true });
      showNotice(t('link.deleted'));
    });
  }

  /** Says a friendly word; where several seats are ours, for the one that is to move. */
  async react(reaction: Reaction): Promise<void> {
    const { seats, state, isOurTurn } = this.session;
    const seat = (isOurTurn ? state?.to_move : seats[0]) ?? null;
    await this.attempt(() => post(`/games/${this.session.id}/reactions`, { seat, reaction }));
  }

  private async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      showProblem(error);
    }
  }

  private get earlier(): PositionView | undefined {
    return this.isNow ? undefined : this.past?.view;
  }

  private stepBack(): void {
    if (this.isNow && this.session.isOurTurn && this.session.state?.can_step_back) {
      void this.send({ do: 'back' });
    }
  }

  private preview(action: string, signal: AbortSignal): Promise<Preview> {
    const { game, position } = this.session.state ?? {};
    return post<Preview>('/positions/preview', { game, position, turns: [action] }, {}, signal);
  }

  private async why(action: string): Promise<Refusal | null> {
    const { problem } = await get<Why>(`/games/${this.session.id}/why`, { action });
    return problem && { sentence: problem.message, rule: problem.rule };
  }

  private refuse(problem: Problem): void {
    const sentence = problem.code === 'offline' ? t('app.offline') : problem.message;
    this.choosing.refusal = { sentence, rule: problem.rule };
  }

  private turnsUntil(count: number): string {
    const turns = this.session.state?.turns.slice(0, count) ?? [];
    return turns.map((turn) => turn.text).join(' ');
  }
}

function showProblem(error: unknown): void {
  const isKnown = error instanceof Problem && error.code !== 'offline';
  showNotice(isKnown ? error.message : t('app.offline'));
}
