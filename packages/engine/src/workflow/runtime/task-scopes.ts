import type { HandlingState } from '@keyan/kernel/access/scope.ts';
import { type RawBuilder, sql } from 'kysely';

/** A copy `k` that counts, with its visit `a` and its process `i`. */
export const copyStandsSql = sql`(k.by_id is not null or (a.status = 'DONE' and not a.void)) and i.status not in ('RECALLED', 'DELETED')`;

const mine = sql`k.tenant_id = current_setting('app.tenant', true)`;

/** Groups with which unclaimed tasks are matched: found once, and not for each task. */
const groups = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select wf_groups(current_setting('app.tenant', true), ${user}))`;

/** An applicant never handles their own record, even while it is returned to them. */
const todo = (user: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(k.status = 'TODO' and (k.assignee_id = ${user} or (k.assignee_id is null and k.candidates && ${groups(user)} and not (${user} = any(k.concerned_ids)))))`;

/** The person waits for others whom they asked. */
const waiting = (user: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(k.status = 'WAIT' and k.assignee_id = ${user})`;

/** Somebody has, or had, a task in the person's name. */
const represented = (user: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(k.owner_id = ${user} and k.status <> 'CANCEL')`;

const done = (user: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(k.status in ('DONE', 'BACK', 'REFUSE') and k.actor_id = ${user})`;

type Select = (user: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * The records of which the person has a copy that counts, as `copyStandsSql` says; a process that was
 * recalled or deleted has none.
 */
const copies: Select = (user) =>
  sql`select i.business_id from wf_cc k join wf_instance i on i.tenant_id = k.tenant_id and i.id = k.instance_id join wf_act a on a.tenant_id = k.tenant_id and a.id = k.act_id where ${mine} and k.user_id = ${user} and ${copyStandsSql}`;

const onRecord =
  (state: (user: RawBuilder<unknown>) => RawBuilder<boolean>) =>
  (user: RawBuilder<unknown>, business: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql`exists (select 1 from wf_task k where ${mine} and k.business_id = ${business} and k.applicant_id <> ${user} and ${state(user)})`;

const conditions: Readonly<
  Record<
    HandlingState,
    (user: RawBuilder<unknown>, business: RawBuilder<unknown>) => RawBuilder<boolean>
  >
> = {
  todo: onRecord(todo),
  done: onRecord(done),
  any: onRecord(
    (user) => sql`(${todo(user)} or ${waiting(user)} or ${done(user)} or ${represented(user)})`,
  ),
  copied: (user, business) => sql`${business} in (${copies(user)})`,
};

/**
 * Has, or had, the person a task on the record, or a copy of it, as a condition inside another
 * statement.
 */
export const handlesSql = (
  state: HandlingState,
  businessId: RawBuilder<unknown>,
  userId: RawBuilder<unknown>,
): RawBuilder<boolean> => {
  const user = sql`${userId}::bigint`;
  return conditions[state](user, businessId);
};

/** Tasks that are the person's, tasks that they may claim, tasks that they completed. */
const assigned = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select k.business_id from wf_task k where ${mine} and k.status = 'TODO' and k.assignee_id = ${user} and k.applicant_id <> ${user}`;

const claimable = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select k.business_id from wf_task k where ${mine} and k.status = 'TODO' and k.assignee_id is null and k.applicant_id <> ${user} and not (${user} = any(k.concerned_ids)) and k.candidates && ${groups(user)}`;

const completed = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select k.business_id from wf_task k where ${mine} and k.actor_id = ${user} and k.applicant_id <> ${user} and k.status in ('DONE', 'BACK', 'REFUSE')`;

const inNameOf = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select k.business_id from wf_task k where ${mine} and k.owner_id = ${user} and k.applicant_id <> ${user} and k.status <> 'CANCEL'`;

const asking = (user: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select k.business_id from wf_task k where ${mine} and k.status = 'WAIT' and k.assignee_id = ${user} and k.applicant_id <> ${user}`;

const selectsOf: Readonly<Record<HandlingState, readonly Select[]>> = {
  todo: [assigned, claimable],
  done: [completed],
  any: [assigned, claimable, asking, completed, inNameOf],
  copied: [copies],
};

/**
 * The records on which the person has, or had, a task, or of which they have a copy, as selects of their ids, each answered by one
 * index: for lists, which may then begin at the tasks instead of asking record by record.
 */
export const handledSql = (
  state: HandlingState,
  userId: RawBuilder<unknown>,
): readonly RawBuilder<unknown>[] => {
  const user = sql`${userId}::bigint`;
  return selectsOf[state].map((select) => select(user));
};

/** See `TaskScopes.hasMore`. */
export const hasMoreSql = (count: number, userId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const user = sql`${userId}::bigint`;
  return sql`((select count(*) from (select from wf_task k where ${mine} and k.status = 'TODO' and k.assignee_id = ${user} union all select from wf_task k where ${mine} and k.actor_id = ${user} and k.status in ('DONE', 'BACK', 'REFUSE') union all select from wf_cc k where ${mine} and k.user_id = ${user} limit ${sql.lit(count + 1)}) c) > ${sql.lit(count)})`;
};
