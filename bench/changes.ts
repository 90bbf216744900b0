import type pg from 'pg';
import { load, type Next, type Shot } from './load.ts';
import { freshPaper, waitingFiles } from './papers.ts';
import { callerOf, signIn, tenant } from './people.ts';

const writerAccount = 'teacher';
const papers = '/api/kh-edu-research/papers';
const approval = '/api/blade-flow/work/complete-task';

const idOf = async (admin: pg.Client, account: string): Promise<string> => {
  const { rows } = await admin.query<{ id: string }>(
    'select id::text from users where tenant_id = $1 and account = $2',
    [tenant, account],
  );
  return rows[0]?.id ?? '';
};

/**
 * Makes requests for new papers of one writer, each with a file uploaded before.
 * @param site address of the product; undefined for the baseline server, whose papers have no file
 */
export const openSubmissions = async (
  site: string | undefined,
  admin: pg.Client,
  expected: number,
): Promise<Next> => {
  const userId = await idOf(admin, writerAccount);
  if (site === undefined) {
    return () => ({
      method: 'POST',
      path: '/submit',
      body: JSON.stringify(freshPaper(userId, '0')),
    });
  }
  const headers = await signIn(site, writerAccount);
  const files = await waitingFiles(admin, userId, expected);
  return () => {
    const file = files.pop();
    return file === undefined
      ? null
      : {
          method: 'POST',
          path: `${papers}/submit`,
          headers,
          body: JSON.stringify(freshPaper(userId, file)),
        };
  };
};

/** Maximum rows per page. */
const pageSize = 200;

/** Makes requests to approve papers for which one person has a task. */
const approvalsOf = async (site: string, account: string, most: number): Promise<Shot[]> => {
  const call = await callerOf(site, account);
  const headers = await signIn(site, account);
  const shots: Shot[] = [];
  for (let page = 1; shots.length < most; page += 1) {
    const { records } = await call<{ records: readonly { readonly taskId: string }[] }>(
      'GET',
      `kh-edu-research/mywork/todo/page?size=${pageSize}&current=${page}&kind=papersapp`,
    );
    shots.push(
      ...records.map(
        ({ taskId }): Shot => ({
          method: 'POST',
          path: approval,
          headers,
          body: JSON.stringify({ taskId, flag: 'ok' }),
          who: account,
        }),
      ),
    );
    if (records.length < pageSize) break;
  }
  return shots.slice(0, most);
};

/** Sends each of the requests once. */
const sendAll = (site: string, shots: Shot[]): Promise<unknown> =>
  load(Number(new URL(site).port), 8, 600, () => shots.pop() ?? null);

/**
 * Makes requests to complete tasks: half of the college's secretary, half of the research office.
 * Submits papers and approves them once until there are enough.
 */
export const openApprovals = async (
  site: string,
  admin: pg.Client,
  expected: number,
): Promise<Next> => {
  const half = Math.ceil(expected / 2);
  const submit = await openSubmissions(site, admin, 2 * half);
  const port = Number(new URL(site).port);
  let left = Math.max(0, 2 * half - (await approvalsOf(site, 'dept_secretary', 2 * half)).length);
  await load(port, 8, 600, () => {
    left -= 1;
    return left < 0 ? null : submit();
  });
  const first = await approvalsOf(site, 'dept_secretary', 2 * half);
  await sendAll(site, first.splice(0, half));
  const last = await approvalsOf(site, 'rd_achieve', half);
  let turn = 0;
  return () => {
    turn += 1;
    return (turn % 2 === 0 ? (first.pop() ?? last.pop()) : (last.pop() ?? first.pop())) ?? null;
  };
};
