import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Database } from '../store/connection/database.ts';
import { testDatabase } from '../testing/database.ts';
import { diskStore } from './disk.ts';
import type { TenantStores } from './places.ts';
import { defaultQuota, type StorageQuota } from './quota.ts';
import { createFiles } from './service.ts';
import type { StoredDamage } from './store.ts';

export const tenant = '100001';

export const actorWithId = (id: string, tenantId = tenant): Actor => ({
  id,
  tenantId,
  account: id,
  name: id,
  departments: [],
  roles: [],
  permissions: new Set(),
  departmentScope: [],
});

/** Person who sends files, and for whom tickets are made. */
export const writer = actorWithId('11');

/** A file store with a folder and a database of its own, at a time that a test sets. */
export const startFiles = async (stores?: TenantStores) => {
  const database = await testDatabase();
  const pool = new Database(database.appUrl);
  const folder = await mkdtemp(join(tmpdir(), 'keyan-files-'));
  const blobs = join(folder, 'blobs');
  const clock = { now: new Date('2026-11-21T02:00:00Z') };
  const quota: { -readonly [K in keyof StorageQuota]: StorageQuota[K] } = { ...defaultQuota };
  const damages: StoredDamage[] = [];
  const files = createFiles({
    database: pool,
    store: diskStore(blobs),
    ...(stores && { stores }),
    room: join(folder, 'room'),
    secret: 'secret',
    clock: () => clock.now,
    linkTo: (id) => `/files/${id}`,
    quotaOf: async () => quota,
    onDamage: (damage) => void damages.push(damage),
    holderOf: async () => writer,
  });
  return {
    database,
    pool,
    folder,
    blobs,
    files,
    clock,
    /** Every damaged file that somebody wanted to read. */
    damages,
    /** Limits of the tenant on stored files; a test may change them. */
    quota,
    later: (hours: number): void => {
      clock.now = new Date(clock.now.getTime() + hours * 3600_000);
    },
    /** Every file below the folder: what is really on the disk. */
    onDisk: async (): Promise<string[]> =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    /** Forgets every file, between two tests. */
    empty: async (): Promise<void> => {
      for (const table of ['upload', 'attachment', 'blob', 'blob_leftover']) {
        await database.query(`delete from ${table}`);
      }
      await rm(blobs, { recursive: true, force: true });
    },
    close: async (): Promise<void> => {
      await pool.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
