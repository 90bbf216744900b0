import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type CallNote, loggedAddress, OutgoingClient, retryAfter } from './client.ts';
import { isRobotAllowed, readRobots } from './robots.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const start = async (play: (request: IncomingMessage, response: ServerResponse) => void) => {
  const server = createServer(play);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { server, port, origin: `http://127.0.0.1:${port}` };
};
const client = () =>
  new OutgoingClient({
    hosts: ['127.0.0.1'],
    clock: () => new Date('2026-05-01T00:00:00Z'),
    pause: 1,
  });

test('what is private stays with its host when a redirect leads elsewhere', async () => {
  const seen: IncomingMessage['headers'][] = [];
  const second = await start((request, response) => {
    seen.push(request.headers);
    response.end('there');
  });
  const first = await start((_request, response) =>
    response.writeHead(302, { location: `${second.origin}/x` }).end(),
  );
  const headers = { authorization: 'Bearer secret', cookie: 'sid=1', accept: 'text/plain' };
  const answer = await client().call(first.origin, { headers });
  expect(answer.body.toString()).toBe('there');
  expect(seen).toMatchObject([{ accept: 'text/plain' }]);
  expect(seen[0]).not.toHaveProperty('authorization');
  expect(seen[0]).not.toHaveProperty('cookie');
});

test('a call that was posted is not sent again when its answer breaks off', async () => {
  let count = 0;
  const { origin } = await start((request) => {
    count += 1;
    request.socket.destroy();
  });
  await expect(client().call(origin, { method: 'POST', body: '{}' })).rejects.toThrow();
  expect(count).toBe(1);
  await expect(client().call(origin, { retries: 2 })).rejects.toThrow();
  expect(count).toBe(4);
});

test('calls with a pace wait for each other at their host', async () => {
  const open = new Set<string>();
  let most = 0;
  const { origin } = await start((request, response) => {
    open.add(request.url ?? '');
    most = Math.max(most, open.size);
    setImmediate(() => {
      open.delete(request.url ?? '');
      response.end('ok');
    });
  });
  const outgoing = client();
  await Promise.all([1, 2, 3].map((n) => outgoing.call(`${origin}/${n}`, { interval: 1 })));
  expect(most).toBe(1);
});

test('a proxy is asked for plain addresses and connects to those with TLS; a closed target stays closed', async () => {
  const asked: string[] = [];
  const proxy = await start((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`);
    response.end('by proxy');
  });
  proxy.server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const by = { host: '127.0.0.1', port: proxy.port, credentials: 'dTpw' };
  const plain = await client().call('http://127.0.0.1:9/page?a=1', { proxy: by });
  expect(plain.body.toString()).toBe('by proxy');
  await expect(client().call('https://127.0.0.1:9/x', { proxy: by, retries: 0 })).rejects.toThrow(
    'the proxy answers 502',
  );
  expect(asked).toEqual(['GET http://127.0.0.1:9/page?a=1 Basic dTpw', 'CONNECT 127.0.0.1:9']);
  const closed = [10, 2, 3, 4].join('.');
  await expect(client().call(`http://${closed}/`, { proxy: by, isPlain: true })).rejects.toThrow(
    'closed network',
  );
});

test('logs show no secrets, by the names of parameters and by their values', async () => {
  const notes: CallNote[] = [];
  const { origin } = await start((_request, response) => response.end('ok'));
  await client().call(`${origin}/a?api_key=1&mailto=x@y.cn&q=s3cret&page=2`, {
    secret: ['s3cret'],
    noted: (note) => notes.push(note),
  });
  expect(notes).toMatchObject([{ status: 200, again: 0, fault: '' }]);
  expect(notes[0]?.address).toBe(`${origin}/a?api_key=***&mailto=***&q=***&page=2`);
  expect(loggedAddress(new URL('https://user:pass@example.org/'))).toBe('https://example.org/');
});

test.each([
  ['120', '2026-05-01T00:02:00.000Z'],
  ['Fri, 01 May 2026 01:00:00 GMT', '2026-05-01T01:00:00.000Z'],
  ['soon', undefined],
])('Retry-After %s', (given, moment) => {
  expect(retryAfter(given, new Date('2026-05-01T00:00:00Z'))?.toISOString()).toBe(moment);
});

describe('robots.txt', () => {
  const file = `User-agent: *
Disallow: /private
Allow: /private/open
Crawl-delay: 5

User-agent: KeyanCollector
User-agent: Other
Disallow: /*.pdf$
Disallow: /search?`;
  const may = (agent: string, path: string) =>
    isRobotAllowed(readRobots(file, agent), new URL(`https://example.org${path}`));

  test('the longest rule of its group decides', () => {
    expect(may('Somebody', '/private/x')).toBe(false);
    expect(may('Somebody', '/private/open/x')).toBe(true);
    expect(readRobots(file, 'Somebody').delay).toBe(5000);
    expect(may('KeyanCollector', '/private/x')).toBe(true);
    expect(may('KeyanCollector', '/a/b.pdf')).toBe(false);
    expect(may('KeyanCollector', '/a/b.pdf?x=1')).toBe(true);
    expect(may('KeyanCollector', '/search?q=1')).toBe(false);
  });
});
