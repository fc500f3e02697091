// Walking by arrow keys over what can be picked, as it is seen on the screen.

export interface Seen {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';
const STEPS: Readonly<Record<Arrow, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function isArrow(key: string): key is Arrow {
  return key in STEPS;
}

/** The nearest in a direction; what lies aside counts as farther. From nowhere, the first. */
export function step(
  seen: readonly Seen[],
  from: string | undefined,
  arrow: Arrow,
): Seen | undefined {
  const here = seen.find(({ id }) => id === from);
  if (!here) return seen[0];
  const [dx, dy] = STEPS[arrow];
  let best: Seen | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const there of seen) {
    const [x, y] = [there.x - here.x, there.y - here.y];
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy) + Math.abs(y * dx)];
    const far = ahead + 2 * aside;
    if (ahead > 1 && aside < 2 * ahead && far < least) [best, least] = [there, far];
  }
  return best ?? here;
}

/** The next or previous, around the end. */
export function after(
  seen: readonly Seen[],
  from: string | undefined,
  by: 1 | -1,
): Seen | undefined {
  const at = seen.findIndex(({ id }) => id === from);
  return at < 0 ? seen[0] : seen.at((at + by) % seen.length);
}
