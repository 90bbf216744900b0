import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { id } from '@keyan/engine/wire/inputs.ts';
import { untyped } from '@keyan/kernel/definition/resource.ts';
import { Type } from 'typebox';
import { personTypeOf } from '../shared/dictionaries.ts';
import { isChosen, type MemberRow, memberPeople } from './parts.ts';
import { project } from './project.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly unit: string | null;
}

/** Accounts with the names and departments that lines of members have of them. */
const accountsOf = (session: Session, ids: readonly string[]): Promise<readonly Named[]> =>
  session.query<Named>(
    `select u.id::text, u.real_name as name, d.dept_name as unit
       from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
      where u.tenant_id = $1 and u.id = any($2::bigint[])`,
    [session.tenantId, ids],
  );

type Line = Pick<MemberRow, 'personType' | 'userId' | 'name' | 'unit'>;

/**
 * Members as they are stored (decision 0525): whoever is chosen has the name and the department of their account; the
 * department stays when the person moves. A typed person has no account.
 * @param earlier the lines of the record as it stands
 */
export const namedMembers = async <Given extends Line>(
  session: Session,
  members: readonly Given[] | null,
  earlier: readonly Line[] | null | undefined,
): Promise<Given[] | null> => {
  if (!members) return null;
  const ids = members.flatMap((line) => (isChosen(line) && line.userId) || []);
  const found = ids.length === 0 ? [] : await accountsOf(session, ids);
  const accounts = new Map(found.map((one) => [one.id, one]));
  const units = new Map((earlier ?? []).map(({ userId, unit }) => [userId, unit]));
  return members.map((line) => {
    if (!isChosen(line)) return { ...line, userId: null };
    const account = line.userId === null ? undefined : accounts.get(line.userId);
    if (!account) return line;
    return { ...line, name: account.name, unit: units.get(account.id) ?? account.unit };
  });
};

interface Offered {
  readonly id: string;
  readonly department: string | null;
  readonly shown: string | null;
  readonly code: string | null;
  readonly sorter: string | null;
}

/** Department, staff number and category of accounts; the department also as the reader is told of it. */
const offeredSql = `select u.id::text, d.dept_name as department, said(d.dept_name, d.dept_name_en) as shown, u.code,
    p.sorter
  from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
  left join personnel p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.is_deleted = 0
 where u.tenant_id = $1 and u.id = any($2::bigint[])`;

/** Accounts for the members of a project: those that the reference may choose, with what a line takes over of them. */
export const memberPeopleEndpoint: Endpoint = endpoint({
  method: 'GET',
  path: memberPeople.slice(1),
  auth: 'user',
  summary: ['按姓名或工号找项目成员', 'Find members of a project by name or staff number'],
  input: Type.Object({
    search: Type.Optional(Type.String({ maxLength: 50 })),
    ids: Type.Optional(Type.Array(id, { maxItems: 200 })),
  }),
  run: async ({ search, ids }, { engine, actor }) => {
    const choices = await engine
      .as(actor)
      .choices(untyped(project), 'members.userId', ids ? { ids } : { search: search ?? '' });
    const found = await engine.database.read(actor.tenantId, (session) =>
      session.query<Offered>(offeredSql, [session.tenantId, choices.map((one) => one.id)]),
    );
    const accounts = new Map(found.map((one) => [one.id, one]));
    return choices.map(({ id: person, text }) => {
      const { department, shown, code, sorter } = accounts.get(person) ?? {};
      return {
        id: person,
        text,
        note: [shown, code].filter(Boolean).join(' · '),
        department: department ?? '',
        personType: personTypeOf(sorter ?? null),
      };
    });
  },
});
