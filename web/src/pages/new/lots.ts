// Lots: who sits where is left to chance.

/** The same things in an order that chance decides; every order is as likely as any other. */
export function shuffle<Thing>(things: readonly Thing[]): Thing[] {
  const left = [...things];
  return things.flatMap(() => left.splice(randomBelow(left.length), 1));
}

/** Whether lots could change anything: not all are alike. */
export function areDifferent(things: readonly unknown[]): boolean {
  return new Set(things.map((thing) => JSON.stringify(thing))).size > 1;
}

/** A number below *most*, without the bias that a remainder alone would have. */
function randomBelow(most: number): number {
  const range = 2 ** 32;
  for (;;) {
    const number = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    if (number < range - (range % most)) return number % most;
  }
}
