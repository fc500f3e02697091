// Keys of the game page. They never take a key from somebody who types or who walks over a board.

export interface KeyDeeds {
  readonly [key: string]: () => void;
}

/** The name of a key as deeds are listed: `ArrowLeft`, `u`, `U` with shift, `?`. */
export function keyOf(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable], dialog')) return undefined;
  const isWalking = target?.closest('.board, [role="radiogroup"]') && WALKING.has(event.key);
  if (isWalking || (event.key === 'Enter' && target?.closest('button, a'))) return undefined;
  return event.key;
}

const WALKING = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);
