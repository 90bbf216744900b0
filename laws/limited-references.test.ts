import { referenceFaults } from '@keyan/engine/records/references.ts';
import { openClient } from '@keyan/engine/testing/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Scope } from '@keyan/kernel/access/scope.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { FieldSpec, Fields } from '@keyan/kernel/definition/field/field.ts';
import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';

/**
 * Records that a reference may choose move from state to state. Whether one may be chosen is judged under its lock:
 * by the state in which it stays, not by one that another transaction is just leaving.
 * `npm run plays -- --references 1000` plays this many rounds in which the two are at work at the same moment.
 */
const app = await startApplication();
const { engine } = app.parts;
const client = await openClient(app.database.adminUrl);
const watcher = await openClient(app.database.adminUrl);
await client.query(`create sequence law_order; grant usage on sequence law_order to public`);
afterAll(async () => {
  await Promise.all([client.end(), watcher.end()]);
  await app.close();
});

const account = await app.as('rd_admin');
/** Somebody with every right, who reaches every department. */
const actor: Actor = {
  id: account.id,
  tenantId: home,
  account: 'rd_admin',
  name: '规律',
  departments: [app.departments[home]?.get('310') ?? ''],
  roles: [],
  permissions: new Set(app.resources.flatMap(permissionsOf)),
  departmentScope: 'all',
};

interface Limited {
  readonly resource: Resource;
  /** Names from the record to the field. */
  readonly names: readonly string[];
  readonly spec: FieldSpec;
  readonly target: Resource;
}

const limitedIn = (
  resource: Resource,
  fields: Fields,
  before: readonly string[] = [],
): readonly Limited[] =>
  Object.entries(fields).flatMap(([name, { spec }]): readonly Limited[] => {
    const names = [...before, name];
    if (spec.fields) return limitedIn(resource, spec.fields, names);
    const target = app.resources.find(({ key }) => key === spec.target?.key);
    const isLimited = spec.among && spec.among.kind !== 'all' && !spec.readonly && target;
    return isLimited && (target.states || hasProcess(target))
      ? [{ resource, names, spec, target }]
      : [];
  });

/** Every reference that is limited, to records that move. */
const limited = app.resources.flatMap((resource) => limitedIn(resource, resource.fields));

/** A row in which the reference names the record. */
const rowWith = ({ names, spec }: Limited, id: string): RowLike =>
  names.reduceRight<unknown>(
    (value, name, place) => ({ [name]: place < names.length - 1 ? [value] : value }),
    spec.type === 'refs' ? [id] : id,
  ) as RowLike;

const pathOf = ({ names }: Limited): string => names.join('.0.');

/** The faults of the reference, and the place of the judgement in the order of what is done. */
const judge = (one: Limited, id: string) =>
  engine.database.transaction(home, async (tx) => {
    const faults = await referenceFaults(
      { engine, actor },
      tx,
      one.resource,
      rowWith(one, id),
      null,
    );
    const [order] = await tx.query<{ n: string }>(`select nextval('law_order')::text as n`);
    return { faults: faults.filter(({ path }) => path === pathOf(one)), at: Number(order?.n) };
  });

/** The column of the state, and the codes in which records may stand. */
const statesOf = ({ states, fields }: Resource): readonly [string, readonly string[]] =>
  states
    ? [
        snakeCase(states.field),
        (fields[states.field]?.spec.dictionary?.entries ?? []).map(({ code }) => code),
      ]
    : ['audit_status', ['6', '0']];

/** Values of a record that lies within the scope; where one of several scopes will do, within the first. */
const within = (scope: Scope | undefined): Readonly<Record<string, string>> => {
  if (!scope) return {};
  if (scope.kind === 'coded') return { [scope.field]: scope.codes[0] ?? '' };
  if (scope.kind === 'own' && scope.field) return { [scope.field]: actor.id };
  if (scope.kind === 'within') {
    const { from, to } = scope;
    return { ...(from && { [from]: '2000-01-01' }), ...(to && { [to]: '2199-12-31' }) };
  }
  if (scope.kind === 'any') return within(scope.scopes[0]);
  return scope.kind === 'every' ? Object.assign({}, ...scope.scopes.map(within)) : {};
};

/** Brings the record into the scope of the reference: one batch serves reports as well as conclusions. */
const open = async ({ target, spec }: Limited, id: string): Promise<void> => {
  for (const [field, value] of Object.entries(within(spec.among))) {
    const update = `update ${target.table} set ${snakeCase(field)} = $2 where id = $1`;
    await client.query(update, [id, value]);
  }
};

