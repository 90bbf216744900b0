/**
 * Kills the server with -9 in the middle of submissions and approvals, again and again, and counts
 * what became of them: `npm run crash [-- --rounds 20 --papers 5000]`. What was acknowledged must be
 * there once; what was not may be there once or not at all; a record and its process must agree.
 * Ends with 1 when anything is lost, doubled or half done.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import { removeDataDir, startServer, temporaryDataDir } from '@keyan/api/testing/server.ts';
import pg from 'pg';
import { freshPaper, waitingFiles } from './papers.ts';
import { type Call, callerOf } from './people.ts';
import { root } from './servers.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    papers: { type: 'string', default: '5000' },
  },
});
const rounds = Number(values.rounds);
/** Who approves, and how many calls of one person are under way at once. */
const handlers = ['dept_secretary', 'rd_achieve'];
const hands = 4;
const writer = 'teacher';
const filesPerRound = 400;
/** Milliseconds. */
const longestRound = 20_000;

interface Work {
  readonly taskId: string;
  readonly businessId: string;
}

const dataDir = temporaryDataDir();
const seeded = spawnSync(
  process.execPath,
  [join(root, 'apps/api/src/commands/seed.ts'), '--papers', values.papers],
  { env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, stdio: 'inherit' },
);
if (seeded.status !== 0) process.exit(2);

/** Beside the running server: the files of a round's papers. */
const filesFor = async (userId: string): Promise<string[]> => {
  const database = await openMigrated(readEnv({ ...process.env, DATA_DIR: dataDir }, root), false);
  const admin = new pg.Client({ connectionString: database.adminUrl ?? database.ownerUrl });
  await admin.connect();
  try {
    return await waitingFiles(admin, userId, filesPerRound);
  } finally {
    await admin.end();
    await database.close();
  }
};

const approvals = { tried: new Map<string, Work>(), acknowledged: new Map<string, Work>() };
const submissions = { tried: new Set<string>(), acknowledged: new Map<string, string>() };

/** Repeats until there is nothing left or the server is gone: a broken connection is the kill. */
const untilKilled = async (act: () => Promise<boolean>): Promise<void> => {
  try {
    while (await act());
  } catch (error) {
    // An answer that refuses is a fault of this script.
    if (!(error instanceof TypeError)) throw error;
  }
};

const approve = (call: Call, queue: Work[]): Promise<void> =>
  untilKilled(async () => {
    const work = queue.pop();
    if (!work) return false;
    approvals.tried.set(work.taskId, work);
    await call('POST', 'blade-flow/work/complete-task', { taskId: work.taskId, flag: 'ok' });
    approvals.acknowledged.set(work.taskId, work);
    return true;
  });

const submit = (call: Call, userId: string, files: string[]): Promise<void> =>
  untilKilled(async () => {
    const file = files.pop();
    if (!file) return false;
    const paper = freshPaper(userId, file);
    submissions.tried.add(paper.artName);
    const { id } = await call<{ id: string }>('POST', 'kh-edu-research/papers/submit', paper);
    submissions.acknowledged.set(paper.artName, id);
    return true;
  });

const times = (count: number, start: () => Promise<void>): Promise<void>[] =>
  Array.from({ length: count }, start);

for (let round = 1; round <= rounds; round += 1) {
  const server = await startServer({ dataDir });
  const author = await callerOf(server.url, writer);
  const { id: userId } = await author<{ id: string }>('GET', 'blade-user/info');
  const files = await filesFor(userId);
  const queues = await Promise.all(
    handlers.map(async (account) => {
      const call = await callerOf(server.url, account);
      const page = await call<{ records: Work[] }>(
        'GET',
        'kh-edu-research/mywork/todo/page?size=200',
      );
      return { call, queue: page.records };
    }),
  );
  const before = [submissions.acknowledged.size, approvals.acknowledged.size] as const;
  const heard = (): number =>
    submissions.acknowledged.size - before[0] + approvals.acknowledged.size - before[1];
  const load = [
    ...times(hands, () => submit(author, userId, files)),
    ...queues.flatMap(({ call, queue }) => times(hands, () => approve(call, queue))),
  ];
  // Somewhere in the middle, however fast the machine is today.
  const enough = 10 + Math.random() * 100;
  const deadline = Date.now() + longestRound;
  while (heard() < enough && Date.now() < deadline) await wait(1);
  await server.end('SIGKILL');
  await Promise.all(load);
  console.log(
    `round ${round}: ${submissions.acknowledged.size - before[0]} submissions and ` +
      `${approvals.acknowledged.size - before[1]} approvals acknowledged, then killed`,
  );
}

/** What the server says now, asked of a fresh process. */
const server = await startServer({ dataDir, env: { REQUESTS_PER_MINUTE: '1000000' } });
const office = await callerOf(server.url, 'rd_achieve');
const author = await callerOf(server.url, writer);
const counts = { lost: 0, doubled: 0, halfDone: 0, unheard: 0 };

interface Standing {
  readonly lines: readonly { readonly taskId: string; readonly action: string }[];
  readonly status: string;
}

const standingOf = async (call: Call, id: string): Promise<Standing> => {
  const [lines, record] = await Promise.all([
    call<Standing['lines']>('GET', `kh-edu-research/audit/detail?businessId=${id}`),
    call<{ auditStatus: string }>('GET', `kh-edu-research/papers/detail?id=${id}`),
  ]);
  return { lines, status: record.auditStatus };
};

/** The library holds what came to its end, once; everything else is still on its way. */
const agrees = ({ lines, status }: Standing): boolean => {
  const ends = lines.filter((line) => line.action === 'end').length;
  return status === '2' ? ends === 1 : status === '1' && ends === 0;
};

for (const { taskId, businessId } of approvals.tried.values()) {
  const standing = await standingOf(office, businessId);
  const done = standing.lines.filter(
    (line) => line.taskId === taskId && line.action === 'approve',
  ).length;
  const heard = approvals.acknowledged.has(taskId);
  if (heard && done === 0) counts.lost += 1;
  if (done > 1) counts.doubled += 1;
  if (!heard && done === 1) counts.unheard += 1;
  if (!agrees(standing)) counts.halfDone += 1;
}

for (const title of submissions.tried) {
  const query = new URLSearchParams({ view: 'register', artName: title });
  const { records } = await author<{ records: { id: string }[] }>(
    'GET',
    `kh-edu-research/papers/list?${query}`,
  );
  const [found] = records;
  const heard = submissions.acknowledged.get(title);
  if (heard !== undefined && found?.id !== heard) counts.lost += 1;
  if (records.length > 1) counts.doubled += 1;
  if (!found) continue;
  if (heard === undefined) counts.unheard += 1;
  if (!agrees(await standingOf(author, found.id))) counts.halfDone += 1;
}
await server.end();
removeDataDir(dataDir);

console.log(
  `${rounds} kills; ${submissions.tried.size} submissions and ${approvals.tried.size} approvals sent, ` +
    `${submissions.acknowledged.size} and ${approvals.acknowledged.size} acknowledged: ` +
    `${counts.lost} lost, ${counts.doubled} doubled, ${counts.halfDone} half done ` +
    `(${counts.unheard} done whose answer was cut off)`,
);
process.exit(counts.lost + counts.doubled + counts.halfDone === 0 ? 0 : 1);
