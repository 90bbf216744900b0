import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '@keyan/engine/testing/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp, restore } from './backup.ts';
import { type Cluster, openCluster } from './postgres/cluster.ts';
import { withClient } from './postgres/roles.ts';

const settings = { fsync: 'off', shared_buffers: '64MB' };
const silent = (): void => undefined;

describe('backup and restore', () => {
  const folder = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-`));
  const dataDir = join(folder, 'data');
  let cluster: Cluster;

  beforeAll(async () => {
    chmodSync(folder, 0o711);
    cluster = await openCluster({ dataDir, serving: true, say: silent, settings });
    await withClient(cluster.url('postgres', 'postgres'), (client) =>
      client.query('create table entry (id int primary key, filling text not null)'),
    );
    mkdirSync(join(dataDir, 'files'));
    writeFileSync(join(dataDir, 'files', 'a.pdf'), '%PDF');
  });
  afterAll(async () => {
    await cluster.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('brings back everything committed before it, and nothing by halves, while writes go on', async () => {
    const target = join(folder, 'backup');
    const writer = await openClient(cluster.url('postgres', 'postgres'));
    let committed = 0;
    let writing = true;
    const load = (async () => {
      while (writing) {
        await writer.query(`insert into entry values ($1, repeat('科研', 500))`, [committed + 1]);
        committed += 1;
      }
    })();
    while (committed < 50) await sleep(5);
    const before = committed;
    await backUp(cluster, dataDir, target);
    writing = false;
    await load;
    await writer.end();
    expect(committed).toBeGreaterThan(before);

    const restored = join(folder, 'restored');
    await restore(target, restored, silent);
    expect(readFileSync(join(restored, 'files', 'a.pdf'), 'utf8')).toBe('%PDF');
    const copy = await openCluster({ dataDir: restored, serving: true, say: silent, settings });
    try {
      const [row] = await withClient(copy.url('postgres', 'postgres'), async (client) => {
        const { rows } = await client.query<{ count: number; last: number }>(
          'select count(*)::int as count, max(id) as last from entry',
        );
        return rows;
      });
      expect(row?.count).toBe(row?.last);
      expect(row?.last).toBeGreaterThanOrEqual(before);
      expect(row?.last).toBeLessThanOrEqual(committed);
    } finally {
      await copy.close();
    }
  });

  it('refuses to write over anything', async () => {
    await expect(backUp(cluster, dataDir, dataDir)).rejects.toThrow(/is not empty/);
    await expect(restore(join(folder, 'backup'), dataDir, silent)).rejects.toThrow(/is not empty/);
    await expect(restore(folder, join(folder, 'other'), silent)).rejects.toThrow(/no backup\.json/);
    expect(existsSync(join(folder, 'other'))).toBe(false);
  });
});
