import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Cluster, type ClusterOptions, InUse, openCluster } from './cluster.ts';
import { isProcessAlive, runningPostmaster } from './postmaster.ts';
import {
  assertDatabaseRole,
  prepareEmbedded,
  prepareExternal,
  prepareSchema,
  UnfitDatabase,
  withClient,
} from './roles.ts';

const folder = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-`));
chmodSync(folder, 0o711);
const dataDir = join(folder, 'data');
const open = (over: Partial<ClusterOptions> = {}): Promise<Cluster> =>
  openCluster({
    dataDir,
    serving: true,
    say: () => undefined,
    settings: { fsync: 'off', shared_buffers: '64MB' },
    ...over,
  });
const answer = (cluster: Cluster): Promise<number | undefined> =>
  withClient(cluster.url('postgres', 'postgres'), async (client) => {
    const { rows } = await client.query<{ answer: number }>('select 42 as answer');
    return rows[0]?.answer;
  });
const pidOf = (cluster: Cluster): number | undefined => runningPostmaster(cluster.place.data)?.pid;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the embedded cluster', () => {
  it('keeps its password and its socket to the account', async () => {
    const cluster = await open();
    expect(statSync(join(dataDir, 'secrets', 'database')).mode & 0o777).toBe(0o600);
    expect(statSync(cluster.place.run).mode & 0o777).toBe(0o700);
    await expect(
      withClient(cluster.url('postgres', 'postgres').replace(/:[^:@]+@/, ':wrong@'), answer42),
    ).rejects.toThrow(/password authentication failed/);
    await cluster.close();
    expect(pidOf(cluster)).toBeUndefined();
  });

  it('is served by one process at a time, and shared with commands', async () => {
    const server = await open();
    await expect(open()).rejects.toThrow(InUse);
    const command = await open({ serving: false });
    await command.close();
    expect(await answer(server)).toBe(42);
    const late = await open({ serving: false });
    await server.close();
    expect(await answer(late)).toBe(42);
    await late.close();
    expect(pidOf(server)).toBeUndefined();
  });

  it('joins the server that a killed process left behind, and stops it in the end', async () => {
    const program = `
      const { openCluster } = await import(${JSON.stringify(join(import.meta.dirname, 'cluster.ts'))});
      await openCluster({ dataDir: ${JSON.stringify(dataDir)}, serving: true, say() {} });
      console.log('up');
      setInterval(() => {}, 1000);`;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => killed.stdout.once('data', resolve));
    killed.kill('SIGKILL');
    await new Promise((resolve) => killed.once('exit', resolve));

    const cluster = await open();
    const orphan = pidOf(cluster);
    expect(await answer(cluster)).toBe(42);
    await cluster.close();
    expect(orphan && isProcessAlive(orphan) && pidOf(cluster)).toBeFalsy();
  });

  it('starts a server that died again, at the same address', async () => {
    const cluster = await open({ transport: 'tcp' });
    const before = pidOf(cluster);
    expect(before).toBeDefined();
    if (before) process.kill(before, 'SIGKILL');
    await expect.poll(() => answer(cluster).catch(() => 0), { timeout: 30_000 }).toBe(42);
    expect(pidOf(cluster)).not.toBe(before);
    await cluster.close();
  });

  it('closes only after its server came back, and leaves no server behind', async () => {
    const said: string[] = [];
    const cluster = await open({ transport: 'tcp', say: (line) => said.push(line) });
    const before = pidOf(cluster);
    if (before) process.kill(before, 'SIGKILL');
    await expect.poll(() => said.join(), { timeout: 30_000, interval: 5 }).toMatch(/went away/);
    await cluster.close();
    expect(said.at(-1)).toBe('The database server is back.');
    expect(pidOf(cluster)).toBeUndefined();
  });
});

describe('fitness', () => {
  it('takes the application role, and no role that stands above the policies', async () => {
    const cluster = await open();
    try {
      await prepareEmbedded(cluster.url('postgres', 'postgres'), 'fit', {
        owner: cluster.password('keyan_owner'),
        app: cluster.password('keyan_app'),
      });
      const owner = cluster.url('keyan_owner', 'fit');
      await withClient(owner, (client) => client.query('create extension pg_trgm'));
      await expect(assertDatabaseRole(cluster.url('keyan_app', 'fit'))).resolves.toBeUndefined();
      await expect(assertDatabaseRole(cluster.url('postgres', 'fit'))).rejects.toThrow(
        UnfitDatabase,
      );
      await withClient(owner, (client) => client.query('create table owned (id int)'));
      await expect(assertDatabaseRole(owner)).rejects.toThrow(/owns "owned"/);

      await withClient(cluster.url('postgres', 'postgres'), (client) =>
        client.query(`create database unfit locale 'C' template template0`),
      );
      const unfit = cluster.url('postgres', 'unfit');
      await withClient(unfit, (client) => client.query('create extension pg_trgm'));
      await expect(assertDatabaseRole(cluster.url('keyan_app', 'unfit'))).rejects.toThrow(
        /no trigrams/,
      );
    } finally {
      await cluster.close();
    }
  });
});

describe('a PostgreSQL of the user’s own', () => {
  it('gets the application role made once, with the same password for every process', async () => {
    const cluster = await open({ transport: 'tcp' });
    try {
      await withClient(cluster.url('postgres', 'postgres'), async (client) => {
        await client.query(`create role able login createrole password 'able-secret'`);
        await client.query(`create role unable login password 'unable-secret'`);
        await client.query('create database own owner able');
      });
      const at = (user: string): string =>
        cluster.url('postgres', 'own').replace(/\/\/[^@]+@/, `//${user}:${user}-secret@`);

      await withClient(cluster.url('postgres', 'fit'), (client) =>
        client.query('drop owned by keyan_app'),
      );
      await withClient(cluster.url('postgres', 'postgres'), (client) =>
        client.query('drop role keyan_app'),
      );
      await expect(prepareExternal(at('unable'), 'p1')).rejects.toThrow(
        /create role keyan_app login password/,
      );
      const appUrl = await prepareExternal(at('able'), 'p1');
      expect(await prepareExternal(at('able'), 'p1')).toBe(appUrl);
      await prepareSchema(at('able'));
      await expect(assertDatabaseRole(appUrl)).resolves.toBeUndefined();
      await expect(
        prepareExternal(at('able'), 'p2').then(assertDatabaseRole),
      ).resolves.toBeUndefined();
    } finally {
      await cluster.close();
    }
  });
});

async function answer42(): Promise<number> {
  return 42;
}
