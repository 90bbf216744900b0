/**
 * Sends hostile requests to every call that the server describes, as a guest, a teacher, an expert,
 * a secretary and an administrator: `npm run fuzz [-- --seed 1 --requests 60000 --clients 4 --data
 * FOLDER]`.
 *
 * Exits with 1 if a call answers 5xx or breaks the connection, takes over a second (repeated alone,
 * so that other load is no fault), reveals internals of the program or another person's draft, or
 * if a table changed that its actors may not write. The printed seed reproduces the requests.
 */
import { randomInt } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { openMigrated } from '@keyan/api/commands/command.ts';
import { readEnv } from '@keyan/api/env.ts';
import { removeDataDir, startServer, temporaryDataDir } from '@keyan/api/testing/server.ts';
import { application } from '@keyan/product/index.ts';
import fc from 'fast-check';
import pg from 'pg';
import { type Described, describedCalls } from './fuzz/calls.ts';
import { type Ids, type Request, requestsTo } from './fuzz/inputs.ts';
import { changesBetween, contents, writableTables } from './fuzz/tables.ts';
import { callerOf, signIn } from './people.ts';
import { root } from './servers.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1, 2 ** 31)) },
    requests: { type: 'string', default: '60000' },
    clients: { type: 'string', default: '4' },
    /** Limits the run to calls whose path contains this text. */
    only: { type: 'string', default: '' },
    /**
     * Data folder with a complete demo, which the requests change; default: a new one, deleted
     * afterwards.
     */
    data: { type: 'string', default: '' },
  },
});
const seed = Number(values.seed);
const wanted = Number(values.requests);
const clients = Number(values.clients);

/** Maximum milliseconds of a response. */
const maxWaitMilliseconds = 1000;
/** Milliseconds after which a request counts as unanswered. */
const never = 30_000;

/** Senders; the administrator comes last, since it may stop the accounts of the others. */
const people = [null, 'teacher', 'expert', 'dept_secretary', 'rd_achieve', 'admin'] as const;
type Account = (typeof people)[number];

/** Returns a text that exists only in one person's draft and that nobody else may read. */
const secretOf = (account: Account): string => `密稿${account}不可外泄`;

