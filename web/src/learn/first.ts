// The game that a lesson leads to: the learner begins, the engine at its lowest level answers.
import type { NewGame, Shelved } from '../net/types';

export function firstGame({ id, seats, has_engine }: Shelved): NewGame {
  const others = seats.slice(1).map((seat) => seat.id);
  const engine = { kind: 'engine', level: 1 } as const;
  return { game: id, seats: has_engine ? Object.fromEntries(others.map((o) => [o, engine])) : {} };
}
