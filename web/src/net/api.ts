// Requests to the server. Whatever it refuses becomes a Problem with its sentence and rule.

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule: string | null = null,
    readonly body: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** The address of something below /api, in the language of the page. */
export function address(path: string, query: Query = {}): string {
  const url = new URL(`/api${path}`, location.origin);
  url.searchParams.set('lang', document.documentElement.lang);
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(key, String(value));
  }
  return url.pathname + url.search;
}

export async function get<Answer>(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Answer> {
  return answered(fetch(address(path, query), signal ? { signal } : {}));
}

export async function post<Answer>(
  path: string,
  body: unknown,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json' };
  const init: RequestInit = { method: 'POST', headers, body: JSON.stringify(body) };
  return answered(fetch(address(path, query), signal ? { ...init, signal } : init));
}

async function answered<Answer>(asked: Promise<Response>): Promise<Answer> {
  const response = await asked.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem(0, 'offline', 'offline');
  });
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body as Answer;
  throw new Problem(
    response.status,
    body.code ?? 'error',
    body.message ?? response.statusText,
    body.rule ?? null,
    body,
  );
}
