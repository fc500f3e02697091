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
  skyHigh: 0xdfe3dc,
  skyLow: 0xf6e3c3,
  terrace: 0xe2d2b6,
  frame: 0x6f452c,
  letters: '#ecd9b6',
  sun: 0xffd9a3,
  sunPower: 3.1,
  ambientSky: 0xfff1dc,
  ambientGround: 0xb08a63,
  ambientPower: 1.5,
  exposure: 0.92,
};

/** The same town by night: a lantern from the side, the sky above. */
export const NIGHT: Look = {
  skyHigh: 0x14151f,
  skyLow: 0x242331,
  terrace: 0x57504e,
  frame: 0x4a2f20,
  letters: '#c9b48f',
  sun: 0xffc27a,
  sunPower: 2.2,
  ambientSky: 0x7d8bc4,
  ambientGround: 0x4a3a33,
  ambientPower: 1.0,
  exposure: 0.9,
};

const COLOURS: Readonly<Record<string, number>> = {
  dark: 0x5e3822,
  light: 0xe0c08a,
  black: 0x37312f,
  white: 0xf0e6d4,
  violet: 0x70509c,
  red: 0xa93a26,
  blue: 0x2f6399,
  green: 0x5c7d2c,
  yellow: 0xd8a12b,
};
const NOBODY = 0xb7a68c;

/** The colour of a role; an unknown one gets a colour of its own, made from its name. */
export function colourOf(role: string | null): number {
  if (role === null) return NOBODY;
  const known = COLOURS[role];
  if (known !== undefined) return known;
  const hue = hash(role) % 360;
  const channel = (shift: number) =>
    Math.round(128 + 70 * Math.cos(((hue + shift) * Math.PI) / 180));
  return (channel(0) << 16) | (channel(120) << 8) | channel(240);
}

/** The form that goes with a colour, so that nobody needs to see the colour. */
export type Emblem = 'round' | 'square' | 'hexagon' | 'quatrefoil';
const FORMS: readonly Emblem[] = ['round', 'square', 'hexagon', 'quatrefoil'];
const EMBLEMS: Readonly<Record<string, Emblem>> = {
  dark: 'round',
  light: 'square',
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
