import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { resolveAddress, ServiceUnavailable } from '../base/addresses.ts';
import { ServiceUnanswered, ServiceUnreached, UnreadableResponse } from './faults.ts';
import { type ProxyAddress, throughProxy } from './proxy.ts';

/** Limits of one request, in milliseconds and bytes. */
export interface RequestBounds {
  readonly connect: number;
  readonly firstByte: number;
  readonly whole: number;
  /** Maximum size of an answer in bytes before decompression. */
  readonly bytes: number;
  /** Maximum size of an answer in bytes after decompression. */
  readonly expanded: number;
  readonly redirects: number;
}

/** Limits of requests that set none. */
export const defaultRequestBounds: RequestBounds = {
  connect: 5000,
  firstByte: 20_000,
  whole: 60_000,
  bytes: 20 * 1024 ** 2,
  expanded: 100 * 1024 ** 2,
  redirects: 5,
};

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Hosts in closed networks that the operator allows, in lower case. */
  readonly hosts: readonly string[];
  /** True if any host may be called without TLS; else only allowed hosts in closed networks. */
  readonly isPlain: boolean;
  readonly bounds: RequestBounds;
  readonly proxy?: ProxyAddress | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface OutgoingResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Address after the last redirect. */
  readonly url: URL;
  /** Number of bytes received. */
  readonly bytes: number;
}

/** Headers that are never sent to another host. */
const private_ = new Set(['authorization', 'cookie', 'proxy-authorization']);

/**
 * Returns a name lookup that checks each address at the moment of the connection, so that a name cannot lead elsewhere
 * later.
 */
export const guardedLookup =
  (hosts: readonly string[]): LookupFunction =>
  (host, options, found) => {
    resolveAddress(host, hosts).then(
      (address) => {
        const family = isIP(address);
        if (options.all) found(null, [{ address, family }]);
        else found(null, address, family);
      },
      (error: Error) => found(error, '', 4),
    );
  };

const bare = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * @throws ServiceUnreached for a scheme that may not be called; ServiceUnavailable for an address that may not be
 *   called
 */
const judge = async (url: URL, { hosts, isPlain, proxy }: OutgoingRequest): Promise<void> => {
  const host = bare(url);
  const mayBePlain = isPlain || hosts.includes(host.toLowerCase());
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && mayBePlain)) {
    throw new ServiceUnreached(`${url.protocol} is not called`);
  }
  // A numeric address needs no lookup, and a proxy looks names up itself.
  if (isIP(host) !== 0 || proxy) await resolveAddress(host, hosts);
};

const decoders = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Reads the whole answer within its limits. */
const read = (
  answer: IncomingMessage,
  { bounds }: OutgoingRequest,
): Promise<{ readonly body: Buffer; readonly bytes: number }> =>
  new Promise((done, fail) => {
    let bytes = 0;
    let size = 0;
    const parts: Buffer[] = [];
    const stop = (error: Error) => {
      // Errors of the closing connection follow the reason and are ignored.
      fail(error);
      answer.destroy();
    };
    const decode = decoders.get(String(answer.headers['content-encoding'] ?? '').toLowerCase());
    const plain = decode ? answer.pipe(decode()) : answer;
    answer.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > bounds.bytes) stop(new UnreadableResponse('bytes', 'the answer is too long'));
    });
    // A connection that ends early fails the answer, but not the decompression.
    answer.on('aborted', () => stop(new ServiceUnanswered('the answer broke off')));
    answer.on('error', (error) => stop(new ServiceUnanswered(error.message)));
    plain.on('data', (part: Buffer) => {
      size += part.length;
      if (size > bounds.expanded)
        stop(new UnreadableResponse('expanded', 'the answer expands to too much'));
      else parts.push(part);
    });
    plain.on('error', (error: Error) => stop(new ServiceUnanswered(error.message)));
    plain.on('end', () => done({ body: Buffer.concat(parts), bytes }));
  });

/**
 * Sends one request; a redirect is returned as an answer. Long because every limit has a timer that must be cleared.
 */
