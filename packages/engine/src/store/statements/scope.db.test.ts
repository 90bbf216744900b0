import type { Actor, RowLimit } from '@keyan/kernel/access/actor.ts';
import {
  anyScope,
  departmentScope,
  departmentsOfList,
  everyone,
  everyScope,
  groupIdsOf,
  handles,
  inPeriod,
  member,
  namingActor,
  notInList,
  own,
  permission,
  type Scope,
  type ScopeContext,
  scopeAdmits,
  submitted,
  throughReference,
  units as unitsIn,
  withCode,
  withStatus,
} from '@keyan/kernel/access/scope.ts';
import type { Status } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { actorOf, furnishSamples, samples, startEngine, tenant } from '../../testing/sample.ts';
import { idAmountOf, idsSlot } from './alternatives-sql.ts';
import { unitsSlot } from './compile.ts';
import type { PageStrategy } from './found-rows.ts';
import { readableWithinShares, resolvedScopeOf } from './scope.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);

const persons = ['31', '32', '33', '34', '35'];
const units = ['21', '22'];
const codes: readonly Status[] = ['0', '1', '2', '3', '4', '5', '6'];
const taskStates = ['TODO', 'DONE', 'BACK', 'CANCEL'];

/** A row as the predicate sees it, and whose tasks lie on it. */
interface Fact {
  readonly id: string;
  readonly createUser: string;
  readonly unitId: string | null;
  readonly auditStatus: Status;
  readonly colour: string | null;
  readonly day: string | null;
  /** Names of departments and roles, parted by commas. */
  readonly mark: string | null;
  readonly parts: readonly { readonly userId: string }[];
  readonly task: { readonly status: string; readonly person: string } | null;
  /** A sample before this one, by its place in `facts`. */
  readonly source: number | null;
  /** A copy that a person gave, or the route; that one goes with its visit. */
  readonly copy: {
    readonly by: string | null;
    readonly person: string;
    readonly isVoid: boolean;
    readonly process: string;
  } | null;
}

const facts: Fact[] = [];

/** Rows of every combination that a small random generator comes upon. */
const random = fc.sample(
  fc.record({
    createUser: fc.constantFrom(...persons),
    unitId: fc.constantFrom(...units, null),
    auditStatus: fc.constantFrom(...codes),
    colour: fc.constantFrom('r', 'g', null),
    day: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03', null),
    mark: fc.option(
      fc
        .subarray([...units, 'office', 'manager', '31', '33'], { minLength: 1 })
        .map((names) => names.join(',')),
    ),
    parts: fc.array(fc.record({ userId: fc.constantFrom(...persons) }), { maxLength: 2 }),
    source: fc.option(fc.nat({ max: 9 })),
    task: fc.option(
      fc.record({
        status: fc.constantFrom(...taskStates),
        person: fc.constantFrom(...persons),
      }),
    ),
    copy: fc.option(
      fc.record({
        by: fc.constantFrom('99', null),
        person: fc.constantFrom(...persons),
        isVoid: fc.boolean(),
        process: fc.constantFrom('RUN', 'DONE', 'REFUSED', 'RECALLED', 'DELETED'),
      }),
    ),
  }),
  { numRuns: 250, seed: 20_260_101 },
);

