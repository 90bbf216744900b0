import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@keyan/api/app.ts';
import { readEnv } from '@keyan/api/env.ts';
import { openParts, type Parts } from '@keyan/api/parts.ts';
import { planMigration } from '@keyan/engine/store/schema/plan.ts';
import {
  openClient,
  type TestDatabase,
  templateDatabase,
  testDatabase,
} from '@keyan/engine/testing/database.ts';
import { everyone } from '@keyan/kernel/access/scope.ts';
import { type CommonAction, commonActions } from '@keyan/kernel/definition/life/common-actions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Targets } from '@keyan/kernel/specimen/source.ts';
import { achievements } from '@keyan/product/achievement/achievements.ts';
import type { MenuNode, TopMenu } from '@keyan/product/composition/menu-nodes.ts';
import type { IdsByName } from '@keyan/product/composition/people.server.ts';
import { otherResources } from '@keyan/product/composition/resources.ts';
import {
  composeServer,
  type ServerApplication,
  serverApplication,
} from '@keyan/product/index.server.ts';
import type { FastifyInstance } from 'fastify';
import { exhibit } from '../fixtures/exhibit.ts';
import { printed } from '../fixtures/printed.ts';
import { Client } from './client.ts';
import { type LawTenant, makeTenant, password, targetsOf } from './world.ts';

/** Tenants of the laws: the home university, and another one on the same server. */
export const home = '000000';
export const abroad = '100000';

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
 * Adds a page to a resource without one, since the definition must obey the laws whatever page it
 * gets later. Its code is the resource's key, as its write scope names it (`journal_edit`).
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

/** Menu of the added pages: `rd_admin` has them, and secret codes only `administrator`. */
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
      // A code that a page of the product grants is already in its menu.
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

/** Made-up resources in addition to those of the product. */
export const fixtures: readonly Resource[] = [exhibit, printed];

/**
 * Returns the product with one more kind of achievement (one file, one line) and a made-up record
 * without approval.
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

/** Product without further kinds, composed once for all files of a worker. */
let composedOnce: ServerApplication | undefined;
const productWith = (more: readonly Resource[]): ServerApplication => {
  if (more.length > 0) return lawProduct(more);
  composedOnce ??= lawProduct();
  return composedOnce;
};

/** Running product on a separate database, with people of every role in its tenants. */
export interface LawApplication {
  readonly database: TestDatabase;
  readonly parts: Parts;
  readonly server: FastifyInstance;
  readonly resources: readonly Resource[];
  /** Ids of people by account, and of departments by code, by tenant. */
  readonly people: Readonly<Record<string, IdsByName>>;
  readonly departments: Readonly<Record<string, IdsByName>>;
  /** Returns records of a tenant that references may name, by the key of their resource. */
  targets(tenantId?: string): Targets;
  /** Signs in by the token call; sessions are cached by person. */
  as(account: string, tenantId?: string): Promise<Client>;
  /** Client without a token. */
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

/** Settings of the server of the laws. */
const envIn = (dataDir: string) =>
  readEnv(
    {
      DATA_DIR: dataDir,
      DEVELOP: 'off',
      LOG_LEVEL: process.env.LAW_LOG ?? 'silent',
      DATABASE_CONNECTIONS: '6',
      // Laws send more requests per minute than people.
      REQUESTS_PER_MINUTE: '1000000',
    },
    dataDir,
  );

/** Makes the tenants of the laws on an empty database. */
const makeWorld = async (
  database: TestDatabase,
  dataDir: string,
  tenants: readonly string[],
  more: readonly Resource[],
): Promise<LawWorld> => {
  await createTables(database, [...fixtures, ...more]);
  const parts = await openParts(envIn(dataDir), database, productWith(more));
  try {
    const made: [string, LawTenant][] = [];
    for (const tenantId of tenants) {
      made.push([tenantId, await makeTenant(parts, database, tenantId)]);
    }
    return Object.fromEntries(made);
  } finally {
    await parts.close();
  }
};

type LawWorld = Readonly<Record<string, LawTenant>>;

const worldFile = 'world.json';

/**
 * Opens a database with these tenants: a copy of one that is made once per run, unless there are
 * further kinds.
 */
const openWorld = async (
  dataDir: string,
  tenants: readonly string[],
  more: readonly Resource[],
): Promise<readonly [TestDatabase, LawWorld]> => {
  if (more.length > 0) {
    const database = await testDatabase();
    return [database, await makeWorld(database, dataDir, tenants, more)];
  }
  const made = await templateDatabase(`laws_${tenants.join('_')}`, async (database, folder) => {
    const world = await makeWorld(database, folder, tenants, []);
    writeFileSync(join(folder, worldFile), JSON.stringify(world));
  });
  cpSync(made.folder, dataDir, { recursive: true });
  const world = JSON.parse(readFileSync(join(made.folder, worldFile), 'utf8')) as LawWorld;
  return [await testDatabase(made), world];
};

/**
 * SQL that sets the parameters of conclusions so that these need no registered outputs, which
 * specimens lack. `conclusion-proof.test.ts` requires them.
 */
const noProof = `with asked (key) as (values ('conclusion.results'), ('conclusion.checks'), ('conclusion.arrived')),
  told as (update param set param_value = '0' from asked where param_key = asked.key returning tenant_id, param_key)
  insert into param (tenant_id, id, param_name, param_key, param_value)
  select t.tenant_id, 900000 + row_number() over (), key, key, '0' from (select distinct tenant_id from users) t, asked
   where not exists (select from told where told.tenant_id = t.tenant_id and told.param_key = asked.key)`;

/** Starts the real server with people in these tenants. One per test file. */
export const startApplication = async (
  tenants: readonly string[] = [home],
  more: readonly Resource[] = [],
): Promise<LawApplication> => {
  const dataDir = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-laws-`));
  const [database, world] = await openWorld(dataDir, tenants, more);
  const env = envIn(dataDir);
  const parts = await openParts(env, database, productWith(more));
  const { resources } = parts.application;
  await database.query(noProof);
  const people: Record<string, IdsByName> = {};
  const departments: Record<string, IdsByName> = {};
  const records = new Map<string, Targets>();
  for (const [tenantId, tenant] of Object.entries(world)) {
    people[tenantId] = new Map(Object.entries(tenant.people));
    departments[tenantId] = new Map(Object.entries(tenant.departments));
    records.set(tenantId, targetsOf(resources, tenant));
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
    resources,
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
