// Words of games are written small; where they begin a label they are written large.
import { language } from '../../i18n/words.svelte';

export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(language()) + text.slice(1);
}
