import type { QueryClient } from '@tanstack/react-query';
import type { Client } from './client.ts';
import { createEventReader, type StreamEvent } from './sse.ts';

export interface LiveEvent extends StreamEvent {
  /**
   * True for the first event after the page subscribed: a report of the present state, not of a
   * change.
   */
  readonly opening: boolean;
}

interface LiveOptions {
  readonly client: Client;
  /** Path of the stream, relative to the base of the client. */
  readonly path: string;
  /** Also called with a `poll` event every 30 seconds while there is no stream. */
  readonly onEvent: (event: LiveEvent) => void;
}

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/**
 * Milliseconds before reconnecting: 1, 2, 4 … 30 seconds, randomised so that clients do not all
 * return at once after a restart.
 */
const reconnectDelay = (failures: number): number =>
  Math.min(1000 * 2 ** failures, 30_000) * (0.75 + Math.random() / 2);

/** Number of consecutive failures after which the page polls. */
const maxConsecutiveFailures = 3;

const pollEvent: LiveEvent = { id: '', type: 'poll', data: '', opening: false };

/** Position in the stream up to which the page has read. */
interface StreamPosition {
  /** Id of the last event that had one; empty before the first. */
  lastId: string;
  /** True until the first event was read. */
  opening: boolean;
}

/** Reads the stream until it ends or breaks. Resumes after `position` and updates it. */
const readStream = async (
  { client, path, onEvent }: LiveOptions,
  place: StreamPosition,
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
      onEvent({ ...event, opening: place.opening });
      place.opening = false;
    }
  }
};

const keepFollowing = async (options: LiveOptions, signal: AbortSignal): Promise<void> => {
  const place: StreamPosition = { lastId: '', opening: true };
  let failures = 0;
  while (!signal.aborted) {
    try {
      await readStream(options, place, signal);
      failures = 0;
    } catch {
      failures += 1;
    }
    // Later events may report changes made while there was no stream.
    place.opening = false;
    if (failures >= maxConsecutiveFailures) options.onEvent(pollEvent);
    await waitFor(reconnectDelay(failures), signal);
  }
};

/** Milliseconds between two polls without a stream. */
const pollEvery = 30_000;

/**
 * Delivers live events until the returned function is called. A browser allows six connections to a
 * host, so one tab of the browser holds the stream (the one with the lock) and passes events to the
 * others by a BroadcastChannel. Without a lock manager (an http address other than localhost) each
 * tab polls.
 */
export const listenLive = (options: LiveOptions): (() => void) => {
  const { onEvent, client } = options;
  if (!('locks' in navigator)) {
    const timer = setInterval(() => onEvent(pollEvent), pollEvery);
    return () => clearInterval(timer);
  }
  const ended = new AbortController();
  const channel = new BroadcastChannel(`keyan-live-${client.sessions.get()?.user.userId}`);
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => onEvent(data);
  const tell = (event: LiveEvent) => {
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

let holds = 0;
/** Query caches to be refetched at the end of the batch. */
const queriesToRefetch = new Set<QueryClient>();

/** Refetches lists and counts of tasks; during `refetchAfterBatch` once, after the work. */
export const refetchLive = (queries: QueryClient): void => {
  if (holds > 0) queriesToRefetch.add(queries);
  else void queries.invalidateQueries({ queryKey: ['live'] });
};

/**
 * Runs work of several calls that each change lists and counts, such as a batch of approvals, and
 * refetches once, after the last call.
 */
export const refetchAfterBatch = async (work: () => Promise<void>): Promise<void> => {
  holds += 1;
  try {
    await work();
  } finally {
    holds -= 1;
    if (holds === 0) {
      for (const queries of queriesToRefetch) refetchLive(queries);
      queriesToRefetch.clear();
    }
  }
};
