import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Entity } from './entity.ts';
import { type KnownPerson, type KnownUnit, type MappingContext, personEntity } from './mapping.ts';
import { outletOf, type PublishingOutlet } from './outlets.ts';
import type { ProfileField } from './profile/profile.ts';
import { profilesOf, profileWithFields } from './profile/shown.server.ts';
import { openRecordsSql } from './register.server.ts';
import type { Site } from './site.server.ts';

/** Public id of a record: `papersapp/12`. */
export const entityKeyOf = (outlet: string, id: string): string => `${outlet}/${id}`;

/** Checks again that records are publishable, since the register may be a minute old. */
const openNow = async (
  session: Session,
  outlet: PublishingOutlet,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { from, where, values } = openRecordsSql(outlet, 2);
  const rows = await session.query<{ id: string }>(
    `select t.id::text as id from ${from} where ${where} and t.id = any($2::bigint[])`,
    [session.tenantId, ids, ...values],
  );
  return new Set(rows.map(({ id }) => id));
};

const unitsOf = async (session: Session): Promise<ReadonlyMap<string, KnownUnit>> => {
  const rows = await session.query<KnownUnit>(
    `select id::text, dept_name as name, coalesce(dept_name_en, '') as "nameEn", parent_id::text as parent
       from dept where tenant_id = $1 and is_deleted = 0`,
    [session.tenantId],
  );
  return new Map(rows.map((unit) => [unit.id, unit]));
};

/** Account ids found anywhere in the given rows. */
const accountsIn = (rows: readonly RowLike[]): readonly string[] => {
  const found = new Set<string>();
  for (const row of rows) {
    for (const id of [row.userId, row.programLeader, row.leaderId]) if (id) found.add(String(id));
    for (const lines of [row.authors, row.members]) {
      if (!Array.isArray(lines)) continue;
      for (const line of lines as readonly RowLike[])
        if (line.userId) found.add(String(line.userId));
    }
  }
  return [...found];
};

/** People named by records; only the name, unless they publish their profile. */
const peopleOf = async (
  session: Session,
  accounts: readonly string[],
): Promise<Map<string, KnownPerson>> => {
  const rows = await session.query<{ id: string; name: string }>(
    'select id::text, real_name as name from users where tenant_id = $1 and id = any($2::bigint[])',
    [session.tenantId, accounts],
  );
  return new Map(rows.map(({ id, name }) => [id, { name }]));
};

/** Keys of published records among the given keys. */
const publishedIn = async (
  session: Session,
  rows: readonly RowLike[],
): Promise<ReadonlySet<string>> => {
  const projects = rows.flatMap((row) =>
    Array.isArray(row.projects)
      ? (row.projects as readonly RowLike[]).flatMap(({ programId }) =>
          programId ? [String(programId)] : [],
        )
      : [],
  );
  const found = await session.query<{ key: string }>(
    `select outlet || '/' || record_id as key from published
      where tenant_id = $1 and not is_deleted
        and (outlet = 'dept' or (outlet = 'programInfo' and record_id = any($2::bigint[])))`,
    [session.tenantId, projects],
  );
  return new Set(found.map(({ key }) => key));
};

interface NamedRecord {
  readonly outlet: string;
  readonly id: string;
}

/**
 * Entities of records by key. Records that are no longer publishable are left out: deleted, secret,
 * withdrawn by the person, or of a disabled outlet.
 */
export const entitiesOf = async (
  engine: Engine,
  site: Site,
  items: readonly NamedRecord[],
): Promise<ReadonlyMap<string, Entity>> => {
  const { tenantId, settings } = site;
  const wanted = Map.groupBy(
    items.filter(({ outlet }) => settings.outlets.includes(outlet)),
    ({ outlet }) => outlet,
  );
  const system = engine.asSystem('publishing', tenantId);
  const read = await Promise.all(
    [...wanted].map(async ([key, some]) => {
      const outlet = outletOf(key);
      if (!outlet) return [];
      const ids = some.map(({ id }) => id);
      const open = await engine.database.read(tenantId, (session) => openNow(session, outlet, ids));
      const rows = await system.readAll(
        outlet.resource,
        ids.filter((id) => open.has(id)),
        outlet.reads,
      );
      return rows.map((row) => ({
        outlet,
        row: Object.fromEntries(
          [...outlet.reads, 'id'].map((name) => [name, (row as RowLike)[name]]),
        ),
      }));
    }),
  );
  const records = read.flat();
  const rows = records.map(({ row }) => row);
  const around = await engine.database.read(tenantId, async (session): Promise<MappingContext> => {
    const accounts = accountsIn(rows);
    const people = await peopleOf(session, accounts);
    const dictionaries = await engine.dictionaries.of(tenantId);
    const shown = await profilesOf(session, accounts, dictionaries);
    for (const [account, profile] of shown) {
      const { person, orcid } = profile;
      const known = people.get(account);
      if (known) people.set(account, { ...known, id: person, ...(orcid && { orcid }) });
    }
    return {
      dictionaries,
      school: site.school,
      people,
      shown,
      units: await unitsOf(session),
      published: await publishedIn(session, rows),
      withAmounts: settings.withAmounts,
    };
  });
  return new Map(
    records.map(({ outlet, row }) => [
      entityKeyOf(outlet.key, String(row.id)),
      outlet.as(row, around),
    ]),
  );
};

/** Entity of a person’s profile with the given fields, for a preview. */
export const entityOfProfile = async (
  { database, dictionaries }: Engine,
  { tenantId, school }: Site,
  account: string,
  fields: readonly ProfileField[],
): Promise<Entity> => {
  const words = await dictionaries.of(tenantId);
  return database.read(tenantId, async (session) => {
    const profile = await profileWithFields(session, account, fields, words);
    return personEntity(
      { userId: account, name: profile?.name ?? '' },
      {
        dictionaries: words,
        school,
        people: new Map(),
        shown: new Map(profile ? [[account, profile]] : []),
        units: await unitsOf(session),
        published: new Set(),
        withAmounts: false,
      },
    );
  });
};
