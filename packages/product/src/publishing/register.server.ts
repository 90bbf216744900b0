import type { EngineJob } from '@keyan/engine/engine.ts';
import { everyMinute } from '@keyan/engine/jobs/schedule.ts';
import type { Database, Tx } from '@keyan/engine/store/connection/database.ts';
import { type CodeScope, withCode } from '@keyan/kernel/access/scope.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { outlets, type PublishingOutlet } from './outlets.ts';
import { settingsIn } from './site.server.ts';

/**
 * Register of published records with the time of each change. Comparisons with the records take an
 * exclusive lock and readers a shared lock, so that readers never see a time before all of its
 * changes.
 */

/**
 * SQL parts that select the publishable records of an outlet; the first parameter is the tenant.
 */
export interface OpenRecordsSql {
  /** From clause: `paper t` with its joins. */
  readonly from: string;
  readonly where: string;
  readonly values: readonly unknown[];
  /** SQL of the versions of all records that the public form shows. */
  readonly edition: string;
}

/**
 * SQL parts of an outlet’s publishable records: approved, non-secret, with the person’s
 * consent.
 * @param before number of parameters that the statement already has, including the tenant
 * @param withGone true to include deleted and void records that are not secret
 */
export const openRecordsSql = (
  outlet: Pick<PublishingOutlet, 'resource' | 'open' | 'unlessSecret' | 'consent'>,
  before: number,
  withGone = false,
): OpenRecordsSql => {
  const { resource, open = [], unlessSecret, consent } = outlet;
  const values: unknown[] = [];
  const has = (alias: string, { field, codes }: CodeScope): string =>
    `${alias}.${snakeCase(field)} = any($${before + values.push(codes)}::text[])`;
  const conditions = [
    't.tenant_id = $1',
    ...(withGone ? [] : ['t.is_deleted = 0']),
    ...(hasProcess(resource) && !withGone
      ? [has('t', withCode('auditStatus', statuses.approved))]
      : []),
    ...(resource.secrecy ? [has('t', resource.secrecy.open)] : []),
    ...open.map((condition) => has('t', condition)),
  ];
  const beside = unlessSecret?.resource.secrecy;
  if (unlessSecret && beside) {
    conditions.push(
      `not exists (select 1 from ${unlessSecret.resource.table} s
         where s.tenant_id = t.tenant_id and s.is_deleted = 0 and s.${snakeCase(unlessSecret.by)} = t.id
           and not ${has('s', beside.open)})`,
    );
  }
  const asked = consent
    ? ` join public_profile c on c.tenant_id = t.tenant_id and c.user_id = t.${snakeCase(consent)} and c.is_on`
    : '';
  return {
    from: `${resource.table} t${asked}`,
    where: conditions.join(' and '),
    values,
    edition: consent ? "t.version || '.' || c.version" : 't.version::text',
  };
};

/** Maximum duration of a harvest in hours. */
export const harvestHours = 24;

const lockKey = 'published';

/**
 * Takes the shared lock: waits for a running comparison, and delays the next until the transaction
 * ends.
 */
export const lockRegisterShared = async (tx: Tx): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock_shared(hashtext($1), hashtext($2))', [
    lockKey,
    tx.tenantId,
  ]);
};

