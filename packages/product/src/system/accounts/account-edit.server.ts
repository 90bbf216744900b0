import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { hashTypedPassword, storePasswords } from '@keyan/engine/identity/accounts.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { anyVersion } from '@keyan/engine/records/versions.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { user } from './user.ts';
import { changeAccount, readUser } from './user-rows.server.ts';

/** Account as BladeX clients send it; several departments, roles and posts are comma-separated. */
export interface AccountInput {
  readonly id?: string;
  readonly account?: string;
  /** Password as typed; read only when an account is created. */
  readonly password?: string;
  readonly name?: string;
  readonly realName?: string;
  readonly code?: string;
  readonly userType?: string;
  readonly userExt?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly sex?: string;
  readonly birthday?: string;
  /** Department ids, the main department first. */
  readonly deptId?: string;
  /** Role ids; clients send an empty text or `none` for no role. */
  readonly roleId?: string;
  /** Ids of posts. */
  readonly postId?: string;
}

const plain = ['account', 'name', 'realName', 'code', 'userType', 'phone', 'email', 'sex'] as const;

const idsIn = (path: string, text: string): readonly string[] => {
  const ids = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => /^\d{1,19}$/.test(one) && one !== '0');
  if (!ids.every(isId)) {
    throw new Invalid([{ path, message: ['编号超出范围', 'The number is out of range'] }]);
  }
  return [...new Set(ids)];
};

/** @throws Refused if another account of the tenant has the name */
const assertAccountNameFree = async (
  session: Session,
  account: string,
  ownId: string,
): Promise<void> => {
  const taken = await session.query(
    `select 1 from users where tenant_id = $1 and lower(account) = lower($2) and id <> $3
       and is_deleted = 0`,
    [session.tenantId, account, ownId],
  );
  if (taken.length > 0) throw new Refused(['当前账号已被使用!', 'This account name is taken']);
};

/** Reads the aliases of roles. @throws Invalid for a role that the tenant does not have */
const aliasesOf = async (session: Session, roleIds: readonly string[]) => {
  const rows = await session.query<{ id: string; alias: string }>(
    `select id::text, role_alias as alias from role
      where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0 order by sort, id`,
    [session.tenantId, roleIds],
  );
  if (rows.length !== roleIds.length) {
    throw new Invalid([{ path: 'roleId', message: ['角色不存在', 'There is no such role'] }]);
  }
  return rows.map(({ alias }) => alias);
};

/** Optional text fields; an empty text deletes the stored value. */
const optional = ['code', 'phone', 'email', 'sex', 'birthday'] as const;

/** Drops empty texts of fields that are hidden from the actor, so that saving leaves the stored values unchanged. */
const withoutUnseen = async (
  session: Session,
  actor: Actor,
  given: AccountInput,
): Promise<AccountInput> => {
  const empty = optional.filter((name) => given[name] === '');
  if (empty.length === 0) return given;
  const shown = given.id === undefined ? {} : { ...(await readUser(session, actor, given.id)) };
  const unseen = new Set<string>(empty.filter((name) => !(shown as AccountInput)[name]));
  return Object.fromEntries(Object.entries(given).filter(([name]) => !unseen.has(name)));
};

/** Converts the client's input to field names of the account; omitted values stay unchanged. */
const inputOf = async (session: Session, given: AccountInput) => {
  const [main] = given.deptId === undefined ? [] : idsIn('deptId', given.deptId);
  const roles =
    given.roleId === undefined
      ? undefined
      : await aliasesOf(session, idsIn('roleId', given.roleId));
  return {
    ...Object.fromEntries(plain.flatMap((key) => (key in given ? [[key, given[key]]] : []))),
    ...(given.userExt === undefined ? {} : { userExt: given.userExt }),
    ...(given.birthday === undefined ? {} : { birthday: given.birthday.slice(0, 10) }),
    ...(given.deptId === undefined ? {} : { deptId: main ?? null }),
    ...(roles === undefined ? {} : { roles }),
    ...(given.postId === undefined ? {} : { posts: idsIn('postId', given.postId) }),
  };
};

