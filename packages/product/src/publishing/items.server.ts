import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { openaireSets } from './entity.ts';
import { outletOf } from './outlets.ts';
import { databaseMoment, exactMomentSql, lockRegisterShared } from './register.server.ts';

/** Entry of the register. */
export interface RegisterItem {
  readonly outlet: string;
  readonly id: string;
  readonly isDeleted: boolean;
  readonly depts: readonly string[];
  /** Time of the last change, with microseconds. */
  readonly stamp: string;
  /** Time of the last change as of the start of the walk. */
  readonly at: string;
}

const columns = (at: string): string => `
  p.outlet, p.record_id::text as id, p.is_deleted as "isDeleted", p.depts,
  ${exactMomentSql('p.datestamp')} as stamp, ${exactMomentSql(at)} as at`;

/** Entries of a set, as an SQL condition. */
export interface ItemsOfSet {
  readonly sql: string;
  readonly values: readonly string[];
}

const every: ItemsOfSet = { sql: 'true', values: [] };

/** SQL condition of a set with parameters from `place` on; null for an unknown set. */
export const itemsOfSet = (set: string, place: number): ItemsOfSet | null => {
  if (set === '') return every;
  const [, head, value = ''] = /^(kind|dept):(.+)$/.exec(set) ?? [];
  if (head === 'kind') {
    return outletOf(value) ? { sql: `p.outlet = $${place}`, values: [value] } : null;
  }
  if (head === 'dept') return { sql: `$${place} = any(p.depts)`, values: [value] };
  const entity = Object.entries(openaireSets).find(([, name]) => name === set)?.[0];
  return entity ? { sql: `p.entity = $${place}`, values: [entity] } : null;
};

/** Query for a page of the register. */
export interface RegisterQuestion {
  readonly set: string;
  readonly from: string;
  readonly until: string;
  /** Time of the first page. */
  readonly at: string;
  readonly last: { readonly stamp: string; readonly id: string; readonly outlet: string } | null;
}

/** Number of entries per page. */
export const pageSize = 100;

const atSql = `(select max(s) from unnest(p.former) s where s <= $2::timestamptz)`;

/** SQL conditions shared by all pages of a walk; parameters 1 to 4. */
const spanSql = (at: string): string =>
  `($3::timestamptz is null or ${at} >= $3::timestamptz)
   and ($4::timestamptz is null or ${at} < $4::timestamptz + interval '1 second')`;

/**
 * Next entries of a walk, in order of the time as of its first page, so that changes in the
 * meantime neither repeat nor skip entries.
 */
export const nextHarvestItems = async (
  session: Session,
  { set, from, until, at, last }: RegisterQuestion,
): Promise<readonly RegisterItem[] | null> => {
  const chosen = itemsOfSet(set, 8);
  if (!chosen) return null;
  const part = (moment: string, where: string): string => `
    (select ${columns(moment)}, ${moment} as place, p.record_id from published p
      where p.tenant_id = $1 and ${where} and ${chosen.sql} and ${spanSql(moment)}
        and ($5::timestamptz is null or (${moment}, p.record_id, p.outlet) > ($5::timestamptz, $6::bigint, $7::text))
      order by ${moment}, p.record_id, p.outlet limit ${pageSize + 1})`;
  return session.query<RegisterItem>(
    `select outlet, id, "isDeleted", depts, stamp, at from (
       ${part('p.datestamp', 'p.datestamp <= $2::timestamptz')}
       union all
       ${part(atSql, `p.datestamp > $2::timestamptz and ${atSql} is not null`)}
     ) x order by place, record_id, outlet limit ${pageSize + 1}`,
    [
      session.tenantId,
      at,
      from || null,
      until || null,
      last?.stamp ?? null,
      last?.id ?? null,
      last?.outlet ?? null,
      ...chosen.values,
    ],
  );
};

/** Number of entries in the whole walk. */
export const countItems = async (
  session: Session,
  { set, from, until, at }: Omit<RegisterQuestion, 'last'>,
): Promise<number> => {
  const chosen = itemsOfSet(set, 5);
  if (!chosen) return 0;
  const moment = `(case when p.datestamp <= $2::timestamptz then p.datestamp else ${atSql} end)`;
  const [row] = await session.query<{ count: string }>(
    `select count(*)::text as count from published p
      where p.tenant_id = $1 and ${chosen.sql} and ${moment} is not null and ${spanSql(moment)}`,
    [session.tenantId, at, from || null, until || null, ...chosen.values],
  );
  return Number(row?.count ?? 0);
};

/** Entries of the given records. */
export const listItemsOf = (
  session: Session,
  outlet: string,
  ids: readonly string[],
): Promise<readonly RegisterItem[]> =>
  session.query<RegisterItem>(
    `select ${columns('p.datestamp')} from published p
      where p.tenant_id = $1 and p.outlet = $2 and p.record_id = any($3::bigint[])`,
    [session.tenantId, outlet, ids],
  );

/** Start time of a walk, before which no change can still be committed. */
export const harvestStart = async (tx: Tx): Promise<string> => {
  await lockRegisterShared(tx);
  return databaseMoment(tx);
};

/** Sets of an entry. */
export const setsOfItem = ({
  outlet,
  depts,
}: Pick<RegisterItem, 'outlet' | 'depts'>): readonly string[] => {
  const entity = outletOf(outlet)?.is;
  return [
    ...(entity ? [openaireSets[entity]] : []),
    `kind:${outlet}`,
    ...depts.map((code) => `dept:${code}`),
  ];
};
