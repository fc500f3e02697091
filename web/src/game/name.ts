// What somebody is called, kept in this browser for the next game.

const KEY = 'name';
export const LONGEST_NAME = 40;

export function keptName(): string {
  return localStorage.getItem(KEY) ?? '';
}

export function keepName(name: string): void {
  if (name.trim()) localStorage.setItem(KEY, name.trim());
  else localStorage.removeItem(KEY);
}
