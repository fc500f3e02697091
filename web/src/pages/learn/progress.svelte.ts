// Which steps of the lessons were done in this browser.

const KEY = 'lessons';
type Done = Readonly<Record<string, readonly string[]>>;

let done = $state.raw<Done>(loadProgress());

/** The ids of the steps of a game that were done. */
export function doneSteps(game: string): readonly string[] {
  return done[game] ?? [];
}

export function markDone(game: string, step: string): void {
  const steps = doneSteps(game);
  if (!steps.includes(step)) keep({ ...done, [game]: [...steps, step] });
}

function keep(now: Done): void {
  done = now;
  localStorage.setItem(KEY, JSON.stringify(now));
}

function loadProgress(): Done {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter(([, steps]) => Array.isArray(steps)),
    ) as Done;
  } catch {
    return {};
  }
}
