import { storePasswords } from '@keyan/engine/identity/accounts.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { columnArrays } from '../shared/mechanisms/bulk.server.ts';
import type { RoleAlias } from '../shared/roles.ts';
import type { SetupDependencies } from './setup.server.ts';

/** Department to be created, identified by its code. */
export interface DepartmentInput {
  readonly code: string;
  readonly name: string;
  readonly nameEn?: string;
  readonly fullName?: string;
  /** Code of the parent department; undefined for the root. */
  readonly parent?: string;
  /** Codes of the dictionaries `deptCategory` and `deptNature`. */
  readonly category: string;
  readonly nature?: string;
}

/** Account to be created. */
export interface UserInput {
  readonly account: string;
  readonly realName: string;
  /** Staff number. */
  readonly code?: string;
  /** Codes of the main department and of further departments. */
  readonly department?: string;
  readonly otherDepartments?: readonly string[];
  readonly roles: readonly RoleAlias[];
  /** Code of the dictionary `userType`. */
  readonly userType?: string;
  readonly sex?: string;
  readonly birthday?: string;
  readonly phone?: string;
  readonly email?: string;
}

/** Leader and secretary of a department. */
export interface DepartmentHeadInput {
  /** Code of the department. */
  readonly department: string;
  readonly leader?: string;
  readonly secretary?: string;
}

/** Ids by code or account. */
export type IdsByName = ReadonlyMap<string, string>;

/** Author of history entries during setup. */
const writer = { id: '0', name: '系统初始化' };

const writeHistory = async (
  tx: Tx,
  parts: SetupDependencies,
  resource: string,
  ids: readonly string[],
): Promise<void> => {
  await tx.query(
    `insert into history (tenant_id, id, resource, business_id, action, actor_id, actor_name, time,
       version, note, changes)
     select $1, h, $2, business, 'create', $3, $4, $5, 1, null, '[]'
       from unnest($6::bigint[], $7::bigint[]) as given (h, business)`,
    [
      tx.tenantId,
      resource,
      writer.id,
      writer.name,
      parts.clock(),
      ids.map(() => parts.ids.next()),
      ids,
    ],
  );
};

