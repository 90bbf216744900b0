/**
 * Measures the change feed of the open interface with many papers: `npm run bench:open [-- --papers
 * 100000 --calls 640 --before <folder>]`. Reads all papers page by page, then requests as many
 * pages at once as other systems of a university might at worst, from places all over the feed. A
 * checkout in `--before` is measured first, on the same data. The baseline is a trivial call
 * (`keyan/health`), as often at once.
 */

import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { percentiles, type Shot, send } from './load.ts';
import { callerOf } from './people.ts';
import { fill, freePort, root, startProduct } from './servers.ts';

const { values } = parseArgs({
  options: {
    papers: { type: 'string', default: '100000' },
    calls: { type: 'string', default: '640' },
    before: { type: 'string' },
    folder: { type: 'string', default: join(tmpdir(), 'keyan-open') },
  },
});
const calls = Number(values.calls);
/** Maximum calls of one client per minute, minus those of reading the feed. */
const ofOneClient = 50;
const pageSize = 200;
const secret = 'a secret of this measurement';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** Makes a client that may read papers. @returns its token */
const clientOf = async (site: string, name: string): Promise<string> => {
  const call = await callerOf(site, 'admin');
  const { id } = await call<{ id: string }>('POST', 'keyan/openClient/submit', {
    clientName: name,
    clientId: name,
    clientSecret: secret,
    scopes: [{ resourceKey: 'papersapp', fields: 'artName,doi,publishDate,journalName' }],
  });
  await call('POST', 'keyan/openClient/enable', { ids: id });
  const answer = await fetch(`${site}/api/open/v1/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};

const line = (name: string, times: readonly number[], seconds: number, more = ''): void => {
  const { p50, p95 } = percentiles(times);
  console.log(
    `${name.padEnd(44)} ${String(times.length).padStart(5)} calls in ${seconds.toFixed(1).padStart(6)} s  p50 ${p50.toFixed(1).padStart(8)}  p95 ${p95.toFixed(1).padStart(8)} ${more}`,
  );
};

/** Sends all requests at once, and prints their times and statuses. */
const atOnce = async (port: number, name: string, shots: readonly Shot[]): Promise<void> => {
  const began = performance.now();
  const answered = new Map<number, number>();
  const times = await Promise.all(
    shots.map(async (shot) => {
      const { status } = await send(port, shot);
      answered.set(status, (answered.get(status) ?? 0) + 1);
      return performance.now() - began;
    }),
  );
  const said = [...answered].map(([status, count]) => `${status}: ${count}`).join(', ');
  line(name, times, (performance.now() - began) / 1000, said);
};

const measure = async (tree: string, name: string): Promise<void> => {
  const port = await freePort();
  const api = await startProduct(values.folder, port, { jobs: false, tree });
  const site = `http://127.0.0.1:${port}`;
  try {
    const run = Date.now().toString(36);
    const tokens: string[] = [];
    for (let n = 0; n * ofOneClient < calls; n += 1) {
      tokens.push(await clientOf(site, `bench_${run}_${n}`));
    }
    const shot = (cursor: string, token: string): Shot => ({
      method: 'GET',
      path: `/api/open/v1/papersapp?limit=${pageSize}${cursor && `&cursor=${cursor}`}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const cursors: string[] = [];
    const times: number[] = [];
    const seen = new Set<string>();
    const began = performance.now();
    for (let cursor = ''; ; ) {
      const start = performance.now();
      const token = tokens[cursors.length % tokens.length] ?? '';
      const { status, body } = await send(port, shot(cursor, token));
      if (status !== 200) throw new Error(`${status} ${body.slice(0, 200)}`);
      times.push(performance.now() - start);
      const page = JSON.parse(body) as Page;
      for (const { id } of page.data) seen.add(id);
      cursors.push(page.cursor);
      if (!page.hasMore) break;
      cursor = page.cursor;
    }
    line(`${name}: walk`, times, (performance.now() - began) / 1000, `${seen.size} papers`);
    const health: Shot = { method: 'GET', path: '/api/keyan/health' };
    await atOnce(port, `${name}: trivial calls at once`, Array(calls).fill(health));
    const shots = Array.from({ length: calls }, (_, n) =>
      shot(cursors[(n * 7919) % cursors.length] ?? '', tokens[n % tokens.length] ?? ''),
    );
    await atOnce(port, `${name}: pages at once`, shots);
  } finally {
    await api.stop();
  }
};

const before = values.before === undefined ? [] : [resolve(values.before)];
fill(values.folder, { papers: Number(values.papers) }, before[0] ?? root);
for (const tree of before) await measure(tree, 'before');
await measure(root, 'now');
