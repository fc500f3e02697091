// What the text board says: changes, picks and answers, each as a list of sentences.

import { language, t } from '../../i18n/words.svelte';
import type { Picks } from '../../input/picks';
import type { Scene, Seat, Square } from '../../scene/scene';
import { besideBoard, isFigure, nameOf, pilesOf, topOf } from '../flat/piles';

export type Sentences = readonly string[];

const MAX_CHANGED_SQUARES = 8; // more changed squares than that are another position, not an action

/** Who did what between two scenes, and what is to be done now. */
export function describeChange(before: Scene, after: Scene): Sentences {
  const changed = changedSquares(before, after);
  if (before.game !== after.game || changed.length > MAX_CHANGED_SQUARES)
    return [t('text.new-position'), after.prompt];
  if (changed.length === 0) return before.prompt === after.prompt ? [] : [after.prompt];
  return [
    describeActor(before, after, changed),
    ...changed.map(({ label }) => label),
    after.prompt,
  ];
}

/** An action changes the squares it is marked by; taking one back changes others. */
function describeActor(before: Scene, after: Scene, changed: readonly Square[]): string {
  const seat = before.seats.find(({ to_move }) => to_move);
  const isAction =
    after.marked.length > 0 && after.marked.every((id) => changed.some((s) => s.id === id));
  return seat && isAction ? t('text.acted', { seat: seat.name }) : t('text.changed');
}

/** The squares that look different now; what the last action touched comes first. */
function changedSquares(before: Scene, after: Scene): readonly Square[] {
  const labels = new Map(before.squares.map(({ id, label }) => [id, label]));
  const rank = ({ id }: Square) =>
    after.marked.includes(id) ? after.marked.indexOf(id) : MAX_CHANGED_SQUARES;
  return after.squares
    .filter(({ id, label }) => labels.get(id) !== label)
    .sort((a, b) => rank(a) - rank(b));
}

/** What was picked or taken back, and what can follow. */
export function describePicks(scene: Scene, before: Picks, after: Picks): Sentences {
  const [was, is] = [before.picked, after.picked];
  if (is.length > was.length) {
    const what = list(is.slice(was.length).map((id) => nameOf(scene, id)));
    return [t('text.picked', { what }), ...describeChoices(scene, after)];
  }
  return is.length < was.length ? [t('text.taken-back'), ...describeChoices(scene, after)] : [];
}

/** Where one can go: everything that can be picked next. */
export function describeChoices(scene: Scene, picks: Picks): Sentences {
  const { next } = picks;
  const squares = scene.squares.filter(({ id }) => next.has(id)).map(({ id }) => id);
  const solids = scene.solids.filter(({ id }) => next.has(id));
  const others = besideBoard(scene, picks).map((id) => nameOf(scene, id));
  const told = [
    ...(squares.length > 0 ? [t('text.ways', { list: list(squares) })] : []),
    ...(solids.length > 0
      ? [t('text.ways-pieces', { list: list(solids.map(({ id }) => at(scene, id))) })]
      : []),
    ...(others.length > 0 ? [t('text.ways-beside', { list: list(others) })] : []),
  ];
  return told.length > 0 ? told : [t('text.no-ways')];
}

/** What is on a square: the square in words, then layer by layer from the top. */
export function describeSquare(scene: Scene, name: string): Sentences {
  const square = scene.squares.find(({ id }) => id === name);
  if (!square) return [];
  const [top, ...below] = [...(pilesOf(scene).get(name) ?? [])].reverse();
  const layers = below.map(({ label }) => t('text.under', { what: label }));
  return top && below.length > 0
    ? [square.label, t('text.on-top', { what: top.label }), ...layers]
    : [square.label];
}

/** The pieces of the player to move: on the board and beside it. */
export function describePieces(scene: Scene): Sentences {
  const seat = scene.seats.find(({ to_move }) => to_move) ?? scene.seats[0];
  if (!seat) return [];
  const piles = pilesOf(scene);
  const owned = scene.squares.filter(({ id }) => {
    const pile = piles.get(id) ?? [];
    const figures = pile.filter(isFigure);
    return [topOf(pile), ...figures].some((solid) => solid?.owner === seat.id);
  });
  return [...describeSeat(scene, seat), ...owned.map(({ label }) => label)];
}

/** The whole position. */
export function describeBoard(scene: Scene): Sentences {
  const standing = scene.squares.filter(({ text }) => text !== '').map(({ label }) => label);
  return [scene.prompt, ...scene.seats.flatMap((seat) => describeSeat(scene, seat)), ...standing];
}

function describeSeat(scene: Scene, seat: Seat): Sentences {
  const pieces = scene.reserves
    .filter(({ owner }) => owner === seat.id)
    .map(({ label, count }) => t('flat.reserve-piece', { piece: label, count }));
  const facts = [seat.score, seat.status, ...pieces].filter((fact) => fact !== '');
  return [facts.length > 0 ? t('text.seat', { seat: seat.name, facts: list(facts) }) : seat.name];
}

/** A piece with the square it stands on. */
function at(scene: Scene, id: string): string {
  const solid = scene.solids.find((known) => known.id === id);
  const square = scene.squares.find(({ x, y }) => x === solid?.x && y === solid?.y);
  const label = nameOf(scene, id);
  return square && !label.includes(square.id)
    ? t('text.piece-on', { piece: label, square: square.id })
    : label;
}

function list(things: readonly string[]): string {
  return new Intl.ListFormat(language(), { type: 'unit', style: 'short' }).format(things);
}
