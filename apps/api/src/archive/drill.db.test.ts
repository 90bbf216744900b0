import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { migrate, readMigrations } from '@keyan/engine/store/schema/migrate.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { type Cluster, openCluster } from '../postgres/cluster.ts';
import { databaseName, openDatabase } from '../postgres/database.ts';
import { withClient } from '../postgres/roles.ts';
import { takeBase } from './bases.ts';
import { keepContent, setAsideRemoved } from './content.ts';
import { clusterNumber, logFolder, packLog, segmentsIn } from './log.ts';
import { recover } from './recover.ts';

const settings = { fsync: 'off', shared_buffers: '64MB' };
const silent = (): void => undefined;

const folder = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-`));
const archive = join(folder, 'archive');
const dataDir = join(folder, 'data');
const env = readEnv({ DATA_DIR: dataDir, ARCHIVE_DIR: archive }, folder);

const pathIn = (data: string, key: string): string => join(data, 'files', key.slice(0, 2), key);

/** Stores an uploaded file: its bytes first, then its row. */
const upload = async (cluster: Cluster, key: string): Promise<void> => {
  mkdirSync(dirname(pathIn(dataDir, key)), { recursive: true });
  writeFileSync(pathIn(dataDir, key), `bytes of ${key}`);
  await withClient(cluster.url('postgres', databaseName), (client) =>
    client.query(
      `insert into blob (tenant_id, sha256, blob_key, size, used_at)
       values ('000000', sha256($1::text::bytea), $1, 10, '2026-05-01')`,
      [key],
    ),
  );
};

/** Moment of the server's clock that all commits so far precede, and all later ones follow. */
const momentOf = async (cluster: Cluster): Promise<Date> =>
  withClient(cluster.url('postgres', databaseName), async (client) => {
    const { rows } = await client.query<{ moment: Date }>(
      `select date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' as moment, pg_sleep(0.01)`,
    );
    const [row] = rows;
    if (!row) throw new Error('the server has no clock');
    return row.moment;
  });

/** Restores into a new folder and reads the keys of the files that its rows name. */
const restored = async (
  name: string,
  moment: Date | undefined,
): Promise<{ readonly keys: readonly string[]; readonly said: readonly string[] }> => {
  const target = join(folder, name);
  const said: string[] = [];
  const { files } = readEnv({ DATA_DIR: target }, folder);
  const say = (line: string): void => void said.push(line);
  await recover({ archive, moment, dataDir: target, files, say, settings });
  const cluster = await openCluster({ dataDir: target, serving: true, say: silent, settings });
  try {
    const keys = await withClient(cluster.url('postgres', databaseName), async (client) => {
      const { rows } = await client.query<{ key: string }>(
        'select blob_key as key from blob order by blob_key',
      );
      return rows.map(({ key }) => key);
    });
    return { keys, said };
  } finally {
    await cluster.close();
  }
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an archive', () => {
  let good: Date;
  let base: string;

  beforeAll(async () => {
    chmodSync(folder, 0o711);
    const database = await openDatabase(env, { serving: true, say: silent, settings });
    const cluster = await openCluster({ dataDir, archive, serving: false, say: silent, settings });
    try {
      await migrate(
        database.ownerUrl,
        await readMigrations(join(import.meta.dirname, '../../migrations')),
      );
      await upload(cluster, 'aa-before-the-base');
      base = await takeBase(cluster, dataDir, archive, 'first');
      await upload(cluster, 'bb-after-the-base');
      await keepContent(join(dataDir, 'files'), archive);
      await upload(cluster, 'cc-lost-before-it-was-copied');
      good = await momentOf(cluster);
      await withClient(cluster.url('postgres', databaseName), (client) =>
        client.query('truncate blob cascade'),
      );
      rmSync(join(dataDir, 'files'), { recursive: true });
    } finally {
      await cluster.close();
      await database.close();
    }
    await packLog(logFolder(archive, cluster.place.data));
  });

  it('brings back what a destructive act took away, as of just before it, with its files, and names one that is lost', async () => {
    const { keys, said } = await restored('just-before', good);
    const lost = 'cc-lost-before-it-was-copied';
    expect(keys).toEqual(['aa-before-the-base', 'bb-after-the-base', lost]);
    for (const key of keys.filter((each) => each !== lost)) {
      expect(readFileSync(pathIn(join(folder, 'just-before'), key), 'utf8')).toBe(
        `bytes of ${key}`,
      );
    }
    expect(said.slice(-2)).toEqual(['2 of 3 uploaded files are there.', `Missing: ${lost}`]);
    expect(existsSync(join(folder, 'just-before', 'postgres', 'replay'))).toBe(false);
  });

  it('follows the log to its end where no moment is given', async () => {
    expect((await restored('end', undefined)).keys).toEqual([]);
  });

  it('refuses moments that it does not reach, and leaves the folder empty', async () => {
    await expect(restored('early', new Date(0))).rejects.toThrow(/Choose that|choose that/);
    await expect(restored('late', new Date('2999-01-01'))).rejects.toThrow(
      /nothing at or after 2999-01-01/,
    );
    expect(readdirSync(join(folder, 'late'))).toEqual([]);
  });

  it('packs its log, and holds that of one cluster apart from others', async () => {
    const log = logFolder(archive, join(base, 'postgres'));
    expect(log).toBe(join(archive, `log-${clusterNumber(join(base, 'postgres'))}`));
    expect((await segmentsIn(log)).length).toBeGreaterThan(0);
    expect(
      readdirSync(log).filter((name) => !name.endsWith('.gz') && !/backup|history/.test(name)),
    ).toEqual([]);
  });
});

describe('archived files', () => {
  const files = join(folder, 'store');
  const own = join(folder, 'own');
  const put = (key: string): void => {
    mkdirSync(join(files, key.slice(0, 2)), { recursive: true });
    writeFileSync(join(files, key.slice(0, 2), key), key);
  };

  it('are copied once, set aside when the store has removed them, and ended after their time', async () => {
    for (const key of ['aa1', 'aa2', 'bb1']) put(key);
    expect(await keepContent(files, own)).toBe(3);
    expect(await keepContent(files, own)).toBe(0);
    rmSync(join(files, 'aa', 'aa1'));
    const longAgo = new Date(0);
    expect(await setAsideRemoved(files, own, longAgo)).toEqual({ setAside: 1, ended: 0 });
    const aside = join(own, 'files-removed', 'aa', 'aa1');
    expect(readFileSync(aside, 'utf8')).toBe('aa1');
    utimesSync(aside, longAgo, longAgo);
    expect(await setAsideRemoved(files, own, new Date(1000))).toEqual({ setAside: 0, ended: 1 });
    expect(existsSync(aside)).toBe(false);
  });

  it('stay where the store was lost', async () => {
    rmSync(files, { recursive: true, force: true });
    expect(await setAsideRemoved(files, own, new Date(0))).toEqual({ setAside: 0, ended: 0 });
    expect(readdirSync(join(own, 'files', 'bb'))).toEqual(['bb1']);
  });
});
