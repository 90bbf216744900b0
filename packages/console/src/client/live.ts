import type { Client } from './client.ts';
import { createEventReader, type StreamEvent } from './sse.ts';

interface LiveOptions {
  readonly client: Client;
  /** The stream's path under the client's base. */
  readonly path: string;
  /** Also called with a `poll` event every half minute while no stream can be had. */
  readonly onEvent: (event: StreamEvent) => void;
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/** Reconnects after 1, 2, 4 … 30 seconds, spread so that a restart does not bring all at once. */
const backoff = (failures: number): number =>
  Math.min(1000 * 2 ** failures, 30_000) * (0.75 + Math.random() / 2);

/** From this many failures on a row, the page asks by itself instead of being told. */
const patience = 3;

const pollEvent: StreamEvent = { id: '', type: 'poll', data: '' };

/** How far the stream was read: the id of the last event, empty before the first. */
interface Place {
  lastId: string;
}

/** Reads the stream until it ends or breaks off; resumes after the place, and moves it along. */
const follow = async (
  { client, path, onEvent }: LiveOptions,
  place: Place,
  signal: AbortSignal,
): Promise<void> => {
  const { lastId } = place;
  const headers = { Accept: 'text/event-stream', ...(lastId && { 'Last-Event-ID': lastId }) };
  const answer = await client.raw(path, { headers, signal });
  if (!answer.ok || !answer.body) throw new Error(`stream answered ${answer.status}`);
  const read = createEventReader();
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    for (const event of read(piece)) {
      place.lastId = event.id || place.lastId;
      onEvent(event);
    }
  }
};

const keepFollowing = async (options: LiveOptions, signal: AbortSignal): Promise<void> => {
  const place: Place = { lastId: '' };
  let failures = 0;
  while (!signal.aborted) {
    try {
      await follow(options, place, signal);
      failures = 0;
    } catch {
      failures += 1;
    }
    if (failures >= patience) options.onEvent(pollEvent);
    await wait(backoff(failures), signal);
  }
};

/** Half a minute between two questions where no stream can be had. */
const pollEvery = 30_000;

/**
 * Live events, for as long as the returned function is not called. A browser allows six connections
 * to a host, so one tab of the browser holds the stream (whoever holds the lock) and tells the
 * others by a BroadcastChannel. Without a lock manager (a plain http address other than localhost)
 * nobody can hold it for the others, and each tab asks by itself.
 */
export const listenLive = (options: LiveOptions): (() => void) => {
  const { onEvent, client } = options;
  if (!('locks' in navigator)) {
    const timer = setInterval(() => onEvent(pollEvent), pollEvery);
    return () => clearInterval(timer);
  }
  const ended = new AbortController();
  const channel = new BroadcastChannel(`keyan-live-${client.sessions.get()?.user.userId}`);
  channel.onmessage = ({ data }: MessageEvent<StreamEvent>) => onEvent(data);
  const tell = (event: StreamEvent) => {
    channel.postMessage(event);
    onEvent(event);
  };
  const lead = () => keepFollowing({ ...options, onEvent: tell }, ended.signal);
  navigator.locks.request('keyan-live', { signal: ended.signal }, lead).catch(() => undefined);
  return () => {
    ended.abort();
    channel.close();
  };
};
