// A short message to the user that goes away by itself, such as "the link is copied".

const SHOWN = 6000; // milliseconds

let current = $state('');
let timer: ReturnType<typeof setTimeout> | undefined;

export function notice(): string {
  return current;
}

export function tell(sentence: string): void {
  clearTimeout(timer);
  current = sentence;
  timer = setTimeout(() => {
    current = '';
  }, SHOWN);
}

export function dismiss(): void {
  clearTimeout(timer);
  current = '';
}
