import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Resource, snake } from '@keyan/kernel/definition/resource.ts';
import { idsIn, type ReviewedKind } from './rows.server.ts';

/** Somebody whom a record names in its lines; without an account, somebody from elsewhere. */
export interface Named {
  readonly id: string | null;
  readonly name: string;
  readonly unit: string;
}

/** Whom the lines of a record name that say whom it concerns. */
const namedIn = async (
  session: Session,
  resource: Resource,
  [rows, person]: readonly (string | undefined)[],
  id: string,
): Promise<Named[]> => {
  if (rows === undefined || person === undefined) return [];
  if (rows === undefined || person === undefined) return [];
  const lines = resource.fields[rows]?.spec.fields;
  const has = (name: string): string => (lines?.[name] ? snake(name) : `''`);
  return session.query<Named>(
    `select ${snake(person)}::text as id, coalesce(${has('name')}, '') as name,
        coalesce(${has('unit')}, '') as unit
       from ${resource.table}_${snake(rows)} where tenant_id = $1 and parent_id = $2`,
    [session.tenantId, id],
  );
};

/** Whom fields of the record itself name: its writer, its leader. */
const accountsIn = (
  session: Session,
  resource: Resource,
  fields: readonly string[],
  id: string,
): Promise<readonly string[]> => {
  const columns = ['create_user', ...fields.map(snake)].map((column) => `${column}::text`);
  return idsIn(
    session,
    `select distinct p.id from ${resource.table} r, unnest(array[${columns.join(', ')}]) p(id)
      where r.tenant_id = $1 and r.id = $2 and p.id is not null order by p.id`,
    [id],
  );
};

/** The people of a record: accounts, and those from elsewhere. */
export interface Parties {
  readonly accounts: readonly string[];
  readonly outsiders: readonly Named[];
}

/**
 * Everybody whom a record names, itself or by the record that it is about: they neither judge
 * it nor learn who does.
 */
export const partiesOf = async (
  engine: Pick<Engine, 'resources'>,
  session: Session,
  { resource, options }: ReviewedKind,
  id: string,
): Promise<Parties> => {
  const { people = [], peopleOf } = options;
  const [place, line] = resource.concerned ?? [];
  const fields = place !== undefined && line === undefined ? [place, ...people] : people;
  const accounts = new Set(await accountsIn(session, resource, fields, id));
  const named = await namedIn(session, resource, resource.concerned ?? [], id);
  const [reference, ...lines] = peopleOf ?? [];
  const about = engine.resources.get(resource.fields[reference ?? '']?.spec.target?.key ?? '');
  if (about && reference) {
    const [parent] = await idsIn(
      session,
      `select ${snake(reference)}::text as id from ${resource.table} where tenant_id = $1 and id = $2`,
      [id],
    );
    if (parent) named.push(...(await namedIn(session, about, lines, parent)));
  }
  for (const person of named) if (person.id !== null) accounts.add(person.id);
  return { accounts: [...accounts], outsiders: named.filter((person) => person.id === null) };
};
