// What a solid is made of: a body, and what is inlaid in it.
import type { BufferGeometry } from 'three';
import type { Solid } from '../../scene/scene';
import { colourOf, emblemOf, type Inlay, inlayOf, isPale } from '../palette';
import { lord, pawn } from './figures';
import { inlayOutline, symbolOutline } from './outlines';
import { block, counter, inlay, openings, slab, stair, stairMarks, tower } from './shapes';

export type Matter = 'wood' | 'stone' | 'inlay';

export interface Part {
  /** Parts of the same form are drawn together. */
  readonly form: string;
  readonly matter: Matter;
  readonly colour: number;
  /** How far it lies above the floor of the solid. */
  readonly up: number;
  /** It is a sign that should stand upright for the reader. */
  readonly isRead?: boolean;
  build(): BufferGeometry;
}

const IVORY = 0xf7ecd6;
const EBONY = 0x3a2a20;
const OPENING = 0x2a211b;
const WALNUT = 0x9a6b3f;
const STRAW = 0xd9b98a;
const INLAY_THICKNESS = 0.012;
const BLOCK_MARK_SIZE = 0.17;

/** The parts of a solid; what is inlaid on top is left out where something lies on it. */
export function partsOf(solid: Solid, level: number, isCovered: boolean): Part[] {
  const [width, depth, levels] = solid.size;
  const height = levels * level;
  const [emblem, mark] = [emblemOf(solid.colour), inlayOf(solid.colour)];
  const body = (form: string, build: () => BufferGeometry, matter: Matter = 'wood'): Part => ({
    form: `${form}/${height}`,
    matter,
    colour: tintOf(solid),
    up: 0,
    build,
  });
  switch (solid.shape) {
    case 'slab':
      return [
        body('slab', () => slab(height)),
        ...(isCovered ? [] : colourMarks(solid, height - 0.014, 0.24)),
      ];
    case 'counter':
      return [
        body(`counter/${emblem}`, () => counter(height, emblem)),
        ...(isCovered || solid.mark === null ? [] : [symbol(solid, solid.mark, height - 0.014)]),
      ];
    case 'block':
      return [
        body(`block/${width}/${depth}`, () => block(width, depth, height)),
        ...(isCovered ? [] : colourMarks(solid, height - 0.012, BLOCK_MARK_SIZE)),
      ];
    case 'stair':
      return [
        body(`stair/${solid.inverted}`, () => stair(height, solid.inverted)),
        ...onStair(solid, height, isCovered),
      ];
    case 'tower':
      return [
        body('tower', () => tower(height, levels), 'stone'),
        {
          form: `openings/${height}`,
          matter: 'inlay',
          colour: OPENING,
          up: 0,
          build: () => openings(height, levels),
        },
        ...colourMarks(solid, height + INLAY_THICKNESS, 0.2),
      ];
    case 'pawn':
      return [body(`pawn/${mark}`, () => pawn(mark))];
    case 'lord':
      return [body(`lord/${mark}`, () => lord(mark))];
  }
}

/** A piece without an owner is bleached. */
function tintOf(solid: Solid): number {
  const colour = colourOf(solid.colour);
  return solid.shape === 'counter' && solid.owner === null ? bleach(colour) : colour;
}

function bleach(colour: number): number {
  const mix = (shift: number, towards: number) =>
    Math.round(0.5 * ((colour >> shift) & 255) + 0.5 * towards) << shift;
  return mix(16, 0xcb) | mix(8, 0xbb) | mix(0, 0xa2);
}

function symbol(solid: Solid, mark: string, up: number): Part {
  return {
    form: `symbol/${mark}`,
    matter: 'inlay',
    colour: isPale(solid.colour) ? EBONY : IVORY,
    up,
    isRead: true,
    build: () => inlay(symbolOutline(mark), INLAY_THICKNESS),
  };
}

/** The mark of a colour, inlaid in the top of a solid. */
function colourMarks(solid: Solid, up: number, radius: number): Part[] {
  const mark = inlayOf(solid.colour);
  const build = (shape: Inlay) => inlay(inlayOutline(shape, radius), 0.004);
  return mark
    ? [{ ...signOf(solid, `mark/${mark}/${radius}`, () => build(mark)), up, isRead: true }]
    : [];
}

/** A stair is marked on every face that can be seen; turned over it is flat above like a block. */
function onStair(solid: Solid, height: number, isCovered: boolean): Part[] {
  const mark = inlayOf(solid.colour);
  if (solid.inverted) return isCovered ? [] : colourMarks(solid, height - 0.012, BLOCK_MARK_SIZE);
  return mark
    ? [signOf(solid, `stair-marks/${mark}/${height}`, () => stairMarks(height, mark))]
    : [];
}

function signOf(solid: Solid, form: string, build: () => BufferGeometry): Part {
  return { form, matter: 'inlay', colour: isPale(solid.colour) ? WALNUT : STRAW, up: 0, build };
}
