// Updates of a game over a socket, until the listener stops. A broken connection is made
// again, later and later; since the server counts versions, nothing is missed.
import { address } from './api';
import type { SocketMessage, Update } from './types';

export interface Listener {
  /** The version that is known already. */
  version(): number;
  onupdate(update: Update): void;
  onconnected(isConnected: boolean): void;
  /** The server wants us no more: a seat that is another's now, a game that is gone, too much talk. */
  onrefused(): void;
}

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
const RESTART_PAUSE_MS = 5000; // within which all clients come back to a server that restarts
const MAX_SILENCE_MS = 25_000; // the server says something every 10 seconds
const CLOSE_RESTARTED = 1012;
const CLOSE_REFUSED = 1008;
const CLOSE_ABNORMAL = 1006; // what a browser calls a connection that broke off

/** How long to wait before the nth try: chance keeps a crowd from returning all at once. */
export function pauseBefore(tries: number, code: number, chance = Math.random()): number {
  if (code === CLOSE_RESTARTED && tries === 0) return chance * RESTART_PAUSE_MS;
  return chance * Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS);
}

/** Listens to a game; returns how to stop. */
export function listenTo(id: string, listener: Listener): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isStopped = false;

  function connect(): void {
    clearTimeout(timer);
    const opened = new WebSocket(socketAddress(id, listener.version()));
    socket = opened;
    opened.onopen = () => listener.onconnected(true);
    opened.onmessage = ({ data }) => {
      watch(opened);
      tries = 0;
      listener.onconnected(true);
      const message = JSON.parse(String(data)) as SocketMessage;
      // The page sends no commands here, and a problem is followed by the end of the connection.
      if ('version' in message) listener.onupdate(message);
    };
    opened.onclose = ({ code }) => lose(opened, code);
    watch(opened);
  }

  /** Goes on without a connection that is broken, and makes another later. */
  function lose(lost: WebSocket | null, code: number): void {
    if (!lost || socket !== lost) return;
    socket = null;
    clearTimeout(timer);
    lost.close();
    listener.onconnected(false);
    isStopped = code === CLOSE_REFUSED;
    if (isStopped) listener.onrefused();
    else timer = setTimeout(connect, pauseBefore(tries, code));
    tries += 1;
  }

  /** Gives a connection up that says nothing any more. */
  function watch(opened: WebSocket): void {
    clearTimeout(timer);
    timer = setTimeout(() => lose(opened, CLOSE_ABNORMAL), MAX_SILENCE_MS);
  }

  /** Does not wait when there is a reason to hope. */
  function hurry(): void {
    if (socket || isStopped || document.visibilityState === 'hidden') return;
    tries = 0;
    connect();
  }

  const drop = (): void => lose(socket, CLOSE_ABNORMAL);

  addEventListener('online', hurry);
  addEventListener('offline', drop);
  document.addEventListener('visibilitychange', hurry);
  connect();
  return () => {
    removeEventListener('online', hurry);
    removeEventListener('offline', drop);
    document.removeEventListener('visibilitychange', hurry);
    clearTimeout(timer);
    isStopped = true;
    const last = socket;
    socket = null;
    last?.close();
  };
}

function socketAddress(id: string, since: number): string {
  const url = new URL(address(`/games/${id}/socket`, { since, with_state: true }), location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
