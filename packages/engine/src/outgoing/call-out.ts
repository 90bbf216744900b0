import { defaultRequestBounds, requestOnce } from './ask.ts';
import { ServiceUnanswered } from './faults.ts';

/** Bytes of an answer that is read; services answer with less. */
const mostBytes = 1024 ** 2;

export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Hosts in closed networks that the operator opened, in small letters; only these may be called without TLS. */
  readonly hosts: readonly string[];
  /** Milliseconds for the whole call. */
  readonly patience: number;
}

/**
 * Calls a service at an address that an administrator chose, once, and reads its JSON. Redirects are not followed: a
 * message that was sent is not sent elsewhere.
 * @throws ServiceUnavailable for an address that may not be called; Unreached, Unanswered
 */
export const callJsonService = async (address: string, call: OutgoingCall): Promise<unknown> => {
  const { patience } = call;
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const answer = await requestOnce(new URL(address), {
    method: call.method,
    hosts: call.hosts,
    isPlain: false,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    bounds: {
      ...defaultRequestBounds,
      connect: patience,
      firstByte: patience,
      whole: patience,
      bytes: mostBytes,
      expanded: mostBytes,
      redirects: 0,
    },
    ...(body === undefined ? {} : { body }),
  });
  try {
    return JSON.parse(answer.body.toString()) as unknown;
  } catch {
    throw new ServiceUnanswered('the answer is no JSON');
  }
};
