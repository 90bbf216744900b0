import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { saveIn } from '@keyan/engine/commands/save.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { anyVersion } from '@keyan/engine/records/versions.ts';
import { type Endpoint, endpoint, Reply } from '@keyan/engine/wire/endpoint.ts';
import { idsParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import { runsPlatform } from '../../shared/references/platform.ts';
import { tenant } from './tenant.ts';

const resource = untypedResource(tenant);
const code = Type.String({ maxLength: 12 });
/** Schema of an optional text, which clients send empty for no choice. */
const optional = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const updated = ['更新成功', 'Updated'] as const;

const assertRunsPlatform = (actor: Actor): void => {
  if (!runsPlatform(actor)) throw new Denied();
};

/** Changes tenants in one transaction. */
const change = async (
  engine: Engine,
  actor: Actor,
  ids: readonly string[],
  values: RowLike,
): Promise<void> => {
  assertRunsPlatform(actor);
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    for (const one of new Set(ids)) {
      const input = { id: one, version: anyVersion, ...values };
      await saveIn(transaction, { resource, input, mode: { kind: 'draft' } });
    }
  });
};

/** Reads a tenant by number. @throws Missing */
const byCode = async (
  engine: Engine,
  actor: Actor,
  tenantId: string,
): Promise<{ readonly id: string; readonly packageId: string | null }> => {
  assertRunsPlatform(actor);
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ id: string; packageId: string | null }>(
      `select id::text, package_id::text as "packageId" from tenant_file
        where tenant_id = $1 and tenant_code = $2 and is_deleted = 0`,
      [session.tenantId, tenantId],
    ),
  );
  if (!found) throw new Missing();
  return found;
};

/** Calls of BladeX clients on tenants, in addition to those derived from the definition. */
export const tenantKeepingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: 'blade-system/tenant/select',
    auth: 'user',
    summary: ['租户选择', 'Tenants to choose from'],
    input: Type.Object({}),
    run: (_input, { actor, engine }) =>
      engine.database.read(actor.tenantId, (session) =>
        session.query(
          `select tenant_id as "tenantId", tenant_name as "tenantName" from tenant
            where is_deleted = 0 and ($2 or tenant_id = $1) order by tenant_id`,
          [session.tenantId, runsPlatform(actor)],
        ),
      ),
  }),
  endpoint({
    method: 'POST',
    path: 'blade-system/tenant/setting',
    auth: 'user',
    permissions: ['tenantFile_setting'],
    summary: ['租户授权配置', 'Account limit and expiry of tenants'],
    input: Type.Object({
      ids: idsParam(200),
      accountNumber: Type.Optional(Type.Integer({ minimum: -1, maximum: 1_000_000 })),
      expireTime: optional(40),
    }),
    run: async ({ ids, accountNumber, expireTime }, { actor, engine }) => {
      await change(engine, actor, ids, {
        ...(accountNumber === undefined ? {} : { accountNumber }),
        ...(expireTime === undefined ? {} : { expireTime: expireTime || null }),
      });
      return new Reply(true, updated);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/tenant/package-detail',
    auth: 'user',
    permissions: ['tenantFile'],
    summary: ['租户的套餐', 'The package of a tenant'],
    input: Type.Object({ tenantId: code }),
    run: async ({ tenantId }, { actor, engine }) => {
      const { packageId } = await byCode(engine, actor, tenantId);
      const [found] = await engine.database.read(actor.tenantId, (session) =>
        session.query(
          `select id::text, package_name as "packageName",
                  coalesce(array_to_string(menu_id, ','), '') as "menuId"
             from tenant_package where tenant_id = $1 and id = $2`,
          [session.tenantId, packageId],
        ),
      );
      return found ?? {};
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-system/tenant/package-setting',
    auth: 'user',
    permissions: ['tenantFile_setting'],
    summary: ['设置租户的套餐', 'Set the package of a tenant'],
    input: Type.Object({ tenantId: code, packageId: optional(19) }),
    run: async ({ tenantId, packageId }, { actor, engine }) => {
      const found = await byCode(engine, actor, tenantId);
      await change(engine, actor, [found.id], { packageId: packageId || null });
      return new Reply(true, updated);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-system/tenant-package/select',
    auth: 'user',
    permissions: ['tenantFile', 'tenantPackage'],
    summary: ['套餐选择', 'Packages to choose from'],
    input: Type.Object({}),
    run: (_input, { actor, engine }) => {
      assertRunsPlatform(actor);
      return engine.database.read(actor.tenantId, (session) =>
        session.query(
          `select id::text, package_name as "packageName" from tenant_package
            where tenant_id = $1 and is_deleted = 0 order by package_name, id`,
          [session.tenantId],
        ),
      );
    },
  }),
];