const otherLabel: Label = ['兼任部门', 'Other departments'];

/**
 * Replaces the departments of an account except its main department.
 * @throws Invalid for a department that does not exist
 */
export const setOtherDepartments = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  userId: string,
  deptIds: readonly string[],
): Promise<void> => {
  const rows = await tx.query<{ id: string; name: string; held: boolean; wanted: boolean }>(
    `select d.id::text, d.dept_name as name, d.id = any($3::bigint[]) as wanted,
       exists (select from user_dept ud where ud.tenant_id = $1 and ud.user_id = $2
                 and ud.dept_id = d.id) as held
       from dept d where d.tenant_id = $1 and (d.is_deleted = 0 and d.id = any($3::bigint[])
         or exists (select from user_dept ud where ud.tenant_id = $1 and ud.user_id = $2
                      and ud.dept_id = d.id))
      order by d.sort, d.id`,
    [tx.tenantId, userId, deptIds],
  );
  if (rows.filter(({ wanted }) => wanted).length !== deptIds.length) {
    throw new Invalid([{ path: 'deptId', message: ['部门不存在', 'There is no such department'] }]);
  }
  if (rows.every(({ held, wanted }) => held === wanted)) return;
  await tx.query('delete from user_dept where tenant_id = $1 and user_id = $2', [
    tx.tenantId,
    userId,
  ]);
  await tx.query(
    `insert into user_dept (tenant_id, user_id, dept_id)
     select $1, $2::bigint, d from unnest($3::bigint[]) d`,
    [tx.tenantId, userId, deptIds],
  );
  const names = (which: 'held' | 'wanted') =>
    rows
      .filter((row) => row[which])
      .map(({ name }) => name)
      .join('、');
  const before = names('held');
  const after = names('wanted');
  const changes = [{ path: 'otherDepts', label: otherLabel, before, after }];
  await changeAccount(tx, engine, actor, userId, { changes });
};

/**
 * Creates or updates an account from the input of a BladeX client, by the same rules as the form.
 * @returns the account id.
 * @throws Denied without the right, or for rights above the actor's own; Invalid; Missing; Refused if the account name
 * is taken
 */
export const saveAccount = async (
  engine: Engine,
  actor: Actor,
  sent: AccountInput,
): Promise<string> => {
  const { given, input } = await engine.database.read(actor.tenantId, async (session) => {
    if (sent.account) await assertAccountNameFree(session, sent.account, sent.id ?? '0');
    const given = await withoutUnseen(session, actor, sent);
    return { given, input: await inputOf(session, given) };
  });
  const isNew = given.id === undefined;
  const typed = isNew ? given.password?.trim() : undefined;
  const hash = typed
    ? await hashTypedPassword(typed, {
        account: given.account ?? '',
        name: given.name ?? '',
        realName: given.realName ?? '',
        code: given.code ?? null,
        phone: given.phone ?? null,
        email: given.email ?? null,
        birthday: given.birthday?.slice(0, 10) ?? null,
      })
    : null;
  const { id } = await engine.as(actor).save(
    user,
    { ...input, ...(isNew ? {} : { id: given.id, version: anyVersion }) },
    {
      alongside: async (tx, userId) => {
        if (given.deptId !== undefined) {
          await setOtherDepartments(
            tx,
            engine,
            actor,
            userId,
            idsIn('deptId', given.deptId).slice(1),
          );
        }
        // An administrator who typed the password knows the password: the person has to replace it at the first
        // sign-in.
        if (hash) {
          await storePasswords(tx, [{ userId, hash }], { initial: true, now: engine.clock() });
        }
      },
    },
  );
  return id;
};

/** Removes accounts that are stopped; records that they created remain. @throws Missing */
export const removeAccounts = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  userIds: readonly string[],
): Promise<void> => {
  const transaction = behaviourTransaction({ engine, actor }, tx);
  const resource = untypedResource(user);
  for (const id of [...new Set(userIds)].sort()) {
    const row = await lockRow(transaction, resource, id);
    if (!row) throw new Missing();
    await commitChange(transaction, { resource, before: row, after: row, action: 'remove' });
  }
};
