import type { TestDatabase } from '../../testing/database.ts';
import { actorOf, type TestProgram, tenant, testRequestKind } from '../testing.ts';

/** A request as its applicant fills it in. */
export const ownRequestInput = { subject: '设备', amount: '100.00', unit: '21' };

/** A request as it is stored. */
export interface StoredRequest {
  readonly id: string;
  readonly version: number;
  readonly auditStatus: string;
  readonly processInstanceId: string;
  readonly currentNode: string | null;
  readonly currentAssignee: string | null;
  readonly grade: string | null;
  readonly steps: readonly { key: string; state: string }[];
}

/** Acts on requests in a program, and what is stored of them. */
export const testRequests = (database: TestDatabase, one: TestProgram) => {
  const submit = async (
    values: object = ownRequestInput,
    by = '31',
    program = one,
  ): Promise<StoredRequest> =>
    (await program.engine
      .as(actorOf(by))
      .submit(testRequestKind, { ...values })) as unknown as StoredRequest;

  const shown = async (id: string): Promise<StoredRequest> => {
    const [row] = await database.query<StoredRequest>(
      `select id::text, version, audit_status as "auditStatus", grade, steps,
        process_instance_id::text as "processInstanceId", current_node as "currentNode",
        current_assignee as "currentAssignee" from request where id = $1`,
      [id],
    );
    return row as StoredRequest;
  };

  const taskOf = async (record: { id: string }): Promise<string> => {
    const [row] = await database.query<{ id: string }>(
      `select id::text from wf_task where business_id = $1 and status = 'TODO' limit 1`,
      [record.id],
    );
    return row?.id ?? '';
  };

  const agree = async (record: { id: string }, by: string, form = {}, program = one) => {
    const task = await taskOf(record);
    await program.workflow.execute(program.engine, actorOf(by), {
      on: { task },
      command: { is: 'agree', task, comment: '同意' },
      form,
    });
  };

  const back = async (record: { id: string }, by: string, to = 'applicant') => {
    const task = await taskOf(record);
    await one.workflow.execute(one.engine, actorOf(by), {
      on: { task },
      command: { is: 'back', task, to, comment: '请补充' },
    });
  };

  const told = (receiver: string) =>
    database.query<{ type: string; title: string; link: string }>(
      `select msg_type as type, title_zh as title, link from message
      where tenant_id = $1 and receiver_id = $2 order by id desc limit 1`,
      [tenant, receiver],
    );

  return { submit, shown, taskOf, agree, back, told };
};
