import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { opensPage } from '@keyan/engine/records/rights.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { likeLiteral } from '@keyan/engine/store/statements/conditions.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import { maskText } from '@keyan/kernel/values/mask.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { readableAccounts, untypedUser } from './reached.server.ts';

/** Account as calls return it, without password. */
export interface UserRow {
  readonly id: string;
  readonly tenantId: string;
  readonly tenantName: string;
  readonly account: string;
  readonly name: string;
  readonly realName: string;
  readonly code: string;
  readonly userType: string;
  readonly userTypeName: string;
  readonly avatar: string;
  readonly sex: string;
  readonly sexName: string;
  readonly email: string;
  readonly status: string;
  /** Ids, comma-separated if there are several. */
  readonly deptId: string;
  readonly deptName: string;
  readonly roleId: string;
  readonly roleName: string;
  readonly postId: string;
  readonly postName: string;
  readonly personelId: string;
  /** Extension data of BladeX accounts, returned as the client stored it. */
  readonly userExt: string;
  readonly createTime: string;
  readonly version: number;
  /** Full number for the person; masked for holders of the page of accounts; otherwise omitted. */
  readonly phone?: string;
  /** Returned only to the person and to holders of `user_phone`. */
  readonly birthday?: string;
}

/** Filters of an account search; text filters match substrings, except the phone. */
export interface UserFilter {
  readonly account?: string;
  readonly realName?: string;
  readonly name?: string;
  readonly code?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly userType?: string;
  readonly status?: string;
  /** Id of a department; includes its descendants. */
  readonly deptId?: string;
}

/** Permission code to see other people's phone numbers and birthdays. */
const seesPrivate = 'user_phone';

/**
 * Returns the departments whose people the actor may see with account, staff number and e-mail: the actor's own and
 * those of the roles' department scope. Of other people only name, picture and department are shown.
 */
const knownDepartments = ({ departmentScope, departments }: Actor): 'all' | readonly string[] =>
  departmentScope === 'all' ? 'all' : [...new Set([...departments, ...departmentScope])];

const knows = (actor: Actor, row: AccountData): boolean => {
  const known = knownDepartments(actor);
  return (
    row.id === actor.id ||
    known === 'all' ||
    row.dept_ids.some((department) => known.includes(department))
  );
};

/** SQL condition that the actor may see all values of an account, so that filters reveal no hidden values. */
const knownSql = (actorSlot: string, departmentsSlot: string): string => `(
  u.id = ${actorSlot} or u.dept_id = any(${departmentsSlot}::bigint[]) or exists (
    select 1 from user_dept k where k.tenant_id = u.tenant_id and k.user_id = u.id
       and k.dept_id = any(${departmentsSlot}::bigint[])))`;

/** Values returned for accounts whose details the actor may not see: empty texts, since clients split them. */
const unknown = {
  account: '',
  code: '',
  userType: '',
  userTypeName: '',
  sex: '',
  sexName: '',
  email: '',
  roleId: '',
  roleName: '',
  postId: '',
  postName: '',
  personelId: '',
  userExt: '',
  createTime: '',
} as const satisfies Partial<UserRow>;

interface AccountData {
  readonly id: string;
  readonly tenant_name: string;
  readonly account: string;
  readonly name: string;
  readonly real_name: string;
  readonly code: string;
  readonly user_type: string;
  readonly user_type_name: string;
  readonly avatar: string;
  readonly sex: string;
  readonly sex_name: string;
  readonly email: string;
  readonly phone: string;
  readonly birthday: string;
  readonly status: string;
  readonly personel_id: string;
  readonly user_ext: string;
  readonly create_time: Date;
  readonly version: number;
  readonly dept_ids: readonly string[];
  readonly dept_names: readonly string[];
  readonly role_ids: readonly string[];
  readonly role_names: readonly string[];
  readonly post_ids: readonly string[];
  readonly post_names: readonly string[];
}

const dictionaryName = (code: string, column: string): string =>
  `coalesce((select e.dict_value from dict_entry e where e.tenant_id = u.tenant_id
     and e.code = '${code}' and e.dict_key = ${column} and e.is_deleted = 0), '')`;

