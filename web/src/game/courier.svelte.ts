// Brings commands to the server. Each has an id of its own: however often it is sent, it is done once.
import { Problem, post } from '../api/api';
import type { Command, CommandResult } from '../api/types';

const PAUSE = 2500; // milliseconds before something is sent once more
const TRIES = 6; // for what is not a move; a move is sent until it is answered or has become pointless

export interface Envelope {
  readonly request_id: string;
  readonly version: number;
  readonly command: Command;
}

export class Courier {
  /** Whether something could not be brought at once, and is tried again. */
  isDelayed = $state(false);
  private readonly path: string;
  private wake: (() => void) | null = null;
  private attempt: AbortController | null = null;
  private isStopped = false;
  private isHurried = false;

  constructor(id: string) {
    this.path = `/games/${id}/commands`;
  }

  /** Sends until there is an answer; `isWanted` tells whether to go on trying. */
  async deliver(envelope: Envelope, isWanted: (tries: number) => boolean): Promise<CommandResult> {
    this.isStopped = false;
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await this.send(envelope);
        } catch (error) {
          const isPassing = error instanceof Problem && error.isPassing;
          if (!isPassing || !isWanted(tries)) throw error;
          this.isDelayed = true;
          if (!this.isStopped) await this.pause();
          if (this.isStopped) throw error;
        }
      }
    } finally {
      this.isDelayed = false;
    }
  }

  /** Sends at once what waits, since the connection is back or the game has changed. */
  hurry(): void {
    this.isHurried = this.attempt !== null;
    this.attempt?.abort();
    this.wake?.();
  }

  /** Gives up: nobody is there any more to see what comes of it. */
  stop(): void {
    this.isStopped = true;
    this.wake?.();
  }

  private async send(envelope: Envelope): Promise<CommandResult> {
    this.attempt = new AbortController();
    try {
      return await post<CommandResult>(this.path, envelope, {}, this.attempt.signal);
    } catch (error) {
      // Whether a request that was given up has arrived is not known: the next one will tell.
      throw this.attempt.signal.aborted ? new Problem(0, 'offline', 'offline') : error;
    } finally {
      this.attempt = null;
    }
  }

  private async pause(): Promise<void> {
    const isHurried = this.isHurried;
    this.isHurried = false;
    if (isHurried) return;
    await new Promise<void>((wake) => {
      const timer = setTimeout(wake, PAUSE);
      this.wake = () => {
        clearTimeout(timer);
        wake();
      };
    });
  }
}

/** Whether to send once more what is not a move. */
export function aFewTimes(tries: number): boolean {
  return tries < TRIES;
}

/** An id that nobody else uses; `crypto.randomUUID` is missing where a phone visits by plain HTTP. */
export function requestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
