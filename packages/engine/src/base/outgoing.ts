import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { openAddress } from './addresses.ts';

/** Bytes of an answer that is read; services answer with less. */
const mostBytes = 1024 ** 2;

/** Nothing left this machine: the service was not reached. */
export class Unreached extends Error {}

/** A request left, and no whole answer came back: nobody knows what the service did. */
export class Unanswered extends Error {}

export interface OutgoingCall {
  readonly method: 'GET' | 'POST';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Hosts in closed networks that the operator opened, in small letters; only these may be called without TLS. */
  readonly hosts: readonly string[];
  /** Milliseconds for the whole call. */
  readonly patience: number;
}

/** Judges the address at the moment of the connection, so that a name cannot lead elsewhere later. */
const judged =
  (hosts: readonly string[]): LookupFunction =>
  (host, options, found) => {
    openAddress(host, hosts).then(
      (address) => {
        const family = isIP(address);
        if (options.all) found(null, [{ address, family }]);
        else found(null, address, family);
      },
      (error: Error) => found(error, '', 4),
    );
  };

/**
 * Calls a service at an address that an administrator chose and reads its JSON. Redirects are not followed: they would
 * lead past the judgement.
 * @throws NoService for an address that may not be called; Unreached, Unanswered
 */
export const callOut = async (address: string, call: OutgoingCall): Promise<unknown> => {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOpened = call.hosts.includes(host.toLowerCase());
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOpened)) {
    throw new Unreached(`${url.protocol} is not called`);
  }
  // An address in figures is looked up by nobody.
  if (isIP(host) !== 0) await openAddress(host, call.hosts);
  const send = url.protocol === 'https:' ? tlsRequest : plainRequest;
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const text = await new Promise<string>((done, fail) => {
    let hasLeft = false;
    const broken = (error: Error) =>
      fail(
        hasLeft ? new Unanswered(error.message) : new Unreached(error.message, { cause: error }),
      );
    const sent = send(
      url,
      {
        method: call.method,
        lookup: judged(call.hosts),
        signal: AbortSignal.timeout(call.patience),
        headers: {
          accept: 'application/json',
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        let size = 0;
        answer.on('data', (part: Buffer) => {
          size += part.length;
          if (size > mostBytes) sent.destroy(new Error('the answer is too long'));
          else parts.push(part);
        });
        answer.on('error', broken);
        answer.on('end', () => done(Buffer.concat(parts).toString()));
      },
    );
    sent.on('error', broken);
    sent.on('finish', () => {
      hasLeft = true;
    });
    sent.end(body);
  });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Unanswered('the answer is no JSON');
  }
};
