import { graphFormat } from '@keyan/kernel/workflow/graph.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { actorOf, furnish, startProgram, tenant, testRequestKind } from '../testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);

beforeAll(() => furnish(database, program));
afterAll(async () => {
  await program.close();
  await database.drop();
});

test('a graph of an older format is built anew from its file, with the people that were found then', async () => {
  // Graph that an earlier release stored: no conditions that this one could read, and a person for a role.
  await database.query(
    `update wf_definition set format = $2,
        graph = jsonb_build_object('key', graph -> 'key', 'nodes', jsonb_build_object(
          'head', jsonb_build_object('id', 'head', 'type', 'user', 'people', '["user:35"]'::jsonb)))
      where tenant_id = $1`,
    [tenant, graphFormat - 1],
  );
  const values = { subject: '设备', amount: '100.00', unit: '21' };
  const { id } = await program.engine.as(actorOf('31')).submit(testRequestKind, values as never);
  const open = () =>
    database.query(
      `select t.node, t.assignee_id::text as assignee, t.candidates from wf_task t
        where t.business_id = $1 and t.status = 'TODO'`,
      [id],
    );
  expect(await open()).toMatchObject([{ node: 'head', assignee: '35' }]);
  const [task] = await database.query<{ id: string }>(
    `select id::text from wf_task where business_id = $1 and status = 'TODO'`,
    [id],
  );
  const command = { is: 'agree', task: task?.id ?? '', comment: '' } as const;
  await program.workflow.execute(program.engine, actorOf('35'), {
    on: { task: command.task },
    command,
  });
  // The amount is small: the condition in the file leads past the step for large ones.
  expect(await open()).toMatchObject([{ node: 'office' }]);
});
