import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { compile } from '@keyan/kernel/workflow/compile.ts';
import type { ServiceSettings } from '@keyan/kernel/workflow/diagram.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { actorOf, furnishSamples, samples, startEngine, tenant } from '../../testing/sample.ts';
import { deploy } from '../drawings/definitions.ts';
import { openProcess } from './access.ts';
import { listCopies, readCopies } from './copied.ts';
import { loadSnapshot } from './rows.ts';
import type { Runtime } from './runtime.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
const workflow = engine.workflow as Runtime;

beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

/** Deploys a route of the office with a service behind it, and another step. */
const deployWith = async (service: ServiceSettings['service']): Promise<void> => {
  const steps = { u1: { people: ['role:office'] }, u2: { people: ['role:manager'] } };
  const graph = compile(
    diagramFromLines(['s>a', 'a>u1', 'u1>d1', 'd1>u2', 'u2>e'], { ...steps, d1: { service } }),
  );
  await engine.database.transaction(tenant, (tx) =>
    deploy(
      tx,
      engine.ids,
      { xml: '', graph, kind: 'sample', category: 'flow_1' },
      { id: '35', now: new Date() },
    ),
  );
  workflow.cache.forget(tenant);
};

let count = 0;
/** A submitted record of 31, red unless it says otherwise. */
const submitted = async (colour = 'r') => {
  count += 1;
  const values = { title: `样品 ${count}`, price: '1.00', colour };
  const saved = await engine.as(actorOf('31')).submit(samples, values);
  const [row] = await database.query<{ instance: string }>(
    'select process_instance_id::text as instance from sample where id = $1',
    [saved.id],
  );
  return { id: saved.id, instance: row?.instance ?? '' };
};
type Made = Awaited<ReturnType<typeof submitted>>;

const taskOf = async ({ instance }: Made): Promise<string> => {
  const snapshot = await engine.database.read(tenant, (session) =>
    loadSnapshot(session, { instance }),
  );
  return snapshot?.tasks.find(({ status }) => status === 'TODO')?.id ?? '';
};

const tell = async (made: Made, by: string, command: (task: string) => Command) => {
  const task = await taskOf(made);
  return workflow.execute(engine, actorOf(by), { on: { task }, command: command(task) });
};
const agree = (made: Made, by: string) =>
  tell(made, by, (task) => ({ is: 'agree', task, comment: '' }));
const back = (made: Made, by: string, to: string) =>
  tell(made, by, (task) => ({ is: 'back', task, to, comment: '再看' }));
const copy = (made: Made, by: string, ...to: string[]) =>
  tell(made, by, (task) => ({ is: 'cc', task, to, comment: '请知悉' }));

/** May the person read the record: by itself, and in the list of what they may read? */
const sees = async ({ id }: Made, who: Actor): Promise<boolean> => {
  const commands = engine.as(who);
  const [read, listed] = await Promise.all([
    commands.read(samples, id).then(
      () => true,
      () => false,
    ),
    commands.list(samples, { where: [], sort: [], page: 1, size: 100 }),
  ]);
  expect(listed.records.some((row) => row.id === id)).toBe(read);
  return read;
};

