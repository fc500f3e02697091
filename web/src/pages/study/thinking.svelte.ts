// The engine at work: what it thinks of a position, and of a whole game.
import { Problem } from '../../api/api';
import { streamEvents } from '../../api/stream';
import type { RecordData } from '../../api/types';
import { t } from '../../i18n/words.svelte';

export type Shares = Readonly<Record<string, number>>;

export interface BestLine {
  readonly turns: readonly string[];
  readonly shares: Shares;
  readonly points: Shares | null;
}

export interface Analysis {
  readonly lines: readonly BestLine[];
  readonly depth: number;
  readonly nodes: number;
  readonly seconds: number;
  readonly proven: boolean;
  /** Whether the engine stopped early because its memory was full. */
  readonly memory_full: boolean;
}

export interface ReviewedTurn {
  readonly text: string;
  readonly shares: Shares;
  readonly best: string;
  readonly loss: number;
  readonly mark: string;
}

export interface Review {
  readonly start: Shares;
  readonly turns: readonly ReviewedTurn[];
}

/** A position as the server takes it: a beginning and the turns from there. */
export interface Setting {
  readonly game: string;
  readonly position: string;
  readonly turns: readonly string[];
}

const FIRST_LOOK_S = 10; // for a first look
const MAX_THINKING_S = 600; // as long as the server lets one think at once

abstract class Work {
  isBusy = $state(false);
  problem = $state('');
  private working: AbortController | null = null;

  stop(): void {
    this.working?.abort();
    this.working = null;
    this.isBusy = false;
  }

  protected async run(path: string, body: unknown): Promise<void> {
    this.stop();
    const working = new AbortController();
    this.working = working;
    this.isBusy = true;
    this.problem = '';
    try {
      for await (const { name, data } of streamEvents(path, body, working.signal)) {
        if (working.signal.aborted) return;
        if (name === 'problem') this.problem = (data as Problem).message;
        else this.receive(name, data);
      }
    } catch (error) {
      if (!working.signal.aborted) this.problem = sentence(error);
    } finally {
      if (this.working === working) this.stop();
    }
  }

  protected abstract receive(name: string, data: unknown): void;
}

/** Thinks about one position at a time. */
export class Thinking extends Work {
  found = $state.raw<Analysis | null>(null);
  /** What the answer is about. */
  key = $state('');
  /** Whether the engine stopped because others waited for it. */
  isCut = $state(false);

  async analyse(setting: Setting, key: string, lines: number): Promise<void> {
    this.found = null;
    this.key = key;
    await this.think(setting, lines, FIRST_LOOK_S);
  }

  /** Goes on about the same position, until it is stopped. */
  async continueAnalysis(setting: Setting, lines: number): Promise<void> {
    await this.think(setting, lines, MAX_THINKING_S);
  }

  forget(): void {
    this.stop();
    this.found = null;
    this.key = '';
    this.problem = '';
    this.isCut = false;
  }

  protected receive(name: string, data: unknown): void {
    const found = data as Analysis;
    this.isCut = name === 'cut';
    // A longer search begins anew: what was found before stays until it has caught up.
    if (!this.found || found.nodes >= this.found.nodes) this.found = found;
  }

  private async think(setting: Setting, lines: number, seconds: number): Promise<void> {
    this.isCut = false;
    await this.run('/analysis', { ...setting, lines, seconds });
  }
}

/** Looks over a whole game. */
export class Reviewing extends Work {
  found = $state.raw<Review | null>(null);
  done = $state(0);
  of = $state(0);

  async review(record: RecordData): Promise<void> {
    this.done = 0;
    this.of = record.turns.length + 1;
    await this.run('/review', { record });
  }

  protected receive(name: string, data: unknown): void {
    if (name === 'done') {
      this.found = data as Review;
      return;
    }
    const { done, of } = data as { done: number; of: number };
    this.done = done;
    this.of = of;
  }
}

function sentence(error: unknown): string {
  return error instanceof Problem && error.code !== 'offline' ? error.message : t('app.offline');
}
