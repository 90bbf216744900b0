/**
 * Kills the server with -9 in the middle of a load of approvals, again and again, and counts what
 * became of them: `node bench/kill.ts [--rounds 10] [--papers 10000]`. Every approval that was
 * acknowledged must be there once; one that was not may be there once or not at all, and its record
 * and its process must agree about it. Ends with 1 when anything is lost, doubled or half done.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { removeDataDir, startServer, temporaryDataDir } from '@keyan/api/testing/server.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    papers: { type: 'string', default: '10000' },
  },
});
const rounds = Number(values.rounds);
const workers = 8;
const handler = 'rd_achieve';

interface Work {
  readonly taskId: string;
  readonly businessId: string;
}

type Call = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

const client = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

/** Signs in and answers a caller whose failures are errors. */
const signIn = async (site: string): Promise<Call> => {
  const password = createHash('md5').update('Keyan@2026').digest('hex');
  const query = new URLSearchParams({
    tenantId: '000000',
    username: handler,
    password,
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  });
  const answer = await fetch(`${site}/api/blade-auth/oauth/token?${query}`, {
    method: 'POST',
    headers: { authorization: client, 'tenant-id': '000000' },
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`${handler} cannot sign in`);
  return async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const response = await fetch(`${site}/api/${path}`, {
      method,
      headers: {
        authorization: client,
        'blade-auth': `bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: T };
    if (code !== 200) throw new Error(`${code} ${msg}`);
    return data;
  };
};

const dataDir = temporaryDataDir();
const seeded = spawnSync(
  process.execPath,
  [join(import.meta.dirname, '../apps/api/src/commands/seed.ts'), '--papers', values.papers],
  { env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, stdio: 'inherit' },
);
if (seeded.status !== 0) process.exit(2);

const acknowledged = new Map<string, Work>();
const attempted = new Map<string, Work>();

/** Approves until the server is gone; what it acknowledged is on record. */
const approve = async (call: Call, queue: Work[]): Promise<void> => {
  for (let work = queue.pop(); work; work = queue.pop()) {
    attempted.set(work.taskId, work);
    try {
      await call('POST', 'blade-flow/work/complete-task', { taskId: work.taskId, flag: 'ok' });
      acknowledged.set(work.taskId, work);
    } catch (error) {
      // An answer that refuses is a fault of this script; a broken connection is the kill.
      if (!(error instanceof TypeError)) throw error;
      return;
    }
  }
};

let kills = 0;
for (let round = 1; round <= rounds; round += 1) {
  const server = await startServer({ dataDir });
  const call = await signIn(server.url);
  const { records } = await call<{ records: Work[] }>(
    'GET',
    'kh-edu-research/mywork/todo/page?size=200',
  );
  if (records.length === 0) {
    console.log('Nothing is left to approve: give it more --papers.');
    await server.end();
    break;
  }
  kills += 1;
  const before = acknowledged.size;
  const load = Array.from({ length: workers }, () => approve(call, records));
  // A fresh process needs a moment before it is busy.
  await wait(500 + Math.random() * 1500);
  await server.end('SIGKILL');
  await Promise.all(load);
  console.log(`round ${round}: ${acknowledged.size - before} acknowledged, then killed`);
}

const server = await startServer({ dataDir });
const call = await signIn(server.url);
const counts = { lost: 0, doubled: 0, halfDone: 0, unheard: 0 };
for (const { taskId, businessId } of attempted.values()) {
  const lines = await call<{ taskId: string; action: string }[]>(
    'GET',
    `kh-edu-research/audit/detail?businessId=${businessId}`,
  );
  const record = await call<{ auditStatus: string }>(
    'GET',
    `kh-edu-research/papers/detail?id=${businessId}`,
  );
  const done = lines.filter((line) => line.taskId === taskId && line.action === 'approve').length;
  const ends = lines.filter((line) => line.action === 'end').length;
  if (done === 0 && acknowledged.has(taskId)) counts.lost += 1;
  if (done > 1 || ends > 1) counts.doubled += 1;
  if (done === 1 && !acknowledged.has(taskId)) counts.unheard += 1;
  if ((record.auditStatus === '2') !== (done === 1) || ends !== done) counts.halfDone += 1;
}
await server.end();
removeDataDir(dataDir);

console.log(
  `${kills} kills, ${attempted.size} approvals sent, ${acknowledged.size} acknowledged: ` +
    `${counts.lost} lost, ${counts.doubled} doubled, ${counts.halfDone} half done ` +
    `(${counts.unheard} done whose answer was cut off)`,
);
process.exit(counts.lost + counts.doubled + counts.halfDone === 0 ? 0 : 1);
