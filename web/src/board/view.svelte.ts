import { route } from '../route.svelte';
import { isChoice, setting, type View } from '../ui/settings.svelte';
import { hasWebGL } from './webgl';

/** The board that is shown: as the address or the setting says, or flat where WebGL is missing. */
export function shownView(asked: string | null = route().query.get('view')): View {
  const wanted = isChoice('view', asked) ? asked : setting('view');
  return wanted === '3d' && !hasWebGL() ? 'flat' : wanted;
}
