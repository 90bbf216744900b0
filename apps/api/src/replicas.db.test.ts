import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openMetrics } from './telemetry/metrics.ts';
import { installOn } from './testing/installation.ts';
import { openFolder, openPrimary, openReplica } from './testing/replica.ts';
import { removeDataDir, temporaryDataDir } from './testing/server.ts';

const folder = temporaryDataDir();
const primary = await openPrimary(openFolder(join(folder, 'primary')));
const replica = await openReplica(primary, openFolder(join(folder, 'replica')));
const installation = await installOn(primary, 2, {
  DATABASE_URL: primary.ownerUrl,
  DATABASE_REPLICA_URLS: replica.url,
});
afterAll(async () => {
  await replica.close();
  await installation.close();
  removeDataDir(folder);
});
const [here, there] = installation.processes as [
  (typeof installation.processes)[0],
  (typeof installation.processes)[0],
];
const teacher = await here.tokenFor('000000', 'teacher');

type Process = typeof here;
const figuresOf = ({ parts }: Process) => parts.engine.database.readFigures;
const replicaOf = (process: Process) => figuresOf(process).replicas[0];
const stateOf = (process: Process) => replicaOf(process)?.state;
const states = () => [stateOf(here), stateOf(there)];

const save = async (process: Process, artName: string): Promise<void> => {
  const body = { artName };
  const { status } = await process.call('POST', 'kh-edu-research/papers/save', {
    token: teacher,
    body,
  });
  expect(status).toBe(200);
};

/** Names of the papers that a list finds. */
const listed = async (process: Process, artName: string): Promise<readonly string[]> => {
  const path = `kh-edu-research/papers/list?size=20&artName=${encodeURIComponent(artName)}`;
  const { status, data } = await process.call('GET', path, { token: teacher });
  expect(status).toBe(200);
  return (data.records as { artName: string }[]).map((row) => row.artName);
};

const patient = { timeout: 30_000, interval: 50 };

beforeEach(async () => {
  await expect.poll(states, patient).toEqual(['used', 'used']);
});

test('a replica answers lists, and finds what was saved through another process a moment ago', async () => {
  const before = replicaOf(there)?.reads ?? 0;
  const names = Array.from({ length: 20 }, (_, index) => `副本所见 ${index} 号`);
  for (const name of names) {
    await save(here, name);
    expect(await listed(there, name)).toEqual([name]);
  }
  // A busy machine may leave the replica behind for a moment.
  expect(replicaOf(there)?.reads).toBeGreaterThan(before);
});

test('policies of rows and the language of the reader hold in a replica', async () => {
  await save(here, '本单位的论文');
  const read = (tenantId: string) =>
    here.parts.engine.database.heavy<Readonly<Record<string, unknown>>>(tenantId, 'a', {
      sql: `select count(*)::int > 0 as found, current_setting('app.language') as language,
          current_user::text as user, pg_is_in_recovery() as standby from paper`,
      parameters: [],
    });
  const reader = { language: 'zh', user: 'keyan_app', standby: true };
  await expect.poll(() => read('000000'), patient).toEqual([{ found: true, ...reader }]);
  await expect.poll(() => read('999999'), patient).toEqual([{ found: false, ...reader }]);
});

test('a replica that lags is left out, and what was saved is found meanwhile', async () => {
  await replica.query('select pg_wal_replay_pause()');
  try {
    await save(here, '延迟中的论文');
    expect(await listed(here, '延迟中的论文')).toEqual(['延迟中的论文']);
    expect(stateOf(here)).toBe('behind');
    const reads = replicaOf(here)?.reads;
    expect(await listed(here, '延迟中的论文')).toEqual(['延迟中的论文']);
    expect(replicaOf(here)?.reads).toBe(reads);
    await expect.poll(() => replicaOf(here)?.lagBytes, patient).toBeGreaterThan(0);
  } finally {
    await replica.query('select pg_wal_replay_resume()');
  }
  await expect.poll(states, patient).toEqual(['used', 'used']);
  expect(await listed(here, '延迟中的论文')).toEqual(['延迟中的论文']);
});

