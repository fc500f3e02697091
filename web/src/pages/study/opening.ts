// Reading a pasted text: a record, or the position text of one of the games.
import { Problem, post } from '../../api/api';
import type { PositionView, RecordView } from '../../api/types';

export type PastedText =
  | { readonly kind: 'record'; readonly sheet: RecordView }
  | { readonly kind: 'position'; readonly game: string; readonly position: string };

export function looksLikeRecord(text: string): boolean {
  return /^\s*(\[Tretorri|\{)/.test(text);
}

/** Reads a text, or throws the problem that tells most about it. */
export async function readPasted(text: string, games: readonly string[]): Promise<PastedText> {
  if (looksLikeRecord(text)) {
    return {
      kind: 'record',
      sheet: await post<RecordView>('/records', { text: `${text.trim()}\n` }),
    };
  }
  const position = text.trim();
  const problems: unknown[] = [];
  for (const game of games) {
    try {
      const view = await post<PositionView>('/positions', { game, position });
      return { kind: 'position', game, position: view.position };
    } catch (error) {
      problems.push(error);
    }
  }
  throw mostTelling(problems);
}

/** A broken rule says most: the text was understood by that game. */
function mostTelling(problems: readonly unknown[]): unknown {
  const isRuled = (error: unknown) => error instanceof Problem && error.rule !== null;
  return problems.find(isRuled) ?? problems[0] ?? new Problem(0, 'error', '');
}
