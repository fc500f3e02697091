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

  /** Whether the same request may succeed in a moment. */
  get isPassing(): boolean {
    return [0, 429, 502, 503, 504].includes(this.status);
  }
}

type Asked = string | number | boolean | undefined | readonly string[];
export type Query = Readonly<Record<string, Asked>>;

/** The address of something below /api, in the language of the page. */
export function address(path: string, query: Query = {}): string {
  const url = new URL(`/api${path}`, location.origin);
  url.searchParams.set('lang', document.documentElement.lang);
  for (const [key, value] of Object.entries(query)) {
    for (const each of [value ?? []].flat()) url.searchParams.append(key, String(each));
  }
  return url.pathname + url.search;
}

export async function get<Answer>(
  path: string,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Answer> {
  return answered(fetch(address(path, query), request('GET', signal)));
}

export async function post<Answer>(
  path: string,
  body: unknown,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Answer> {
  return answered(fetch(address(path, query), request('POST', signal, JSON.stringify(body))));
}

function request(method: string, signal?: AbortSignal, body?: string): RequestInit {
  return {
    method,
    ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
    ...(signal ? { signal } : {}),
  };
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
