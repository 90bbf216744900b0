import type { StatementPart } from '@keyan/engine/records/readable-rows.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { departmentsOfList } from '@keyan/kernel/access/scope.ts';
import { Missing } from '@keyan/kernel/errors.ts';

/**
 * SQL condition that limits rows about people, such as log entries, to the data scopes of a page
 * (union over roles); null if unlimited. Entries about the actor’s own actions are always included.
 * @param page code of the page
 * @param person column with the account, such as `e.user_id`; the statement’s first parameter is
 * the tenant
 * @param before number of parameters that the statement already has
 */
export const peopleInDataScope = (
  actor: Actor,
  page: string,
  person: string,
  before: number,
): StatementPart | null => {
  const opening = (actor.shares ?? []).filter(({ pages }) => pages.has(page));
  const limits = opening.map((share) => share.limits.filter((limit) => limit.page === page));
  const isOpen = (own: (typeof limits)[number]): boolean =>
    own.length === 0 || own.some(({ rows }) => rows === 'all');
  if (opening.length === 0 || limits.some(isOpen)) return null;
  const units = limits
    .flat()
    .flatMap(({ rows }) => (typeof rows === 'number' ? departmentsOfList(actor, rows) : []));
  const [me, departments] = [`$${before + 1}`, `$${before + 2}::bigint[]`];
  return {
    sql: `(${person} = ${me} or exists (select from users them
      where them.tenant_id = $1 and them.id = ${person} and (them.dept_id = any(${departments})
        or exists (select from user_dept seat where seat.tenant_id = $1 and seat.user_id = them.id
             and seat.dept_id = any(${departments})))))`,
    parameters: [actor.id, [...new Set(units)]],
  };
};

/**
 * Checks that a person’s rows lie within the data scopes of a page.
 * @throws Missing if not
 */
export const assertPeopleInDataScope = async (
  session: Session,
  actor: Actor,
  page: string,
  userIds: readonly string[],
): Promise<void> => {
  const within = peopleInDataScope(actor, page, 'asked.id', 2);
  if (within === null) return;
  const beyond = await session.query(
    `select 1 from unnest($2::bigint[]) asked(id) where not ${within.sql} limit 1`,
    [session.tenantId, userIds, ...within.parameters],
  );
  if (beyond.length > 0) throw new Missing();
};
