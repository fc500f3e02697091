// A game as it stands on the server, kept up to date, and what is done in it.
import { get, Problem, post } from '../api/api';
import { listenTo } from '../api/live';
import type { Command, PassingNote, PlayerKind, Rights, State, Update } from '../api/types';
import { aFewTimes, Courier, requestId } from './courier.svelte';
import { mine, remember } from './own-games.svelte';
import { dropUnsent, isMove, keepUnsent, placeIn, type Unsent, unsentIn } from './unsent';

const REACTION_SHOWN = 6000; // milliseconds
const REFUSED_PAUSE = 10_000; // before a server that has refused us twice is asked again
const MOST_RIVALS = 5; // things of others that may come between us and the server

/** What became of a command. */
export type Outcome = 'done' | 'moved-on' | 'busy' | Problem;

/** Somebody looks at a game: whether they still do, and how to stop listening. */
interface Visit {
  isWanted: boolean;
  stop: (() => void) | null;
}

export class Session {
  state = $state.raw<State | null>(null);
  /** The seats that are played here. */
  seats = $state.raw<readonly string[]>([]);
  /** Whether the game was begun here. */
  isCreator = $state(false);
  /** Whether a seat that was ours is played elsewhere now. */
  isOusted = $state(false);
  /** Why the game cannot be shown. */
  trouble = $state.raw<unknown>(null);
  isConnected = $state(true);
  /** The seats whose players are there now, and how many others watch. */
  present = $state.raw<readonly string[]>([]);
  watchers = $state(0);
  /** The friendly words that were said just now, by seat. */
  reactions = $state.raw<ReadonlyMap<string, string>>(new Map());
  readonly courier: Courier;
  private underWay = $state.raw<Unsent | null>(null);
  private answered: Promise<unknown> = Promise.resolve(); // when all that was sent has been
  private ahead = $state(0); // how much the clock of the server is before ours, in milliseconds
  private refusedAt = 0;
  private hasLeft = false; // of our own will
  private isDeleting = false;
  private listenAgain: (() => void) | null = null;

  constructor(readonly id: string) {
    this.courier = new Courier(id);
  }

  /** Whether something that was done is on its way, and the game does not show it yet. */
  get isBusy(): boolean {
    return this.state != null && this.underWay?.place === placeIn(this.state);
  }

  /** Whether somebody here is to move. */
  get isOurTurn(): boolean {
    const mover = this.state?.to_move;
    return mover != null && this.seats.includes(mover);
  }

  /** Whether this browser plays in the game at all. */
  get isOurs(): boolean {
    return this.seats.length > 0;
  }

  /** Whether people elsewhere play along. */
  get isShared(): boolean {
    const people = this.state?.seats.filter(({ kind }) => kind !== 'engine') ?? [];
    return people.some(({ id }) => !this.seats.includes(id));
  }

  /** Whether somebody elsewhere has a seat already. */
  get hasCompany(): boolean {
    const isTaken = (kind: PlayerKind): boolean => kind !== 'engine' && kind !== 'open';
    const others = this.state?.seats.filter(({ id }) => !this.seats.includes(id)) ?? [];
    return others.some(({ kind }) => isTaken(kind));
  }

  /** Whether the player of a seat is there now; who reads this is. */
  isPresent(seat: string): boolean {
    return this.present.includes(seat) || (this.isConnected && this.seats.includes(seat));
  }

  /** What the clock of the server shows now. */
  serverTime(): number {
    return Date.now() + this.ahead;
  }

  /** Fetches the game and listens for news; returns how to stop. */
  open(): () => void {
    const visit: Visit = { isWanted: true, stop: null };
    void this.enter(visit);
    return () => {
      visit.isWanted = false;
      visit.stop?.();
      this.courier.stop();
    };
  }

  /** Does something; sent again as often as needed, it is done once. */
  async send(command: Command): Promise<Outcome> {
    if (!this.state || this.isBusy) return 'busy';
    const { version } = this.state;
    const place = placeIn(this.state);
    this.hasLeft ||= command.do === 'leave';
    return this.carry({ request_id: requestId(), version, command, place });
  }

  /** Asks again which seats are ours. */
  async ask(): Promise<void> {
    const { seats, creator } = await get<Rights>(`/games/${this.id}/rights`);
    const isChanged = seats.join() !== this.seats.join();
    const isLost = this.seats.some((seat) => !seats.includes(seat));
    if (seats.length > 0) this.hasLeft = false;
    this.isOusted = seats.length === 0 && !this.hasLeft && (isLost || this.isOusted);
    this.seats = seats;
    this.isCreator = creator;
    if (isChanged) this.listenAgain?.(); // others see where we sit by what the socket came with
    const isKnown = mine().some(({ id }) => id === this.id);
    if (seats.length > 0 || isKnown) remember(this.id, seats);
  }

  /** Takes the game away for everybody. */
  async delete(): Promise<void> {
    this.isDeleting = true; // that the door is closed then is what we want
    try {
      await post(`/games/${this.id}/delete`, {});
    } catch (error) {
      this.isDeleting = false;
      this.listenAgain?.();
      throw error;
    }
  }

