import type { Engine } from '@keyan/engine/engine.ts';
import type { Accounts } from '@keyan/engine/identity/accounts.ts';
import type { Identity } from '@keyan/engine/identity/identity.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { originOf } from '@keyan/engine/wire/identity/origin.ts';
import { idParam, versionParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Denied, Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { firstPasswords } from './first-password.server.ts';
import { assertNotAbove, grantRoles } from './grant.server.ts';
import { realNameFault } from './profile.ts';
import { renameUser } from './profile-changes.server.ts';
import { assertInDataScope } from './reached.server.ts';
import { setAccountStatus } from './user-rows.server.ts';

/** @throws Denied without the permission code. */
export const assertPermission = (actor: Actor, ...codes: readonly string[]): void => {
  if (!codes.some((code) => actor.permissions.has(code))) throw new Denied();
};

const ids = Type.Array(idParam, { minItems: 1, maxItems: 1000 });

const updated: Label = ['更新成功', 'Updated'];

const optionalVersion = Type.Optional(versionParam);

/** Reads the accounts named in a call. @throws Denied for accounts that the actor may not administer; Invalid */
const chosen = async (
  engine: Engine,
  actor: Actor,
  input: { readonly userIds?: string[]; readonly ids?: string[] },
): Promise<readonly string[]> => {
  assertPermission(actor, 'user_stop');
  const wanted = input.userIds ?? input.ids;
  if (!wanted) {
    throw new Invalid([
      { path: 'userIds', message: ['请选择至少一条数据', 'Select at least one record'] },
    ]);
  }
  await assertNotAbove(engine, actor, wanted);
  return wanted;
};

/** @throws Invalid if the successor does not exist, is disabled, or is among the leaving accounts */
const assertSuccessor = async (
  engine: Engine,
  actor: Actor,
  leaving: readonly string[],
  successor: string,
): Promise<void> => {
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ id: string }>(
      `select id from users
        where tenant_id = $1 and id = $2 and status = '1' and is_deleted = 0`,
      [actor.tenantId, successor],
    ),
  );
  if (!found || leaving.includes(successor)) {
    throw new Invalid([
      {
        path: 'successor',
        message: ['接办人不存在或已停用', 'The successor does not exist or is disabled'],
      },
    ]);
  }
};

/** Calls that return real names and roles of other accounts. */
const nameEndpoints = (identity: Identity): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-user/update-name',
    auth: 'user',
    summary: ['修改他人姓名', 'Change an account’s real name'],
    input: Type.Object({
      id: idParam,
      realName: Type.String({ maxLength: 500 }),
      version: optionalVersion,
    }),
    run: async (input, { actor, engine }) => {
      assertPermission(actor, 'user_edit');
      await assertNotAbove(engine, actor, [input.id]);
      const message = realNameFault(input.realName);
      if (message) throw new Invalid([{ path: 'realName', message }]);
      await engine.database.transaction(actor.tenantId, (tx) =>
        renameUser(tx, engine, actor, input),
      );
      identity.forget(actor.tenantId, [input.id]);
      return new Reply(true, updated);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-user/grant',
    aliases: ['blade-system/user/grant'],
    auth: 'user',
    summary: ['分配角色', 'Grant roles'],
    input: Type.Object({ userIds: ids, roleIds: ids }),
    run: async (input, { actor, engine }) => {
      assertPermission(actor, 'user_role');
      await engine.database.transaction(actor.tenantId, (tx) =>
        grantRoles(tx, engine, actor, input.userIds, input.roleIds),
      );
      identity.forget(actor.tenantId, input.userIds);
      // Tasks that the people had by a former role are offered to its present holders (ruling 61).
      await engine.workflow.offerStuckTasks(engine, actor.tenantId);
      return true;
    },
  }),
];

