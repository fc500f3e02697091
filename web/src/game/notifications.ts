// Notifies a player who looks elsewhere that it is their turn.

import { t } from '../i18n/words.svelte';
import { showNotice } from '../ui/notice.svelte';
import { prefer, setting } from '../ui/settings.svelte';

const ICON = '/icon.svg';
const ICON_CALLING = '/icon-turn.svg';

/** Whether the browser could show a notice at all; on plain HTTP none does. */
export function canNotify(): boolean {
  return 'Notification' in window && isSecureContext;
}

/** Asks whether notices may be shown, after a click and never before; returns whether they may. */
export async function askToNotify(): Promise<boolean> {
  if (!canNotify()) return false;
  const isAllowed = (await Notification.requestPermission()) === 'granted';
  prefer('notify', isAllowed ? 'on' : 'off');
  return isAllowed;
}

/** Asks, and tells what came of it. */
export async function askAndReport(): Promise<boolean> {
  const isAllowed = await askToNotify();
  showNotice(t(isAllowed ? 'link.notify-on' : 'link.notify-denied'));
  return isAllowed;
}

/** Whether notices are wanted and allowed. */
export function isNotifying(): boolean {
  return setting('notify') === 'on' && canNotify() && Notification.permission === 'granted';
}

/** Shows a notice to who looks elsewhere; a press leads back to the game. */
export function notify(id: string, sentence: string): void {
  if (!document.hidden || !isNotifying()) return;
  try {
    const notice = new Notification(sentence, { tag: id, icon: '/icon-192.png' });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some phones let only installed pages do this; the title still says it.
  }
}

/** Marks the sign of the page in the row of tabs. */
export function markTab(isCalling: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = isCalling ? ICON_CALLING : ICON;
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
}
