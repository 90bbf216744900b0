import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { type SpelledReference, writeCell } from '@keyan/engine/workbooks/cell.ts';
import { sheetPlans } from '@keyan/engine/workbooks/plan.ts';
import { writeWorkbook } from '@keyan/engine/workbooks/workbook.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { completePaper } from '@keyan/product/achievement/paper/testing.ts';
import { percentile, send } from './load.ts';
import { freshPaper, freshTitle } from './papers.ts';
import { callerOf, signIn } from './people.ts';
import {
  databaseProcessorOf,
  fill,
  freePort,
  memoryOf,
  processorOf,
  root,
  startProduct,
} from './servers.ts';

/**
 * `npm run stalls [-- --papers 22500 --rows 2000 --rounds 1 --only export-job,dry-run]`: measures
 * how long a trivial call waits during long work of another person: an export of 20,000 rows, an
 * import of 2,000 with five authors each, and others. Each work is done once per round; the
 * baseline is the call on the idle server, before and after. On a busy machine the maximum
 * processor time per turn of the event loop is more reliable. Prints results and which budgets are
 * met.
 */
const { values: options } = parseArgs({
  options: {
    papers: { type: 'string', default: '22500' },
    rows: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string' },
    folder: { type: 'string', default: join(tmpdir(), 'keyan-stalls') },
  },
});
const wanted = options.only?.split(',');
const rows = Number(options.rows);
/** Maximum milliseconds of a trivial call, and maximum seconds of an import of 2,000 rows. */
const budgets = { wait: 100, import: 8 } as const;
/** Contributions in percent of the authors of an imported paper. */
const shares = ['40', '30', '10', '10', '10'];
/** Seconds for which the idle server is measured. */
const idleSeconds = 10;
/** Number of records whose attachments are bundled, and bytes of each attachment. */
const bundled = { records: 200, bytes: 400_000 };
const uploadBytes = 90 * 1024 ** 2;
/** Number of steps of the route: the maximum. */
const routeSteps = 498;
const papers = 'kh-edu-research/papers';
const account = 'rd_achieve';

fill(options.folder, { papers: Number(options.papers) });
const meterPort = await freePort();
const api = await startProduct(options.folder, await freePort(), { meterPort, jobs: true });
const site = `http://127.0.0.1:${api.port}`;
const headers = await signIn(site, account);
const call = await callerOf(site, account);

const post = async <T>(path: string, name: string, content: Buffer, fields = {}): Promise<T> => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, String(value));
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const answer = await fetch(`${site}/api/${path}`, { method: 'POST', headers, body: form });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T };
  if (code !== 200) throw new Error(`${path}: ${code} ${msg}`);
  return data;
};

const download = async (path: string): Promise<number> => {
  const answer = await fetch(`${site}/api/${path}`, { headers });
  const { byteLength } = await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return byteLength;
};

const pdf = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(bytes)]);

const upload = (bytes: number): Promise<{ id: string }> =>
  post('blade-resource/oss/endpoint/put-file', '论文全文.pdf', pdf(bytes), { catalog: '13' });