const namesIn = async (tx: Tx, table: 'dept' | 'users' | 'role'): Promise<IdsByName> => {
  const column = { dept: 'dept_code', users: 'account', role: 'role_alias' }[table];
  const rows = await tx.query<{ name: string; id: string }>(
    `select ${column} as name, id from ${table} where tenant_id = $1 and is_deleted = 0`,
    [tx.tenantId],
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
};

const idOf = (ids: IdsByName, name: string): string => {
  const id = ids.get(name);
  if (!id) throw new Error(`${name}: there is none of this name`);
  return id;
};

/**
 * Creates missing departments, parents before children.
 * @returns ids of all departments of the tenant, by code
 */
export const createDepartments = (
  parts: SetupDependencies,
  tenantId: string,
  departments: readonly DepartmentInput[],
): Promise<IdsByName> =>
  parts.database.transaction(tenantId, async (tx) => {
    const ids = new Map(await namesIn(tx, 'dept'));
    const missing = departments.filter((department) => !ids.has(department.code));
    for (const { code } of missing) ids.set(code, parts.ids.next());
    const rows = missing.map((department, index) => ({
      id: idOf(ids, department.code),
      parent: department.parent === undefined ? null : idOf(ids, department.parent),
      code: department.code,
      name: department.name,
      english: department.nameEn ?? null,
      fullName: department.fullName ?? department.name,
      category: department.category,
      nature: department.nature ?? null,
      sort: index + 1,
    }));
    await tx.query(
      `insert into dept (tenant_id, id, parent_id, dept_code, dept_name, dept_name_en, full_name,
         dept_category, dept_nature, sort, is_statistics, create_time, update_time)
       select $1, *, '1', $2, $2 from unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[],
         $7::text[], $8::text[], $9::text[], $10::text[], $11::int[])`,
      [
        tenantId,
        parts.clock(),
        ...columnArrays(rows, [
          'id',
          'parent',
          'code',
          'name',
          'english',
          'fullName',
          'category',
          'nature',
          'sort',
        ]),
      ],
    );
    await writeHistory(
      tx,
      parts,
      'dept',
      rows.map((row) => row.id),
    );
    return ids;
  });

const accountRow = (user: UserInput, ids: IdsByName, departments: IdsByName) => ({
  id: idOf(ids, user.account),
  account: user.account,
  name: user.realName,
  code: user.code ?? null,
  type: user.userType ?? '2',
  dept: user.department === undefined ? null : idOf(departments, user.department),
  phone: user.phone ?? null,
  email: user.email ?? null,
  sex: user.sex ?? null,
  birthday: user.birthday ?? null,
  roles: user.roles.join(','),
});

const insertAccounts = async (
  tx: Tx,
  parts: SetupDependencies,
  rows: readonly ReturnType<typeof accountRow>[],
): Promise<void> => {
  await tx.query(
    `insert into users (tenant_id, id, account, name, real_name, code, user_type, dept_id, phone,
       email, sex, birthday, roles, create_time, update_time)
     select $1, id, account, name, name, code, type, dept, phone, email, sex, birthday,
       string_to_array(roles, ','), $2, $2
       from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[],
         $9::text[], $10::text[], $11::text[], $12::date[], $13::text[])
         as given (id, account, name, code, type, dept, phone, email, sex, birthday, roles)`,
    [
      tx.tenantId,
      parts.clock(),
      ...columnArrays(rows, [
        'id',
        'account',
        'name',
        'code',
        'type',
        'dept',
        'phone',
        'email',
        'sex',
        'birthday',
        'roles',
      ]),
    ],
  );
};

const insertRoles = async (
  tx: Tx,
  users: readonly UserInput[],
  ids: IdsByName,
  roles: IdsByName,
): Promise<void> => {
  await tx.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select $1, * from unnest($2::bigint[], $3::bigint[])`,
    [
      tx.tenantId,
      ...columnArrays(
        users.flatMap((user) =>
          user.roles.map((role) => ({
            user: idOf(ids, user.account),
            role: idOf(roles, role),
          })),
        ),
        ['user', 'role'],
      ),
    ],
  );
};

const insertOtherDepartments = async (
  tx: Tx,
  users: readonly UserInput[],
  ids: IdsByName,
  departments: IdsByName,
): Promise<void> => {
  await tx.query(
    `insert into user_dept (tenant_id, user_id, dept_id)
     select $1, * from unnest($2::bigint[], $3::bigint[])`,
    [
      tx.tenantId,
      ...columnArrays(
        users.flatMap((user) =>
          (user.otherDepartments ?? []).map((code) => ({
            user: idOf(ids, user.account),
            dept: idOf(departments, code),
          })),
        ),
        ['user', 'dept'],
      ),
    ],
  );
};

/**
 * Creates missing accounts with roles and password.
 * @param passwordHash result of `hashTypedPassword`; accounts may share a hash
 * @param options `initial` asks each person to change the password at first sign-in
 * @returns ids of all accounts of the tenant, by account
 */
export const createUsers = (
  parts: SetupDependencies,
  tenantId: string,
  users: readonly UserInput[],
  passwordHash: string,
  options: { readonly initial: boolean },
): Promise<IdsByName> =>
  parts.database.transaction(tenantId, async (tx) => {
    const ids = new Map(await namesIn(tx, 'users'));
    const [departments, roles] = [await namesIn(tx, 'dept'), await namesIn(tx, 'role')];
    const missing = users.filter((user) => !ids.has(user.account));
    for (const { account } of missing) ids.set(account, parts.ids.next());
    const rows = missing.map((user) => accountRow(user, ids, departments));
    await insertAccounts(tx, parts, rows);
    await insertRoles(tx, missing, ids, roles);
    await insertOtherDepartments(tx, missing, ids, departments);
    const passwords = rows.map((row) => ({ userId: row.id, hash: passwordHash }));
    await storePasswords(tx, passwords, { initial: options.initial, now: parts.clock() });
    await writeHistory(
      tx,
      parts,
      'user',
      rows.map((row) => row.id),
    );
    return ids;
  });

/** Sets leaders and secretaries of departments, given by account. */
export const setHeads = (
  parts: SetupDependencies,
  tenantId: string,
  heads: readonly DepartmentHeadInput[],
): Promise<void> =>
  parts.database.transaction(tenantId, async (tx) => {
    const [departments, users] = [await namesIn(tx, 'dept'), await namesIn(tx, 'users')];
    const person = (account: string | undefined): string | null =>
      account === undefined ? null : idOf(users, account);
    const rows = heads.map((head) => ({
      dept: idOf(departments, head.department),
      leader: person(head.leader),
      secretary: person(head.secretary),
    }));
    await tx.query(
      `update dept set leader_id = coalesce(given.leader, leader_id),
         secretary_id = coalesce(given.secretary, secretary_id)
         from unnest($2::bigint[], $3::bigint[], $4::bigint[]) as given (dept, leader, secretary)
        where dept.tenant_id = $1 and dept.id = given.dept`,
      [tenantId, ...columnArrays(rows, ['dept', 'leader', 'secretary'])],
    );
  });
