// News of a game over a socket, for as long as somebody wants them. A broken connection is made
// again, later and later; since the server counts versions, nothing is missed.
import { address } from './api';
import type { News, State } from './types';

export interface Listener {
  /** The version that is known already. */
  version(): number;
  onstate(state: State): void;
  onconnected(isConnected: boolean): void;
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
const SILENCE = 25_000; // the server says something every 10 seconds
const REFUSED = 1008;

/** Listens to a game; returns how to stop. */
export function listenTo(id: string, listener: Listener): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE;

  function connect(): void {
    clearTimeout(timer);
    const opened = new WebSocket(socketAddress(id, listener.version()));
    socket = opened;
    opened.onmessage = ({ data }) => {
      watch(opened);
      pause = FIRST_PAUSE;
      listener.onconnected(true);
      const news = JSON.parse(String(data)) as News;
      if (news.state) listener.onstate(news.state);
    };
    opened.onclose = ({ code }) => {
      if (socket !== opened) return;
      clearTimeout(timer);
      listener.onconnected(false);
      if (code !== REFUSED) timer = setTimeout(connect, pause * (0.75 + Math.random() / 2));
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    };
    watch(opened);
  }

  /** Gives a connection up that says nothing any more. */
  function watch(opened: WebSocket): void {
    clearTimeout(timer);
    timer = setTimeout(() => opened.close(), SILENCE);
  }

  function hurry(): void {
    pause = FIRST_PAUSE;
    if (socket?.readyState !== WebSocket.OPEN) connect();
  }

  addEventListener('online', hurry);
  connect();
  return () => {
    removeEventListener('online', hurry);
    clearTimeout(timer);
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