/** Calls that reset passwords and unlock other people's accounts. */
const signInEndpoints = (accounts: Accounts): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-user/reset-password',
    aliases: ['kh-edu-research/personnelaccount/resetPassword', 'blade-system/user/reset-password'],
    auth: 'user',
    summary: ['重置密码', 'Reset passwords'],
    input: Type.Object({ userIds: ids }),
    run: async (input, call) => {
      assertPermission(call.actor, 'user_reset');
      await assertNotAbove(call.engine, call.actor, input.userIds);
      const { actor, engine } = call;
      const { userIds } = input;
      const first = await engine.database.read(actor.tenantId, (session) =>
        firstPasswords(session, userIds, engine.clock()),
      );
      return accounts.resetPasswords(actor, userIds, originOf(call), first);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-user/unlock',
    aliases: ['blade-system/user/unlock'],
    auth: 'user',
    summary: ['解除锁定', 'Unlock accounts'],
    input: Type.Object({ userIds: ids }),
    run: async (input, call) => {
      const { actor, engine } = call;
      assertPermission(actor, 'user_unlock');
      await engine.database.read(actor.tenantId, (session) =>
        assertInDataScope(session, engine, actor, input.userIds),
      );
      await accounts.unlock(call.actor, input.userIds, originOf(call));
      return true;
    },
  }),
];

/** Calls that stop and start accounts and hand over the open tasks of a stopped account. */
const activationEndpoints = (accounts: Accounts): readonly Endpoint[] => [
  ...(
    [
      ['stopUser', false, ['停用账号', 'Disable accounts']],
      ['startUser', true, ['启用账号', 'Enable accounts']],
    ] as const
  ).map(([name, active, summary]) =>
    endpoint({
      method: 'POST',
      path: `kh-edu-research/personnelaccount/${name}`,
      auth: 'user',
      summary,
      input: Type.Object({
        userIds: Type.Optional(ids),
        ids: Type.Optional(ids),
        /** Id of the person who takes over the open tasks; if omitted, the engine chooses. */
        successor: Type.Optional(idParam),
      }),
      run: async (input, { actor, engine }) => {
        const wanted = await chosen(engine, actor, input);
        const successor = input.successor ?? null;
        if (!active && successor !== null) await assertSuccessor(engine, actor, wanted, successor);
        await accounts.setActive(actor, wanted, active, (tx) =>
          setAccountStatus(tx, engine, actor, wanted, active ? '1' : '0'),
        );
        return active ? true : engine.workflow.reassignOnLeave(engine, actor, wanted, successor);
      },
    }),
  ),
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/personnelaccount/handOver',
    auth: 'user',
    summary: ['移交待办', 'Hand over open tasks of people who stay'],
    input: Type.Object({
      userIds: ids,
      /** Id of the person who takes over the tasks; if omitted, the engine chooses. */
      successor: Type.Optional(idParam),
      /**
       * `all`: every open task; `lost`: only tasks taken by a role, department or post that the person no longer holds.
       */
      handing: Type.Union([Type.Literal('all'), Type.Literal('lost')]),
    }),
    run: async (input, { actor, engine }) => {
      const wanted = await chosen(engine, actor, input);
      const successor = input.successor ?? null;
      if (successor !== null) await assertSuccessor(engine, actor, wanted, successor);
      return engine.workflow.reassignOnLeave(engine, actor, wanted, successor, input.handing);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/personnelaccount/openTasks',
    auth: 'user',
    summary: ['未办结的任务数', 'Open tasks of accounts'],
    input: Type.Object({ userIds: Type.Optional(ids), ids: Type.Optional(ids) }),
    run: async (input, { actor, engine }) => {
      const wanted = await chosen(engine, actor, input);
      return engine.database.read(actor.tenantId, (session) =>
        engine.workflow.openWork(session, wanted),
      );
    },
  }),
];

/** Calls by which administrators manage other people's accounts. */
export const accountEndpoints = (identity: Identity, accounts: Accounts): readonly Endpoint[] => [
  ...nameEndpoints(identity),
  ...signInEndpoints(accounts),
  ...activationEndpoints(accounts),
];
