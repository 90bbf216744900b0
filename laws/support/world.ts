import { Readable } from 'node:stream';
import type { Parts } from '@keyan/api/parts.ts';
import { setUpTenant } from '@keyan/api/tenants.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import type { TestDatabase } from '@keyan/engine/testing/database.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { targetsInOrder } from '@keyan/kernel/specimen/order.ts';
import type { Targets } from '@keyan/kernel/specimen/source.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import {
  createDepartments,
  createUsers,
  setHeads,
} from '@keyan/product/composition/people.server.ts';
import { funds } from '@keyan/product/project/budget/funds.ts';
import type { RoleAlias } from '@keyan/product/shared/roles.ts';
import { type Codes, choosableCodes } from './choosable.ts';
import { complete, type Serials, sample } from './inputs.ts';

/** Password of every account. */
export const password = 'Keyan@2026';

const units = [
  { code: '000', name: '江陵大学', category: '1' },
  { code: '101', name: '科研处', parent: '000', category: '3' },
  { code: '310', name: '计算机学院', parent: '000', category: '2', nature: '1' },
  { code: '320', name: '美术学院', parent: '000', category: '2', nature: '1' },
] as const;

const cast: readonly (readonly [account: string, name: string, unit: string, ...RoleAlias[]])[] = [
  ['admin', '戚云帆', '000', 'administrator', 'admin'],
  ['rd_admin', '陆景行', '101', 'rd_admin'],
  ['rd_achieve', '秦婉清', '101', 'rd_achieve'],
  ['rd_fund', '钱学敏', '101', 'rd_fund'],
  ['rd_project', '方立言', '101', 'rd_project'],
  ['finance', '金守正', '000', 'finance'],
  ['rd_leader', '顾维桢', '101', 'rd_leader'],
  ['dept_secretary', '何敬之', '310', 'dept_secretary'],
  ['dept_leader', '沈知远', '310', 'dept_leader', 'teacher'],
  ['teacher', '林晓岚', '310', 'teacher'],
  ['teacher2', '孟怀谦', '310', 'teacher'],
  ['secretary320', '苏静姝', '320', 'dept_secretary'],
  ['teacher320', '程鸿渐', '320', 'teacher'],
  ['school_leader', '邵则成', '000', 'school_leader'],
  ['expert', '俞望舒', '320', 'expert'],
];

/** Initial data of a tenant of the laws: its people, and records that references may name. */
export interface LawTenant {
  /** Ids of people by account. */
  readonly people: Readonly<Record<string, string>>;
  /** Ids of departments by code. */
  readonly departments: Readonly<Record<string, string>>;
  /**
   * Ids of records by the key of their resource; those for different conditions are in separate
   * lists.
   */
  readonly targets: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Rows by the key of their resource and their id. */
  readonly rows: Readonly<Record<string, RowLike>>;
}

/** Number of records of each resource to which others refer. */
const targetCount = 2;

/** Sets the state codes of records directly, without the actions that lead there. */
export const bringInto = async (
  database: Pick<TestDatabase, 'query'>,
  resource: Resource,
  codes: Readonly<Record<string, string>>,
  ids: readonly string[],
): Promise<void> => {
  for (const [field, code] of Object.entries(codes)) {
    if (!resource.fields[field]?.spec.readonly) continue;
    await database.query(
      `update ${resource.table} set ${snakeCase(field)} = $1 where id = any($2::bigint[])`,
      [code, ids],
    );
  }
};

/** Returns the records of a tenant that references may name, by the key of their resource. */
export const targetsOf = (
  resources: readonly Resource[],
  { targets, rows }: Pick<LawTenant, 'targets' | 'rows'>,
): Targets => {
  const groupOf = new Map<FieldSpec, number>();
  for (const resource of targetsInOrder(resources)) {
    for (const [group, { by }] of choosableCodes(resources, resource).entries()) {
      for (const reference of by) groupOf.set(reference, group);
    }
  }
  const idsOf = (key: string, reference?: FieldSpec): readonly string[] => {
    const groups = targets[key] ?? [];
    return (reference && groups[groupOf.get(reference) ?? 0]) ?? groups[0] ?? [];
  };
  return Object.assign(idsOf, {
    record: (key: string, id: string) => rows[`${key} ${id}`],
  });
};