  private async enter(visit: Visit): Promise<void> {
    try {
      this.trouble = null;
      const [state] = await Promise.all([get<State>(`/games/${this.id}`), this.ask()]);
      if (!visit.isWanted) return;
      this.take(state);
    } catch (error) {
      if (!visit.isWanted) return;
      if (error instanceof Problem && error.status === 404) this.state = null;
      this.trouble = error;
      return;
    }
    this.listenAgain = () => {
      visit.stop?.();
      visit.stop = visit.isWanted ? this.listen(() => this.comeBack(visit)) : null;
    };
    this.listenAgain();
    this.sendAgain();
    if (this.isShared || this.state?.clock) await this.lookAround();
  }

  /** Asks who is there and what time it is; the socket would tell it only with its first news. */
  private async lookAround(): Promise<void> {
    const since = this.state?.version ?? 0;
    const path = `/games/${this.id}/news`;
    await get<Update>(path, { since, wait: 0 }).then(
      (update) => this.hear(update),
      () => {}, // the socket will tell
    );
  }

  /** The server has closed the door: looks what is left for us, and listens again. */
  private comeBack(visit: Visit): void {
    if (this.isDeleting) return;
    visit.stop?.();
    this.listenAgain = null;
    const isRepeated = Date.now() - this.refusedAt < REFUSED_PAUSE;
    this.refusedAt = Date.now();
    setTimeout(() => visit.isWanted && void this.enter(visit), isRepeated ? REFUSED_PAUSE : 0);
  }

  private listen(onrefused: () => void): () => void {
    return listenTo(this.id, {
      version: () => this.state?.version ?? 0,
      onupdate: (update) => this.hear(update),
      onconnected: (isConnected) => {
        if (isConnected && !this.isConnected) this.courier.hurry();
        this.isConnected = isConnected;
      },
      onrefused,
    });
  }

  private hear({ now, state, note, present, watchers }: Update): void {
    if (now != null) this.ahead = now - Date.now();
    if (state) this.take(state);
    if (present) this.present = present;
    if (watchers != null) this.watchers = watchers;
    if (note) this.notice(note);
  }

  private notice(note: PassingNote): void {
    if (note.kind === 'presence') {
      this.present = note.present;
      this.watchers = note.watchers ?? this.watchers;
      return;
    }
    const { seat, reaction } = note;
    this.reactions = new Map([...this.reactions, [seat, reaction]]);
    setTimeout(() => {
      this.reactions = new Map([...this.reactions].filter(([id]) => id !== seat));
    }, REACTION_SHOWN);
  }

  /** Takes a state unless a newer one is known. */
  private take(state: State): void {
    const known = this.state;
    const isNews = !known || state.version > known.version || state.language !== known.language;
    if (!isNews) return;
    this.state = state;
    // Who sits where has changed, and with it perhaps what is ours.
    if (known && seating(known) !== seating(state)) void this.ask().catch(() => {});
  }

  /** Sends the move that was made when the page was last open and not answered. */
  private sendAgain(): void {
    const unsent = this.state && this.isOurTurn && !this.isBusy ? unsentIn(this.state) : null;
    if (unsent) void this.carry(unsent);
  }

  private async carry(unsent: Unsent): Promise<Outcome> {
    this.underWay = unsent;
    if (isMove(unsent.command)) keepUnsent(this.id, unsent);
    // News may come before the answer: then the next is done already while the last one ends.
    const offer = offered(this.state);
    const delivery = this.answered.then(() => this.deliver(unsent, offer));
    this.answered = delivery.catch(() => {});
    try {
      const outcome = await delivery;
      const isAnswered = !(outcome instanceof Problem && outcome.isPassing);
      if (isAnswered && this.underWay === unsent) dropUnsent(this.id);
      return outcome;
    } finally {
      if (this.underWay === unsent) this.underWay = null;
    }
  }

  /** Sends a command until it is done, refused, or the game has really gone on. */
  private async deliver(unsent: Unsent, offer: string): Promise<Outcome> {
    const { request_id, version, command, place } = unsent;
    for (let rivals = 0, at = version; ; rivals += 1) {
      try {
        const envelope = { request_id, version: at, command };
        const { state } = await this.courier.deliver(
          envelope,
          isMove(command) ? always : aFewTimes,
        );
        if (state) this.take(state);
        return 'done';
      } catch (error) {
        const outcome = this.refused(error);
        const isSame = this.state && placeIn(this.state) === place && offered(this.state) === offer;
        if (outcome !== 'moved-on' || !isSame || rivals >= MOST_RIVALS) return outcome;
        at = this.state?.version ?? at;
      }
    }
  }

  private refused(error: unknown): Outcome {
    if (!(error instanceof Problem)) throw error;
    const state = error.body.state as State | undefined;
    if (!state) return error;
    this.take(state);
    return 'moved-on';
  }
}

function always(): boolean {
  return true;
}

/** Who sits where, as a text that can be compared. */
function seating(state: State): string {
  return state.seats.map(({ id, kind, name }) => `${id} ${kind} ${name}`).join();
}

function offered(state: State | null): string {
  return JSON.stringify(state?.offer ?? null);
}
