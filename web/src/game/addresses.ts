// Addresses to give away. A ticket stands behind the `#`: browsers never send that part to a server.

import type { Purpose } from '../api/types';
import { at } from '../route.svelte';

const PURPOSES: readonly Purpose[] = ['join', 'device', 'handover'];

/** The address by which a player takes a seat; what it is for can be read without the ticket. */
export function joinAddress(
  id: string,
  seat: string | null,
  purpose: Purpose,
  ticket: string,
): string {
  const query = { ...(seat ? { seat } : {}), ...(purpose === 'join' ? {} : { for: purpose }) };
  return absoluteAddress(at('join', [id], query, ticket));
}

/** The address for spectators. */
export function watchAddress(id: string): string {
  return absoluteAddress(at('game', [id]));
}

/** What a link says it is for. */
export function purposeIn(query: URLSearchParams): Purpose {
  return PURPOSES.find((known) => known === query.get('for')) ?? 'join';
}

/** Whether an address of this page means something on this device only. */
export function isLocal(host = location.hostname): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}

function absoluteAddress(path: string): string {
  return new URL(path, location.origin).href;
}
