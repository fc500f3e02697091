// Where squares are on the screen. A board can be seen from the other side, and a long one lies
// upright on a narrow screen, so that its squares stay large.
import type { Direction, Scene, Square } from '../../scene/scene';

/** A place on the screen, counted in squares from the upper left corner. */
export interface Place {
  readonly column: number;
  readonly row: number;
}

const CLOCKWISE: readonly Direction[] = ['n', 'e', 's', 'w'];
const MIN_TURN_RATIO = 1.3; // from here on a board may be turned to fit a screen
const MIN_TURN_GAIN = 1.1; // by so much its squares have to gain

export class Layout {
  readonly columns: number;
  readonly rows: number;
  private readonly squares = new Map<string, Square>();

  /** *quarters* is how often the board is turned clockwise by a quarter. */
  constructor(
    private readonly scene: Scene,
    readonly quarters = 0,
  ) {
    const isUpright = quarters % 2 === 1;
    this.columns = isUpright ? scene.rows : scene.columns;
    this.rows = isUpright ? scene.columns : scene.rows;
    for (const square of scene.squares) this.squares.set(key(this.place(square)), square);
  }

  /** Fits a board into a box: flipped if wanted, upright if its squares are larger then. */
  static fit(scene: Scene, box: { width: number; height: number }, flipped: boolean): Layout {
    const { columns, rows } = scene;
    const asItIs = Math.min(box.width / columns, box.height / rows);
    const isUpright =
      isLong(scene) && Math.min(box.width / rows, box.height / columns) > asItIs * MIN_TURN_GAIN;
    return new Layout(scene, (flipped ? 2 : 0) + (isUpright ? 1 : 0));
  }

  place({ x, y }: { readonly x: number; readonly y: number }): Place {
    const { columns, rows } = this.scene;
    const [east, south] = [columns - 1 - x, rows - 1 - y];
    const places: readonly Place[] = [
      { column: x, row: south },
      { column: y, row: x },
      { column: east, row: y },
      { column: south, row: east },
    ];
    return places[this.quarters] ?? { column: x, row: south };
  }

  /** The square at a place on the screen. */
  square(place: Place): Square | undefined {
    return this.squares.get(key(place));
  }

  /** The squares as they are read on the screen, row by row. */
  get lines(): readonly (readonly Square[])[] {
    return span(this.rows).map((row) =>
      span(this.columns).flatMap((column) => this.square({ column, row }) ?? []),
    );
  }

  /** Where on the screen a direction of the board points to. */
  direction(direction: Direction): Direction {
    return CLOCKWISE[(CLOCKWISE.indexOf(direction) + this.quarters) % 4] ?? direction;
  }

  /** What is written under the columns and beside the rows: letters and numbers of squares. */
  get edges(): { readonly below: readonly string[]; readonly beside: readonly string[] } {
    const letter = (square: Square | undefined) => square?.id.replace(/\d+$/, '') ?? '';
    const number = (square: Square | undefined) => square?.id.replace(/^\D+/, '') ?? '';
    const [across, along] = this.quarters % 2 === 1 ? [number, letter] : [letter, number];
    return {
      below: span(this.columns).map((column) => across(this.square({ column, row: 0 }))),
      beside: span(this.rows).map((row) => along(this.square({ column: 0, row }))),
    };
  }
}

/** Whether a board is much wider than high. */
export function isLong({ columns, rows }: Scene): boolean {
  return columns >= MIN_TURN_RATIO * rows;
}

export function span(length: number): readonly number[] {
  return Array.from({ length }, (_, i) => i);
}

function key({ column, row }: Place): string {
  return `${column} ${row}`;
}
