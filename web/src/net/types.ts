// What the server sends and takes; the same names as in its OpenAPI description.
import type { Scene } from '../scene/scene';

export interface Actions {
  readonly texts: readonly string[];
  readonly picks: readonly (readonly string[])[];
  readonly descriptions: readonly string[];
}

export interface Result {
  readonly winners: readonly string[];
  readonly reason: string;
  readonly rule: string | null;
  readonly sentence: string;
  readonly scores: Readonly<Record<string, unknown>> | null;
}

export interface PositionView {
  readonly game: string;
  readonly position: string;
  readonly check: string;
  readonly turn: number;
  readonly to_move: string | null;
  readonly scene: Scene;
  readonly actions: Actions;
  readonly result: Result | null;
}

export interface About {
  readonly version: string;
  readonly languages: readonly string[];
  /** The names of the levels of the engine, level 1 first. */
  readonly levels: readonly string[];
  readonly not_affiliated: string;
  /** Whether what is sent cannot be read on the way. */
  readonly is_secure: boolean;
}

export interface Option {
  readonly name: string;
  readonly values: readonly string[] | null;
  /** A value may be at least *fewest* of these in any order. */
  readonly letters: readonly string[] | null;
  readonly fewest: number;
  /** The option that is not chosen beside this one. */
  readonly replaces: string | null;
  readonly default: string | null;
  readonly help: string;
  /** What the option and its values or letters are called. */
  readonly label: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface SeatTitle {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
}

/** A game on the shelf. */
export interface Shelved {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly players: string;
  readonly minutes: string;
  readonly age: string;
  readonly author: string;
  readonly publisher: string;
  readonly year: string;
  readonly has_engine: boolean;
  readonly options: readonly Option[];
  readonly seats: readonly SeatTitle[];
  /** A position to show the game by. */
  readonly cover: string;
}

export interface Summary {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly version: number;
  readonly turn: number;
  readonly to_move: string | null;
  readonly is_over: boolean;
  readonly created: number;
  readonly seats: readonly SeatView[];
  readonly own_seats: readonly string[];
}

export interface OwnGames {
  readonly ids: readonly string[];
  readonly next: string | null;
}

export interface Rights {
  readonly seats: readonly string[];
  readonly creator: boolean;
}

export interface Hint {
  readonly turn: string;
  readonly action: string;
  readonly picks: readonly string[];
  readonly description: string;
  readonly shares: Readonly<Record<string, number>>;
}

export interface Answered {
  readonly version: number;
  readonly state: State | null;
}

/** Something that passes: who is there, or a friendly word. It is not kept with the game. */
export type Note =
  | { readonly kind: 'presence'; readonly present: readonly string[]; readonly watchers?: number }
  | { readonly kind: 'reaction'; readonly seat: string; readonly reaction: string };

/** What comes over the socket when something is new. */
export interface News {
  readonly kind: 'events' | 'snapshot' | 'ping' | 'note' | 'answer' | 'problem';
  readonly version: number;
  /** The time of the server, in milliseconds. */
  readonly now?: number | null;
  readonly state?: State | null;
  readonly note?: Note | null;
  /** The seats of those who are there now, and how many others watch. */
  readonly present?: readonly string[] | null;
  readonly watchers?: number | null;
}

export interface Why {
  readonly action: string;
  readonly is_legal: boolean;
  readonly problem: { readonly message: string; readonly rule: string | null } | null;
}

/** A person at the device of who began the game, an engine, nobody yet, a person or program by link. */
export type PlayerKind = 'here' | 'engine' | 'open' | 'link' | 'bot';

export interface SeatView {
  readonly id: string;
  readonly title: string;
  readonly kind: PlayerKind;
  readonly level: number | null;
  readonly name: string;
  readonly is_thinking: boolean;
}

/** How long people may think: for all their turns, or for each. */
export interface ClockRule {
  readonly per: 'game' | 'turn';
  readonly seconds: number;
  readonly increment: number;
}

/** The time that is left, in milliseconds, as it was at the time `at` of the server. */
export interface ClockView extends ClockRule {
  readonly left: Readonly<Record<string, number>>;
  readonly running: string | null;
  readonly at: number;
}

/** What happens when somebody whose turn it is stays away. */
export interface AbsenceRule {
  readonly seconds: number;
  readonly then: 'engine' | 'end';
}

export interface AbsenceView extends AbsenceRule {
  /** When it would happen, by the time of the server. */
  readonly at: number | null;
}

export interface Offer {
  readonly what: 'draw' | 'takeback';
  readonly turns: number;
  readonly seat: string;
  readonly agreed: readonly string[];
  readonly waiting: readonly string[];
}

export interface TurnView {
  readonly turn: number;
  readonly seat: string;
  readonly text: string;
}

export interface State {
  readonly id: string;
  readonly version: number;
  readonly game: string;
  readonly title: string;
  readonly options: Readonly<Record<string, string>>;
  readonly language: string;
  readonly created: number;
  readonly position: string;
  readonly check: string;
  readonly turn: number;
  readonly to_move: string | null;
  readonly is_over: boolean;
  readonly scene: Scene;
  readonly actions: Actions;
  readonly begun: readonly string[];
  readonly turns: readonly TurnView[];
  readonly seats: readonly SeatView[];
  readonly result: Result | null;
  readonly can_step_back: boolean;
  readonly can_undo: boolean;
  readonly can_redo: boolean;
  /** Whether every seat has somebody, or the game has been begun without. */
  readonly is_started: boolean;
  readonly clock: ClockView | null;
  readonly absence: AbsenceView | null;
  readonly offer: Offer | null;
  readonly can_offer_draw: boolean;
  readonly can_offer_takeback: boolean;
  readonly can_abort: boolean;
  /** What a draw by agreement comes to: where points count, the game ends and they are counted. */
  readonly draw_means: 'draw' | 'count';
  /** The game that follows this one, if somebody wanted one. */
  readonly rematch: string | null;
}

export interface SentPlayer {
  readonly kind: PlayerKind;
  readonly level?: number;
  readonly name?: string;
}

export interface NewGame {
  readonly game?: string;
  readonly options?: Readonly<Record<string, string | number>>;
  readonly seed?: number;
  readonly position?: string;
  readonly record?: string;
  readonly seats?: Readonly<Record<string, SentPlayer>>;
  readonly clock?: ClockRule | null;
  readonly absence?: AbsenceRule | null;
}

export interface Created {
  readonly id: string;
  readonly state: State;
  /** For each open seat, what lets somebody sit down there once. */
  readonly tickets: Readonly<Record<string, string>>;
}

/** What a ticket is for: an open seat, another device of the same person, another person. */
export type Purpose = 'join' | 'device' | 'handover';

export interface Ticket {
  readonly seat: string | null;
  readonly ticket: string;
}

export interface Joined {
  /** The seat, or nothing where somebody has come to what they had begun elsewhere. */
  readonly seat: string | null;
  readonly state: State;
}

export interface Rematch {
  readonly id: string;
  readonly seats: readonly string[];
}

export type Command =
  | { readonly do: 'action'; readonly action: string }
  | { readonly do: 'turn'; readonly turn: string }
  | { readonly do: 'back' }
  | { readonly do: 'undo' | 'redo'; readonly turns?: number }
  | { readonly do: 'resign' | 'leave'; readonly seat: string }
  | { readonly do: 'offer'; readonly what: Offer['what']; readonly turns?: number }
  | { readonly do: 'agree' | 'decline' | 'abort' }
  | { readonly do: 'start'; readonly level: number }
  | { readonly do: 'names'; readonly names: Readonly<Record<string, string>> }
  | { readonly do: 'seat'; readonly seat: string; readonly player: SentPlayer };
