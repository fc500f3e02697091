// A short message to the user that goes away by itself, such as "the link is copied".

const NOTICE_MS = 6000;

let current = $state('');
let timer: ReturnType<typeof setTimeout> | undefined;

export function notice(): string {
  return current;
}

export function showNotice(sentence: string): void {
  clearTimeout(timer);
  current = sentence;
  timer = setTimeout(() => {
    current = '';
  }, NOTICE_MS);
}

export function dismiss(): void {
  clearTimeout(timer);
  current = '';
}
