import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import type { ReviewedKind } from './rows.server.ts';

/** Person named by a record’s lines; without an account if external. */
export interface NamedParty {
  readonly id: string | null;
  readonly name: string;
  readonly unit: string;
}

interface NamedBy extends NamedParty {
  /** Id of the record. */
  readonly of: string;
}

/** People named in the lines of records. */
const namedIn = async (
  session: Session,
  resource: Resource,
  [rows, person]: readonly (string | undefined)[],
  ids: readonly string[],
): Promise<readonly NamedBy[]> => {
  if (rows === undefined || person === undefined) return [];
  const lines = resource.fields[rows]?.spec.fields;
  const has = (name: string): string => (lines?.[name] ? snakeCase(name) : `''`);
  return session.query<NamedBy>(
    `select parent_id::text as of, ${snakeCase(person)}::text as id, coalesce(${has('name')}, '') as name,
        coalesce(${has('unit')}, '') as unit
       from ${resource.table}_${snakeCase(rows)}
      where tenant_id = $1 and parent_id = any($2::bigint[])`,
    [session.tenantId, ids],
  );
};

/** People named by fields of records: writer, leader. */
const accountsIn = (
  session: Session,
  resource: Resource,
  fields: readonly string[],
  ids: readonly string[],
): Promise<readonly { readonly of: string; readonly id: string }[]> => {
  const columns = ['create_user', ...fields.map(snakeCase)].map((column) => `${column}::text`);
  return session.query<{ of: string; id: string }>(
    `select distinct r.id::text as of, p.id from ${resource.table} r,
        unnest(array[${columns.join(', ')}]) p(id)
      where r.tenant_id = $1 and r.id = any($2::bigint[]) and p.id is not null order by p.id`,
    [session.tenantId, ids],
  );
};

/** Parties of a record: accounts, and external people. */
export interface RecordParties {
  readonly accounts: readonly string[];
  readonly outsiders: readonly NamedParty[];
}

/** Parties named by the record behind a record: a project with its members. */
const namedAbout = async (
  engine: Pick<Engine, 'resources'>,
  session: Session,
  { resource, options }: ReviewedKind,
  ids: readonly string[],
): Promise<readonly NamedBy[]> => {
  const [reference, ...lines] = options.peopleOf ?? [];
  const about = engine.resources.get(resource.fields[reference ?? '']?.spec.target?.key ?? '');
  if (!about || !reference) return [];
  const parents = await session.query<{ of: string; id: string }>(
    `select id::text as of, ${snakeCase(reference)}::text as id from ${resource.table}
      where tenant_id = $1 and id = any($2::bigint[]) and ${snakeCase(reference)} is not null`,
    [session.tenantId, ids],
  );
  const named = await namedIn(session, about, lines, [...new Set(parents.map(({ id }) => id))]);
  const byParent = Map.groupBy(named, (one) => one.of);
  return parents.flatMap(({ of, id }) => (byParent.get(id) ?? []).map((one) => ({ ...one, of })));
};

/**
 * Parties of each record, named directly or by the record behind it; parties may
 * neither judge the record nor learn who does. The number of SQL statements is constant.
 * @returns parties by record
 */
export const partiesOf = async (
  engine: Pick<Engine, 'resources'>,
  session: Session,
  kind: ReviewedKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordParties>> => {
  const { resource, options } = kind;
  const { people = [] } = options;
  const [place, line] = resource.concerned ?? [];
  const fields = place !== undefined && line === undefined ? [place, ...people] : people;
  const found = [
    ...(await accountsIn(session, resource, fields, ids)).map((one) => ({
      ...one,
      name: '',
      unit: '',
    })),
    ...(await namedIn(session, resource, resource.concerned ?? [], ids)),
    ...(await namedAbout(engine, session, kind, ids)),
  ];
  const byRecord = Map.groupBy(found, ({ of }) => of);
  return new Map(
    ids.map((id) => {
      const named = byRecord.get(id) ?? [];
      const accounts = new Set(named.flatMap((one) => (one.id === null ? [] : [one.id])));
      const outsiders = named
        .filter((one) => one.id === null)
        .map(({ name, unit }) => ({ id: null, name, unit }));
      return [id, { accounts: [...accounts], outsiders }];
    }),
  );
};
