import { channel, type TracingChannel, tracingChannel } from 'node:diagnostics_channel';

/** Call in progress. */
export interface ObservedCall {
  /** Method and path template without ids and parameters: `POST kh-edu-research/papers/remove`. */
  readonly call: string;
  readonly requestId: string;
  /** Trace context that the caller sent (W3C), if any. */
  readonly traceparent: string | undefined;
}

/** Request whose answer has been sent completely. */
export interface ObservedAnswer {
  readonly method: string;
  /** Template of the address; empty for files of the page and unknown addresses. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** A statement, without its values. */
export interface ObservedStatement {
  readonly sql: string;
}

/** Run of a job. */
export interface ObservedJob {
  readonly job: string;
  readonly tenantId: string;
}

/**
 * Channels on which a process publishes its work, for figures, metrics and traces. Without a subscriber they cost one
 * comparison. Messages contain no personal data.
 */
export const telemetryChannels = {
  call: tracingChannel<unknown, ObservedCall>('keyan:call'),
  answer: channel('keyan:answer'),
  statement: tracingChannel<unknown, ObservedStatement>('keyan:statement'),
  job: tracingChannel<unknown, ObservedJob>('keyan:job'),
};

/**
 * Calls `end` with the duration of each piece of work on a channel.
 * @param end gets milliseconds, and the error of failed work
 * @returns a function that ends this
 */
export const observeTimes = <Message extends object>(
  traced: TracingChannel<unknown, Message>,
  end: (message: Message, milliseconds: number, error: unknown) => void,
): (() => void) => {
  const begun = new WeakMap<object, number>();
  const begin = (message: unknown): void => void begun.set(message as Message, performance.now());
  const ended = (message: unknown): void => {
    const work = message as Message & { readonly error?: unknown };
    const now = performance.now();
    end(work, now - (begun.get(work) ?? now), work.error);
  };
  traced.start.subscribe(begin);
  traced.asyncEnd.subscribe(ended);
  return () => {
    traced.start.unsubscribe(begin);
    traced.asyncEnd.unsubscribe(ended);
  };
};