const selected = `
  (select t.tenant_name from tenant t where t.tenant_id = u.tenant_id) as tenant_name, u.id, u.account, u.name, u.real_name, coalesce(u.code, '') as code, u.user_type,
  ${dictionaryName('userType', 'u.user_type')} as user_type_name,
  coalesce(u.avatar, '') as avatar, coalesce(u.sex, '') as sex,
  ${dictionaryName('sex', 'u.sex')} as sex_name,
  coalesce(u.email, '') as email, coalesce(u.phone, '') as phone,
  coalesce(to_char(u.birthday, 'YYYY-MM-DD'), '') as birthday, u.status,
  coalesce(u.personel_id::text, '') as personel_id,
  coalesce(u.user_ext, '') as user_ext, u.create_time, u.version,
  d.ids as dept_ids, d.names as dept_names, r.ids as role_ids, r.names as role_names,
  p.ids as post_ids, p.names as post_names`;

/** SQL that joins departments, roles and posts to accounts. @param accounts SQL of the account table or subquery */
const joinedTo = (accounts: string): string => `
  from ${accounts} u
  cross join lateral (
    select coalesce(array_agg(seat.id::text order by seat.place, seat.id), '{}') as ids,
           coalesce(array_agg(seat.name order by seat.place, seat.id), '{}') as names
      from (
        select id, said(dept_name, dept_name_en) as name, 0 as place from dept
         where tenant_id = u.tenant_id and id = u.dept_id
        union all
        select o.id, said(o.dept_name, o.dept_name_en), 1 from user_dept ud
          join dept o on o.tenant_id = ud.tenant_id and o.id = ud.dept_id
         where ud.tenant_id = u.tenant_id and ud.user_id = u.id
           and ud.dept_id is distinct from u.dept_id) seat) d
  cross join lateral (
    select coalesce(array_agg(ro.id::text order by ro.sort, ro.id), '{}') as ids,
           coalesce(array_agg(ro.role_name order by ro.sort, ro.id), '{}') as names
      from user_role ur join role ro on ro.tenant_id = ur.tenant_id and ro.id = ur.role_id
     where ur.tenant_id = u.tenant_id and ur.user_id = u.id and ro.is_deleted = 0) r
  cross join lateral (
    select coalesce(array_agg(po.id::text order by po.sort, po.id), '{}') as ids,
           coalesce(array_agg(said(po.post_name, po.post_name_en) order by po.sort, po.id), '{}') as names
      from post po
     where po.tenant_id = u.tenant_id and po.id = any(u.posts::bigint[]) and po.is_deleted = 0) p`;

/**
 * Returns the phone number: in full to the person, masked to them in 以其身份查看 and to everybody who may open the page of
 * accounts; absent for all others.
 */
const phoneOf = (actor: Actor, { id, phone }: AccountData): Pick<UserRow, 'phone'> => {
  const isOwn = id === actor.id;
  if (isOwn && actor.viewedBy === undefined) return { phone };
  return isOwn || opensPage(untypedUser, actor) ? { phone: maskText(phone) } : {};
};

const printed = (actor: Actor, row: AccountData): UserRow => ({
  id: row.id,
  tenantId: actor.tenantId,
  tenantName: row.tenant_name,
  account: row.account,
  name: row.name,
  realName: row.real_name,
  code: row.code,
  userType: row.user_type,
  userTypeName: row.user_type_name,
  avatar: row.avatar,
  sex: row.sex,
  sexName: row.sex_name,
  email: row.email,
  status: row.status,
  deptId: row.dept_ids.join(','),
  deptName: row.dept_names.join(','),
  roleId: row.role_ids.join(','),
  roleName: row.role_names.join(','),
  postId: row.post_ids.join(','),
  postName: row.post_names.join(','),
  personelId: row.personel_id,
  userExt: row.user_ext,
  createTime: timeText(row.create_time),
  version: row.version,
  ...(knows(actor, row) ? {} : unknown),
  ...phoneOf(actor, row),
  ...(actor.id === row.id || actor.permissions.has(seesPrivate) ? { birthday: row.birthday } : {}),
});

/** Reads one account. @throws Missing if the tenant has no such account */
export const readUser = async (session: Session, actor: Actor, id: string): Promise<UserRow> => {
  const [row] = await session.query<AccountData>(
    `select ${selected} ${joinedTo('users')} where u.tenant_id = $1 and u.id = $2 and u.is_deleted = 0`,
    [session.tenantId, id],
  );
  if (!row) throw new Missing();
  return printed(actor, row);
};

/** Pattern for `like` that matches a typed text anywhere; escapes `%` and `_`. */
const contains = (typed: string): string => `%${likeLiteral(typed)}%`;