const send = (
  url: URL,
  ask: OutgoingRequest,
  socket: Socket | undefined,
): Promise<OutgoingResponse> =>
  new Promise((done, fail) => {
    let hasLeft = false;
    const { bounds, method, headers, body, hosts, signal, proxy } = ask;
    const clocks = new Set<NodeJS.Timeout>();
    let sent: ClientRequest | undefined;
    const settle = () => {
      for (const clock of clocks) clearTimeout(clock);
      signal?.removeEventListener('abort', aborted);
    };
    const broken = (error: Error) => {
      settle();
      sent?.destroy();
      if (
        error instanceof UnreadableResponse ||
        error instanceof ServiceUnavailable ||
        error instanceof ServiceUnreached
      ) {
        fail(error);
      } else if (hasLeft)
        fail(error instanceof ServiceUnanswered ? error : new ServiceUnanswered(error.message));
      else fail(new ServiceUnreached(error.message, { cause: error }));
    };
    const after = (milliseconds: number, error: Error): NodeJS.Timeout => {
      const clock = setTimeout(() => broken(error), milliseconds);
      clocks.add(clock);
      return clock;
    };
    const aborted = () => broken(new ServiceUnanswered('it was stopped'));
    signal?.addEventListener('abort', aborted);
    const connecting = after(
      bounds.connect,
      new ServiceUnreached('nobody answered the connection'),
    );
    const first = after(
      bounds.firstByte,
      new UnreadableResponse('firstByte', 'the service is too slow'),
    );
    after(bounds.whole, new UnreadableResponse('whole', 'the answer takes too long'));
    const call = url.protocol === 'https:' ? tlsRequest : plainRequest;
    const isRelayed = proxy !== undefined && url.protocol === 'http:';
    sent = call(
      url,
      {
        method,
        lookup: guardedLookup(hosts),
        // An agent would open another connection.
        ...(socket ? { createConnection: () => socket } : { agent: false }),
        ...(isRelayed ? { path: url.href } : {}),
        headers: {
          'accept-encoding': 'gzip, deflate, br',
          ...headers,
          ...(isRelayed && proxy.credentials
            ? { 'proxy-authorization': `Basic ${proxy.credentials}` }
            : {}),
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
      },
      (answer) => {
        clearTimeout(first);
        read(answer, ask).then(({ body: bytesOf, bytes }) => {
          settle();
          done({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: bytesOf,
            url,
            bytes,
          });
        }, broken);
      },
    );
    sent.on('socket', (line) => {
      if (socket) clearTimeout(connecting);
      line.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () =>
        clearTimeout(connecting),
      );
    });
    sent.on('error', broken);
    sent.on('finish', () => {
      hasLeft = true;
    });
    sent.end(body);
  });

const redirects = new Set([301, 302, 303, 307, 308]);

/** Returns the next request of a redirect: same scheme or upgraded to TLS; private headers stay with their host. */
const following = (ask: OutgoingRequest, from: URL, to: URL, status: number): OutgoingRequest => {
  if (from.protocol === 'https:' && to.protocol !== 'https:') {
    throw new ServiceUnreached('a redirect leads away from TLS');
  }
  const keepsBody = status === 307 || status === 308;
  const kept = Object.entries(ask.headers).filter(
    ([name]) =>
      (from.host === to.host || !private_.has(name.toLowerCase())) &&
      (keepsBody || !name.toLowerCase().startsWith('content-')),
  );
  const { body, ...rest } = ask;
  return {
    ...rest,
    headers: Object.fromEntries(kept),
    method: keepsBody ? ask.method : 'GET',
    ...(keepsBody && body !== undefined ? { body } : {}),
  };
};

/**
 * Sends one request to a service, within all limits; the address is checked before the call and again at each redirect.
 * @throws ServiceUnavailable for an address that may not be called; ServiceUnreached, ServiceUnanswered,
 *   UnreadableResponse
 */
export const requestOnce = async (
  address: URL,
  asked: OutgoingRequest,
): Promise<OutgoingResponse> => {
  let url = address;
  let ask = asked;
  for (let led = 0; ; led += 1) {
    await judge(url, ask);
    const socket = ask.proxy && (await throughProxy(url, ask.proxy, ask.hosts, ask.bounds.connect));
    const answer = await send(url, ask, socket);
    const { location } = answer.headers;
    if (!redirects.has(answer.status) || !location || ask.bounds.redirects === 0) return answer;
    if (led >= ask.bounds.redirects)
      throw new UnreadableResponse('redirects', 'it redirects too often');
    const next = URL.parse(location, url.href);
    if (!next) throw new ServiceUnanswered('a redirect leads to no address');
    ask = following(ask, url, next, answer.status);
    url = next;
  }
};