/** Counter for unique values of the initial records; tests begin at a higher number. */
const serials: Serials = { last: 0 };

/**
 * Makes records of every resource to which another refers, in the order of references.
 * @param known existing ids by key, whose kinds get no new records
 */
const makeTargets = async (
  { engine, files, application }: Parts,
  database: TestDatabase,
  tenantId: string,
  known: Readonly<Record<string, readonly string[]>>,
): Promise<Pick<LawTenant, 'targets' | 'rows'>> => {
  const made: Record<string, string[][]> = {};
  for (const [key, ids] of Object.entries(known)) made[key] = [[...ids]];
  const rows: Record<string, RowLike> = {};
  const targets = targetsOf(application.resources, { targets: made, rows });
  const system = engine.asSystem('law', tenantId);
  const makeWith = async (resource: Resource, given: Codes): Promise<string[]> => {
    const inputs = sample(complete(resource, targets), targetCount, serials);
    const codes = {
      ...given,
      // Projects have no budget limits, so that every item can be spent from.
      ...(resource.key === funds.owner?.key ? { fundMode: '2' } : {}),
    };
    const ids: string[] = [];
    for (const input of inputs) {
      const attached = await attachmentsOf(files, tenantId, resource);
      const row = await system.save(resource, { ...input, ...codes, ...attached });
      ids.push(row.id);
      rows[`${resource.key} ${row.id}`] = { ...row, ...codes };
    }
    // Records in approval and drafts are offered to few people; approved ones to all their readers.
    if (hasProcess(resource)) {
      await database.query(
        `update ${resource.table} set audit_status = $1 where id = any($2::bigint[])`,
        [statuses.approved, ids],
      );
    }
    await bringInto(database, resource, codes, ids);
    // Expenses need money.
    if (resource.key === funds.owner?.key) {
      await database.query(
        `insert into ledger_funds_balance (tenant_id, owner_id, account, booked)
         select $1, unnest($2::bigint[]), '', 1000000
         on conflict (tenant_id, owner_id, account) do update set booked = 1000000`,
        [tenantId, ids],
      );
    }
    return ids;
  };
  for (const resource of targetsInOrder(application.resources)) {
    if (made[resource.key]) continue;
    const groups: string[][] = [];
    made[resource.key] = groups;
    for (const { codes } of choosableCodes(application.resources, resource)) {
      groups.push(await makeWith(resource, codes));
    }
  }
  return { targets: made, rows };
};

/** Uploads a small file for each required category. */
export const attachmentsOf = async (
  files: Parts['files'],
  tenantId: string,
  resource: Resource,
): Promise<Readonly<Record<string, readonly string[]>>> => {
  const attached: Record<string, readonly string[]> = {};
  for (const [name, { spec }] of Object.entries(resource.fields)) {
    const ids: string[] = [];
    for (const { code } of (spec.categories ?? []).filter(({ required }) => required)) {
      const file = await files.put(
        { system: 'law', tenantId },
        { fileName: `${code}.txt`, stream: Readable.from('规律'), catalog: code },
      );
      ids.push(file.id);
    }
    if (ids.length > 0) attached[name] = ids;
  }
  return attached;
};

/** Fills a tenant with people of every role and records that others refer to. */
export const makeTenant = async (
  parts: Parts,
  database: TestDatabase,
  tenantId: string,
): Promise<LawTenant> => {
  const { engine, application } = parts;
  await setUpTenant(engine, { tenantId, name: `大学 ${tenantId}` }, application);
  const departments = await createDepartments(engine, tenantId, units);
  const people = await createUsers(
    engine,
    tenantId,
    cast.map(([account, realName, department, ...roles]) => ({
      account,
      realName,
      department,
      roles,
      userType: '2',
    })),
    await hashPassword(toWire(password)),
    { initial: false },
  );
  await setHeads(engine, tenantId, [
    { department: '310', leader: 'dept_leader', secretary: 'dept_secretary' },
  ]);
  const known = { dept: [...departments.values()], user: [...people.values()] };
  return {
    people: Object.fromEntries(people),
    departments: Object.fromEntries(departments),
    ...(await makeTargets(parts, database, tenantId, known)),
  };
};
