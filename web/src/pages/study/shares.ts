// Shares of a win as people read them.
import { colourOf } from '../../board/palette';
import type { Seat } from '../../scene/scene';
import type { Shares } from './thinking.svelte';

export function percent(share: number): number {
  return Math.round(100 * share);
}

/** `Light 62 %, Dark 38 %`. */
export function describeShares(seats: readonly Seat[], shares: Shares): string {
  return seats.map(({ id, name }) => `${name} ${percent(shares[id] ?? 0)} %`).join(', ');
}

export function hexOf(colour: string): string {
  return `#${colourOf(colour).toString(16).padStart(6, '0')}`;
}
