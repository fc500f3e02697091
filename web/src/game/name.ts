// The name of the player, kept in this browser for the next game.

const KEY = 'name';
export const MAX_NAME_CHARACTERS = 40;

export function keptName(): string {
  return localStorage.getItem(KEY) ?? '';
}

export function keepName(name: string): void {
  if (name.trim()) localStorage.setItem(KEY, name.trim());
  else localStorage.removeItem(KEY);
}
