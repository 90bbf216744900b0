import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servePage } from './page.ts';

const dist = mkdtempSync(join(tmpdir(), 'keyan-page-'));
const server = Fastify();

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<title>page</title>');
  writeFileSync(join(dist, 'favicon.svg'), '<svg/>');
  writeFileSync(join(dist, '.sources'), 'secret');
  writeFileSync(join(dist, 'assets', 'main-abc.js'), 'run()');
  writeFileSync(join(dist, 'assets', 'main-abc.js.br'), brotliCompressSync('run()'));
  server.setNotFoundHandler(await servePage(server, dist));
});
afterAll(async () => {
  await server.close();
  rmSync(dist, { recursive: true });
});

describe('servePage', () => {
  it.each(['/', '/login', '/mywork/todo?x=1', '/wel/index'])(
    'answers %s with the page',
    async (url) => {
      const answer = await server.inject(url);
      expect([answer.statusCode, answer.body]).toEqual([200, '<title>page</title>']);
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it('answers an address in the bar that ends in a file name, and no script of that name', async () => {
    const url = '/myiframe/https%3A%2F%2Fx.org%2Findex.html';
    const page = await server.inject({ url, headers: { accept: 'text/html,*/*' } });
    expect([page.statusCode, page.body]).toEqual([200, '<title>page</title>']);
    expect((await server.inject({ url, headers: { accept: '*/*' } })).statusCode).toBe(404);
  });

  it('sends what was compressed at build, to be kept for good', async () => {
    const answer = await server.inject({
      url: '/assets/main-abc.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe('run()');
    expect(answer.headers['cache-control']).toContain('immutable');
    expect((await server.inject('/assets/main-abc.js')).body).toBe('run()');
  });

  it('lets the icon be kept for a day, which is asked for with every address', async () => {
    const { headers, body } = await server.inject('/favicon.svg');
    expect([headers['cache-control'], body]).toEqual(['public, max-age=86400', '<svg/>']);
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  });

  it('serves what a build added while it was running', async () => {
    writeFileSync(join(dist, 'assets', 'main-new.js'), 'newer()');
    expect((await server.inject('/assets/main-new.js')).body).toBe('newer()');
  });

  it.each([
    ['GET', '/assets/main-old.js'],
    ['GET', '/.sources'],
    ['GET', '/assets/..%2f.sources'],
    ['POST', '/login'],
  ] as const)('does not answer %s %s with a page', async (method, url) => {
    expect((await server.inject({ method, url })).statusCode).toBe(404);
  });
});
