import type { OutgoingResponse } from '@keyan/engine/outgoing/ask.ts';
import { loggedAddress, type OutgoingClient, retryAfter } from '@keyan/engine/outgoing/client.ts';
import { ServiceThrottled } from '@keyan/engine/outgoing/faults.ts';

/** Response of a simulated service. */
export interface PlayedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export const json = (value: unknown): PlayedAnswer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Returns a duration in milliseconds by response size in bytes, for log entries in the past. */
const timeOf = (bytes: number): number => 140 + (bytes % 97) * 3;

/**
 * Returns simulated external services, so that nothing leaves this process; other hosts answer 404.
 * @param hosts response function by host
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
