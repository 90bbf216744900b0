import { lookup } from 'node:dns';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContentMissing, DiskFull } from '../base/storage.ts';
import { s3Store } from './s3.ts';
import type { BlobStore } from './store.ts';

const settings = {
  region: 'us-east-1',
  bucket: 'keyan',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  pathStyle: true,
};

let folder: string;
let server: S3rver;
let store: BlobStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyan-s3-'));
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'keyan', configs: [] }],
  });
  const { port } = await server.run();
  store = s3Store({ ...settings, endpoint: `http://127.0.0.1:${port}` });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('an S3-compatible store', () => {
  it('gives back every byte of a file of several parts, and takes the local one over', async () => {
    const path = join(folder, 'incoming');
    const content = Buffer.alloc(12 * 1024 * 1024, '科研');
    await writeFile(path, content);
    await store.put('blob-1', path);
    await expect(stat(path)).rejects.toThrow();
    expect(Buffer.compare(await buffer((await store.get('blob-1')).stream), content)).toBe(0);
    const keys: string[] = [];
    for await (const key of store.list(new Date(Date.now() + 60_000))) keys.push(key);
    expect(keys).toEqual(['blob-1']);
    await store.remove('blob-1');
    await expect(store.get('blob-1')).rejects.toThrow(ContentMissing);
  });

  /** A host that answers by drops: a byte of `content` each 20 milliseconds, with no end. */
  const dripping = async (head: boolean): Promise<{ store: BlobStore; close: () => void }> => {
    const slow = createServer((request, response) => {
      request.resume();
      if (head) response.writeHead(200, { 'content-length': 10_000 });
      const drops = setInterval(() => (head ? response.write('x') : undefined), 20);
      response.once('close', () => clearInterval(drops));
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.address() as AddressInfo;
    return {
      store: s3Store({
        ...settings,
        endpoint: `http://127.0.0.1:${port}`,
        typed: { lookup, patience: { answer: 200, pace: 50_000 } },
      }),
      close: () => {
        slow.closeAllConnections();
        slow.close();
      },
    };
  };

  it('that somebody typed has so long for an answer, and not longer', async () => {
    const { store: silent, close } = await dripping(false);
    const path = join(folder, 'small');
    await writeFile(path, 'small');
    await expect(silent.remove('a')).rejects.toThrow();
    await expect(silent.get('a')).rejects.toThrow();
    await expect(silent.put('a', path)).rejects.toThrow();
    close();
  });

  it('that somebody typed has so long for content as its size needs', async () => {
    const { store: slow, close } = await dripping(true);
    const { stream } = await slow.get('a');
    await expect(buffer(stream)).rejects.toThrow();
    close();
  });

  it.each([null, 0, 4])(
    'that lies about what it keeps (%s bytes of five) is found out, and the local file stays',
    async (kept) => {
      const liar = createServer((request, response) => {
        request.resume().once('end', () => {
          const status = request.method === 'HEAD' && kept === null ? 404 : 200;
          response.writeHead(status, {
            'content-length': request.method === 'HEAD' ? (kept ?? 0) : 0,
          });
          response.end();
        });
      });
      await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
      const { port } = liar.address() as AddressInfo;
      const target = s3Store({ ...settings, endpoint: `http://127.0.0.1:${port}` });
      const path = join(folder, 'believed');
      await writeFile(path, 'small');
      await expect(target.put('blob-3', path)).rejects.toThrow();
      expect((await stat(path)).size).toBe(5);
      liar.closeAllConnections();
      liar.close();
    },
  );

  it('that falls silent fails the call, whoever named it', async () => {
    const silent = createServer((request) => void request.resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const target = s3Store({
      ...settings,
      endpoint: `http://127.0.0.1:${port}`,
      silence: 100,
    });
    const path = join(folder, 'unheard');
    await writeFile(path, 'small');
    await expect(target.put('blob-4', path)).rejects.toThrow();
    await expect(target.get('blob-4')).rejects.toThrow();
    expect((await stat(path)).size).toBe(5);
    silent.closeAllConnections();
    silent.close();
  });

  it.each([
    [507, '<Error><Code>InsufficientStorage</Code></Error>'],
    [400, '<Error><Code>QuotaExceeded</Code></Error>'],
    [507, '<Error><Code>XMinioStorageFull</Code></Error>'],
  ])('without room (%i %s) says so', async (status, body) => {
    const full = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(status).end(body));
    });
    await new Promise<void>((resolve) => full.listen(0, '127.0.0.1', resolve));
    const { port } = full.address() as AddressInfo;
    const path = join(folder, 'more');
    await writeFile(path, 'more');
    const target = s3Store({ ...settings, endpoint: `http://127.0.0.1:${port}` });
    await expect(target.put('blob-2', path)).rejects.toThrow(DiskFull);
    full.close();
  });
});
