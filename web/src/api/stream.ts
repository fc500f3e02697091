// Server-sent events as the answer to a request, told one by one.
import { address, awaitServer, readProblem, request } from './api';

export interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Sends something and yields what the server tells, until it is done. */
export async function* streamEvents(
  path: string,
  body: unknown,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const response = await awaitServer(
    fetch(address(path), request('POST', signal, JSON.stringify(body))),
  );
  if (!response.ok || !response.body) throw await readProblem(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const events = (text + value).split('\n\n');
    text = events.pop() ?? '';
    for (const event of events.map(parseEvent)) if (event.name) yield event; // the rest are comments
  }
}

/** One event: its name and its data. */
export function parseEvent(event: string): ServerEvent {
  const field = (name: string) =>
    event
      .split('\n')
      .filter((line) => line.startsWith(`${name}: `))
      .map((line) => line.slice(name.length + 2))
      .join('\n');
  return { name: field('event'), data: JSON.parse(field('data') || 'null') };
}
