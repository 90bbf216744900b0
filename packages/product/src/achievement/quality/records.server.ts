import type { Session } from '@keyan/engine/store/database.ts';
import { shapeOf } from '@keyan/engine/store/shape.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { uniqueKey } from '@keyan/kernel/definition/unique.ts';
import { achievementMixin, type NamedJournal } from '../common/achievement.ts';
import type { AuthorText } from './author-match.ts';
import type { Known } from './likeness.ts';
import { reportReads } from './report.ts';

/** An achievement as the desk looks at it. */
export interface DeskRow {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly writer: string;
  readonly number: string;
  readonly title: string;
  readonly department: string | null;
  readonly secretLevel: string | null;
  readonly authors: readonly AuthorText[];
  readonly known: Known;
  /** Values of the fields that rules look at. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** In approval, approved, returned: drafts are their writers' own, and what ended is no duplicate. */
export const lookedAt = ['1', '2', '3'] as const;

/** The kinds that take part, of these. */
export const deskKinds = (resources: Iterable<Resource>): readonly Resource[] =>
  [...resources].filter((kind) => achievementMixin.optionsOf(kind)?.quality);

/** Where records of the kind meet others: under what they may be taken for, else among themselves. */
export const meetingPlaces = (kind: Resource): readonly string[] => {
  const takenFor = achievementMixin.optionsOf(kind)?.quality?.takenFor ?? [];
  return takenFor.length > 0 ? takenFor : [kind.key];
};

/** The kinds whose records may be one with a record of this kind, itself among them. */
export const comparedWith = (
  kind: Resource,
  resources: Iterable<Resource>,
): readonly Resource[] => {
  const places = new Set(meetingPlaces(kind));
  return deskKinds(resources).filter((other) =>
    meetingPlaces(other).some((one) => places.has(one)),
  );
};

/** Where the kind names a journal of the catalogue. */
export const journalOf = (kind: Resource): NamedJournal | undefined =>
  achievementMixin.optionsOf(kind)?.quality?.journal;

/**
 * Fields whose value no other record may have (R-502). The title by itself is none: titles are compared
 * letter by letter.
 */
const keyFields = (kind: Resource) =>
  shapeOf(kind).unique.filter(
    ({ field, spec }) => field !== kind.title || (spec.uniqueWith ?? []).length > 0,
  );

const readsOf = (kind: Resource): readonly string[] => {
  const journal = journalOf(kind);
  return [
    kind.title,
    ...(kind.number ? [kind.number.field] : []),
    ...keyFields(kind).flatMap(({ field, spec }) => [field, ...(spec.uniqueWith ?? [])]),
    ...reportReads(kind),
    ...(journal
      ? [journal.id, journal.name, journal.issn, ...Object.keys(journal.when ?? {})]
      : []),
  ];
};

interface Stored {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly writer: string;
  readonly authors: readonly (AuthorText & { readonly sort: number | null })[];
  readonly values: Readonly<Record<string, unknown>>;
}

const statements = new WeakMap<Resource, string>();

/** Reads records of a kind by their ids (`$2`) with what is compared, one statement for all. */
const statementFor = (kind: Resource): string => {
  const found = statements.get(kind);
  if (found) return found;
  const shape = shapeOf(kind);
  const values = [...new Set(readsOf(kind))].flatMap((field) => {
    const column = shape.column(field);
    if (!column) return [];
    // Ids are texts; lists of codes stay lists.
    const value = column.type.endsWith('[]')
      ? `r."${column.column}"`
      : `r."${column.column}"::text`;
    return [`'${field}', ${value}`];
  });
  const statement = `select r.id::text, r.version, r.audit_status as status,
      r.create_user::text as writer, jsonb_build_object(${values.join(', ')}) as values,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.id::text, 'userId', a.user_id::text,
          'name', coalesce(a.name, ''), 'unit', coalesce(a.unit, ''),
          'personType', coalesce(a.person_type, '')) order by a.sort, a.id)
        from ${shape.table}_authors a
        where a.tenant_id = r.tenant_id and a.parent_id = r.id), '[]') as authors
    from ${shape.table} r
   where r.tenant_id = $1 and r.id = any($2::bigint[]) and r.is_deleted = 0
     and r.audit_status in (${lookedAt.map((status) => `'${status}'`).join(', ')})
   order by r.id`;
  statements.set(kind, statement);
  return statement;
};

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

const knownOf = (kind: Resource, { values, authors }: Stored): Known => ({
  title: textOf(values[kind.title]),
  year: values.statYear ? Number(values.statYear) : null,
  keys: keyFields(kind).flatMap(({ field, spec }) => {
    const key = uniqueKey(spec, field, values);
    return key === null ? [] : [`${field} ${key}`];
  }),
  people: [
    ...new Set(
      authors.flatMap(
        ({ userId, name }) =>
          userId ?? (name === '' ? [] : [name.replace(/\s/g, '').toLowerCase()]),
      ),
    ),
  ],
});

/** The records of these ids that the desk looks at; others are left out. */
export const readRows = async (
  session: Session,
  kind: Resource,
  ids: readonly string[],
): Promise<readonly DeskRow[]> => {
  const found = await session.query<Stored>(statementFor(kind), [session.tenantId, ids]);
  return found.map((row) => ({
    id: row.id,
    version: row.version,
    status: row.status,
    writer: row.writer,
    number: textOf(kind.number ? row.values[kind.number.field] : null),
    title: textOf(row.values[kind.title]),
    department: (row.values.fkDeptId as string | null) ?? null,
    secretLevel: (row.values.secretLevel as string | null) ?? null,
    authors: row.authors,
    known: knownOf(kind, row),
    values: { ...row.values, authors: row.authors },
  }));
};
