import type { TokenResponse } from '@keyan/console/client/token.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { completePaper } from '@keyan/product/achievement/paper/testing.ts';
import { smallPdf as pdfOf } from '@keyan/product/demo/pdf.server.ts';
import { clientCredentials, signInByCall } from './session.ts';
import { site } from './site.ts';

/** Calls by one account, to make the records of a journey. */
export interface Caller {
  readonly userId: string;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: object): Promise<T>;
  /** Sends a file as the only part of a form. */
  send<T>(path: string, file: File): Promise<T>;
  /** Fetches a response without the JSON envelope: a workbook, a file. */
  download(path: string): Promise<Buffer>;
  /** Uploads a small pdf and returns its id. */
  upload(name: string, catalog: string): Promise<string>;
}

interface Envelope<T> {
  readonly code: number;
  readonly data: T;
  readonly msg: string;
}

const opened = async <T>(answer: Response): Promise<T> => {
  const envelope = (await answer.json()) as Envelope<T>;
  if (envelope.code !== 200) throw new Error(`${answer.url}: ${JSON.stringify(envelope)}`);
  return envelope.data;
};

/** PDF of one page, in English, since pages with it must be English as well. */
export const smallPdf = pdfOf('Attachment', ['Uploaded by a test.']);

const callers = new Map<string, Promise<Caller>>();

/** Returns the calls of an account, which signs in once per test file. */
export const caller = (account: string): Promise<Caller> => {
  const known = callers.get(account);
  if (known) return known;
  const signedIn = signInByCall(account).then(callerWith);
  callers.set(account, signedIn);
  return signedIn;
};

/** Returns the calls of the person with these tokens. */
export const callerWith = (token: TokenResponse): Caller => {
  const origin = site();
  const headers = {
    authorization: clientCredentials,
    'blade-auth': `bearer ${token.access_token}`,
  };
  return {
    userId: token.user_id,
    get: async (path) => opened(await fetch(`${origin}/api/${path}`, { headers })),
    post: async (path, body = {}) =>
      opened(
        await fetch(`${origin}/api/${path}`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ),
    send: async (path, file) => {
      const body = new FormData();
      body.set('files', file);
      return opened(await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body }));
    },
    download: async (path) => {
      const answer = await fetch(`${origin}/api/${path}`, { headers });
      return Buffer.from(await answer.arrayBuffer());
    },
    upload: async (name, catalog) => {
      const form = new FormData();
      form.set('file', new Blob([Uint8Array.from(smallPdf)]), name);
      const answer = await fetch(
        `${origin}/api/blade-resource/oss/endpoint/ext/put-file?catalog=${catalog}`,
        { method: 'POST', headers, body: form },
      );
      return (await opened<{ id: string }>(answer)).id;
    },
  };
};

/** Requests a run of a job now, as the page of jobs does. */
export const runJob = async (job: string): Promise<void> => {
  const administrator = await caller('admin');
  await administrator.post('keyan/job/run', { job });
};

interface Author {
  readonly account: Caller;
  readonly name: string;
  readonly rate: string;
}

/** Returns a complete paper as the form would send it. */
export const paperOf = async (
  writer: Caller,
  title: string,
  authors: readonly Author[],
): Promise<Record<string, unknown>> =>
  completePaper(
    title,
    authors.map(({ account, ...author }) => ({ ...author, userId: account.userId })),
    await writer.upload('论文全文.pdf', '13'),
  );

/** Submits a paper of the teacher, for journeys that begin with a task. */
export const submittedPaper = async (
  title: string,
): Promise<{ readonly id: string; readonly teacher: Caller }> => {
  const teacher = await caller('teacher');
  const body = await paperOf(teacher, title, [{ account: teacher, name: '林晓岚', rate: '100' }]);
  const { id } = await teacher.post<{ id: string }>('kh-edu-research/papers/submit', body);
  return { id, teacher };
};

let serial = 0;

/** Returns a title unlike those of other journeys. */
export const freshTitle = (topic: string): string => {
  serial += 1;
  return `${topic}${Date.now().toString(36)}${serial}`;
};

interface Task {
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly businessId: string;
}

/** Returns the task on a record that a person has or may claim. */
export const taskOn = async (
  handler: Caller,
  businessId: string,
  type: 'todo' | 'claim' = 'todo',
): Promise<Task> => {
  const { records } = await handler.get<{ records: readonly Task[] }>(
    `kh-edu-research/mywork/todo/page?type=${type}&current=1&size=200`,
  );
  const task = records.find((each) => each.businessId === businessId);
  if (!task) throw new Error(`no task on ${businessId}`);
  return task;
};

/**
 * Agrees to the task of a person on a record.
 * @param form input of the approver, with the version of the record
 */
export const agreeTo = async (
  handler: Caller,
  businessId: string,
  form?: RowLike,
): Promise<void> => {
  const { taskId, processInstanceId } = await taskOn(handler, businessId);
  await handler.post('blade-flow/work/complete-task', {
    taskId,
    processInstanceId,
    flag: 'ok',
    comment: '同意',
    ...(form && { form }),
  });
};

/** Saves a draft of a complete paper; returns the row as the form would read it. */
export const draftPaper = async (
  title: string,
  change: Record<string, unknown> = {},
): Promise<{
  readonly id: string;
  readonly teacher: Caller;
  readonly body: Record<string, unknown>;
}> => {
  const teacher = await caller('teacher');
  const whole = await paperOf(teacher, title, [{ account: teacher, name: '林晓岚', rate: '100' }]);
  const body = { ...whole, ...change };
  const { id } = await teacher.post<{ id: string }>('kh-edu-research/papers/save', body);
  return { id, teacher, body };
};
