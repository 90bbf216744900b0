import { randomUUID } from 'node:crypto';
import type { Engine } from '@keyan/engine/engine.ts';
import type { Accounts } from '@keyan/engine/identity/accounts.ts';
import { hashPassword } from '@keyan/engine/identity/password.ts';
import { holdsRole } from '@keyan/engine/records/role-holders.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { originOf } from '@keyan/engine/wire/identity/origin.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { writeAuditEntry } from '../shared/mechanisms/audit.server.ts';
import { platformTenant, runsPlatform } from '../shared/references/platform.ts';
import { accountFormat } from '../system/accounts/account-name.ts';
import { tenantRole } from '../system/accounts/reach.server.ts';
import { tenant } from '../system/tenants/tenant.ts';
import { createDepartments, createUsers } from './people.server.ts';

const resource = untypedResource(tenant);

const tenantNotReadyText: Label = [
  '租户正在建立，请稍候再试',
  'The tenant is being set up; try again shortly',
];
const otherAccountText: Label = [
  '该账号不是该租户可用的系统管理员，请换一个账号',
  'This account is not an active administrator of the tenant; choose another',
];

interface FoundAccount {
  readonly id: string;
  readonly administers: boolean;
}

/** Account with the given name and the administrator role in a tenant, created if missing. */
const administratorIn = async (
  engine: Engine,
  given: { readonly tenantId: string; readonly name: string; readonly account: string },
): Promise<string> => {
  const { tenantId, name, account } = given;
  const find = () =>
    engine.database.read(tenantId, async (session) => {
      const [found] = await session.query<FoundAccount>(
        `select u.id::text, u.status = '1' and ${holdsRole('u.id', 'array[$3]')} as administers
           from users u
          where u.tenant_id = $1 and lower(u.account) = lower($2) and u.is_deleted = 0`,
        [tenantId, account, tenantRole],
      );
      return found;
    });
  const there = await find();
  if (there && !there.administers) throw new Refused(otherAccountText);
  if (there) return there.id;
  const root = '000';
  const departments = await createDepartments(engine, tenantId, [
    { code: root, name, category: '1' },
  ]);
  await createUsers(
    engine,
    tenantId,
    [
      {
        account,
        realName: account,
        department: departments.has(root) ? root : undefined,
        roles: [tenantRole],
        userType: '1',
      },
    ],
    await hashPassword(randomUUID()),
    { initial: true },
  );
  return (await find())?.id ?? '';
};

const isReady = async (engine: Engine, tenantId: string): Promise<boolean> => {
  const rows = await engine.database.read(tenantId, (session) =>
    session.query('select 1 from role where tenant_id = $1 and role_alias = $2', [
      tenantId,
      tenantRole,
    ]),
  );
  return rows.length > 0;
};

/**
 * Calls that let the platform administrator create a tenant’s administrator or reset that account’s
 * password.
 */
export const tenantAdministratorEndpoints = (accounts: Accounts): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-system/tenant/administrator',
    auth: 'user',
    permissions: ['tenantFile_admin'],
    summary: ['设置租户管理员', 'A one-time password for the administrator of a tenant'],
    input: Type.Object({ id: idParam, account: Type.Optional(Type.String({ maxLength: 45 })) }),
    run: async ({ id: record, account: typed = '' }, call) => {
      const { actor, engine } = call;
      if (!runsPlatform(actor)) throw new Denied();
      const { row } = await engine.as(actor).read(resource, record);
      const tenantId = String(row.tenantCode);
      const account = typed.trim() || tenantRole;
      if (!accountFormat.test(account)) throw new Refused(accountFormat.message);
      if (tenantId === platformTenant) {
        throw new Refused([
          '平台自身的管理员在用户管理中维护',
          'Administrators of the platform itself are managed on the page of accounts',
        ]);
      }
      if (!(await isReady(engine, tenantId))) throw new Refused(tenantNotReadyText);
      const name = String(row.tenantName);
      const userId = await administratorIn(engine, { tenantId, name, account });
      // Actor for the log of the target tenant, which then shows the platform account that set the
      // password.
      const asker = { ...actor, tenantId, account: `${platformTenant}/${actor.account}` };
      const [given] = await accounts.resetPasswords(asker, [userId], originOf(call));
      await engine.database.transaction(actor.tenantId, async (tx) => {
        writeAuditEntry(tx, engine, actor, {
          resource,
          id: record,
          action: 'update',
          version: Number(row.version),
          changes: [
            {
              path: 'administrator',
              label: ['设置管理员（一次性密码）', 'Administrator (one-time password)'],
              before: '',
              after: account,
            },
          ],
        });
      });
      return { tenantId, account: given?.account ?? account, password: given?.password ?? '' };
    },
  }),
];
