// What stands where: the solids over each square from the board up, and names for everything that
// can be picked.
import type { Picks } from '../../input/picks';
import type { Scene, Solid } from '../../scene/scene';

const FIGURES: ReadonlySet<string> = new Set(['pawn', 'lord']);

/** Whether a solid is a person who stands on the others and adds no height. */
export function isFigure({ shape }: Solid): boolean {
  return FIGURES.has(shape);
}

/** The cells of the ground that a solid covers. */
export function cellsOf({ x, y, size }: Solid): readonly { x: number; y: number }[] {
  const cells = [];
  for (let i = 0; i < size[0]; i += 1)
    for (let j = 0; j < size[1]; j += 1) cells.push({ x: x + i, y: y + j });
  return cells;
}

/** The solids over each square by its id, from the board up. */
export function pilesOf(scene: Scene): ReadonlyMap<string, readonly Solid[]> {
  const names = new Map(scene.squares.map(({ id, x, y }) => [`${x} ${y}`, id]));
  const piles = new Map<string, Solid[]>(scene.squares.map(({ id }) => [id, []]));
  const upwards = [...scene.solids].sort(
    (a, b) => a.z - b.z || Number(a.inverted) - Number(b.inverted),
  );
  for (const solid of upwards)
    for (const { x, y } of cellsOf(solid)) piles.get(names.get(`${x} ${y}`) ?? '')?.push(solid);
  return piles;
}

/** How many levels a pile is high. */
export function heightOf(pile: readonly Solid[]): number {
  return Math.max(0, ...pile.filter((s) => !isFigure(s)).map((s) => s.z + s.size[2]));
}

/** All names of what is hit on a square: the solids from the top down, then the square. */
export function namesAt(scene: Scene, square: string): readonly string[] {
  const pile = pilesOf(scene).get(square) ?? [];
  return [...pile.map(({ id }) => id).reverse(), square];
}

/** What can be picked on a square, the uppermost first. */
export function choicesAt(scene: Scene, picks: Picks, square: string): readonly string[] {
  return namesAt(scene, square).filter((id) => picks.next.has(id));
}

/** The squares that belong to a pick: the square itself, or those under a solid. */
export function squaresOf(scene: Scene, id: string): readonly string[] {
  const square = scene.squares.find((known) => known.id === id);
  if (square) return [square.id];
  const solid = scene.solids.find((known) => known.id === id);
  const under = (x: number, y: number) => scene.squares.find((s) => s.x === x && s.y === y);
  return solid ? cellsOf(solid).flatMap(({ x, y }) => under(x, y)?.id ?? []) : [];
}

/** What can be picked that is not on the board: pieces beside it, and buttons. */
export function besideBoard(scene: Scene, picks: Picks): readonly string[] {
  const ids = [...scene.reserves.map(({ id }) => id), ...Object.keys(scene.buttons)];
  return ids.filter((id) => picks.next.has(id));
}

/** A pick in words. */
export function nameOf(scene: Scene, id: string): string {
  const known: readonly { readonly id: string; readonly label: string }[] = [
    ...scene.squares,
    ...scene.solids,
    ...scene.reserves,
  ];
  return known.find((thing) => thing.id === id)?.label ?? scene.buttons[id] ?? id;
}

/** The uppermost solid of a pile that is no figure. */
export function topOf(pile: readonly Solid[]): Solid | undefined {
  return pile.findLast((solid) => !isFigure(solid));
}
