import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { complete, sample } from './support/inputs.ts';
import { attachmentsOf } from './support/world.ts';

/** Ruling 60: whoever holds or held a task reads its record, in every kind, with or without a page of it. */
const app = await startApplication();
afterAll(() => app.close());

const { engine } = app.parts;
/** Somebody whose role has a page of their reviews, and none of any kind that is approved. */
const handler = await app.as('expert');
const kinds = app.resources.filter(hasProcess);
const each = kinds.flatMap((resource) =>
  resource.processes.map(({ kind }) => [kind, resource] as const),
);

let held: ReadonlySet<string> = new Set();
beforeAll(async () => {
  const { data } = await handler.get('blade-auth/oauth/user-info');
  held = new Set(data.permissions as string[]);
});

interface Drawn {
  readonly apply: string;
  readonly nodes: Readonly<
    Record<
      string,
      { readonly id: string; readonly type: string; readonly people?: readonly string[] }
    >
  >;
}

const routeOf = async (kind: string): Promise<{ readonly id: string; readonly graph: Drawn }> => {
  const [route] = await app.database.query<{ id: string; graph: Drawn }>(
    'select id::text, graph from wf_definition where tenant_id = $1 and kind = $2',
    [home, kind],
  );
  if (!route) throw new Error(`no route of ${kind}`);
  return route;
};

/** A submitted record of the kind. */
const plant = async (resource: Resource): Promise<string> => {
  const [input = {}] = sample(complete(resource, app.targets()), 1);
  const files = await attachmentsOf(app.parts.files, home, resource);
  const { id } = await engine.asSystem('law', home).save(resource, { ...input, ...files });
  // Another kind of the same record may have had the same occasion.
  await app.database.query(
    `update ${resource.table} set is_deleted = 1 where tenant_id = $1 and create_user = $2 and id <> $3`,
    [home, app.people[home]?.get('teacher'), id],
  );
  await app.database.query(
    `update ${resource.table} set audit_status = $1, create_user = $2 where id = $3`,
    [statuses.inApproval, app.people[home]?.get('teacher'), id],
  );
  return id;
};

interface Standing {
  readonly instance: string;
  readonly task: string;
}

/** Brings the record to a step, whose only task the handler has. */
const standAt = async (
  resource: Resource,
  record: string,
  kind: string,
  route: { readonly id: string; readonly graph: Drawn },
  step: string,
): Promise<Standing> => {
  const [instance, filed, visit, task] = Array.from({ length: 4 }, () => engine.ids.next());
  const applicant = app.people[home]?.get('teacher');
  const write = (text: string, ...values: readonly unknown[]) =>
    app.database.query(text, [home, ...values]);
  await write(
    `update wf_instance set status = 'DELETED', ended = now() where tenant_id = $1 and business_id = $2`,
    record,
  );
  await write(
    `update wf_task set status = 'CANCEL' where tenant_id = $1 and business_id = $2 and status = 'TODO'`,
    record,
  );
  await write(
    `insert into wf_instance (tenant_id, id, definition_id, kind, business_id, title, applicant_id,
        department_id, status, suspended, revision, started)
     values ($1, $2, $3, $4, $5, '规律', $6, $7, 'RUN', false, 1, now())`,
    instance,
    route.id,
    kind,
    record,
    applicant,
    app.departments[home]?.get('310'),
  );
  for (const [id, seq, node, status, previous] of [
    [filed, 1, route.graph.apply, 'DONE', []],
    [visit, 2, step, 'ACTIVE', [filed]],
  ] as const) {
    await write(
      `insert into wf_act (tenant_id, id, instance_id, seq, node, status, total, done, people, flows,
          entered, previous_ids)
       values ($1, $2, $3, $4, $5, $6, 1, $7, '[]', '[]', now(), $8)`,
      id,
      instance,
      seq,
      node,
      status,
      status === 'DONE' ? 1 : 0,
      previous,
    );
  }
  await write(
    `insert into wf_task (tenant_id, id, instance_id, act_id, business_id, applicant_id, node,
        node_name, node_name_en, assignee_id, candidates, status, comment, created)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, '{}', 'TODO', '', now())`,
    task,
    instance,
    visit,
    record,
    applicant,
    step,
    handler.id,
  );
  await write(
    `update ${resource.table} set process_instance_id = $2, audit_status = $3, current_node = $4
      where tenant_id = $1 and id = $5`,
    instance,
    statuses.inApproval,
    step,
    record,
  );
  return { instance: instance ?? '', task: task ?? '' };
};

const todo = 'kh-edu-research/mywork/todo';

/** Statuses that each call of the page answers to somebody: the record, its history, prints, files, its approval. */
const opened = async (
  by: Client,
  resource: Resource,
  kind: string,
  id: string,
  { instance, task }: Standing,
): Promise<Readonly<Record<string, number>>> => {
  const detail = await by.get(`${resource.path}/detail`, { id });
  const field = shapeOf(resource).files;
  const files = ((field && detail.data[field]) ?? []) as readonly {
    readonly id: string;
    readonly url: string;
  }[];
  const asked: Readonly<Record<string, () => Promise<{ readonly status: number }>>> = {
    history: () => by.get(`${resource.path}/history`, { id }),
    prints: () => by.get('keyan/prints/list', { resource: resource.key, id }),
    task: () => by.get(`${todo}/detail`, { taskId: task, processInstanceId: instance }),
    checks: () => by.get(`${todo}/checks`, { kind, businessId: id }),
    timeline: () => by.get('blade-flow/process/history-flow-list', { processInstanceId: instance }),
    drawing: () => by.get('blade-flow/process/model-view', { processInstanceId: instance }),
    ...Object.fromEntries(
      files.map((file) => [
        `file ${file.id}`,
        () => by.post('blade-resource/attachment/attachment/download', { url: file.id }),
      ]),
    ),
  };
  const answers: Record<string, number> = { detail: detail.status };
  for (const [name, call] of Object.entries(asked)) answers[name] = (await call()).status;
  return answers;
};

const refusedIn = (answers: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(answers).flatMap(([name, status]) =>
    status === 200 ? [] : [`${name} ${status}`],
  );

describe.each(each)('%s', (kind, resource) => {
  test('at every step its handler opens the record and all that lies on its page, and decides', async () => {
    expect(permissionsOf(resource).filter((code) => held.has(code))).toEqual([]);
    const record = await plant(resource);
    const route = await routeOf(kind);
    const steps = Object.values(route.graph.nodes).filter(
      ({ id, type, people = [] }) =>
        type === 'user' && id !== route.graph.apply && !people.includes('applicant'),
    );
    expect(steps.length).toBeGreaterThan(0);
    for (const { id: step } of steps) {
      const standing = await standAt(resource, record, kind, route, step);
      const answers = await opened(handler, resource, kind, record, standing);
      expect([step, refusedIn(answers)]).toEqual([step, []]);
      const decided = await handler.post('blade-flow/work/complete-task', {
        taskId: standing.task,
        flag: 'back',
        comment: '请补充',
      });
      expect([step, decided.status, decided.msg]).toEqual([step, 200, decided.msg]);
    }
    const after = await handler.get(`${resource.path}/detail`, { id: record });
    expect(after.status).toBe(200);
  });
});
