import { defaultRequestBounds, requestOnce } from './ask.ts';
import { ServiceUnanswered } from './faults.ts';

/** Maximum size of an answer in bytes. */
const maxAnswerBytes = 1024 ** 2;

export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  /** Value sent as JSON. */
  readonly body?: unknown;
  /** Hosts in closed networks that the operator allows, in lower case; only these may be called without TLS. */
  readonly hosts: readonly string[];
  /** Maximum milliseconds of the whole call. */
  readonly patience: number;
}

/**
 * Calls a service at an address that an administrator typed, once, and parses its JSON. Redirects are not followed, so
 * that a message is not sent elsewhere.
 * @throws ServiceUnavailable for an address that may not be called; ServiceUnreached, ServiceUnanswered
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
      bytes: maxAnswerBytes,
      expanded: maxAnswerBytes,
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
