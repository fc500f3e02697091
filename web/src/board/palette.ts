// What the colour roles of a scene look like, and the light by day and by night.

export interface Look {
  readonly skyHigh: number;
  readonly skyLow: number;
  readonly terrace: number;
  readonly frame: number;
  readonly letters: string;
  readonly sun: number;
  readonly sunPower: number;
  readonly ambientSky: number;
  readonly ambientGround: number;
  readonly ambientPower: number;
  readonly exposure: number;
}

/** A hill town in the evening. */
export const DAY: Look = {
  skyHigh: 0xd3dcdc,
  skyLow: 0xf5e9d5,
  terrace: 0xe3dacb,
  frame: 0x7a563f,
  letters: '#f3e6cf',
  sun: 0xffe2ba,
  sunPower: 2.9,
  ambientSky: 0xf6f3ee,
  ambientGround: 0xb7a590,
  ambientPower: 1.9,
  exposure: 1.0,
};

/** The same town by night: a lantern from the side, the sky above. */
export const NIGHT: Look = {
  skyHigh: 0x14151f,
  skyLow: 0x24232f,
  terrace: 0x837c7a,
  frame: 0x74523f,
  letters: '#e0cfae',
  sun: 0xffd29b,
  sunPower: 2.3,
  ambientSky: 0xa3abcb,
  ambientGround: 0x766660,
  ambientPower: 1.6,
  exposure: 0.95,
};

const COLOURS: Readonly<Record<string, number>> = {
  dark: 0x6b4732,
  light: 0xe6d0a8,
  black: 0x565050,
  white: 0xf1eadd,
  violet: 0x77609c,
  red: 0xab4f3d,
  blue: 0x46709b,
  green: 0x71874a,
  yellow: 0xd9b055,
};
const OWNERLESS = 0xb7a68c;

/** The colour of a role; an unknown one gets a colour of its own, made from its name. */
export function colourOf(role: string | null): number {
  if (role === null) return OWNERLESS;
  const known = COLOURS[role];
  if (known !== undefined) return known;
  const hue = hash(role) % 360;
  const channel = (shift: number) =>
    Math.round(128 + 70 * Math.cos(((hue + shift) * Math.PI) / 180));
  return (channel(0) << 16) | (channel(120) << 8) | channel(240);
}

/** The mark that is inlaid in a colour, the same as on the other boards and in pictures. */
export type Inlay = 'lozenge' | 'ring' | 'bar' | 'triangle' | 'bars' | 'dots';
const INLAYS: Readonly<Record<string, Inlay>> = {
  dark: 'lozenge',
  light: 'ring',
  black: 'lozenge',
  white: 'ring',
  red: 'bar',
  yellow: 'triangle',
  blue: 'bars',
  green: 'dots',
};

/** The mark of a colour; one without a mark is told by being plain. */
export function inlayOf(role: string): Inlay | undefined {
  return INLAYS[role];
}

/** The form that a counter of a colour has, so that it can be told without seeing the colour. */
export type Emblem = 'round' | 'square' | 'hexagon' | 'quatrefoil';
const FORMS: readonly Emblem[] = ['round', 'square', 'hexagon', 'quatrefoil'];
const EMBLEMS: Readonly<Record<string, Emblem>> = {
  black: 'round',
  red: 'square',
  white: 'hexagon',
  yellow: 'quatrefoil',
  violet: 'round',
  blue: 'hexagon',
  green: 'quatrefoil',
};

export function emblemOf(role: string): Emblem {
  return EMBLEMS[role] ?? FORMS[hash(role) % FORMS.length] ?? 'round';
}

/** Whether what is inlaid in a colour must be dark to be seen. */
export function isPale(role: string): boolean {
  const colour = colourOf(role);
  const [red, green, blue] = [colour >> 16, (colour >> 8) & 255, colour & 255];
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
}

function hash(text: string): number {
  let found = 0;
  for (const letter of text) found = (found * 31 + letter.charCodeAt(0)) % 65_521;
  return found;
}
