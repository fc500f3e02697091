// What happened between two scenes: which pieces went where, as far as a viewer can tell.
import type { Scene, Solid } from './scene';

export interface Changes {
  readonly moved: readonly (readonly [Solid, Solid])[];
  readonly added: readonly Solid[];
  readonly removed: readonly Solid[];
}

/** Pairs pieces that have gone with pieces of the same kind that have come, from the ground up. */
export function changes(before: Scene, after: Scene): Changes {
  const placed = new Set(after.solids.map(place));
  const stood = new Set(before.solids.map(place));
  const gone = byHeight(before.solids.filter((solid) => !placed.has(place(solid))));
  const come = byHeight(after.solids.filter((solid) => !stood.has(place(solid))));
  const moved: (readonly [Solid, Solid])[] = [];
  const added: Solid[] = [];
  for (const solid of come) {
    const at = gone.findIndex((old) => kind(old) === kind(solid));
    const [old] = at < 0 ? [] : gone.splice(at, 1);
    if (old) moved.push([old, solid]);
    else added.push(solid);
  }
  return { moved, added, removed: gone };
}

function byHeight(solids: readonly Solid[]): Solid[] {
  return [...solids].sort((a, b) => a.z - b.z);
}

function kind({ shape, colour, mark, owner, size }: Solid): string {
  // A block can be laid down or set up: its measures in any order are the same piece.
  return [shape, colour, mark, owner, ...[...size].sort()].join(' ');
}

function place(solid: Solid): string {
  const { x, y, z, facing, inverted } = solid;
  return [kind(solid), x, y, z, facing, inverted, ...solid.size].join(' ');
}