const conditions: Readonly<Record<keyof UserFilter, (slot: string) => string>> = {
  account: (slot) => `u.account ilike ${slot}`,
  realName: (slot) => `u.real_name ilike ${slot}`,
  name: (slot) => `u.name ilike ${slot}`,
  code: (slot) => `u.code ilike ${slot}`,
  phone: (slot) => `u.phone = ${slot}`,
  email: (slot) => `u.email ilike ${slot}`,
  userType: (slot) => `u.user_type = ${slot}`,
  status: (slot) => `u.status = ${slot}`,
  deptId: (slot) => {
    const below = `with recursive below as (
      select id from dept where tenant_id = $1 and id = ${slot}::bigint
      union
      select c.id from dept c join below on c.parent_id = below.id
       where c.tenant_id = $1 and c.is_deleted = 0)`;
    return `(u.dept_id in (${below} select id from below) or u.id in (${below}
      select ud.user_id from user_dept ud join below on ud.dept_id = below.id
       where ud.tenant_id = $1))`;
  },
};

/** Filters that everybody may use; all other filters match only accounts whose details the actor may see. */
const ofDirectory: ReadonlySet<keyof UserFilter> = new Set([
  'realName',
  'name',
  'status',
  'deptId',
]);

/** Filters that match only the full value: a substring search would reveal a masked phone number digit by digit. */
const exact: ReadonlySet<keyof UserFilter> = new Set(['userType', 'status', 'deptId', 'phone']);

/**
 * Returns one page of accounts and the exact total. A phone filter without the right to see phones is ignored; filters
 * on other hidden fields match only accounts whose details the actor may see.
 */
export const listUsers = async (
  session: Session,
  engine: Engine,
  actor: Actor,
  filter: UserFilter,
  page: { readonly current: number; readonly size: number },
): Promise<{ readonly records: readonly UserRow[]; readonly total: number }> => {
  const parameters: unknown[] = [session.tenantId];
  const asked = (Object.keys(conditions) as (keyof UserFilter)[]).filter(
    (name) =>
      filter[name] !== undefined && (name !== 'phone' || actor.permissions.has(seesPrivate)),
  );
  const where = asked.map((name) => {
    const value = filter[name] ?? '';
    parameters.push(exact.has(name) ? value : contains(value));
    return conditions[name](`$${parameters.length}`);
  });
  const known = knownDepartments(actor);
  if (known !== 'all' && asked.some((name) => !ofDirectory.has(name))) {
    parameters.push(actor.id, known);
    where.push(knownSql(`$${parameters.length - 1}`, `$${parameters.length}`));
  }
  where.push(readableAccounts(engine, actor, parameters));
  const chosen = ['u.tenant_id = $1', 'u.is_deleted = 0', ...where].join(' and ');
  const [counted] = await session.query<{ total: number }>(
    `select count(*)::int as total from users u where ${chosen}`,
    parameters,
  );
  const order = `order by ${known === 'all' ? 'u.account' : 'u.real_name'} collate "zh-x-icu" nulls first, u.id`;
  // Joins departments, roles and posts only for the accounts of the page.
  const onPage = `(select u.* from users u where ${chosen} ${order}
      limit $${parameters.length + 1} offset $${parameters.length + 2})`;
  const rows = await session.query<AccountData>(`select ${selected} ${joinedTo(onPage)} ${order}`, [
    ...parameters,
    page.size,
    (page.current - 1) * page.size,
  ]);
  return { records: rows.map((row) => printed(actor, row)), total: counted?.total ?? 0 };
};

/**
 * Changes one account within the caller's transaction.
 * @param change.changes changes of data stored in other tables, such as roles
 * @throws Missing
 */
export const changeAccount = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  id: string,
  change: {
    readonly fields?: RowLike;
    readonly changes?: readonly Change[];
  },
): Promise<void> => {
  const transaction = behaviourTransaction({ engine, actor }, tx);
  const before = await lockRow(transaction, untypedUser, id);
  const { fields, changes = [] } = change;
  const after = { ...before, ...fields };
  await commitChange(transaction, {
    resource: untypedUser,
    before,
    after,
    action: 'update',
    changes,
  });
};

/** Stops or starts accounts within the caller's transaction. */
export const setAccountStatus = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  ids: readonly string[],
  status: '0' | '1',
): Promise<void> => {
  // Sorts, so that two administrators lock the rows in the same order and cannot deadlock.
  for (const id of [...new Set(ids)].sort()) {
    await changeAccount(tx, engine, actor, id, { fields: { status } });
  }
};
