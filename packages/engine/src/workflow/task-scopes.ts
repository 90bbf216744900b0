import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type RawBuilder, sql } from 'kysely';

type State = 'todo' | 'done' | 'any';

/** An applicant never handles their own record, even while it is returned to them. */
const todo = (user: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(k.status = 'TODO' and (k.assignee_id = ${user} or (k.assignee_id is null and k.candidates && wf_groups(k.tenant_id, ${user}) and not (${user} = any(k.concerned_ids)))))`;

const done = (user: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(k.status in ('DONE', 'BACK', 'REFUSE') and k.actor_id = ${user})`;

const states: Readonly<Record<State, (user: RawBuilder<unknown>) => RawBuilder<boolean>>> = {
  todo,
  done,
  any: (user) => sql`(${todo(user)} or ${done(user)})`,
};

/**
 * Has, or had, the person a task on the record, as a condition inside another statement.
 */
export const handlesSql = (
  _resource: Resource,
  state: State,
  businessId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> => {
  const user = sql`${userId}::bigint`;
  return sql`exists (select 1 from wf_task k where k.tenant_id = current_setting('app.tenant', true) and k.business_id = ${businessId} and k.applicant_id <> ${user} and ${states[state](user)})`;
};

const mine = sql`k.tenant_id = current_setting('app.tenant', true)`;

/** Ids of records, each way by an index of its own. */
const todoIds = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select k.business_id from wf_task k where ${mine} and k.status = 'TODO' and k.assignee_id = ${user} and k.applicant_id <> ${user} union all select k.business_id from wf_task k where ${mine} and k.status = 'TODO' and k.assignee_id is null and k.applicant_id <> ${user} and not (${user} = any(k.concerned_ids)) and k.candidates && (select wf_groups(current_setting('app.tenant', true), ${user}))`;

const doneIds = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select k.business_id from wf_task k where ${mine} and k.actor_id = ${user} and k.applicant_id <> ${user} and k.status in ('DONE', 'BACK', 'REFUSE')`;

const idsOf: Readonly<Record<State, (user: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  todo: todoIds,
  done: doneIds,
  any: (user) => sql`${todoIds(user)} union all ${doneIds(user)}`,
};

/**
 * The records on which the person has, or had, a task, as a select of their ids: for questions
 * about many records, which then begin at the tasks instead of asking record by record.
 */
export const handledSql = (
  _resource: Resource,
  state: State,
  userId: RawBuilder<unknown>,
): RawBuilder<unknown> => idsOf[state](sql`${userId}::bigint`);
