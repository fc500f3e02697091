// Small strong shapes, in a square from -50 to 50: symbols, and figures that stand on the pieces.

const disc = (r: number, x = 0, y = 0) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const point = (radius: number, turn: number) =>
  `${(radius * Math.sin(2 * Math.PI * turn)).toFixed(1)} ${(-radius * Math.cos(2 * Math.PI * turn)).toFixed(1)}`;

const ray = (turn: number) =>
  `M${point(26, turn - 0.05)}L${point(50, turn)}L${point(26, turn + 0.05)}Z`;

const SYMBOLS: Readonly<Record<string, string>> = {
  A: disc(21) + [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ray(i / 8)).join(''), // sun
  B: `${disc(23, 0, -27)}${disc(10, 0, -27)}M-8 -6H8V50H-8ZM8 12H29V25H8ZM8 36H25V50H8Z`, // key
  C: 'M-44 40V26H44V40ZM-44 20L-48 -26L-23 -2L0 -42L23 -2L48 -26L44 20Z', // crown
  D:
    'M-44 28C-28 18 -30 -6 -25 -20C-20 -34 -10 -38 -6 -39A7 7 0 1 1 6 -39' +
    'C10 -38 20 -34 25 -20C30 -6 28 18 44 28ZM-13 33H13A13 13 0 0 1 -13 33Z', // bell
};

/** The shape of a symbol, or undefined if it can only be written. */
export function symbolOf(mark: string): string | undefined {
  return SYMBOLS[mark];
}

export const PAWN =
  'M-26 26C-26 14 -13 10 -11 -6C-17 -10 -17 -15 -12 -17A17 17 0 1 1 12 -17' +
  'C17 -15 17 -10 11 -6C13 10 26 14 26 26C26 35 -26 35 -26 26Z';
export const ROBE =
  'M-27 28C-24 6 -15 -4 -13 -14A14 14 0 1 1 13 -14C15 -4 24 6 27 28C20 36 -20 36 -27 28Z';
export const CROWN = 'M-17 -29L-20 -50L-9 -41L0 -54L9 -41L20 -50L17 -29Z';
export const CHEVRON = 'M0 -34L24 -8L13 -8L0 -20L-13 -8L-24 -8Z';
