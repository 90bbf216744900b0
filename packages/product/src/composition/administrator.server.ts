import { hashTypedPassword } from '@keyan/engine/identity/accounts.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { accountFormat } from '../system/accounts/account-name.ts';
import { createDepartments, createUsers } from './people.server.ts';
import { type SetupDependencies, setUpTenant, type TenantInput } from './setup.server.ts';

export interface AdministratorInput {
  readonly tenant: TenantInput;
  readonly account: string;
  /** Plain-text password; its strength is validated. */
  readonly password: string;
  readonly realName?: string;
}

/**
 * Creates the first administrator of an installation without demo data, and the tenant if missing.
 * No default accounts exist: the operator who runs this command chooses account and password.
 * @throws Invalid for a weak password or a malformed account; Refused if the account exists already
 */
export const createAdministrator = async (
  parts: SetupDependencies,
  given: AdministratorInput,
  dictionaries: Iterable<Dictionary>,
): Promise<void> => {
  const { tenantId, name } = given.tenant;
  if (!/^[\w-]{1,12}$/.test(tenantId)) {
    throw new Refused([
      '租户编号应为 1 到 12 位字母、数字、下划线或连字符',
      'A tenant id takes 1 to 12 letters, digits, underscores or hyphens',
    ]);
  }
  if (!accountFormat.test(given.account)) throw new Refused(accountFormat.message);
  const hash = await hashTypedPassword(given.password, given);
  await setUpTenant(parts, given.tenant, dictionaries);
  const taken = await parts.database.read(tenantId, (session) =>
    session.query(
      'select 1 from users where tenant_id = $1 and lower(account) = lower($2) and is_deleted = 0',
      [tenantId, given.account],
    ),
  );
  if (taken.length > 0) throw new Refused(['当前账号已被使用!', 'This account name is taken']);
  const root = '000';
  const departments = await createDepartments(parts, tenantId, [
    { code: root, name, category: '1' },
  ]);
  await createUsers(
    parts,
    tenantId,
    [
      {
        account: given.account,
        realName: given.realName ?? given.account,
        department: departments.has(root) ? root : undefined,
        roles: ['administrator', 'admin'],
        userType: '1',
      },
    ],
    hash,
    { initial: false },
  );
};
