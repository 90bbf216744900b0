import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { readableWithinShares } from '@keyan/engine/store/statements/scope.ts';
import type { Actor, RoleShare } from '@keyan/kernel/access/actor.ts';
import { parentScopesOf, scopeAdmits } from '@keyan/kernel/access/scope.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { grantsAction, permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fieldApplies } from '@keyan/kernel/records/validate.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { abroad, home, startApplication } from './support/application.ts';
import { eachOf } from './support/chosen.ts';
import { askForNoFiles, complete, type Input, seed } from './support/inputs.ts';
import { savableRows } from './support/rows.ts';

/** Access to rows: between tenants, and within one. */
const app = await startApplication([home, abroad]);
afterAll(() => app.close());
await askForNoFiles(app);

const { engine } = app.parts;
const homeAdmin = await app.as('admin');
const stranger = await app.as('admin', abroad);
const each = eachOf(app.resources);
/** The menus of the product alone fill the largest page: new records have to come first. */
const newest = [{ field: 'createTime', descending: true }];

const create = async (resource: Resource, input: Input): Promise<string> =>
  (await engine.asSystem('law', home).save(resource, input)).id;

const rowsOf = await savableRows(app, (resource) => complete(resource, app.targets()));

const storedRow = (resource: Resource, id: string) =>
  app.database.query(`select * from ${resource.table} where id = $1`, [id]);

/** The records that rows are read through, by id. */
const parentRows = (resource: Resource, rows: readonly Input[]) =>
  Promise.all(
    parentScopesOf(resource.access.read).map(async (field) => {
      const key = resource.fields[field]?.spec.target?.key ?? '';
      const target = engine.resources.get(key) as Resource;
      const ids = [...new Set(rows.flatMap((row) => (row[field] ? [String(row[field])] : [])))];
      const read = ids.map(async (id) => {
        const found = await engine.asSystem('law', home).read(target, id);
        return [id, found.row as unknown as Input] as const;
      });
      return { field, target, rows: new Map(await Promise.all(read)) };
    }),
  );

