import type { RowLike } from '@keyan/kernel/values/row.ts';
import { home, type LawApplication } from './application.ts';
import type { Answer, Client } from './client.ts';

export const path = (call: string): string => `kh-edu-research/${call}`;

/** Returns the data of a response that must succeed. */
export const ok = async (answered: Promise<Answer>): Promise<Answer['data']> => {
  const { status, msg, data } = await answered;
  const faults = JSON.stringify(data?.errors ?? '');
  if (status !== 200) throw new Error(`${status} ${msg} ${faults}`);
  return data;
};

export const read = (who: Client, kind: string, { id }: RowLike): Promise<Answer['data']> =>
  ok(who.get(path(`${kind}/detail`), { id: String(id) }));

const taskOf = async (client: Client, { id }: RowLike): Promise<RowLike> => {
  const page = await ok(client.get('blade-flow/work/todo-list', { size: '200' }));
  const task = (page.records as RowLike[]).find((one) => one.businessId === id);
  if (!task) throw new Error(`no task on ${id}`);
  return task;
};

/** Completes the open task of a person on a record. */
export const handle = async (client: Client, record: RowLike, more: RowLike): Promise<Answer> => {
  const { taskId, processInstanceId } = await taskOf(client, record);
  return client.post('blade-flow/work/complete-task', { taskId, processInstanceId, ...more });
};

/** Uploads a small file for each of these categories. */
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

/** Lets these people agree to a record, one after the other. */
export const agree = async (record: RowLike, ...handlers: readonly Client[]): Promise<void> => {
  for (const handler of handlers) await ok(handle(handler, record, { flag: 'ok' }));
};

/** Returns the first message of a refusal. */
export const faultOf = ({ msg, errors }: Answer): string => errors[0]?.message ?? msg;

let made = 0;

/** Makes a project under way of this leader. */
export const projectOf = (
  { parts, resources, departments }: LawApplication,
  leader: Client,
  more: RowLike,
): Promise<RowLike> => {
  const resource = resources.find(({ key }) => key === 'programInfo');
  if (!resource) throw new Error('no projects');
  made += 1;
  return parts.engine.asSystem('law', home).save(resource, {
    programName: `高温合金研究${made}`,
    programNum: `Z2026${made}`,
    programKind: 'vertical',
    level: '02',
    programLeader: leader.id,
    departmentId: departments[home]?.get('310'),
    startDate: '2026-01-01',
    ...more,
  });
};