/** Pattern of internals of the program that no response may contain. */
const internalsPattern =
  /node_modules|\.ts:\d|\bat \w+ \(|syntax error at|relation "|ECONNREFUSED|ENOENT/;

interface Fault {
  readonly what: string;
  readonly request: Request;
  readonly account: Account;
  readonly answer: string;
}

const dataDir = values.data || temporaryDataDir();
const server = await startServer({
  dataDir,
  env: { REQUESTS_PER_MINUTE: '10000000', LOG_LEVEL: 'silent' },
});
const database = await openMigrated(readEnv({ ...process.env, DATA_DIR: dataDir }, root), false);
const admin = new pg.Client({ connectionString: database.adminUrl ?? database.ownerUrl });
admin.on('error', () => undefined);
await admin.connect();

const sessions = new Map<Account, Record<string, string>>();
const headersOf = async (account: Account): Promise<Record<string, string>> => {
  if (account === null) return {};
  const headers = sessions.get(account) ?? (await signIn(server.url, account));
  sessions.set(account, headers);
  return headers;
};

/** Returns the permission codes of a person's roles. */
const permissionsOf = async (account: Account): Promise<ReadonlySet<string>> => {
  if (account === null) return new Set();
  const call = await callerOf(server.url, account);
  const { permissions } = await call<{ permissions: string[] }>(
    'GET',
    'blade-auth/oauth/user-info',
  );
  return new Set(permissions);
};

for (const account of ['teacher', 'dept_secretary', 'rd_achieve'] as const) {
  const call = await callerOf(server.url, account);
  await call('POST', 'kh-edu-research/papers/save', { artName: secretOf(account) }).catch(
    // Accounts that may not register papers have no draft.
    () => undefined,
  );
}

const { rows: known } = await admin.query<{ id: string }>(
  `(select id::text from paper order by id limit 40)
   union all (select id::text from wf_task order by id desc limit 40)
   union all (select id::text from wf_instance order by id desc limit 20)
   union all (select id::text from attachment order by id limit 20)
   union all (select id::text from users where account <> 'admin' order by id limit 40)
   union all (select id::text from dept order by id limit 20)
   union all (select id::text from notice order by id limit 10)`,
);
const ids: Ids = known.map(({ id }) => id);

const calls = (await describedCalls(server.url, await headersOf('admin'))).filter(({ path }) =>
  path.includes(values.only),
);
const resources = new Map(application.resources.map((one) => [one.path, one]));
const savedBy = ({ method, path }: Described) =>
  method === 'POST' && /\/(save|submit)$/.test(path)
    ? resources.get(path.replace(/\/\w+$/, ''))
    : undefined;

const faults: Fault[] = [];
const times: number[] = [];
const statuses = new Map<number, number>();

const ask = async (
  { call, query, contentType, body }: Request,
  account: Account,
): Promise<{ readonly status: number; readonly text: string; readonly time: number }> => {
  const address = new URLSearchParams(
    query.map(([name, value]): [string, string] => [name, value]),
  ).toString();
  const began = performance.now();
  const response = await fetch(`${server.url}/api/${call.path}${address && `?${address}`}`, {
    method: call.method,
    headers: {
      ...(await headersOf(account)),
      ...(contentType === null ? {} : { 'content-type': contentType }),
    },
    ...(body === null ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(never),
  });
  const text = await response.text();
  return { status: response.status, text, time: performance.now() - began };
};

/** Returns the minimum of three response times, measured without other requests. */
const waitAlone = async (request: Request, account: Account): Promise<number> => {
  const again: number[] = [];
  for (let round = 0; round < 3; round += 1) again.push((await ask(request, account)).time);
  return Math.min(...again);
};

const slow: { readonly request: Request; readonly account: Account; readonly time: number }[] = [];

const betrays = (text: string, account: Account): string | undefined =>
  internalsPattern.exec(text)?.[0] ??
  people
    .filter((other) => other !== account)
    .map(secretOf)
    .find((secret) => text.includes(secret));

const tryOne = async (request: Request, account: Account): Promise<void> => {
  try {
    const { status, text, time } = await ask(request, account);
    times.push(time);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    // A person whose session was ended by a request signs in again; guests get 401 from most calls.
    if (status === 401) sessions.delete(account);
    const answer = `${status} ${text.slice(0, 300)}`;
    if (status >= 500) faults.push({ what: 'answered 5xx', request, account, answer });
    const leak = betrays(text, account);
    if (leak) faults.push({ what: `leaked “${leak}”`, request, account, answer });
    if (time > maxWaitMilliseconds) slow.push({ request, account, time });
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    const answer = `${String(error)} ${cause?.code ?? ''}`;
    faults.push({ what: 'broke the connection', request, account, answer });
  }
};

const each = Math.max(1, Math.ceil(wanted / calls.length / people.length));
console.log(
  `seed ${seed}: ${calls.length} calls × ${people.length} people × ${each} requests, ${clients} at a time`,
);

const showRequest = ({ call, query, contentType, body }: Request): string =>
  `${call.method} ${call.path} ${JSON.stringify(query).slice(0, 300)} ${contentType ?? ''} ${String(body ?? '').slice(0, 200)}`;

let before = await contents(admin);
const forbidden: string[] = [];
for (const [at, account] of people.entries()) {
  const queue = calls.flatMap((call, index) =>
    fc
      .sample(requestsTo(call, ids, savedBy(call)), {
        seed: seed + at * 1000 + index,
        numRuns: each,
      })
      .map((request) => ({
        request,
        draw: (index * 7919 + request.query.length * 104_729) % 65_537,
      })),
  );
  // Requests are mixed, so that a call with a limit is not called in one burst.
  queue.sort((a, b) => a.draw - b.draw);
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await tryOne(next.request, account);
    }),
  );
  for (const { request, account: who, time } of slow.splice(0)) {
    const alone = await waitAlone(request, who);
    if (alone <= maxWaitMilliseconds) continue;
    const answer = `${Math.round(time)} ms, alone ${Math.round(alone)} ms`;
    faults.push({ what: 'slow answer', request, account: who, answer });
  }
  const after = await contents(admin);
  const writable =
    account === 'admin'
      ? null
      : writableTables(application.resources, await permissionsOf(account));
  for (const change of changesBetween(before, after, writable)) {
    const line = `${account ?? 'guest'}: ${change.table} ${change.before.rows} → ${change.after.rows} rows`;
    if (!change.allowed) forbidden.push(line);
  }
  before = after;
  console.log(`${account ?? 'guest'}: ${times.length} requests so far, ${faults.length} faults`);
}

await admin.end();
await database.close();
await server.end();
if (!values.data) removeDataDir(dataDir);

times.sort((a, b) => a - b);
const at = (share: number): number =>
  Math.round(times[Math.floor(share * (times.length - 1))] ?? 0);
console.log(
  `${times.length} answers: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms; ` +
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', '),
);
const kinds = new Map<string, Fault[]>();
for (const fault of faults) {
  const key = `${fault.what}: ${fault.request.call.method} ${fault.request.call.path}`;
  kinds.set(key, [...(kinds.get(key) ?? []), fault]);
}
for (const [key, [first, ...more]] of kinds) {
  if (!first) continue;
  console.log(
    `\n✗ ${key} (${more.length + 1} times), ${first.account ?? 'guest'}\n  ${showRequest(first.request)}\n  ${first.answer}`,
  );
}
for (const line of forbidden) console.log(`\n✗ changed what its actor may not: ${line}`);
console.log(`\nseed ${seed}: ${faults.length} faults, ${forbidden.length} forbidden changes`);
process.exit(faults.length + forbidden.length === 0 ? 0 : 1);
