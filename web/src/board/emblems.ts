// Marks that tell colours without colour: the same as in pictures. Paths in a square from -50 to 50.

const LOZENGE = 'M0-42L42 0 0 42-42 0z';
const RING = 'M-42 0a42 42 0 1 0 84 0a42 42 0 1 0-84 0zM-26 0a26 26 0 1 0 52 0a26 26 0 1 0-52 0z';
const DOT = 'a17 17 0 1 0 34 0a17 17 0 1 0-34 0z';

const EMBLEMS: Readonly<Record<string, string>> = {
  dark: LOZENGE,
  light: RING,
  black: LOZENGE,
  white: RING,
  red: 'M-44-14H44V14H-44z',
  yellow: 'M0-42L44 34H-44z',
  blue: 'M-42-42h16v84h-16zM-8-42H8v84H-8zM26-42h16v84H26z',
  green: `M-42-25${DOT}M8-25${DOT}M-42 25${DOT}M8 25${DOT}`,
};

/** The mark of a colour role; one without a mark is told by being plain. */
export function emblemOf(colour: string): string {
  return EMBLEMS[colour] ?? '';
}
