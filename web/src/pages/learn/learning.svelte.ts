// A learner does the steps of a lesson: every try goes to the server, which says what came of it.
import { post } from '../../api/api';
import type { Preview } from '../../api/types';
import { Choosing, listActions, type Refusal } from '../../input/choosing.svelte';
import type { LessonStep, TryResult } from './lesson';

const SHOW_STEP_MS = 1000; // between the actions that are shown

export class Learning {
  readonly choosing: Choosing;
  step = $state.raw<LessonStep | null>(null);
  tried = $state.raw<TryResult | null>(null);
  /** The hint is shown: it was asked for, or something went wrong. */
  isHinted = $state(false);
  isShowing = $state(false);
  /** The step was done for the learner, not by the learner. */
  wasShown = $state(false);
  trouble = $state.raw<unknown>(null);

  private asking: AbortController | null = null;

  constructor(
    private readonly game: string,
    private readonly ondone: (step: LessonStep) => void,
  ) {
    this.choosing = new Choosing({
      play: (action) => this.attempt(action.text),
      back: () => this.back(),
      preview: (action, signal) => this.preview(action, signal),
      why: (action) => this.why(action),
    });
  }

  /** Begins a step, also one that was begun before. */
  async open(step: LessonStep): Promise<void> {
    this.isShowing = false;
    this.wasShown = false;
    this.isHinted = false;
    this.step = step;
    await this.check([]);
  }

  async attempt(action: string): Promise<void> {
    await this.check([...this.played, action]);
  }

  async back(): Promise<void> {
    if (this.played.length > 0) await this.check(this.played.slice(0, -1));
  }

  /** Does the step before the learner's eyes; the learner may do it again. */
  async show(): Promise<void> {
    const step = this.step;
    if (!step) return;
    await this.open(step);
    this.isShowing = true;
    this.wasShown = true;
    for (const [nth] of step.show.entries()) {
      await pause(SHOW_STEP_MS);
      if (this.step !== step || !this.isShowing) return;
      await this.check(step.show.slice(0, nth + 1));
    }
    this.isShowing = false;
  }

  private get played(): readonly string[] {
    return this.tried?.played ?? [];
  }

  private async check(actions: readonly string[]): Promise<void> {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const tried = await this.ask(actions, asking.signal);
      if (!asking.signal.aborted) this.take(tried);
    } catch (error) {
      if (!asking.signal.aborted) this.trouble = error;
    }
  }

  private ask(actions: readonly string[], signal?: AbortSignal): Promise<TryResult> {
    const sent = { game: this.game, step: this.step?.id, actions };
    return post<TryResult>('/lessons/check', sent, {}, signal);
  }

  private take(tried: TryResult): void {
    const { scene, actions } = tried.view;
    this.trouble = null;
    this.tried = tried;
    this.choosing.offer(scene, listActions(actions), `${this.step?.id} ${tried.played.join('+')}`);
    if (tried.outcome === 'wrong') {
      this.choosing.drop();
      this.choosing.refusal = { sentence: tried.why, rule: tried.rule };
      this.isHinted = true;
    }
    if (tried.outcome === 'done' && this.step && !this.wasShown) this.ondone(this.step);
  }

  /** Says why something cannot be picked; to find that out may be what the step asks for. */
  private async why(action: string): Promise<Refusal | null> {
    const tried = await this.ask([...this.played, action]);
    if (tried.outcome === 'done') this.take(tried);
    this.isHinted ||= tried.outcome === 'wrong';
    return tried.outcome === 'wrong' ? { sentence: tried.why, rule: tried.rule } : null;
  }

  private preview(action: string, signal: AbortSignal): Promise<Preview> {
    const isReal = this.step?.kind === 'plays' || this.step?.kind === 'wins';
    const view = this.tried?.view;
    if (!isReal || !view) return Promise.reject(new Error('nothing to look at'));
    const sent = { game: view.game, position: view.position, turns: [action] };
    return post<Preview>('/positions/preview', sent, {}, signal);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
