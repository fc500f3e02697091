// What the colour roles of a scene look like, by day and by night.

export interface Look {
  readonly sky: number;
  readonly ground: number;
  readonly table: number;
  readonly sun: number;
  readonly sunPower: number;
  readonly ambientSky: number;
  readonly ambientGround: number;
  readonly ambientPower: number;
  readonly glow: number;
}

/** A hill town in the evening. */
export const DAY: Look = {
  sky: 0xf3e7d3,
  ground: 0xd9c4a0,
  table: 0x8a5a3a,
  sun: 0xffdcae,
  sunPower: 2.6,
  ambientSky: 0xfff4e0,
  ambientGround: 0xb98f66,
  ambientPower: 1.25,
  glow: 0xffb84d,
};

/** The same town by night. */
export const NIGHT: Look = {
  sky: 0x1b1a24,
  ground: 0x2c2833,
  table: 0x3d2a20,
  sun: 0xffc98a,
  sunPower: 1.7,
  ambientSky: 0x6c76a8,
  ambientGround: 0x4d3a30,
  ambientPower: 1.0,
  glow: 0xffb84d,
};

const COLOURS: Readonly<Record<string, number>> = {
  dark: 0x6b4029,
  light: 0xe7cfa2,
  black: 0x3b3432,
  white: 0xf1e8d8,
  violet: 0x7b5aa6,
  red: 0xb8452f,
  blue: 0x3f6fa8,
  green: 0x6b8e3d,
  yellow: 0xdfae35,
};

/** The colour of a role; an unknown one gets a colour of its own, made from its name. */
export function colourOf(role: string | null): number {
  if (role === null) return 0xcab48f;
  const known = COLOURS[role];
  if (known !== undefined) return known;
  let hash = 0;
  for (const letter of role) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  const channel = (shift: number) =>
    Math.round(128 + 70 * Math.cos(((hash + shift) * Math.PI) / 180));
  return (channel(0) << 16) | (channel(120) << 8) | channel(240);
}
