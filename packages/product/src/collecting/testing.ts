import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Answer of a server that plays a source outside. */
export interface Played {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Number of bytes of the body after which the connection ends. */
  readonly breaksAt?: number;
}

type Play = (url: URL, request: IncomingMessage, body: string) => Played;

/** A server that plays a source outside, for tests: what it was asked, and how it answers. */
export interface Player {
  readonly origin: string;
  /** Addresses that were asked for, in order, without the host. */
  readonly asked: readonly string[];
  /** Answers the next calls, each once, before it plays on. */
  once(...answers: readonly Played[]): void;
  close(): Promise<void>;
}

const answerWith = (response: ServerResponse, played: Played): void => {
  const body = Buffer.from(played.body ?? '');
  response.writeHead(played.status ?? 200, {
    'content-type': 'application/json',
    ...played.headers,
  });
  if (played.breaksAt === undefined) {
    response.end(body);
    return;
  }
  response.write(body.subarray(0, played.breaksAt));
  setImmediate(() => response.destroy());
};

/** Starts a source that answers by this play. */
export const startPlayer = async (play: Play): Promise<Player> => {
  const asked: string[] = [];
  const next: Played[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      asked.push(`${url.pathname}${url.search}`);
      answerWith(response, next.shift() ?? play(url, request, body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    once: (...answers) => next.push(...answers),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};

export const json = (value: unknown): Played => ({ body: JSON.stringify(value) });

export const compressed = (value: unknown): Played => ({
  headers: { 'content-encoding': 'gzip' },
  body: gzipSync(JSON.stringify(value)),
});

/** A work as Crossref gives it. */
export const crossrefWork = (
  doi: string,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  DOI: doi,
  type: 'journal-article',
  title: [`On rivers ${doi}`],
  author: [
    {
      given: 'Xiaolan',
      family: 'Lin',
      ORCID: 'https://orcid.org/0000-0002-1825-0097',
      affiliation: [{ name: 'School of Physics, Jiangling University' }],
    },
    { given: 'Ada', family: 'Other', affiliation: [{ name: 'Other University' }] },
  ],
  'container-title': ['Journal of Rivers'],
  issued: { 'date-parts': [[2026, 3, 2]] },
  volume: '4',
  issue: '2',
  page: '1-7',
  ISSN: ['2049-3630'],
  indexed: { 'date-time': '2026-04-01T00:00:00Z' },
  'is-referenced-by-count': 3,
  ...more,
});

/** Crossref with these works, some on each page. */
export const playCrossref =
  (works: () => readonly Readonly<Record<string, unknown>>[], size = 2): Play =>
  (url) => {
    const one = /^\/works\/(.+)$/.exec(url.pathname)?.[1];
    if (one !== undefined) {
      const found = works().find(({ DOI }) => DOI === decodeURIComponent(one));
      return found
        ? json({ status: 'ok', message: found })
        : { status: 404, body: 'Resource not found.' };
    }
    const cursor = url.searchParams.get('cursor');
    const at = cursor === '*' ? 0 : Number(cursor?.slice(1));
    return json({
      status: 'ok',
      message: {
        'total-results': works().length,
        items: works().slice(at, at + size),
        'next-cursor': `c${at + size}`,
      },
    });
  };