test('a read that recovery stops is answered by the primary', async () => {
  const { database } = here.parts.engine;
  const before = figuresOf(here).primary;
  const running = async (): Promise<boolean> => {
    const rows = await replica.query(
      `select 1 from pg_stat_activity where query like '%in the way of%' and state = 'active'
          and application_name = 'keyan'`,
    );
    return rows.length > 0;
  };
  const answer = database.heavy<{ count: number }>('000000', 'a', {
    sql: `/* in the way of recovery */ select count(*)::int as count from paper,
        (select case when pg_is_in_recovery() then pg_sleep(20) end) waits`,
    parameters: [],
  });
  await expect.poll(running, patient).toBe(true);
  await primary.query('begin; lock table paper in access exclusive mode; commit');
  const [row] = await answer;
  expect(row?.count).toBeGreaterThan(0);
  expect(figuresOf(here).primary).toBe(before + 1);
});

test('a replica that is killed in the middle of lists is not heard of', async () => {
  await save(here, '崩溃前的论文');
  const answers: Promise<readonly string[]>[] = [];
  for (let index = 0; index < 40; index += 1) {
    answers.push(listed(index % 2 === 0 ? here : there, '崩溃前的论文'));
    if (index === 20) replica.kill();
    await new Promise(setImmediate);
  }
  for (const names of await Promise.all(answers)) expect(names).toEqual(['崩溃前的论文']);
  await expect.poll(states, patient).toEqual(['away', 'away']);
  await save(here, '崩溃后的论文');
  expect(await listed(here, '崩溃后的论文')).toEqual(['崩溃后的论文']);
  await replica.start();
  await expect.poll(states, patient).toEqual(['used', 'used']);
  expect(await listed(there, '崩溃后的论文')).toEqual(['崩溃后的论文']);
});

test('a replica that hangs answers nobody, and keeps nobody waiting for long', async () => {
  await save(here, '挂起前的论文');
  const goOn = await replica.hang();
  try {
    expect(await listed(here, '挂起前的论文')).toEqual(['挂起前的论文']);
    await expect.poll(states, patient).toEqual(['away', 'away']);
    expect(await listed(here, '挂起前的论文')).toEqual(['挂起前的论文']);
  } finally {
    goOn();
  }
});

test('a read that would write is answered by the primary', async () => {
  const { database } = here.parts.engine;
  const before = figuresOf(here).primary;
  const [row] = await database.heavy<{ text: string }>('000000', 'a', {
    sql: `select set_config('app.scratch', txid_current()::text, true) as text`,
    parameters: [],
  });
  expect(row?.text).toMatch(/^\d+$/);
  expect(figuresOf(here).primary).toBe(before + 1);
});

test('operators and administrators see the replicas, strangers their number', async () => {
  const metrics = openMetrics(here.parts);
  onTestFinished(() => metrics.close());
  const name = new URL(replica.url).host;
  await expect
    .poll(() => metrics.text(), patient)
    .toContain(`keyan_replica_used{replica="${name}",state="used"} 1`);
  const text = await metrics.text();
  expect(text).toMatch(new RegExp(`keyan_heavy_reads_total\\{target="${name}"\\} [1-9]`));
  expect(text).toMatch(/keyan_heavy_reads_total\{target="primary"\} [1-9]/);
  expect(text).toContain(`keyan_replica_lag_bytes{replica="${name}"}`);
  const health = async () => (await here.server.inject('/readyz')).json() as unknown;
  await expect
    .poll(health, patient)
    .toEqual({ status: 'up', database: 'up', replicas: { used: 1, of: 1 } });
  const admin = await here.tokenFor('000000', 'admin');
  const { data } = await here.call('GET', 'keyan/performance', { token: admin });
  expect(data.reads).toMatchObject({ replicas: [{ name, reads: expect.any(Number) }] });
});

test('a replica that was promoted is asked no more: its rows are of another future', async () => {
  await save(here, '提升前的论文');
  await replica.query('select pg_promote()');
  await replica.query(`update paper set art_name = '另一个未来' where art_name = '提升前的论文'`);
  expect(await listed(here, '另一个未来')).toEqual([]);
  expect(await listed(here, '提升前的论文')).toEqual(['提升前的论文']);
  await expect.poll(states, patient).toEqual(['primary', 'primary']);
});
