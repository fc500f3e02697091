// QR codes as the path of their dark fields, made here: a link to a seat is a secret.
import { encode } from 'uqr';

const QUIET_ZONE_MODULES = 4; // fields that must stay empty around a code

export interface Code {
  readonly size: number;
  readonly path: string;
}

/** Returns the code of a text; each run of dark fields is one rectangle. */
export function codeOf(text: string): Code {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES });
  return { size, path: data.map((row, y) => runs(row, y)).join('') };
}

function runs(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x += 1) {
    const begin = x;
    while (row[x]) x += 1;
    if (x > begin) path += `M${begin} ${y}h${x - begin}v1h${begin - x}z`;
  }
  return path;
}
