import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { freshPaper } from '../papers.ts';
import { type Call, callerOf, signIn } from '../people.ts';
import { type Ledger, sha256, type Work } from './ledger.ts';
import { startMoney } from './money.ts';

/** Accounts that approve; each has as many simultaneous calls as `hands`. */
const handlers = ['dept_secretary', 'rd_achieve'];
const hands = 4;
export const author = 'teacher';

/** Bytes of an uploaded file; below, the uploads per round and the milliseconds between them. */
const fileSize = 200_000;
const filesPerRound = 10;
const betweenFiles = 100;

/** Running load, which records its writes in the ledger. */
export interface Load {
  /** Stops new calls; resolves when the running ones have ended. */
  stop(): Promise<void>;
  /** Returns the number of calls that failed with 5xx. */
  refused(): number;
}

/** True for a broken connection, which a killed server causes. */
const isBroken = (error: unknown): boolean => error instanceof TypeError;

/** Messages of `callerOf` begin with the status code. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /^50\d /.test(error.message);

/** Uploads a file. @returns id and SHA-256 of the stored file. */
const upload = async (
  site: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly [id: string, digest: string]> => {
  const content = randomBytes(fileSize);
  content.write('%PDF-1.7\n');
  const form = new FormData();
  form.append('catalog', '13');
  form.append('file', new Blob([content], { type: 'application/pdf' }), '正文.pdf');
  const response = await fetch(`${site}/api/blade-resource/oss/endpoint/ext/put-file`, {
    method: 'POST',
    headers,
    body: form,
  });
  const { code, msg, data } = (await response.json()) as {
    code: number;
    msg: string;
    data: { id: string };
  };
  if (code !== 200) throw new Error(`${code} ${msg}`);
  return [data.id, sha256(content)];
};

/**
 * Submits papers, approves them, uploads files and moves money until stopped.
 * @param waiting ids of uploaded files without a paper, one for each submission.
 */
export const startLoad = async (
  site: string,
  ledger: Ledger,
  waiting: string[],
  authorId: string,
): Promise<Load> => {
  let stopped = false;
  let refusals = 0;
  /**
   * Repeats an action until it has nothing left to do, the load is stopped or the server is
   * unreachable.
   */
  const repeat = async (act: () => Promise<boolean>): Promise<void> => {
    while (!stopped) {
      try {
        if (!(await act())) return;
      } catch (error) {
        if (isBroken(error)) return;
        if (!isRefusal(error)) throw error;
        refusals += 1;
        await wait(50);
      }
    }
  };

  const submit = (call: Call) => async (): Promise<boolean> => {
    const file = waiting.pop();
    if (!file) return false;
    const paper = freshPaper(authorId, file);
    ledger.submissions.tried.add(paper.artName);
    const { id } = await call<{ id: string }>('POST', 'kh-edu-research/papers/submit', paper);
    ledger.submissions.acknowledged.set(paper.artName, id);
    return true;
  };
  const approve = (call: Call, queue: Work[]) => async (): Promise<boolean> => {
    const work = queue.pop();
    if (!work) return false;
    ledger.approvals.tried.set(work.taskId, work);
    await call('POST', 'blade-flow/work/complete-task', { taskId: work.taskId, flag: 'ok' });
    ledger.approvals.acknowledged.add(work.taskId);
    return true;
  };
  let uploads = 0;
  const send = (headers: Readonly<Record<string, string>>) => async (): Promise<boolean> => {
    uploads += 1;
    const [id, digest] = await upload(site, headers);
    ledger.files.set(id, digest);
    await wait(betweenFiles);
    return uploads < filesPerRound;
  };

  const writer = await callerOf(site, author);
  const queues = await Promise.all(
    handlers.map(async (account) => {
      const call = await callerOf(site, account);
      const page = await call<{ records: Work[] }>(
        'GET',
        'kh-edu-research/mywork/todo/page?size=200',
      );
      // The demo has other tasks, which may require more input than an agreement.
      return { call, queue: page.records.filter((one) => one.kind === 'papersapp') };
    }),
  );
  const headers = await signIn(site, author);
  const times = (act: () => Promise<boolean>) => Array.from({ length: hands }, () => repeat(act));
  const running = [
    ...times(submit(writer)),
    ...queues.flatMap(({ call, queue }) => times(approve(call, queue))),
    repeat(send(headers)),
    ...times(await startMoney(site, ledger.money)),
  ];
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
    refused: () => refusals,
  };
};
