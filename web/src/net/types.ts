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

/** What comes over the socket when something is new. */
export interface News {
  readonly kind: 'events' | 'snapshot' | 'ping' | 'answer' | 'problem';
  readonly version: number;
  readonly state: State | null;
}

export interface Why {
  readonly action: string;
  readonly is_legal: boolean;
  readonly problem: { readonly message: string; readonly rule: string | null } | null;
}

export type PlayerKind = 'here' | 'engine' | 'open';

export interface SeatView {
  readonly id: string;
  readonly title: string;
  readonly kind: PlayerKind;
  readonly level: number | null;
  readonly name: string;
  readonly is_thinking: boolean;
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
}

export interface Created {
  readonly id: string;
  readonly secret: string;
  readonly state: State;
}

export type Command =
  | { readonly do: 'action'; readonly action: string }
  | { readonly do: 'turn'; readonly turn: string }
  | { readonly do: 'back' }
  | { readonly do: 'undo' | 'redo'; readonly turns?: number }
  | { readonly do: 'resign'; readonly seat: string }
  | { readonly do: 'seat'; readonly seat: string; readonly player: SentPlayer };
