import type { Session } from '@keyan/engine/store/connection/database.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { authorsOf } from '../collection/authors.ts';
import { notifyFromPoints } from '../collection/matching.ts';
import { absorbedMixin } from '../common/absorbed.ts';
import { achievementMixin, type NamedJournal } from '../common/achievement.ts';
import type { AuthorText } from './author-match.ts';
import type { ComparedPart } from './likeness.ts';
import { reportReads } from './report.ts';

/** Record with the data that the quality desk reads. */
export interface DeskRow {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly writer: string;
  readonly number: string;
  readonly title: string;
  readonly department: string | null;
  readonly secretLevel: string | null;
  /** Authors of an achievement. */
  readonly authors: readonly AuthorText[];
  /** Accounts of the people who made the record, and the label of such people. */
  readonly people: readonly string[];
  readonly names: string;
  readonly known: ComparedPart;
  /** Values of the fields that rules read. */
  readonly values: RowLike;
}

/**
 * Codes of checked states: in approval, approved, returned. Drafts are private, and ended records are no duplicates.
 */
const lookedAt = ['1', '2', '3'] as const;

/** Returns whether records of the resource describe achievements without being achievements. */
export const isAbsorbed = (kind: Resource): boolean => absorbedMixin.optionsOf(kind) !== undefined;

/** Returns the resources that the quality desk covers. */
export const deskKinds = (resources: Iterable<Resource>): readonly Resource[] =>
  [...resources].filter((kind) => achievementMixin.optionsOf(kind)?.quality ?? isAbsorbed(kind));

/** Column with the status, and the condition for checked records. */
export interface StatusColumn {
  readonly column: string;
  /** SQL condition on a row `r` of the table. */
  readonly isOpen: string;
}

/** SQL condition that a column has one of the codes, which come from definitions and need no escaping. */
const oneOf = (column: string, codes: readonly string[]): string =>
  `r."${column}" in (${codes.map((code) => `'${code}'`).join(', ')})`;

export const statusColumnOf = (kind: Resource): StatusColumn => {
  const options = absorbedMixin.optionsOf(kind);
  const columnOf = (field: string): string => shapeOf(kind).column(field)?.column ?? field;
  return options
    ? {
        column: columnOf(options.state),
        isOpen: oneOf(columnOf(options.open.field), [options.open.code]),
      }
    : { column: 'audit_status', isOpen: oneOf('audit_status', lookedAt) };
};

/** Returns the categories in which records of the resource are compared: its declared ones, else its own. */
export const comparisonCategories = (kind: Resource): readonly string[] => {
  const takenFor =
    absorbedMixin.optionsOf(kind)?.takenFor ??
    achievementMixin.optionsOf(kind)?.quality?.takenFor ??
    [];
  return takenFor.length > 0 ? takenFor : [kind.key];
};

/**
 * Returns the resources compared with the resource, itself included. Resources with the mixin `absorbed` are compared
 * with achievements only, since databases list a work repeatedly.
 */
export const kindsComparedWith = (
  kind: Resource,
  resources: Iterable<Resource>,
): readonly Resource[] => {
  const places = new Set(comparisonCategories(kind));
  return deskKinds(resources).filter(
    (other) =>
      !(isAbsorbed(kind) && isAbsorbed(other)) &&
      comparisonCategories(other).some((one) => places.has(one)),
  );
};

/** Returns the fields with which the resource names a journal. */
export const journalFieldOf = (kind: Resource): NamedJournal | undefined =>
  achievementMixin.optionsOf(kind)?.quality?.journal;

/** Returns the unique fields (R-502), without a title that is unique by itself: titles are compared by similarity. */
const keyFields = (kind: Resource) =>
  shapeOf(kind).unique.filter(
    ({ field, spec }) => field !== kind.title || (spec.uniqueWith ?? []).length > 0,
  );