beforeAll(async () => {
  await furnishSamples(database, engine);
  const [definition] = await database.query<{ id: string }>(
    `select id::text from wf_definition where tenant_id = $1`,
    [tenant],
  );
  for (const fact of random) {
    const id = engine.ids.next();
    // Nobody handles what they applied for, so the applicant is somebody outside the cast.
    const earlier = fact.source === null ? undefined : facts[fact.source];
    facts.push({ id, ...fact, source: earlier ? fact.source : null });
    await database.query(
      `insert into sample (tenant_id, id, title, audit_status, unit_id, colour, day, mark, source_id, create_user, create_time, update_user, update_time)
       values ($1, $2::bigint, $2::text, $3, $4, $6, $7, $8, $9, $5::bigint, now(), $5::bigint, now())`,
      [
        tenant,
        id,
        fact.auditStatus,
        fact.unitId,
        fact.createUser,
        fact.colour,
        fact.day,
        fact.mark,
        earlier?.id ?? null,
      ],
    );
    for (const [place, part] of fact.parts.entries()) {
      await database.query(
        `insert into sample_parts (tenant_id, id, parent_id, sort_order, user_id) values ($1, $2, $3, $4, $5)`,
        [tenant, engine.ids.next(), id, place, part.userId],
      );
    }
    if (fact.copy) {
      const [instance, act] = [engine.ids.next(), engine.ids.next()];
      await database.query(
        `with i as (insert into wf_instance (tenant_id, id, definition_id, kind, business_id, title, applicant_id, status, suspended, revision, started)
           values ($1, $2, $3, 'sample', $4, '', 99, $5, false, 1, now())),
         a as (insert into wf_act (tenant_id, id, instance_id, seq, node, status, total, done, people, flows, entered, void)
           values ($1, $6, $2, 1, 'd', 'DONE', 0, 0, '[]', '[]', now(), $7))
         insert into wf_cc (tenant_id, id, instance_id, act_id, user_id, by_id, at)
           values ($1, $2, $2, $6, $8, $9, now())`,
        [
          tenant,
          instance,
          definition?.id,
          id,
          fact.copy.process,
          act,
          fact.copy.isVoid,
          fact.copy.person,
          fact.copy.by,
        ],
      );
    }
    if (!fact.task) continue;
    const instance = engine.ids.next();
    await database.query(
      `insert into wf_instance (tenant_id, id, definition_id, kind, business_id, title, applicant_id, status, suspended, revision, started)
       values ($1, $2, $3, 'sample', $4, '', 99, 'DONE', false, 1, now())`,
      [tenant, instance, definition?.id, id],
    );
    await database.query(
      `insert into wf_task (tenant_id, id, instance_id, act_id, business_id, applicant_id, node, node_name, node_name_en, assignee_id, candidates, status, actor_id, comment, created)
       values ($1, $2, $3, 1, $4, 99, 'office', '', '', $5, '{}', $6, $7, '', now())`,
      [
        tenant,
        engine.ids.next(),
        instance,
        id,
        fact.task.person,
        fact.task.status,
        fact.task.status === 'TODO' ? null : fact.task.person,
      ],
    );
  }
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const leaf: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant(everyone()),
  fc.constant(own()),
  fc.constant(member('parts', 'userId')),
  fc.constant(departmentScope('unitId')),
  fc.constantFrom(unitsIn('unitId', 0), unitsIn('unitId', 1), unitsIn('unitId', 9)),
  fc.constantFrom<Scope>(handles('todo'), handles('done'), handles('any'), handles('copied')),
  fc.constantFrom(permission('yes'), permission('no')),
  fc.subarray([...codes], { minLength: 1 }).map((some) => withStatus(...some)),
  fc.subarray(['r', 'g'], { minLength: 1 }).map((some) => withCode('colour', ...some)),
  fc.constantFrom(inPeriod(null, 'day'), inPeriod('day', null), inPeriod('day', 'day')),
  fc.constant(throughReference('sourceId')),
  fc.constantFrom(
    namingActor('mark', 'departments'),
    namingActor('mark', 'roles'),
    notInList('mark'),
  ),
);

const scopes: fc.Arbitrary<Scope> = fc.letrec<{ scope: Scope }>((tie) => ({
  scope: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    tie('scope').map(submitted),
    fc.array(tie('scope'), { minLength: 1, maxLength: 3 }).map((some) => anyScope(...some)),
    fc.array(tie('scope'), { minLength: 1, maxLength: 3 }).map((some) => everyScope(...some)),
  ),
})).scope;