describe.each(each)('%s', (_key, resource) => {
  test('law 2: another tenant sees nothing by any command', async () => {
    const [input = {}] = await rowsOf(resource, 1);
    const id = await create(resource, input);
    const before = await storedRow(resource, id);
    const path = (call: string): string => `${resource.path}/${call}`;
    // Other tenants do not have the pages of the platform at all.
    const ofPlatform = Object.values(resource.views).some(({ menu }) => menu?.[0] === 'platform');
    /** A record of another tenant is answered as one that does not exist. */
    const gone = async (call: (id: string) => Promise<{ status: number }>): Promise<void> => {
      const [answer, absent] = await Promise.all([call(id), call('1')]);
      expect(answer.status).toBe(absent.status);
      expect([403, 404]).toContain(answer.status);
    };

    const list = await stranger.get(path('list'), { id });
    const nothing = ofPlatform ? [403, undefined] : [200, 0];
    expect([list.status, list.data.total]).toEqual(nothing);
    const all = await stranger.get(path('list'), { size: '200' });
    expect(JSON.stringify(all.data)).not.toContain(id);
    await gone((id) => stranger.get(path('detail'), { id }));
    await gone((id) => stranger.get(path('history'), { id }));
    const lookup = await stranger.get(path('lookup'), { ids: id });
    if (!ofPlatform) expect([lookup.status, lookup.data]).toEqual([200, []]);
    expect(JSON.stringify(lookup.data)).not.toContain(id);
    await gone((id) => stranger.post(path('submit'), { ...input, id, version: 1 }));
    await gone((id) => stranger.post(path('remove'), { ids: [id] }));
    if (hasProcess(resource)) {
      const counts = await stranger.get(path('counts'), { id });
      expect(Object.values(counts.data).every((n) => n === 0)).toBe(true);
      await gone((id) => stranger.post(path('save'), { ...input, id, version: 1 }));
      await gone((id) => stranger.post(path('start-process'), { businessId: id }));
      for (const call of ['recall', 'backDraft', 'copy'])
        await gone((id) => stranger.post(path(call), { id }));
      await gone((id) => stranger.post(path('abolish'), { id, reason: '试' }));
    }
    expect(await storedRow(resource, id)).toEqual(before);

    // Nor may a row of one tenant point into another, where people write rows at all.
    if (!grantsAction(resource, new Set(permissionsOf(resource)), 'add')) return;
    for (const [name, field] of Object.entries(resource.fields)) {
      const { spec } = field;
      const [mine = {}] = await rowsOf(resource, 1);
      if (spec.type !== 'ref' || spec.readonly || spec.target?.key !== 'dept') continue;
      if (!fieldApplies(field, mine)) continue;
      const call = hasProcess(resource) ? 'save' : 'submit';
      const foreign = app.departments[abroad]?.get('310');
      const answer = await homeAdmin.post(path(call), { ...mine, [name]: foreign });
      expect([answer.status, answer.errors.map((fault) => fault.path)]).toEqual([400, [name]]);
    }
  });

  test('law 3: the rows that a list finds are those that the scope admits', async () => {
    const people = [...(app.people[home]?.values() ?? [])].slice(0, 5);
    const units = [...(app.departments[home]?.values() ?? [])];
    const lines = shapeOf(resource).lines.find(
      ({ field }) => resource.fields[field]?.spec.fields?.userId,
    )?.table;
    const pick = fc.record({
      writer: fc.constantFrom(...people),
      unit: fc.constantFrom(...units),
      status: fc.constantFrom('0', '1', '2', '3', '4', '5', '6'),
      member: fc.option(fc.constantFrom(...people)),
    });
    const facts = fc.sample(pick, { numRuns: 25, seed });
    const inputs = await rowsOf(resource, facts.length);
    const rows = new Map<string, Input>();
    for (const [index, fact] of facts.entries()) {
      const unit = resource.department ? { [resource.department]: fact.unit } : {};
      const id = await create(resource, { ...inputs[index], ...unit });
      await app.database.query(
        `update ${resource.table} set create_user = $2 ${hasProcess(resource) ? `, audit_status = '${fact.status}'` : ''} where id = $1`,
        [id, fact.writer],
      );
      if (lines && fact.member) {
        await app.database.query(`update ${lines} set user_id = $2 where parent_id = $1`, [
          id,
          fact.member,
        ]);
      }
      const { row } = await engine.asSystem('law', home).read(resource, id);
      rows.set(id, row as unknown as Input);
    }
    const parents = await parentRows(resource, [...rows.values()]);
    /** The references through which somebody may read the row. */
    const readableParents = (somebody: Actor, row: Input): ReadonlySet<string> =>
      new Set(
        parents.flatMap(({ field, target, rows: known }) => {
          const parent = known.get(String(row[field]));
          const none = { todo: false, done: false };
          return parent &&
            scopeAdmits(readableWithinShares(target, somebody), somebody, parent, none)
            ? [field]
            : [];
        }),
      );
    const codes = Object.values(resource.views).map(({ code }) => code);
    // Data scopes of the roles, which narrow what the definition opens.
    const share: fc.Arbitrary<RoleShare> = fc.record({
      pages: fc.subarray(codes).map((some) => new Set(some)),
      reach: fc.constantFrom('all' as const, 0),
      limits: fc.subarray(
        codes.flatMap((page) => [
          { page, rows: 'own' as const, field: 'createUser' },
          { page, rows: 1, field: resource.department ?? 'createDept' },
        ]),
      ),
    });
    const actor = fc.record({
      shares: fc.option(fc.array(share, { minLength: 1, maxLength: 2 }), { nil: undefined }),
      unitLists: fc.tuple(fc.subarray(units), fc.subarray(units)),
      id: fc.constantFrom(...people),
      departmentScope: fc.oneof(fc.constant('all' as const), fc.subarray(units)),
      views: fc.subarray(
        Object.values(resource.views).map((view) => view.code),
        { minLength: 1 },
      ),
    });
    await fc.assert(
      fc.asyncProperty(actor, async ({ id, departmentScope, views, shares, unitLists }) => {
        const somebody: Actor = {
          id,
          departmentScope,
          unitLists,
          ...(shares && { shares }),
          tenantId: home,
          account: id,
          name: '某人',
          departments: units.slice(0, 1),
          roles: [],
          permissions: new Set(
            permissionsOf(resource).filter((code) => views.some((view) => code.startsWith(view))),
          ),
        };
        const page = await engine
          .as(somebody)
          .list(resource, { where: [], sort: newest, page: 1, size: 1000 });
        const found = page.records.map((row) => row.id).filter((one) => rows.has(one));
        const none = { todo: false, done: false };
        const admitted = [...rows].filter(([, row]) =>
          scopeAdmits(readableWithinShares(resource, somebody), somebody, row, {
            ...none,
            readable: readableParents(somebody, row),
          }),
        );
        expect(found.sort()).toEqual(admitted.map(([one]) => one).sort());
      }),
      { numRuns: 25, seed },
    );
  });
});

test('law 2: row-level security alone hides the rows of another tenant', async () => {
  const { database } = engine;
  const seen = (tenant: string, table: string) =>
    database.read(tenant, (session) =>
      session.query(`select 1 from ${table} where tenant_id = $1 limit 1`, [home]),
    );
  for (const [, resource] of each) {
    if ((await seen(home, resource.table)).length === 0) {
      const [input = {}] = await rowsOf(resource, 1);
      await create(resource, input);
    }
    expect([resource.key, await seen(home, resource.table)]).not.toEqual([resource.key, []]);
    expect([resource.key, await seen(abroad, resource.table)]).toEqual([resource.key, []]);
  }
});
