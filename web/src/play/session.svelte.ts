// A game as it stands on the server, kept up to date, and what is done in it.
import { get, Problem, post } from '../net/api';
import { listenTo } from '../net/live';
import type { Answered, Command, Rights, State } from '../net/types';
import { secretOf } from './mine.svelte';

const PAUSES = [500, 1000, 2000, 4000, 8000]; // before a request is sent once more

/** What became of a command. */
export type Outcome = 'done' | 'moved-on' | 'busy' | Problem;

export class Session {
  state = $state.raw<State | null>(null);
  /** The seats that are played here. */
  seats = $state.raw<readonly string[]>([]);
  /** Why the game cannot be shown. */
  trouble = $state.raw<unknown>(null);
  isConnected = $state(true);
  /** Whether something that was done is still on its way. */
  isBusy = $state(false);

  constructor(readonly id: string) {}

  /** Whether somebody here is to move. */
  get isOurTurn(): boolean {
    const mover = this.state?.to_move;
    return mover != null && this.seats.includes(mover);
  }

  /** Whether this browser plays in the game at all. */
  get isOurs(): boolean {
    return this.seats.length > 0;
  }

  /** Fetches the game and listens for news; returns how to stop. */
  open(): () => void {
    let isWanted = true;
    let stop = (): void => {};
    this.load().then(
      () => {
        if (isWanted) stop = this.listen();
      },
      (error: unknown) => {
        if (isWanted) this.trouble = error;
      },
    );
    return () => {
      isWanted = false;
      stop();
    };
  }

  /** Does something; sent again as often as needed, it is done once. */
  async send(command: Command): Promise<Outcome> {
    if (!this.state || this.isBusy) return 'busy';
    this.isBusy = true;
    try {
      const { state } = await this.submit(command, this.state.version);
      if (state) this.take(state);
      if (command.do === 'seat') await this.ask();
      return 'done';
    } catch (error) {
      return this.refused(error);
    } finally {
      this.isBusy = false;
    }
  }

  private async load(): Promise<void> {
    this.trouble = null;
    const [state] = await Promise.all([get<State>(`/games/${this.id}`), this.ask()]);
    this.take(state);
  }

  private async ask(): Promise<void> {
    const secret = secretOf(this.id);
    this.seats = (await get<Rights>(`/games/${this.id}/rights`, {}, { secret })).seats;
  }

  private listen(): () => void {
    return listenTo(this.id, {
      version: () => this.state?.version ?? 0,
      onstate: (state) => this.take(state),
      onconnected: (isConnected) => {
        this.isConnected = isConnected;
      },
    });
  }

  /** Takes a state unless a newer one is known. */
  private take(state: State): void {
    const known = this.state;
    const isNews = !known || state.version > known.version || state.language !== known.language;
    if (isNews) this.state = state;
  }

  private async submit(command: Command, version: number): Promise<Answered> {
    const body = { request_id: requestId(), version, command };
    const manner = { secret: secretOf(this.id) };
    for (const pause of PAUSES) {
      try {
        return await post<Answered>(`/games/${this.id}/commands`, body, {}, manner);
      } catch (error) {
        if (!(error instanceof Problem) || !error.isPassing) throw error;
        await new Promise((wake) => setTimeout(wake, pause));
      }
    }
    return post<Answered>(`/games/${this.id}/commands`, body, {}, manner);
  }

  private refused(error: unknown): Outcome {
    if (!(error instanceof Problem)) throw error;
    const state = error.body.state as State | undefined;
    if (!state) return error;
    this.take(state);
    return 'moved-on';
  }
}

/** An id that nobody else uses; `crypto.randomUUID` is missing where a phone visits by plain HTTP. */
function requestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