/** Data scopes on the samples, role by role. */
const shares: fc.Arbitrary<Pick<Actor, 'shares' | 'unitLists'>> = fc
  .record({
    unitLists: fc.tuple(fc.subarray(units), fc.subarray(units)),
    shares: fc.option(
      fc.array(
        fc.record({
          pages: fc.subarray(['sample']).map((some) => new Set(some)),
          reach: fc.constantFrom('all' as const, 0, 1),
          limits: fc.array(
            fc.oneof(
              fc.constantFrom<RowLimit>(
                { page: 'sample', rows: 'all', field: '' },
                { page: 'sample', rows: 'own', field: 'createUser' },
                { page: 'sample', rows: 0, field: 'unitId' },
                { page: 'sample', rows: 1, field: 'unitId' },
                { page: 'sample', rows: 1, field: 'gone' },
                { page: 'other', rows: 'own', field: 'createUser' },
              ),
            ),
            { maxLength: 2 },
          ),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    ),
  })
  .map(({ unitLists, shares: some }) => ({ unitLists, ...(some && { shares: some }) }));

const actors: fc.Arbitrary<Actor> = fc
  .record({
    limited: shares,
    id: fc.constantFrom(...persons),
    departmentScope: fc.oneof(fc.constant('all' as const), fc.subarray(units)),
    within: fc.subarray(units),
    roles: fc.subarray(['office', 'manager']),
    permissions: fc.subarray(['yes', 'sample']).map((some) => new Set(['sample', ...some])),
  })
  .map(({ limited, ...given }) => ({ ...actorOf(given.id), ...given, ...limited }));

const now = '2026-01-02 10:00:00';

const sourcesOf = ({ source }: Fact): readonly Fact[] =>
  source === null ? [] : facts.slice(source, source + 1);

const handlingOf = (fact: Fact, actor: Actor): ScopeContext => ({
  todo: fact.task?.status === 'TODO' && fact.task.person === actor.id,
  done: ['DONE', 'BACK'].includes(fact.task?.status ?? '') && fact.task?.person === actor.id,
  copied:
    fact.copy?.person === actor.id &&
    (fact.copy.by !== null || !fact.copy.isVoid) &&
    !['RECALLED', 'DELETED'].includes(fact.copy.process),
  now,
  readable: new Set(
    sourcesOf(fact).some((source) =>
      scopeAdmits(
        readableWithinShares(samples, actor),
        actor,
        { ...source },
        handlingOf(source, actor),
      ),
    )
      ? ['sourceId']
      : [],
  ),
});

/** Way in which rows are found, and from how many ids of other tables on they count as many; null: not asked. */
interface Searched {
  readonly way: PageStrategy;
  readonly many: number | null;
}

const idsBySql = async (
  scope: Scope,
  actor: Actor,
  resource: Resource = samples,
  { way, many }: Searched = { way: 'first', many: null },
): Promise<readonly string[]> => {
  const asked = {
    resource,
    scope: resolvedScopeOf(engine.store.catalog, resource, scope, actor),
    // A filter that leaves every row: with one, many ids meet what the filters find.
    where: [{ field: 'createUser', operator: 'anyOf' as const, value: persons }],
    sort: [{ field: 'createTime', descending: true }],
    words: [],
    fields: null,
    after: null,
    hidden: new Set<string>(),
    exact: false,
    again: null,
    imported: false,
    amounts: null,
  };
  const { reader } = engine.store;
  const values = {
    tenant,
    actorId: actor.id,
    actorDepartments: actor.departmentScope === 'all' ? [] : actor.departmentScope,
    actorEyes: [actor.id],
    actorWithin: groupIdsOf(actor, 'departments'),
    actorRoles: groupIdsOf(actor, 'roles'),
    ...Object.fromEntries(
      [0, 1, 9].map((list) => [unitsSlot(list), departmentsOfList(actor, list)]),
    ),
    now,
    w0: persons,
    limit: 1000,
    offset: 0,
  };
  return engine.database.read(tenant, async (session) => {
    const elsewhere = many === null ? null : reader.elsewhere(asked);
    const [given] = elsewhere
      ? await session.query<{ elsewhere: (string[] | null)[] }>(elsewhere.bind(values))
      : [];
    const lists = given?.elsewhere.map((ids) => (ids && ids.length < (many ?? 0) ? ids : null));
    const shape = { ...asked, amounts: lists?.map(idAmountOf) ?? null };
    const known = Object.fromEntries(lists?.map((ids, place) => [idsSlot(place), ids]) ?? []);
    const [found] = await session.query<{ page: { id: string }[] }>(
      reader.page(shape, way).bind({ ...values, ...known }),
    );
    const ids = found?.page.map(({ id }) => id).sort() ?? [];
    const [read] = await session.query<{ rows: { id: string }[] }>(
      reader.rows(shape).bind({ ...values, found: ids }),
    );
    // Rows found are also those that the scope of the rows lets in.
    expect(read?.rows.map(({ id }) => id).sort()).toEqual(ids);
    return ids;
  });
};

const idsByPredicate = (scope: Scope, actor: Actor): readonly string[] =>
  facts
    .filter((fact) => scopeAdmits(scope, actor, { ...fact }, handlingOf(fact, actor)))
    .map((fact) => fact.id)
    .sort();

test('a scope picks the same rows as SQL and as predicate', async () => {
  await fc.assert(
    fc.asyncProperty(scopes, actors, async (scope, actor) => {
      expect(await idsBySql(scope, actor)).toEqual(idsByPredicate(scope, actor));
    }),
    { numRuns: 90 },
  );
});

/** Samples of which the red ones are no secret: lists look for the others apart. */
const secretive: Resource = {
  ...samples,
  key: 'secretive',
  secrecy: { open: withCode('colour', 'r'), readers: 'yes' },
};

test('where some rows are secret, searching them apart picks the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      scopes,
      actors,
      fc.record({
        way: fc.constantFrom('first' as const, 'few' as const, 'many' as const),
        many: fc.constantFrom(null, 0, 1, 2, 1000),
      }),
      async (scope, actor, searched) => {
        const limited = anyScope(
          everyScope(withCode('colour', 'r'), scope),
          own(),
          everyScope(scope, handles('todo')),
        );
        expect(await idsBySql(limited, actor, secretive, searched)).toEqual(
          idsByPredicate(limited, actor),
        );
      },
    ),
    { numRuns: 40 },
  );
});

