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

/** How to ask: when to give up, and the secret of a game. */
export interface Manner {
  readonly signal?: AbortSignal | undefined;
  readonly secret?: string | undefined;
}

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
  manner: AbortSignal | Manner = {},
): Promise<Answer> {
  return answered(fetch(address(path, query), request('GET', manner)));
}

export async function post<Answer>(
  path: string,
  body: unknown,
  query: Query = {},
  manner: AbortSignal | Manner = {},
): Promise<Answer> {
  return answered(fetch(address(path, query), request('POST', manner, JSON.stringify(body))));
}

function request(method: string, manner: AbortSignal | Manner, body?: string): RequestInit {
  const { signal, secret }: Manner = manner instanceof AbortSignal ? { signal: manner } : manner;
  const headers = new Headers();
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (secret) headers.set('Authorization', `Bearer ${secret}`);
  return {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
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
