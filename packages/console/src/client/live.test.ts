import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from './client.ts';
import { listenLive, refetchAfterBatch, refetchLive } from './live.ts';
import type { StreamEvent } from './sse.ts';

/** A stream that says these events and breaks off. */
const stream = (text: string): Response =>
  new Response(new TextEncoder().encode(text), {
    headers: { 'content-type': 'text/event-stream' },
  });

/** A stream that says these events and is then torn off, as by a lost network. */
const torn = (text: string): Response => {
  const pieces = [new TextEncoder().encode(text)];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.error(new TypeError('network error'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
};

/** A client whose stream answers these, one after the other; what it was asked with is kept. */
const clientOf = (answers: readonly (() => Response)[]) => {
  const asked: Headers[] = [];
  const client = {
    sessions: { get: () => ({ user: { userId: `reader ${Math.random()}` } }) },
    raw: async (_path: string, init: RequestInit) => {
      asked.push(new Headers(init.headers));
      const answer = answers[asked.length - 1];
      if (!answer) return new Promise<Response>(() => undefined);
      return answer();
    },
  };
  return { client: client as unknown as Client, asked };
};

let stop = (): void => undefined;
// The pauses between two tries are seconds long.
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets up to a minute pass until this holds. */
const eventually = async (holds: () => void): Promise<void> => {
  for (let seconds = 0; seconds < 60; seconds += 1) {
    try {
      return holds();
    } catch {
      await vi.advanceTimersByTimeAsync(1000);
    }
  }
  holds();
};

/** Whoever asks for the lock has it: one tab. */
const alone = (): void => {
  vi.stubGlobal('navigator', {
    locks: { request: (_name: string, _options: object, lead: () => Promise<void>) => lead() },
  });
};

test('a stream that broke off is taken up after the last event that came', async () => {
  alone();
  const { client, asked } = clientOf([
    () => stream('id: 41\nevent: message\ndata: {}\n\nid: 42\nevent: message\ndata: {}\n\n'),
    () => stream('event: unread\ndata: {}\n\n'),
  ]);
  const events: StreamEvent[] = [];
  stop = listenLive({ client, path: '/stream', onEvent: (event) => events.push(event) });
  await eventually(() => expect(asked.length).toBeGreaterThanOrEqual(2));
  expect(asked.slice(0, 2).map((headers) => headers.get('last-event-id'))).toEqual([null, '42']);
  await eventually(() =>
    expect(events.map(({ type }) => type)).toEqual(['message', 'message', 'unread']),
  );
});

test('a stream that a lost network tore off is taken up at the same place', async () => {
  alone();
  const { client, asked } = clientOf([
    () => torn('id: 7\nevent: message\ndata: {}\n\n'),
    () => stream('event: unread\ndata: {}\n\n'),
  ]);
  stop = listenLive({ client, path: '/stream', onEvent: () => undefined });
  await eventually(() => expect(asked.length).toBeGreaterThanOrEqual(2));
  expect(asked.slice(0, 2).map((headers) => headers.get('last-event-id'))).toEqual([null, '7']);
});

test('where no stream can be had the page asks by itself', async () => {
  alone();
  const away = () => new Response('', { status: 503 });
  const { client } = clientOf([away, away, away]);
  const events: StreamEvent[] = [];
  stop = listenLive({ client, path: '/stream', onEvent: (event) => events.push(event) });
  await eventually(() => expect(events.map(({ type }) => type)).toContain('poll'));
});

test('a batch of calls is followed by one refetch, whatever the server told meanwhile', async () => {
  const fetched: number[] = [];
  const queries = {
    invalidateQueries: async () => void fetched.push(fetched.length),
  } as unknown as QueryClient;
  await refetchAfterBatch(async () => {
    for (let told = 0; told < 6; told += 1) refetchLive(queries);
    expect(fetched).toEqual([]);
  });
  expect(fetched).toEqual([0]);
  await expect(
    refetchAfterBatch(async () => {
      refetchLive(queries);
      throw new Error('broken off');
    }),
  ).rejects.toThrow('broken off');
  expect(fetched).toEqual([0, 1]);
  refetchLive(queries);
  expect(fetched).toEqual([0, 1, 2]);
});