/** SQL expression that formats a time in UTC with microseconds. */
export const exactMomentSql = (moment: string): string =>
  `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Current time of the database with microseconds, common to all processes. */
export const databaseMoment = async (tx: Tx): Promise<string> => {
  const [row] = await tx.query<{ now: string }>(
    `select ${exactMomentSql('clock_timestamp()')} as now`,
  );
  return row?.now ?? '';
};

/**
 * SQL of the former datestamps to retain: those that running harvests may need, and the last before
 * them. The current datestamp becomes a former one.
 */
const formerSql = `array(
  select s from unnest(p.former || p.datestamp) s
   where s >= coalesce((select max(o) from unnest(p.former || p.datestamp) o
     where o < $2::timestamptz - interval '${harvestHours + 1} hours'), '-infinity') order by s)`;

/**
 * SQL of the department codes from each department up to the root, as far as set names include
 * them.
 */
const chainSql = `
  own as (
    select id, parent_id,
           case when dept_code ~ '^[A-Za-z0-9_.~-]+$' then array[dept_code::text] else '{}'::text[] end as code
      from dept where tenant_id = $1
  ), chain as (
    select o.id, o.code as codes from own o where o.parent_id is null
    union all
    select o.id, chain.codes || o.code from own o join chain on o.parent_id = chain.id
  )`;

/**
 * Updates the register entries of one outlet.
 * @returns number of changed entries
 */
const compareOutlet = async (
  tx: Tx,
  outlet: PublishingOutlet,
  now: string,
  isFirst: boolean,
): Promise<number> => {
  const open = openRecordsSql(outlet, 4);
  const department = outlet.department ? `t.${snakeCase(outlet.department)}` : 'null';
  const [row] = await tx.query<{ count: string }>(
    `with recursive ${chainSql}, open as (
       select t.id, ${open.edition} as edition, coalesce(chain.codes, '{}') as depts, t.update_time
         from ${open.from} left join chain on chain.id = ${department}
        where ${open.where}
     ), written as (
       insert into published as p (tenant_id, outlet, record_id, edition, entity, depts, datestamp)
       select $1, $3, o.id, o.edition, $4, o.depts,
              ${isFirst ? 'least(o.update_time, $2::timestamptz)' : '$2::timestamptz'}
         from open o left join published b on b.tenant_id = $1 and b.outlet = $3 and b.record_id = o.id
        where b.record_id is null or b.is_deleted or b.edition <> o.edition or b.depts <> o.depts
       on conflict (tenant_id, outlet, record_id) do update
         set edition = excluded.edition, entity = excluded.entity, depts = excluded.depts, is_deleted = false,
             former = ${formerSql}, datestamp = $2::timestamptz
       returning 1
     ), gone as (
       update published p set is_deleted = true, former = ${formerSql}, datestamp = $2::timestamptz
        where p.tenant_id = $1 and p.outlet = $3 and not p.is_deleted
          and not exists (select 1 from open o where o.id = p.record_id)
       returning 1
     )
     select (select count(*) from written) + (select count(*) from gone) as count`,
    [tx.tenantId, now, outlet.key, outlet.is, ...open.values],
  );
  return Number(row?.count ?? 0);
};

/** Withdraws the entries of disabled outlets. */
const closeOutlets = async (tx: Tx, open: readonly string[], now: string): Promise<number> => {
  const rows = await tx.query(
    `update published p set is_deleted = true, former = ${formerSql}, datestamp = $2::timestamptz
      where p.tenant_id = $1 and not p.is_deleted and not p.outlet = any($3::text[]) returning 1`,
    [tx.tenantId, now, open],
  );
  return rows.length;
};

/**
 * Compares the register with the records. If everything is disabled, published entries are marked
 * as withdrawn.
 * @returns number of changed entries
 */
export const compareRegister = (
  { database }: { readonly database: Pick<Database, 'transaction'> },
  tenantId: string,
): Promise<number> =>
  database.transaction(tenantId, async (tx) => {
    const before = await settingsIn(tx);
    if (!before.isOn && !before.pagesOn && before.comparedAt === null) return 0;
    await tx.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [lockKey, tenantId]);
    const settings = await settingsIn(tx);
    const now = await databaseMoment(tx);
    const chosen = outlets.filter(
      ({ key }) => (settings.isOn || settings.pagesOn) && settings.outlets.includes(key),
    );
    const keys = chosen.map(({ key }) => key);
    let changed = await closeOutlets(tx, keys, now);
    for (const outlet of chosen) {
      changed += await compareOutlet(tx, outlet, now, settings.comparedAt === null);
    }
    await tx.query('update publishing set compared_at = $2 where tenant_id = $1', [tenantId, now]);
    return changed;
  });

/** Background job that updates the register every minute if publishing is enabled. */
export const publishRecords: EngineJob<object> = {
  name: 'publish-records',
  label: ['更新对外发布的内容', 'Update what is published'],
  at: everyMinute,
  tries: 1,
  run: async ({ tenantId }, engine) => ({ done: await compareRegister(engine, tenantId) }),
};
