import type { Handling } from '@keyan/kernel/access.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../store/database.ts';

type State = 'todo' | 'done' | 'any';

/** What somebody applied for is never theirs to handle, even while it lies with them again. */
const todo = (user: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(k.status = 'TODO' and (k.assignee_id = ${user} or (k.assignee_id is null and k.candidates && wf_groups(k.tenant_id, ${user}))))`;

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

/** The same for records that are known already, in one statement. */
export const handlingOf = async (
  session: Session,
  _resource: Resource,
  ids: readonly string[],
  userId: string,
): Promise<ReadonlyMap<string, Handling>> => {
  const found = await session.query<{ id: string; todo: boolean; done: boolean }>(
    `select k.business_id::text as id,
        bool_or(k.status = 'TODO' and (k.assignee_id = $3 or (k.assignee_id is null
          and k.candidates && wf_groups($1, $3)))) as todo,
        bool_or(k.status in ('DONE', 'BACK', 'REFUSE') and k.actor_id = $3) as done
       from wf_task k
      where k.tenant_id = $1 and k.business_id = any($2::bigint[]) and k.applicant_id <> $3
      group by k.business_id`,
    [session.tenantId, ids, userId],
  );
  const none: Handling = { todo: false, done: false };
  const byId = new Map(found.map(({ id, todo, done }): [string, Handling] => [id, { todo, done }]));
  return new Map(ids.map((id) => [id, byId.get(id) ?? none]));
};
