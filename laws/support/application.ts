import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createApp } from '@keyan/api/app.ts';
import { readEnv } from '@keyan/api/env.ts';
import { openParts, type Parts } from '@keyan/api/parts.ts';
import { furnishTenant } from '@keyan/api/tenants.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import { planMigration } from '@keyan/engine/store/plan.ts';
import { openClient, type TestDatabase, testDatabase } from '@keyan/engine/testing/database.ts';
import { everyone } from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/base-fields.ts';
import { type CommonAction, commonActions } from '@keyan/kernel/definition/common-actions.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field.ts';
import { type Resource, snake } from '@keyan/kernel/definition/resource.ts';
import { referredTo } from '@keyan/kernel/specimen/order.ts';
import type { Targets } from '@keyan/kernel/specimen/source.ts';
import { achievements } from '@keyan/product/achievement/achievements.ts';
import type { MenuNode, TopMenu } from '@keyan/product/composition/menu-nodes.ts';
import {
  createDepartments,
  createUsers,
  type IdsByName,
  setHeads,
} from '@keyan/product/composition/people.server.ts';
import { otherResources } from '@keyan/product/composition/resources.ts';
import {
  composeServer,
  type ServerApplication,
  serverApplication,
} from '@keyan/product/index.server.ts';
import { funds } from '@keyan/product/project/funds.ts';
import type { RoleAlias } from '@keyan/product/shared/roles.ts';
import type { FastifyInstance } from 'fastify';
import { exhibit } from '../fixtures/exhibit.ts';
import { printed } from '../fixtures/printed.ts';
import { type Codes, choosableCodes } from './choosable.ts';
import { Client } from './client.ts';
import { complete, sample } from './inputs.ts';

/** The university of the laws, and another one on the same server. */
export const home = '000000';
export const abroad = '100000';

/** Everybody's password here. */
export const password = 'Keyan@2026';

const pageActions = [
  'add',
  'edit',
  'view',
  'delete',
  'import',
  'export',
  'history',
] as const satisfies readonly CommonAction[];

/**
 * A resource that has no page yet gets one for the laws: the definition is the product's own, and
 * whatever page it will have must keep them. Its code is the resource's key, as its write scope
 * spells it (`journal_edit`).
 */
const withPage = (resource: Resource): Resource =>
  Object.keys(resource.views).length > 0
    ? resource
    : {
        ...resource,
        views: {
          all: {
            label: resource.label,
            code: resource.key,
            path: `/laws/${resource.key}`,
            scope: everyone(),
            actions: pageActions,
          },
        },
      };

const shipped = serverApplication.resources.filter(
  (resource) => Object.keys(resource.views).length === 0,
);

/** Pages of the laws in the menu: `rd_admin` has them, and secret codes only `administrator`. */
const lawMenu = (resources: readonly Resource[], granted: ReadonlySet<string>): TopMenu => ({
  code: 'laws',
  label: ['规律', 'Laws'],
  path: '/laws',
  roles: ['rd_admin'],
  pages: [
    ...shipped.map((resource) => ({
      code: resource.key,
      label: resource.label,
      path: `/laws/${resource.key}`,
      roles: ['rd_admin'] as const,
      buttons: pageActions.map((action) => ({
        code: `${resource.key}_${action}`,
        label: commonActions[action],
        roles: ['rd_admin'] as const,
      })),
    })),
    {
      code: 'lawSecrets',
      label: ['机密', 'Secrets'],
      path: '/laws/secrets',
      roles: [],
      // A code that a page of the product grants stands in its menu already.
      buttons: [...secretCodes(resources)]
        .filter((code) => !granted.has(code))
        .map((code) => ({ code, label: ['查看', 'See'] as const, roles: [] })),
    },
  ],
});

const secretCodes = (resources: readonly Resource[]): ReadonlySet<string> =>
  new Set(
    resources.flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ spec }) => (spec.secret ? [spec.secret] : [])),
    ),
  );

const codesIn = (nodes: readonly MenuNode[]): readonly string[] =>
  nodes.flatMap((node) => [
    node.code,
    ...(node.buttons ?? []).map((button) => button.code),
    ...codesIn(node.pages ?? []),
  ]);

/** Made-up resources beside those of the product. */
export const fixtures: readonly Resource[] = [exhibit, printed];

/**
 * The product as it is shipped, with one more kind of achievement (one file, one line) and a made-up
 * record without approval.
 * @param more further kinds of achievement
 */
export const lawProduct = (more: readonly Resource[] = []): ServerApplication => {
  const composed = composeServer([...achievements, exhibit, ...more], [...otherResources, printed]);
  const { resources, menus } = composed;
  const granted = new Set(menus.flatMap(({ pages }) => codesIn(pages)));
  return {
    ...composed,
    resources: resources.map(withPage),
    menus: [...menus, lawMenu(resources, granted)],
  };
};

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

/** A running product on a database of its own, with people of every role in its tenants. */
export interface LawApplication {
  readonly database: TestDatabase;
  readonly parts: Parts;
  readonly server: FastifyInstance;
  readonly resources: readonly Resource[];
  /** Ids of people by account, and of departments by code, in a tenant. */
  readonly people: Readonly<Record<string, IdsByName>>;
  readonly departments: Readonly<Record<string, IdsByName>>;
  /** Records of a tenant that references may name, by the key of their resource. */
  targets(tenantId?: string): Targets;
  /** Signs in through the token call; the same person is signed in once. */
  as(account: string, tenantId?: string): Promise<Client>;
  /** Somebody without a token. */
  readonly nobody: Client;
  close(): Promise<void>;
}