/** Returns a route of papers with this many steps in sequence. */
const longRoute = (steps: number): string => {
  const ids = ['s', ...Array.from({ length: steps }, (_, index) => `u${index}`), 'e'];
  const tasks = ids.slice(1, -1).map((id) => `<userTask id="${id}" f:candidateGroups="rd_admin"/>`);
  const flows = ids
    .slice(1)
    .map(
      (id, index) => `<sequenceFlow id="f${index}" sourceRef="${ids[index]}" targetRef="${id}"/>`,
    );
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="http://flowable.org/bpmn"><process id="papersapp" name="long"><startEvent id="s"/>${tasks.join('')}<endEvent id="e"/>${flows.join('')}</process></definitions>`;
};

const { id: userId } = await call<{ id: string }>('GET', 'blade-user/info');

/** Makes drafts with attachments, once. */
const withAttachments = async (): Promise<readonly string[]> => {
  const kept = join(options.folder, 'bundled.json');
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  const ids: string[] = [];
  for (let count = 0; count < bundled.records; count += 1) {
    const paperOf = freshPaper(userId, (await upload(bundled.bytes)).id);
    ids.push((await call<{ id: string }>('POST', `${papers}/save`, paperOf)).id);
  }
  writeFileSync(kept, JSON.stringify(ids));
  return ids;
};

/** Returns a workbook of new papers with five authors each, filled in as by a person. */
const workbookOf = async (count: number): Promise<Buffer> => {
  const people = await call<(SpelledReference & { readonly id: string })[]>(
    'GET',
    `blade-user/account/lookup?search=${encodeURIComponent('2014')}&size=${shares.length}`,
  );
  const [college] = await call<SpelledReference[]>(
    'GET',
    `blade-system/department/lookup?search=${encodeURIComponent('学院')}`,
  );
  if (people.length < shares.length || !college)
    throw new Error('authors or a college are missing');
  const reader = {
    language: 'zh',
    dictionaries: dictionariesAsDefined,
    permissions: new Set<string>(),
  } as const;
  const writers = people.map(({ id, text }, index) => ({
    userId: id,
    name: text,
    rate: shares[index] ?? '0',
  }));
  const records = Array.from({ length: count }, () => ({
    ...completePaper(freshTitle(), writers, '0'),
    fkDeptId: 'college',
  }));
  const names = (_target: string, id: string): SpelledReference =>
    people.find((person) => person.id === id) ?? college;
  const bodies = sheetPlans(paper, reader).map((plan) =>
    records.flatMap((record, index) => {
      const own: RowLike = record;
      const lines = plan.rows
        ? ((own[plan.rows] as Record<string, unknown>[] | undefined) ?? [])
        : [own];
      return lines.map((line) => [
        String(index + 1),
        ...plan.columns.map(({ name, spec }) => writeCell(line[name], spec, 'zh', names)),
      ]);
    }),
  );
  return writeWorkbook(inProcessBookMaker, paper, reader, bodies);
};

interface Batch {
  readonly batchId: string;
  readonly total: number;
  readonly valid: number;
  readonly errors: readonly { readonly field: Label; readonly message: Label }[];
}

interface Progress {
  readonly saved: number;
  readonly finished: boolean;
}

const exportsTold = async (): Promise<number> =>
  (
    await call<{ total: number }>(
      'GET',
      `kh-edu-research/message/list?size=1&msgTitle=${encodeURIComponent('导出已完成')}`,
    )
  ).total;

/** Long work; its result is printed with the measurements. */
interface Work {
  readonly name: string;
  prepare?(): Promise<void>;
  run(): Promise<string>;
}

let workbook = Buffer.alloc(0);
let batch: Batch | undefined;
const judged = async (): Promise<Batch> => {
  if (workbook.length === 0) workbook = Buffer.from(await workbookOf(rows));
  return post<Batch>(`${papers}/import`, '论文.xlsx', workbook);
};

const works: readonly Work[] = [
  {
    name: 'export-job',
    run: async () => {
      const { total } = await call<{ total: number }>('GET', `${papers}/list?view=lib&size=1`);
      const before = await exportsTold();
      await call('GET', `${papers}/export?view=lib`);
      while ((await exportsTold()) === before) await pause(500);
      return `${total} rows`;
    },
  },
  {
    name: 'export-whole',
    run: async () => `${await download(`${papers}/export?whole=1&view=lib`)} bytes`,
  },
  {
    name: 'dry-run',
    prepare: async () => {
      if (workbook.length === 0) workbook = Buffer.from(await workbookOf(rows));
    },
    run: async () => {
      batch = await judged();
      const [first] = batch.errors;
      const fault = first ? `; first fault: ${first.field[1]}: ${first.message[1]}` : '';
      return `${batch.valid} of ${batch.total} valid${fault}`;
    },
  },
  {
    name: 'import',
    prepare: async () => {
      batch ??= await judged();
    },
    run: async () => {
      const batchId = batch?.batchId ?? '';
      // Each batch is imported once, since its titles must be unique.
      batch = undefined;
      workbook = Buffer.alloc(0);
      let now = await call<Progress>('POST', `${papers}/importSure`, { batchId, onlyValid: true });
      while (!now.finished) {
        // Polls more often than the page (1.5 s), for the precision of the measured time.
        await pause(250);
        now = await call<Progress>('GET', `${papers}/importResult?batchId=${batchId}`);
      }
      return `${now.saved} saved`;
    },
  },
  {
    name: 'lists',
    run: async () => {
      const list = (page: number) => download(`${papers}/list?view=lib&size=1000&current=${page}`);
      const bytes = await Promise.all(
        Array.from({ length: 20 }, (_, index) => list(1 + (index % 14))),
      );
      return `20 lists of 1000 rows at once, ${bytes.reduce((sum, one) => sum + one, 0)} bytes`;
    },
  },
  {
    name: 'zip',
    prepare: async () => {
      await withAttachments();
    },
    run: async () => {
      const ids = await withAttachments();
      return `${await download(`${papers}/zip?ids=${ids.join(',')}`)} bytes`;
    },
  },
  {
    name: 'upload',
    run: async () => {
      await upload(uploadBytes);
      return `${uploadBytes} bytes`;
    },
  },
  {
    name: 'route',
    run: async () => {
      const administrator = await signIn(site, 'admin');
      const form = new FormData();
      form.append('dryRun', 'true');
      form.append('files', new Blob([longRoute(routeSteps)]), 'route.bpmn');
      const path = 'blade-flow/manager/deploy-upload';
      const options = { method: 'POST', headers: administrator, body: form };
      const answer = await fetch(`${site}/api/${path}`, options);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      return `${routeSteps} steps`;
    },
  },
];

const prober = new Worker(join(root, 'bench/prober.ts'), {
  workerData: { port: api.port, path: '/api/keyan/site' },
});
/** Returns the maximum processor time of an event loop turn since the last call. */
const readMaxTurn = async (): Promise<number> =>
  Number((await send(meterPort, { method: 'GET', path: '/' })).body);
const probed = async <T>(work: () => Promise<T>): Promise<[T, readonly number[]]> => {
  prober.postMessage('begin');
  const result = await work();
  const times = new Promise<number[]>((resolve) => prober.once('message', resolve));
  prober.postMessage('end');
  return [result, (await times).toSorted((a, b) => a - b)];
};

const cell = (value: number, digits = 0): string => value.toFixed(digits).padStart(9);
let idle = { longest: 0, p99: 0 };

interface Measured {
  readonly times: readonly number[];
  readonly seconds: number;
  readonly turn: number;
  /** Seconds of processor time of the server; `database` has those of PostgreSQL. */
  readonly node: number;
  readonly database: number;
  readonly note: string;
}

/** Names of the works with a budget. */
const budgeted = new Set(['export-job', 'export-whole', 'dry-run', 'import']);
const summary: string[] = [];
const judge = (name: string, longest: number, seconds: number): readonly string[] => {
  const line = (what: string, figure: number, limit: number, unit: string): string =>
    `${figure <= limit ? 'met    ' : 'NOT MET'}  ${name}: ${what} ${figure.toFixed(1)} ${unit}, at most ${limit}`;
  return [
    line('longest wait', longest, budgets.wait, 'ms'),
    ...(name === 'import' ? [line('time', seconds, (budgets.import * rows) / 2000, 's')] : []),
  ];
};

const report = (name: string, { times, seconds, turn, node, database, note }: Measured): void => {
  const longest = times.at(-1) ?? 0;
  const p99 = percentile(times, 0.99);
  if (name === 'idle') idle = { longest, p99 };
  else if (budgeted.has(name)) summary.push(...judge(name, longest, seconds));
  console.log(
    `${name.padEnd(14)}${cell(longest)}${cell(p99)}${cell(longest / idle.longest, 1)}` +
      `${cell(p99 / idle.p99, 1)}${cell(turn)}${cell(times.length)}${cell(seconds, 1)}` +
      `${cell(node, 1)}${cell(database, 1)}${cell(memoryOf(api.process))}  ${note}`,
  );
};

const measure = async (name: string, run: () => Promise<string>): Promise<void> => {
  const began = performance.now();
  await readMaxTurn();
  const node = processorOf(api.process);
  const database = databaseProcessorOf(options.folder);
  const [note, times] = await probed(run);
  const seconds = (performance.now() - began) / 1000;
  report(name, {
    times,
    seconds,
    turn: await readMaxTurn(),
    node: (processorOf(api.process) - node) / 1000,
    database: (databaseProcessorOf(options.folder) - database) / 1000,
    note,
  });
};

const nothing = async (): Promise<string> => {
  await pause(idleSeconds * 1000);
  return 'nothing else asked: what the others are compared with';
};

/**
 * Waits until the jobs of the start, which would affect the measurements, are finished; stops one
 * that takes minutes, such as the first search for duplicates in a new folder.
 */
const untilJobsRest = async (): Promise<void> => {
  const administrator = await callerOf(site, 'admin');
  const until = performance.now() + 30_000;
  for (;;) {
    const { records } = await administrator<{
      records: readonly { readonly id: string; readonly state: string }[];
    }>('GET', 'keyan/job/runs?size=200');
    const open = records.filter(({ state }) => ['running', 'waiting', 'retry'].includes(state));
    if (open.length === 0) return;
    if (performance.now() > until) {
      for (const { id } of open) await administrator('POST', 'keyan/job/stop', { id });
    }
    await pause(5000);
  }
};

try {
  await untilJobsRest();
  const chosen = works.filter(({ name }) => wanted?.includes(name) ?? true);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const { prepare } of chosen) await prepare?.();
    console.log('A trivial call every 10 ms while this work runs: its longest wait, p99, and');
    console.log(
      'both as multiples of idle; the longest turn of the event loop by processor time (ms).',
    );
    console.log(
      'work            longest      p99   × idle   × idle     turn    calls  seconds   node s     pg s   RSS MB',
    );
    await probed(() => pause(2000));
    await measure('idle', nothing);
    for (const { name, run } of chosen) await measure(name, run);
    await measure('idle again', nothing);
  }
  for (const line of ['', ...summary]) console.log(line);
} finally {
  await prober.terminate();
  await api.stop();
}
