import type { OutgoingResponse } from '@keyan/engine/outgoing/ask.ts';
import { loggedAddress, type OutgoingClient, retryAfter } from '@keyan/engine/outgoing/client.ts';
import { ServiceThrottled } from '@keyan/engine/outgoing/faults.ts';

/** Answer of a service that the demo plays. */
export interface PlayedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export const json = (value: unknown): PlayedAnswer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Milliseconds of an answer by its size in bytes, for logs of the past. */
const timeOf = (bytes: number): number => 140 + (bytes % 97) * 3;

/**
 * Services outside as the demo plays them: nothing leaves this process. A host that is not played is not there.
 * @param hosts how each host answers
 */
export const playedOutside = (
  hosts: Readonly<Record<string, (url: URL) => PlayedAnswer>>,
  clock: () => Date,
): Pick<OutgoingClient, 'call'> => ({
  call: async (address, { noted, secret } = {}): Promise<OutgoingResponse> => {
    const url = new URL(address);
    const { status = 200, headers = {}, body = '' } = hosts[url.host]?.(url) ?? { status: 404 };
    const bytes = Buffer.from(body);
    noted?.({
      address: loggedAddress(url, secret),
      status,
      bytes: bytes.length,
      milliseconds: timeOf(bytes.length),
      again: 0,
      fault: '',
    });
    const until = retryAfter(headers['retry-after'], clock());
    if (until) throw new ServiceThrottled(until);
    return { status, headers, body: bytes, url, bytes: bytes.length };
  },
});