const readsOf = (kind: Resource): readonly string[] => {
  const journal = journalFieldOf(kind);
  const about = absorbedMixin.optionsOf(kind);
  return [
    kind.title,
    ...(about ? [about.year, about.people.printed] : []),
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
  readonly values: RowLike;
}

const statements = new WeakMap<Resource, string>();

/** SQL of the lines of people who made a record (`a`): its authors, or matching staff. */
const peopleIn = (kind: Resource): string => {
  const options = absorbedMixin.optionsOf(kind);
  const { table } = shapeOf(kind);
  return options
    ? `select jsonb_agg(jsonb_build_object('id', a.id::text, 'userId', a.user_id::text, 'name', '',
          'unit', '', 'personType', '') order by a.id)
        from ${table}_${options.people.matches} a
        where a.tenant_id = r.tenant_id and a.parent_id = r.id and a.score >= ${notifyFromPoints}`
    : `select jsonb_agg(jsonb_build_object('id', a.id::text, 'userId', a.user_id::text,
          'name', coalesce(a.name, ''), 'unit', coalesce(a.unit, ''),
          'personType', coalesce(a.person_type, '')) order by a.sort, a.id)
        from ${table}_authors a
        where a.tenant_id = r.tenant_id and a.parent_id = r.id`;
};

/** SQL that reads records by ids (`$2`) with all compared data in one statement. */
const statementFor = (kind: Resource): string => {
  const found = statements.get(kind);
  if (found) return found;
  const shape = shapeOf(kind);
  const values = [...new Set(readsOf(kind))].flatMap((field) => {
    const column = shape.column(field);
    if (!column) return [];
    // Converts ids to text; lists of codes remain lists.
    const value = column.type.endsWith('[]')
      ? `r."${column.column}"`
      : `r."${column.column}"::text`;
    return [`'${field}', ${value}`];
  });
  const { column: status, isOpen } = statusColumnOf(kind);
  const statement = `select r.id::text, r.version, coalesce(r."${status}", '') as status,
      r.create_user::text as writer, jsonb_build_object(${values.join(', ')}) as values,
      coalesce((${peopleIn(kind)}), '[]') as authors
    from ${shape.table} r
   where r.tenant_id = $1 and r.id = any($2::bigint[]) and r.is_deleted = 0 and ${isOpen}
   order by r.id`;
  statements.set(kind, statement);
  return statement;
};

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value);

/** Normalises a name for comparison. */
const nameKey = (name: string): string => name.replace(/\s/g, '').toLowerCase();

/** Returns the people who made a record: account ids of staff, names of others. */
const madeBy = (kind: Resource, { values, authors }: Stored): readonly string[] => {
  const options = absorbedMixin.optionsOf(kind);
  const printed = options
    ? authorsOf({ authorsText: textOf(values[options.people.printed]) }).map(({ name }) => name)
    : [];
  return [
    ...authors.flatMap(({ userId, name }) => userId ?? (name === '' ? [] : [nameKey(name)])),
    ...printed.map(nameKey),
  ];
};

const knownOf = (kind: Resource, stored: Stored): ComparedPart => ({
  title: textOf(stored.values[kind.title]),
  year: Number(stored.values[absorbedMixin.optionsOf(kind)?.year ?? 'statYear']) || null,
  keys: keyFields(kind).flatMap(({ field, spec }) => {
    const key = uniqueKey(spec, field, stored.values);
    return key === null ? [] : [`${field} ${key}`];
  }),
  people: [...new Set(madeBy(kind, stored))],
});

/** Returns the names of all people who made a record. */
const namesOf = (kind: Resource, { values, authors }: Stored): string => {
  const options = absorbedMixin.optionsOf(kind);
  return options
    ? textOf(values[options.people.printed])
    : authors.map(({ name }) => name).join('、');
};

/** Reads the checked records among ids; others are missing in the result. */
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
    authors: isAbsorbed(kind) ? [] : row.authors,
    people: row.authors.flatMap(({ userId }) => (userId ? [userId] : [])),
    names: namesOf(kind, row),
    known: knownOf(kind, row),
    values: { ...row.values, authors: row.authors },
  }));
};