/** A record that the reference may choose, and a code with which it no longer may; nothing without one. */
const losable = async (one: Limited) => {
  const [column, codes] = statesOf(one.target);
  const { table } = one.target;
  const [id] = app.targets()(one.target.key, one.spec);
  if (id === undefined) return null;
  await open(one, id);
  if ((await judge(one, id)).faults.length > 0) return null;
  const { rows } = await client.query(`select ${column} as code from ${table} where id = $1`, [id]);
  const now = (rows as { code: string }[])[0]?.code;
  const update = `update ${table} set ${column} = $2 where id = $1`;
  for (const code of codes) {
    await client.query(update, [id, code]);
    const { faults } = await judge(one, id);
    await client.query(update, [id, now]);
    if (faults.length > 0) return { id, column, code, now };
  }
  return null;
};

type Losable = NonNullable<Awaited<ReturnType<typeof losable>>>;

/** Waits until some transaction waits for a lock, or the judgement is over without one. */
const waitsForLock = async (judged: Promise<unknown>): Promise<void> => {
  let isOver = false;
  void judged.then(() => {
    isOver = true;
  });
  for (;;) {
    const { rowCount } = await watcher.query('select 1 from pg_locks where not granted limit 1');
    if (isOver || rowCount !== 0) return;
  }
};

/**
 * Another transaction takes the record into a state in which it cannot be chosen, beside the judgement.
 * @param meet runs between its change and its commit
 */
const beside = async (
  one: Limited,
  { id, column, code, now }: Losable,
  meet: (judged: Promise<unknown>) => Promise<void>,
) => {
  const update = `update ${one.target.table} set ${column} = $2 where id = $1`;
  await client.query('begin');
  await client.query(update, [id, code]);
  const judged = judge(one, id);
  await meet(judged);
  await client.query('commit');
  const { faults } = await judged;
  await client.query(update, [id, now]);
  return faults;
};

/** References that no state of the record alone puts out of reach of somebody with every right, and why. */
const others: Readonly<Record<string, string>> = {
  'patentapp.useContract': 'any project of the horizontal kind may be named, ended ones too',
};

const found: (readonly [Limited, Losable | null])[] = [];
for (const one of limited) found.push([one, await losable(one)]);

const nameOf = ({ resource, names }: Limited): string => `${resource.key}.${names.join('.')}`;

test('every limited reference can lose its record, but for those that say why', () => {
  expect(limited.length).toBeGreaterThan(30);
  const never = found.flatMap(([one, losing]) => (losing ? [] : [nameOf(one)]));
  expect(never.toSorted()).toEqual(Object.keys(others).toSorted());
});

const losing = found.flatMap(([one, how]) => (how ? [[nameOf(one), one, how] as const] : []));

test.each(losing)('%s is judged by the state in which its record stays', async (_, one, how) => {
  await open(one, how.id);
  expect((await judge(one, how.id)).faults).toEqual([]);
  expect(await beside(one, how, waitsForLock)).toHaveLength(1);
});

/** Rounds of both at the same moment. */
const rounds = Number(process.env.REFERENCE_ROUNDS ?? 20);

test('of two at the same moment the one that comes later sees what the other did', async () => {
  const seen = { chosen: 0, refused: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const [, one, { id, column, code, now }] = losing[
      round % losing.length
    ] as (typeof losing)[number];
    await open(one, id);
    const update = `update ${one.target.table} set ${column} = $2 where id = $1`;
    const leave = async (): Promise<number> => {
      await client.query('begin');
      // Every second round the judgement has a start.
      if (round % 2 === 1) await watcher.query('select 1');
      await client.query(update, [id, code]);
      const { rows } = await client.query(`select nextval('law_order')::text as n`);
      await client.query('commit');
      return Number((rows as { n: string }[])[0]?.n);
    };
    const [judged, left] = await Promise.all([judge(one, id), leave()]);
    await client.query(update, [id, now]);
    const isChosen = judged.faults.length === 0;
    expect([nameOf(one), round, isChosen]).toEqual([nameOf(one), round, judged.at < left]);
    seen[isChosen ? 'chosen' : 'refused'] += 1;
  }
  expect(seen.chosen + seen.refused).toBe(rounds);
});
