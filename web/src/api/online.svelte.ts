// Whether the server can be reached, as far as we know.

let browser = $state(navigator.onLine);
addEventListener('online', () => {
  browser = true;
});
addEventListener('offline', () => {
  browser = false;
});

export function isOnline(): boolean {
  return browser;
}
