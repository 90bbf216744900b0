import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ContentMissing, NoRoom } from '../base/storage.ts';
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
    await expect(target.put('blob-2', path)).rejects.toThrow(NoRoom);
    full.close();
  });
});
