// Requests to the server. Whatever it refuses becomes a Problem with its sentence and rule.

const NO_CONTENT = 204; // and nothing to tell

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

type QueryValue = string | number | boolean | undefined | readonly string[];
export type Query = Readonly<Record<string, QueryValue>>;

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
  return readAnswer(fetch(address(path, query), request('GET', signal)));
}

export async function post<Answer>(
  path: string,
  body: unknown,
  query: Query = {},
  signal?: AbortSignal,
): Promise<Answer> {
  return readAnswer(fetch(address(path, query), request('POST', signal, JSON.stringify(body))));
}

export function request(method: string, signal?: AbortSignal, body?: string): RequestInit {
  return {
    method,
    ...(body === undefined ? {} : { body, headers: { 'Content-Type': 'application/json' } }),
    ...(signal ? { signal } : {}),
  };
}

async function readAnswer<Answer>(asked: Promise<Response>): Promise<Answer> {
  const response = await awaitServer(asked);
  if (!response.ok) throw await readProblem(response);
  if (response.status === NO_CONTENT) return undefined as Answer;
  return awaitServer(response.json()); // an answer may break off after it has begun well
}

/** Waits for something from the server; what was given up on our side stays what it is. */
export async function awaitServer<Part>(part: Promise<Part>): Promise<Part> {
  return part.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Problem(0, 'offline', 'offline');
  });
}

/** Why the server did not do what it was asked for. */
export async function readProblem(response: Response): Promise<Problem> {
  const body = await response.json().catch(() => ({}));
  const { code = 'error', message = response.statusText, rule = null } = body;
  return new Problem(response.status, code, message, rule, body);
}
