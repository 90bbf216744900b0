import type { Answer, Client } from './client.ts';

/** What people do with records in their approvals, as calls. */
export type Input = Readonly<Record<string, unknown>>;

export const path = (call: string): string => `kh-edu-research/${call}`;

/** The data of an answer that is to succeed. */
export const ok = async (answered: Promise<Answer>): Promise<Answer['data']> => {
  const { status, msg, data } = await answered;
  const faults = JSON.stringify(data?.errors ?? '');
  if (status !== 200) throw new Error(`${status} ${msg} ${faults}`);
  return data;
};

export const read = (who: Client, kind: string, { id }: Input): Promise<Answer['data']> =>
  ok(who.get(path(`${kind}/detail`), { id: String(id) }));

const taskOf = async (client: Client, { id }: Input): Promise<Input> => {
  const page = await ok(client.get('blade-flow/work/todo-list', { size: '200' }));
  const task = (page.records as Input[]).find((one) => one.businessId === id);
  if (!task) throw new Error(`no task on ${id}`);
  return task;
};

/** Completes the open task that somebody has on a record. */
export const handle = async (client: Client, record: Input, more: Input): Promise<Answer> => {
  const { taskId, processInstanceId } = await taskOf(client, record);
  return client.post('blade-flow/work/complete-task', { taskId, processInstanceId, ...more });
};

/** A small file in each of these categories. */
export const attached = async (
  client: Client,
  ...catalogs: readonly string[]
): Promise<{ readonly attachments: readonly object[] }> => {
  const attachments: object[] = [];
  for (const catalog of catalogs) {
    const file = await ok(
      client.upload('blade-resource/oss/endpoint/ext/put-file', '附件.txt', Buffer.from('附件'), {
        catalog,
      }),
    );
    attachments.push({ id: file.id, catalog });
  }
  return { attachments };
};