const createTables = async (
  database: TestDatabase,
  resources: readonly Resource[],
): Promise<void> => {
  const owner = await openClient(database.ownerUrl);
  try {
    const sql = await planMigration(
      resources,
      async <R>(text: string, values: readonly unknown[] = []) =>
        (await owner.query(text, [...values])).rows as R[],
    );
    await owner.query(sql);
  } finally {
    await owner.end();
  }
};

/** So many records of each resource to which others refer. */
const targetCount = 2;

/** Gives records the codes of states that actions lead to: nobody acts in this world. */
export const bringInto = async (
  database: Pick<TestDatabase, 'query'>,
  resource: Resource,
  codes: Readonly<Record<string, string>>,
  ids: readonly string[],
): Promise<void> => {
  for (const [field, code] of Object.entries(codes)) {
    if (!resource.fields[field]?.spec.readonly) continue;
    await database.query(
      `update ${resource.table} set ${snake(field)} = $1 where id = any($2::bigint[])`,
      [code, ids],
    );
  }
};

/**
 * Makes records of every resource to which another refers, each after those that it refers to itself.
 * @param known ids by key of what is there already; nothing is added to them
 */
const makeTargets = async (
  { engine, files, application }: Parts,
  database: TestDatabase,
  tenantId: string,
  known: ReadonlyMap<string, readonly string[]>,
): Promise<Targets> => {
  const found = new Map(known);
  const rows = new Map<string, Readonly<Record<string, unknown>>>();
  const apart = new Map<FieldSpec, readonly string[]>();
  const idsOf = (key: string, reference?: FieldSpec): readonly string[] =>
    (reference && apart.get(reference)) ?? found.get(key) ?? [];
  const targets: Targets = Object.assign(idsOf, {
    record: (key: string, id: string) => rows.get(`${key} ${id}`),
  });
  const system = engine.asSystem('law', tenantId);
  const makeWith = async (resource: Resource, given: Codes): Promise<readonly string[]> => {
    const inputs = sample(complete(resource, targets), targetCount);
    const codes = {
      ...given,
      // Whatever item is spent from: no budget limits it.
      ...(resource.key === funds.owner?.key ? { fundMode: '2' } : {}),
    };
    const ids: string[] = [];
    for (const input of inputs) {
      const attached = await attachmentsOf(files, tenantId, resource);
      const row = await system.save(resource, { ...input, ...codes, ...attached });
      ids.push(row.id);
      rows.set(`${resource.key} ${row.id}`, { ...row, ...codes });
    }
    // What is in approval or a draft is offered to few; what is approved, to its readers.
    if (hasProcess(resource)) {
      await database.query(
        `update ${resource.table} set audit_status = $1 where id = any($2::bigint[])`,
        [statuses.approved, ids],
      );
    }
    await bringInto(database, resource, codes, ids);
    // Money for what is spent.
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
  for (const resource of referredTo(application.resources)) {
    if (found.has(resource.key)) continue;
    const [first, ...others] = choosableCodes(application.resources, resource);
    found.set(resource.key, await makeWith(resource, first?.codes ?? {}));
    for (const { codes, by } of others) {
      const ids = await makeWith(resource, codes);
      for (const reference of by) apart.set(reference, ids);
    }
  }
  return targets;
};

/** A small file in each category that asks for one. */
const attachmentsOf = async (
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

/** Boots the real server with people in these tenants. One per test file: it takes seconds. */
export const startApplication = async (
  tenants: readonly string[] = [home],
  more: readonly Resource[] = [],
): Promise<LawApplication> => {
  const database = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-laws-`));
  const env = readEnv(
    {
      DATA_DIR: dataDir,
      DEVELOP: 'off',
      LOG_LEVEL: process.env.LAW_LOG ?? 'silent',
      DATABASE_CONNECTIONS: '6',
    },
    dataDir,
  );
  await createTables(database, [...fixtures, ...more]);
  const parts = await openParts(env, database, lawProduct(more));
  const people: Record<string, IdsByName> = {};
  const departments: Record<string, IdsByName> = {};
  const secret = await hashPassword(toWire(password));
  for (const tenantId of tenants) {
    await furnishTenant(parts.engine, { tenantId, name: `大学 ${tenantId}` }, parts.application);
    departments[tenantId] = await createDepartments(parts.engine, tenantId, units);
    people[tenantId] = await createUsers(
      parts.engine,
      tenantId,
      cast.map(([account, realName, department, ...roles]) => ({
        account,
        realName,
        department,
        roles,
        userType: '2',
      })),
      secret,
      { initial: false },
    );
    await setHeads(parts.engine, tenantId, [
      { department: '310', leader: 'dept_leader', secretary: 'dept_secretary' },
    ]);
  }
  const records = new Map<string, Targets>();
  for (const tenantId of tenants) {
    const known = new Map([
      ['dept', [...(departments[tenantId]?.values() ?? [])]],
      ['user', [...(people[tenantId]?.values() ?? [])]],
    ]);
    records.set(tenantId, await makeTargets(parts, database, tenantId, known));
  }
  const targets = (tenantId = home): Targets => records.get(tenantId) ?? (() => []);
  const server = await createApp(env, parts, { tenantId: home });
  await server.ready();

  const nobody = new Client(server);
  const signedIn = new Map<string, Promise<Client>>();
  const as = (account: string, tenantId = home): Promise<Client> => {
    const key = `${tenantId} ${account}`;
    const known = signedIn.get(key) ?? nobody.signIn(tenantId, account, password);
    signedIn.set(key, known);
    return known;
  };
  return {
    database,
    parts,
    server,
    resources: parts.application.resources,
    people,
    departments,
    targets,
    as,
    nobody,
    close: async () => {
      await server.close();
      await parts.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