describe('a copy that the assignee gives', () => {
  test('opens the record and its process to whom it was given, and nothing else', async () => {
    const made = await submitted();
    expect(await sees(made, actorOf('33'))).toBe(false);
    await copy(made, '34', '33');
    expect(await sees(made, actorOf('33'))).toBe(true);
    const { snapshot } = await openProcess(engine, actorOf('33'), { process: made.instance });
    expect(snapshot.copies).toMatchObject([{ user: '33', by: '34' }]);
    const { abilities } = await engine.as(actorOf('33')).read(samples, made.id);
    for (const what of ['audit', 'edit', 'recall', 'remove'] as const) {
      expect(abilities[what]).not.toBeNull();
    }
    await expect(agree(made, '33')).rejects.toThrow('您不是该任务的处理人');
    await expect(copy(made, '33', '32')).rejects.toThrow('您不是该任务的处理人');
    expect(await sees(made, actorOf('32'))).toBe(false);
  });

  test('needs no page of the kind', async () => {
    const made = await submitted();
    const visitor = { ...actorOf('33'), permissions: new Set<string>() };
    await expect(engine.as(visitor).read(samples, made.id)).rejects.toThrow(Denied);
    await copy(made, '34', '33');
    expect((await engine.as(visitor).read(samples, made.id)).row.id).toBe(made.id);
    await expect(
      engine.as(visitor).list(samples, { where: [], sort: [], page: 1, size: 10 }),
    ).rejects.toThrow(Denied);
  });

  test('is refused for a secret record, and closes when the record becomes secret', async () => {
    const green = await submitted('g');
    await expect(copy(green, '34', '33')).rejects.toThrow('涉密记录不能抄送');
    const made = await submitted();
    await copy(made, '34', '33');
    await database.query(`update sample set colour = 'g' where id = $1`, [made.id]);
    expect(await sees(made, actorOf('33'))).toBe(false);
    await expect(openProcess(engine, actorOf('33'), { process: made.instance })).rejects.toThrow(
      Missing,
    );
  });

  test('ends when the applicant takes the record back', async () => {
    const made = await submitted();
    await copy(made, '34', '33');
    await engine.as(actorOf('31')).recall(samples, made.id);
    expect(await sees(made, actorOf('33'))).toBe(false);
    await engine.as(actorOf('31')).submit(samples, { id: made.id, version: 2 } as never);
    expect(await sees(made, actorOf('33'))).toBe(false);
  });
});

describe('the list of copies', () => {
  const listed = async (who: string, query = {}) => {
    const { items, total } = await engine.database.read(tenant, (session) =>
      listCopies(engine, session, actorOf(who), { current: 1, size: 100, ...query }),
    );
    expect(total).toBe(items.length);
    return items;
  };
  const holds = async (made: Made, who: string, query = {}): Promise<boolean> =>
    (await listed(who, query)).some(({ business }) => business === made.id);

  test('has what was copied to the person alone, with who copied it and where it is', async () => {
    const made = await submitted();
    await copy(made, '34', '33');
    const [item] = await listed('33', { title: `样品 ${count}` });
    expect(item).toMatchObject({ business: made.id, kind: 'sample', status: 'RUN', read: null });
    const [copier] = await database.query<{ name: string }>(
      `select real_name as name from users where id = 34`,
    );
    expect(item?.copierName).toBe(copier?.name);
    expect(item?.steps).not.toBeNull();
    expect(await holds(made, '32')).toBe(false);
    expect(await holds(made, '33', { kind: 'other' })).toBe(false);
  });

  test('marks as read what the person opened, or everything of theirs', async () => {
    const [one, other] = [await submitted(), await submitted()];
    for (const made of [one, other]) await copy(made, '34', '33', '32');
    const read = (who: string, instance?: string) =>
      engine.database.transaction(tenant, (tx) => readCopies(tx, who, instance, new Date()));
    await read('33', one.instance);
    expect(await holds(one, '33', { unread: true })).toBe(false);
    expect(await holds(other, '33', { unread: true })).toBe(true);
    await read('33');
    expect(await holds(other, '33', { unread: true })).toBe(false);
    expect(await holds(other, '33')).toBe(true);
    expect(await holds(one, '32', { unread: true })).toBe(true);
  });

  test('leaves out a record that became secret, and one that was taken back', async () => {
    const [secret, recalled] = [await submitted(), await submitted()];
    for (const made of [secret, recalled]) await copy(made, '34', '33');
    expect(await holds(secret, '33')).toBe(true);
    await database.query(`update sample set colour = 'g' where id = $1`, [secret.id]);
    expect(await holds(secret, '33')).toBe(false);
    await engine.as(actorOf('31')).recall(samples, recalled.id);
    expect(await holds(recalled, '33')).toBe(false);
  });
});

describe('services', () => {
  test('copy in the transaction, and take it back with their visit', async () => {
    await deployWith({ is: 'cc', people: ['user:33'] });
    const made = await submitted();
    await agree(made, '34');
    expect(await sees(made, actorOf('33'))).toBe(true);
    await back(made, '35', 'u1');
    expect(await sees(made, actorOf('33'))).toBe(false);
    await agree(made, '34');
    expect(await sees(made, actorOf('33'))).toBe(true);
    const lines = await database.query<{ target: string }>(
      `select target_name as target from wf_log where instance_id = $1 and operation = 'cc'`,
      [made.instance],
    );
    expect(lines).toEqual([{ target: '王芳' }, { target: '王芳' }]);
  });
});
