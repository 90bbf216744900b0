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

/** Tasks that are the person's, tasks that they may claim, tasks that they completed. */
const assigned = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select k.business_id from wf_task k where ${mine} and k.status = 'TODO' and k.assignee_id = ${user} and k.applicant_id <> ${user}`;

const claimable = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select k.business_id from wf_task k where ${mine} and k.status = 'TODO' and k.assignee_id is null and k.applicant_id <> ${user} and not (${user} = any(k.concerned_ids)) and k.candidates && (select wf_groups(current_setting('app.tenant', true), ${user}))`;

const completed = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select k.business_id from wf_task k where ${mine} and k.actor_id = ${user} and k.applicant_id <> ${user} and k.status in ('DONE', 'BACK', 'REFUSE')`;

const selectsOf: Readonly<
  Record<State, readonly ((user: RawBuilder<unknown>) => RawBuilder<unknown>)[]>
> = {
  todo: [assigned, claimable],
  done: [completed],
  any: [assigned, claimable, completed],
};

/**
 * The records on which the person has, or had, a task, as selects of their ids, each answered by one
 * index: for lists, which may then begin at the tasks instead of asking record by record.
 */
export const handledSql = (
  _resource: Resource,
  state: State,
  userId: RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] => {
  const user = sql`${userId}::bigint`;
  return selectsOf[state].map((select) => select(user));
};
