import { channel, type TracingChannel, tracingChannel } from 'node:diagnostics_channel';

/** A call while it is worked on. */
export interface ObservedCall {
  /** `POST kh-edu-research/papers/remove`: a template, without ids and parameters. */
  readonly call: string;
  readonly requestId: string;
  /** Trace context of the caller (W3C), if it sent one. */
  readonly traceparent: string | undefined;
}

/** A request whose answer has left, to its last byte. */
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

/** A run of a job. */
export interface ObservedJob {
  readonly job: string;
  readonly tenantId: string;
}

/**
 * Channels on which a process publishes its work, for figures, metrics and traces. Without a subscriber they cost one
 * comparison. Messages hold no data of people.
 */
export const telemetryChannels = {
  call: tracingChannel<unknown, ObservedCall>('keyan:call'),
  answer: channel('keyan:answer'),
  statement: tracingChannel<unknown, ObservedStatement>('keyan:statement'),
  job: tracingChannel<unknown, ObservedJob>('keyan:job'),
};

/**
 * Calls `end` with the duration of each piece of work on a channel.
 * @param end gets milliseconds, and the error of work that failed
 * @returns the undo
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