test('what a resource lets somebody read is the same in a list and for one row', async () => {
  await fc.assert(
    fc.asyncProperty(actors, async (actor) => {
      const expected = idsByPredicate(readableWithinShares(samples, actor), actor);
      expect(await idsBySql(readableWithinShares(samples, actor), actor)).toEqual(expected);
      const commands = engine.as(actor);
      for (const fact of facts.slice(0, 20)) {
        const found = await commands.read(samples, fact.id).then(
          () => true,
          () => false,
        );
        expect(found).toBe(expected.includes(fact.id));
      }
    }),
    { numRuns: 10 },
  );
});

test('known statuses only make a scope simpler, never wider or narrower', () => {
  fc.assert(
    fc.property(scopes, actors, fc.subarray([...codes], { minLength: 1 }), (scope, actor, some) => {
      const settled = resolvedScopeOf(engine.store.catalog, samples, scope, actor, some);
      for (const fact of facts.filter((one) => some.includes(one.auditStatus))) {
        const handling = handlingOf(fact, actor);
        const simple =
          typeof settled === 'boolean'
            ? settled
            : scopeAdmits(settled, actor, { ...fact }, handling);
        expect(simple).toBe(scopeAdmits(scope, actor, { ...fact }, handling));
      }
    }),
  );
});
