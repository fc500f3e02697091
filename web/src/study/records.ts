// A record as data: the JSON twin of the text, as `POST /api/records` takes and gives it.

export interface TurnData {
  readonly turn: number;
  readonly text: string;
  readonly mark?: string;
  readonly clock?: number | null;
  readonly comment?: string;
  readonly variations?: readonly LineData[];
}

export interface LineData {
  readonly turns: readonly TurnData[];
  readonly comment?: string;
}

/** Everything of a record but its turns. */
export interface Head {
  readonly game: string;
  readonly rules?: number | null;
  readonly options?: Readonly<Record<string, string>>;
  readonly seed?: number | null;
  readonly start?: string | null;
  readonly result?: { readonly winners: readonly string[]; readonly reason: string } | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export type RecordData = Head & LineData;

/** A record in both forms, and the position that it begins with. */
export interface Sheet {
  readonly text: string;
  readonly record: RecordData;
  readonly start: string;
}
