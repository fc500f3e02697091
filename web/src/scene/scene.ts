// The scene as the server tells it: what to draw, without any rule. See `core/scene.py`.

export type Shape = 'slab' | 'counter' | 'block' | 'stair' | 'tower' | 'pawn' | 'lord';
export type Direction = 'n' | 'e' | 's' | 'w';
export type Size = readonly [number, number, number];

export interface Square {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly role: string;
  readonly label: string;
  readonly text: string;
  readonly mark: string | null;
  readonly group: string | null;
  readonly colour: string | null;
}

export interface Solid {
  readonly id: string;
  readonly shape: Shape;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly colour: string;
  readonly label: string;
  readonly size: Size;
  readonly facing: Direction | null;
  readonly inverted: boolean;
  readonly mark: string | null;
  readonly owner: string | null;
}

export interface Reserve {
  readonly id: string;
  readonly shape: Shape;
  readonly size: Size;
  readonly colour: string;
  readonly owner: string;
  readonly count: number;
  readonly label: string;
  readonly mark: string | null;
}

export interface Seat {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
  readonly to_move: boolean;
  readonly winner: boolean;
  readonly score: string;
  readonly status: string;
}

/** Something that a learner may want to see: districts, free sides, pieces that cannot move. */
export interface Aid {
  readonly id: string;
  readonly label: string;
  readonly squares: readonly string[];
  readonly solids: readonly string[];
}

export interface Scene {
  readonly game: string;
  readonly columns: number;
  readonly rows: number;
  readonly level: number;
  readonly squares: readonly Square[];
  readonly solids: readonly Solid[];
  readonly seats: readonly Seat[];
  readonly prompt: string;
  readonly reserves: readonly Reserve[];
  readonly buttons: Readonly<Record<string, string>>;
  readonly marked: readonly string[];
  readonly aids: readonly Aid[];
}

/** The square that a solid stands on: the south-western one if it covers several. */
export function squareUnder(scene: Scene, solid: Solid): Square | undefined {
  return scene.squares.find((square) => square.x === solid.x && square.y === solid.y);
}
