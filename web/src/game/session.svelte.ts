// A game as it stands on the server, kept up to date, and what is done in it.
import { get, Problem, post } from '../api/api';
import { listenTo } from '../api/live';
import type { Command, PassingNote, PlayerKind, Rights, State, Update } from '../api/types';
import { Outbox, type Outcome } from './outbox.svelte';
import { ownGames, remember } from './own-games.svelte';

const REACTION_MS = 6000; // that a reaction is shown
const REFUSED_PAUSE_MS = 10_000; // before a server that has refused us twice is asked again

/** A page that shows a game: whether it still does, and how to stop listening. */
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
  readonly outbox: Outbox;
  private clockAheadMs = $state(0); // how much the clock of the server is before ours, in milliseconds
  private refusedAt = 0;
  private hasLeft = false; // of our own will
  private isDeleting = false;
  private listenAgain: (() => void) | null = null;

  constructor(readonly id: string) {
    this.outbox = new Outbox(this);
  }

  /** Whether a command is on its way, and the game does not show it yet. */
  get isBusy(): boolean {
    return this.outbox.isBusy;
  }

  /** Whether a player at this browser is to move. */
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

  /** Whether a player elsewhere has a seat already. */
  get hasCompany(): boolean {
    const isTaken = (kind: PlayerKind): boolean => kind !== 'engine' && kind !== 'open';
    const others = this.state?.seats.filter(({ id }) => !this.seats.includes(id)) ?? [];
    return others.some(({ kind }) => isTaken(kind));
  }

  /** Whether the player of a seat is connected; the players of this browser are while it is. */
  isPresent(seat: string): boolean {
    return this.present.includes(seat) || (this.isConnected && this.seats.includes(seat));
  }

  /** What the clock of the server shows now. */
  serverTime(): number {
    return Date.now() + this.clockAheadMs;
  }

  /** Fetches the game and listens for news; returns how to stop. */
  open(): () => void {
    const visit: Visit = { isWanted: true, stop: null };
    void this.enter(visit);
    return () => {
      visit.isWanted = false;
      visit.stop?.();
      this.outbox.stop();
    };
  }

  /** Sends a command; however often that is needed, it is carried out once. */
  async send(command: Command): Promise<Outcome> {
    if (!this.state || this.isBusy) return 'busy';
    this.hasLeft ||= command.do === 'leave';
    return this.outbox.send(command, this.state);
  }

  /** Asks again which seats are ours. */
  async refreshRights(): Promise<void> {
    const { seats, creator } = await get<Rights>(`/games/${this.id}/rights`);
    const isChanged = seats.join() !== this.seats.join();
    const isLost = this.seats.some((seat) => !seats.includes(seat));
    if (seats.length > 0) this.hasLeft = false;
    this.isOusted = seats.length === 0 && !this.hasLeft && (isLost || this.isOusted);
    this.seats = seats;
    this.isCreator = creator;
    if (isChanged) this.listenAgain?.(); // others see where we sit by what the socket came with
    const isKnown = ownGames().some(({ id }) => id === this.id);
    if (seats.length > 0 || isKnown) remember(this.id, seats);
  }

  /** Deletes the game for all players. */
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
      const [state] = await Promise.all([get<State>(`/games/${this.id}`), this.refreshRights()]);
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
    if (this.isOurTurn) this.outbox.sendKept();
    if (this.isShared || this.state?.clock) await this.lookAround();
  }

  /** Asks who is there and what time it is; the socket would tell it only with its first news. */
  private async lookAround(): Promise<void> {
    const since = this.state?.version ?? 0;
    const path = `/games/${this.id}/news`;
    await get<Update>(path, { since, wait: 0 }).then(
      (update) => this.receive(update),
      () => {}, // the socket will tell
    );
  }

  /** The server has closed the door: looks what is left for us, and listens again. */
  private comeBack(visit: Visit): void {
    if (this.isDeleting) return;
    visit.stop?.();
    this.listenAgain = null;
    const isRepeated = Date.now() - this.refusedAt < REFUSED_PAUSE_MS;
    this.refusedAt = Date.now();
    setTimeout(() => visit.isWanted && void this.enter(visit), isRepeated ? REFUSED_PAUSE_MS : 0);
  }

  private listen(onrefused: () => void): () => void {
    return listenTo(this.id, {
      version: () => this.state?.version ?? 0,
      onupdate: (update) => this.receive(update),
      onconnected: (isConnected) => {
        if (isConnected && !this.isConnected) this.outbox.hurry();
        this.isConnected = isConnected;
      },
      onrefused,
    });
  }

  private receive({ now, state, note, present, watchers }: Update): void {
    if (now != null) this.clockAheadMs = now - Date.now();
    if (state) this.take(state);
    if (present) this.present = present;
    if (watchers != null) this.watchers = watchers;
    if (note) this.receiveNote(note);
  }

  private receiveNote(note: PassingNote): void {
    if (note.kind === 'presence') {
      this.present = note.present;
      this.watchers = note.watchers ?? this.watchers;
      return;
    }
    const { seat, reaction } = note;
    this.reactions = new Map([...this.reactions, [seat, reaction]]);
    setTimeout(() => {
      this.reactions = new Map([...this.reactions].filter(([id]) => id !== seat));
    }, REACTION_MS);
  }

  /** Takes a state unless a newer one is known. */
  take(state: State): void {
    const known = this.state;
    const isNews = !known || state.version > known.version || state.language !== known.language;
    if (!isNews) return;
    this.state = state;
    // Who sits where has changed, and with it perhaps what is ours.
    if (known && seatingKey(known) !== seatingKey(state)) void this.refreshRights().catch(() => {});
  }
}

/** Who sits where, as a text that can be compared. */
function seatingKey(state: State): string {
  return state.seats.map(({ id, kind, name }) => `${id} ${kind} ${name}`).join();
}
