import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { OutgoingClient } from '@keyan/engine/outgoing/client.ts';
import { Collector, type SiteWalk } from './collector.server.ts';
import type { OpenSite } from './setting.server.ts';
import type { SourceCode } from './sources/codes.ts';
import { readAnswer } from './sources/read-task.server.ts';
import type { HarvestedItem } from './sources/source.ts';

/** Response of a fake source. */
export interface PlayedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Number of body bytes after which the connection is closed. */
  readonly breaksAt?: number;
  /** True if no response is sent, so that the caller times out. */
  readonly silent?: true;
}

type Play = (url: URL, request: IncomingMessage, body: string) => PlayedAnswer;

/** Fake source on a local port, for tests; records requests. */
export interface FakeSource {
  readonly origin: string;
  /** Requested addresses in order, without the host. */
  readonly asked: readonly string[];
  /** Queues responses for the next requests, before the normal play resumes. */
  once(...answers: readonly PlayedAnswer[]): void;
  close(): Promise<void>;
}

const answerWith = (response: ServerResponse, played: PlayedAnswer): void => {
  if (played.silent) return;
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

/** Starts a fake source that responds by `play`. */
export const startFakeSource = async (play: Play): Promise<FakeSource> => {
  const asked: string[] = [];
  const next: PlayedAnswer[] = [];
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

export const json = (value: unknown): PlayedAnswer => ({ body: JSON.stringify(value) });

export const playedCompressed = (value: unknown): PlayedAnswer => ({
  headers: { 'content-encoding': 'gzip' },
  body: gzipSync(JSON.stringify(value)),
});

/** Work in the format of Crossref. */
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

/** Play of a fake Crossref with the given works, `size` per page. */
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

/** Fake sources of a test file, closed after its tests. */
export const openFakeSources = () => {
  const players: FakeSource[] = [];
  return {
    start: async (play: Play): Promise<FakeSource> => {
      const player = await startFakeSource(play);
      players.push(player);
      return player;
    },
    close: async (): Promise<void> => {
      for (const player of players.splice(0)) await player.close();
    },
  };
};

/** Client for outgoing calls that may reach the fake sources. */
export const testOutgoing = () =>
  new OutgoingClient({
    hosts: ['127.0.0.1'],
    clock: () => new Date('2026-05-01T00:00:00Z'),
    pause: 1,
  });
/** Engine for walks; runs worker tasks in process, since only parsing is tested. */
export const readingEngine = {
  workers: {
    run: (_task: unknown, input: Parameters<typeof readAnswer>[0]) =>
      Promise.resolve(readAnswer(input)),
  },
} as unknown as Parameters<Collector['page']>[0];

/** Site with a source at an address. */
export const siteAt = (
  base: string,
  source: SourceCode,
  more: Partial<OpenSite> = {},
): OpenSite => ({
  id: '1',
  name: 'A site',
  source,
  base,
  charset: null,
  interval: 0,
  timeout: 10_000,
  retries: 3,
  contact: 'office@jiangling.example',
  isOn: true,
  accessKey: '',
  login: null,
  headers: [],
  params: [],
  paging: null,
  templates: [],
  schools: ['江陵大学', 'Jiangling University'],
  ...more,
});

/** Walk over a site. */
export const walkOf = (site: OpenSite, keyword = '${schoolName}', from = ''): SiteWalk => ({
  site,
  subject: { keyword, yearFrom: null, yearTo: null },
  proxy: null,
  userAgent: null,
  cookies: new Map(),
  from,
  until: '',
  noted: () => undefined,
});

/** Items of all pages of a walk. */
export const harvestWalk = async (walk: SiteWalk): Promise<readonly HarvestedItem[]> => {
  const collector = new Collector({ outgoing: testOutgoing(), secrets: undefined as never });
  const items: HarvestedItem[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < 50; page += 1) {
    const read: Awaited<ReturnType<Collector['page']>> = await collector.page(
      readingEngine,
      walk,
      cursor,
    );
    if (read?.fault) throw new Error(read.fault[0]);
    items.push(...(read?.read?.items ?? []));
    cursor = read?.read?.next ?? null;
    if (cursor === null) return items;
  }
  throw new Error('it never ends');
};
