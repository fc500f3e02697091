// Commands on their way to the server. Each has an id of its own: however often it is sent, it is
// carried out once. A move is also kept in this browser until it is answered, so that neither a
// broken connection nor a closed window loses it.
import { Problem, post } from '../api/api';
import type { Command, CommandRequest, CommandResult, State } from '../api/types';

const KEY = 'unsent'; // in the storage of the browser
const PAUSE_MS = 2500; // before a command is sent once more
const MAX_TRIES = 6; // of what is not a move; a move is sent until it is answered or pointless
const MAX_RIVALS = 5; // commands of other players that may arrive before ours

/** What became of a command. */
export type Outcome = 'done' | 'moved-on' | 'busy' | Problem;

/** A command with the place in the game that it is meant for. */
export interface Envelope extends CommandRequest {
  readonly place: string;
}

/** The game that the commands are for. */
export interface OutboxGame {
  readonly id: string;
  readonly state: State | null;
  take(state: State): void;
}

export class Outbox {
  /** Whether a command could not be sent at once, and is tried again. */
  isDelayed = $state(false);
  private underWay = $state.raw<Envelope | null>(null);
  private allAnswered: Promise<unknown> = Promise.resolve();
  private attempt: AbortController | null = null;
  private wake: (() => void) | null = null;
  private isHurried = false;
  private isStopped = false;

  constructor(private readonly game: OutboxGame) {}

  /** Whether a command is on its way, and the game does not show it yet. */
  get isBusy(): boolean {
    const { state } = this.game;
    return state != null && this.underWay?.place === placeIn(state);
  }

  send(command: Command, state: State): Promise<Outcome> {
    const { version } = state;
    return this.dispatch({ request_id: requestId(), version, command, place: placeIn(state) });
  }

  /** Sends the move that was not answered when the page was last open, if it still fits. */
  sendKept(): void {
    const { state } = this.game;
    const kept = state && !this.isBusy ? keptMove(state) : null;
    if (kept) void this.dispatch(kept);
  }

  /** Sends at once what waits, since the connection is back. */
  hurry(): void {
    this.isHurried = this.attempt !== null;
    this.attempt?.abort();
    this.wake?.();
  }

  /** Stops trying: the page that waits for the outcome is closed. */
  stop(): void {
    this.isStopped = true;
    this.wake?.();
  }

  private async dispatch(envelope: Envelope): Promise<Outcome> {
    const { id, state } = this.game;
    this.underWay = envelope;
    if (isMove(envelope.command)) keep(id, envelope);
    // An update may show a command before its answer comes: the next one waits for that answer.
    const offer = offerIn(state);
    const delivery = this.allAnswered.then(() => this.deliver(envelope, offer));
    this.allAnswered = delivery.catch(() => {});
    try {
      const outcome = await delivery;
      const isAnswered = !(outcome instanceof Problem && outcome.isPassing);
      if (isAnswered && this.underWay === envelope) drop(id);
      return outcome;
    } finally {
      if (this.underWay === envelope) this.underWay = null;
    }
  }

  /** Sends a command until it is carried out or refused, or the game has really gone on. */
  private async deliver({ place, ...request }: Envelope, offer: string): Promise<Outcome> {
    for (let rivals = 0, { version } = request; ; rivals += 1) {
      try {
        const { state } = await this.retry({ ...request, version });
        if (state) this.game.take(state);
        return 'done';
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const newer = error.body.state as State | undefined;
        if (!newer) return error;
        this.game.take(newer);
        const { state } = this.game;
        const isSame = state && placeIn(state) === place && offerIn(state) === offer;
        if (!isSame || rivals >= MAX_RIVALS) return 'moved-on';
        version = state.version;
      }
    }
  }

  /** Sends a request until there is an answer. */
  private async retry(request: CommandRequest): Promise<CommandResult> {
    this.isStopped = false;
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          return await this.post(request);
        } catch (error) {
          const isPassing = error instanceof Problem && error.isPassing;
          if (!isPassing || (tries >= MAX_TRIES && !isMove(request.command))) throw error;
          this.isDelayed = true;
          if (!this.isStopped) await this.pause();
          if (this.isStopped) throw error;
        }
      }
    } finally {
      this.isDelayed = false;
    }
  }

  private async post(request: CommandRequest): Promise<CommandResult> {
    const attempt = new AbortController();
    this.attempt = attempt;
    try {
      return await post(`/games/${this.game.id}/commands`, request, {}, attempt.signal);
    } catch (error) {
      // Whether a request that was given up has arrived is not known: the next one will tell.
      throw attempt.signal.aborted ? new Problem(0, 'offline', 'offline') : error;
    } finally {
      this.attempt = null;
    }
  }

  private async pause(): Promise<void> {
    const isHurried = this.isHurried;
    this.isHurried = false;
    if (isHurried) return;
    await new Promise<void>((wake) => {
      const timer = setTimeout(wake, PAUSE_MS);
      this.wake = () => {
        clearTimeout(timer);
        wake();
      };
    });
  }
}

/** A unique id; `crypto.randomUUID` is missing where a phone visits by plain HTTP. */
export function requestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Names how far a game has got: other things may happen in it without changing that. */
function placeIn(state: State): string {
  return [state.turn, ...state.begun].join(' ');
}

function offerIn(state: State | null): string {
  return JSON.stringify(state?.offer ?? null);
}

function isMove({ do: kind }: Command): boolean {
  return kind === 'action' || kind === 'turn';
}

/** The move that is still to be sent in a game; one that no longer fits there is dropped. */
function keptMove(state: State): Envelope | null {
  const kept = keptMoves()[state.id];
  if (!kept) return null;
  if (kept.place === placeIn(state) && !state.is_over) return kept;
  drop(state.id);
  return null;
}

function keep(id: string, envelope: Envelope): void {
  localStorage.setItem(KEY, JSON.stringify({ ...keptMoves(), [id]: envelope }));
}

function drop(id: string): void {
  const { [id]: dropped, ...others } = keptMoves();
  if (dropped) localStorage.setItem(KEY, JSON.stringify(others));
}

function keptMoves(): Readonly<Record<string, Envelope>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}
