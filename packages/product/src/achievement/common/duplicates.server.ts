import type { Session } from '@keyan/engine/store/connection/database.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { readableWithinShares } from '@keyan/engine/store/statements/scope.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { scopeAdmits } from '@keyan/kernel/access/scope.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { explainsDuplicate, uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import type { CheckFinding } from '@keyan/kernel/definition/life/checks.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Type } from 'typebox';
import { achievementMixin } from './achievement.ts';
import type { DuplicateMatch } from './duplicates.ts';
import { inSentence } from './words.ts';

/** Possible duplicate, as selected by `duplicatesSql`. */
export interface DuplicateCandidate {
  readonly id: string;
  readonly number: string | null;
  readonly title: string;
  readonly registrant: string | null;
  readonly create_user: string;
  readonly fk_dept_id: string | null;
  readonly audit_status: string;
  /** Code of the secrecy level. */
  readonly level: string | null;
  /** Normalised identifiers, in the order of the resource's options. */
  readonly identifiers: readonly (string | null)[];
  readonly author_ids: readonly string[];
}

/** Returns the identifiers that differ between different works of the resource. */
const identifiersOf = (kind: Resource): readonly string[] =>
  achievementMixin.optionsOf(kind)?.identifiers ?? [];

/** Normalises an identifier: by its field's rule, otherwise case and surrounding blanks are ignored. */
const identifierKey = (kind: Resource, name: string, value: unknown): string => {
  const { unique = (text: string) => text.trim().toLowerCase() } = kind.fields[name]?.spec ?? {};
  return unique(String(value ?? ''));
};

/** Returns the identifiers that both records have with different values. */
const apartBy = (kind: Resource, values: RowLike, found: DuplicateCandidate): readonly string[] =>
  identifiersOf(kind).filter((name, place) => {
    const [own, other] = [values[name], found.identifiers[place]].map((value) =>
      identifierKey(kind, name, value),
    );
    return own !== '' && other !== '' && own !== other;
  });

/**
 * SQL of the records in approval or approved, without the given id: drafts of others are never revealed (ruling 28).
 */
export const duplicatesSql = (
  kind: Resource,
  own = '$2::bigint',
): { readonly select: string; readonly from: string } => {
  const shape = shapeOf(kind);
  const text = (field: string | undefined): string => {
    const column = field ? shape.column(field) : undefined;
    return column ? `r.${column.column}::text` : 'null';
  };
  return {
    select: `select r.id::text, ${text(kind.number?.field)} as number, ${text(kind.title)} as title,
      u.real_name as registrant, r.create_user::text, r.fk_dept_id::text, r.audit_status,
      ${text(kind.secrecy?.open.field)} as level,
      array[${identifiersOf(kind)
        .map((name) => text(name))
        .join(', ')}]::text[] as identifiers,
      coalesce((select array_agg(a.user_id::text) from ${shape.table}_authors a
        where a.tenant_id = r.tenant_id and a.parent_id = r.id and a.user_id is not null),
        '{}') as author_ids`,
    from: `from ${shape.table} r
      left join users u on u.tenant_id = r.tenant_id and u.id = r.create_user
      where r.tenant_id = $1 and r.is_deleted = 0 and r.audit_status in ('1', '2')
        and r.id <> ${own}`,
  };
};

/**
 * Returns whether the actor may read the record, as far as its row decides; handlers see the record on their page
 * anyway.
 */
const mayOpen = (kind: Resource, actor: Actor | SystemActor, found: DuplicateCandidate): boolean =>
  isSystem(actor) ||
  scopeAdmits(
    readableWithinShares(kind, actor),
    actor,
    {
      ...(kind.secrecy ? { [kind.secrecy.open.field]: found.level } : {}),
      createUser: found.create_user,
      fkDeptId: found.fk_dept_id,
      auditStatus: found.audit_status,
      authors: found.author_ids.map((userId) => ({ userId })),
    },
    { todo: false, done: false },
  );

const hidden: DuplicateMatch = {
  id: '',
  number: '',
  title: '',
  registrant: '',
  open: false,
  apart: [],
};

/** Returns the match as the person may see it; `hidden` (no id) for a secret record that the person may not read. */
export const matchForReader = (
  kind: Resource,
  actor: Actor | SystemActor,
  found: DuplicateCandidate,
  values: RowLike = {},
): DuplicateMatch => {
  const open = mayOpen(kind, actor, found);
  const level = kind.secrecy ? { [kind.secrecy.open.field]: found.level } : {};
  return open || isNotSecret(kind, level)
    ? {
        id: found.id,
        number: found.number ?? '',
        title: found.title,
        registrant: found.registrant ?? '',
        open,
        apart: apartBy(kind, values, found),
      }
    : hidden;
};

/** Returns whether the person may know of the match. */
export const mayLearnOfDuplicate = ({ id }: Pick<DuplicateMatch, 'id'>): boolean => id !== '';

/** Record whose duplicates are searched. */
interface AskedFor {
  /** Id; `0` for a new record. */
  readonly own: string;
  readonly values: RowLike;
}

/** Other record with the same value, by field. */
type Matches = ReadonlyMap<string, DuplicateMatch>;

/** Finds for each record the other records with the same value in a unique field; one statement per field. */
const duplicatesOfEach = async (
  session: Session,
  actor: Actor | SystemActor,
  kind: Resource,
  asked: readonly AskedFor[],
): Promise<readonly Matches[]> => {
  const { select, from } = duplicatesSql(kind, 'k.own');
  const found = await Promise.all(
    shapeOf(kind).unique.map(async ({ column, field, spec }) => {
      const keys = asked.map(({ values }) => uniqueKey(spec, field, values));
      if (!keys.some(Boolean)) return [];
      const rows = await session.query<DuplicateCandidate & { readonly at: number }>(
        `select k.at::int, c.* from unnest($2::bigint[], $3::text[]) with ordinality k(own, key, at)
          cross join lateral (${select} ${from} and r.${column}_key = k.key order by r.id limit 1) c`,
        [session.tenantId, asked.map(({ own }) => own), keys],
      );
      return rows.map(({ at, ...row }) => ({
        at,
        match: [field, matchForReader(kind, actor, row, asked[at - 1]?.values)] as const,
      }));
    }),
  );
  return asked.map(
    (_, place) =>
      new Map(found.flat().flatMap(({ at, match }) => (at === place + 1 ? [match] : []))),
  );
};

/** Finds the duplicates of one record. @param own its id; `0` for a new record */
export const duplicatesOfRecord = async (
  session: Session,
  actor: Actor | SystemActor,
  kind: Resource,
  own: string,
  values: RowLike,
): Promise<Matches> => {
  const [found = new Map()] = await duplicatesOfEach(session, actor, kind, [{ own, values }]);
  return found;
};

/** Returns the fields of the duplicate check, with the fields that are unique together with them. */
const askedFor = (kind: Resource): readonly string[] => [
  ...new Set([
    ...(achievementMixin.optionsOf(kind)?.duplicates ?? []).flatMap((name) => [
      name,
      ...(kind.fields[name]?.spec.uniqueWith ?? []),
    ]),
    ...identifiersOf(kind),
  ]),
];

const registeredBy: Label = [
  '该{kind}已由【{registrant}】登记',
  'This {kind} has already been registered by {registrant}',
];

/** Text instead of the registrant's name for secret records. */
const registered: Label = [
  '该{kind}已登记，请联系科研处',
  'This {kind} has already been registered; ask the research office',
];

/** Hint at the field in which the registrant explains the difference. */
const sayHow: Label = [
  '如果不是同一{kind}，请填写【{difference}】后提交',
  'If it is not the same {kind}, fill in “{difference}” and submit again',
];

/** Other record with the same value in a field. */
interface Duplicate {
  readonly field: string;
  readonly match: DuplicateMatch;
}

/** Finds the values that each row has in common with other records. */
const duplicatesAmong = async (
  session: Session,
  actor: Actor | SystemActor,
  kind: Resource,
  rows: readonly RowLike[],
): Promise<readonly (readonly Duplicate[])[]> => {
  const fields = achievementMixin.optionsOf(kind)?.duplicates ?? [];
  if (fields.length === 0) return rows.map(() => []);
  const asked = rows.map((row) => ({
    own: String(row.id ?? '0'),
    values: Object.fromEntries(askedFor(kind).map((name) => [name, row[name]])),
  }));
  return (await duplicatesOfEach(session, actor, kind, asked)).map((found) =>
    [...found].map(([field, match]) => ({ field, match })),
  );
};

/** Returns the form field for the message; computed values have none, so the message is at the title. */
const placeOf = (kind: Resource, field: string): string =>
  kind.fields[field]?.spec.readonly ? kind.title : field;

const linkTo = (kind: Resource, { open, id: to, number, title }: DuplicateMatch) =>
  open ? { link: { resource: kind.key, id: to, text: number || title } } : {};

/** Returns the fault of a duplicate, with a link if the actor may read it. */
const faultOf = (kind: Resource, { field, match }: Duplicate): FieldFault => ({
  path: placeOf(kind, field),
  message: fill(mayLearnOfDuplicate(match) ? registeredBy : registered, {
    kind: inSentence(kind.label),
    registrant: match.registrant,
  }),
  ...linkTo(kind, match),
});

/** Returns the hint at the difference field; none if an identifier is equal. */
const wayOn = (kind: Resource, found: readonly Duplicate[]): readonly FieldFault[] => {
  const fields = new Set(found.map(({ field }) => kind.fields[field]?.spec.unlessTold));
  const [path] = fields;
  const difference = path && kind.fields[path]?.spec.label;
  return fields.size === 1 && path && difference
    ? [{ path, message: fill(sayHow, { kind: inSentence(kind.label), difference }) }]
    : [];
};

/**
 * Returns the faults that prevent submitting, by field. An equal title is accepted if the row explains the difference.
 */
export const duplicateFaults = async (
  session: Session,
  actor: Actor | SystemActor,
  kind: Resource,
  row: RowLike,
): Promise<readonly FieldFault[]> => {
  const [found = []] = await duplicatesAmong(session, actor, kind, [row]);
  const wrong = found.filter(
    ({ field }) => !explainsDuplicate(kind.fields[field]?.spec ?? {}, row),
  );
  return [...wrong.map((one) => faultOf(kind, one)), ...wayOn(kind, wrong)];
};

/** Check 查重 for handlers: other records with the same values, as far as the handler may know of them. */
export const duplicateFindings = async (
  session: Session,
  actor: Actor | SystemActor,
  kind: Resource,
  rows: readonly RowLike[],
): Promise<readonly CheckFinding[]> =>
  (await duplicatesAmong(session, actor, kind, rows)).map(([first], place) =>
    findingFrom(kind, rows[place] ?? {}, first),
  );

const findingFrom = (kind: Resource, row: RowLike, first: Duplicate | undefined): CheckFinding => {
  const fields = achievementMixin.optionsOf(kind)?.duplicates ?? [];
  const names = fields.flatMap((name) => {
    const label = kind.fields[name]?.spec.label;
    return label ? [inSentence(label)] : [];
  });
  if (!first) {
    return {
      level: 'good',
      text: [
        `没有重复的${names.map(([zh]) => zh).join('、')}`,
        `No other record with this ${names.map(([, en]) => en).join(' or ')}`,
      ],
    };
  }
  const path = placeOf(kind, first.field);
  const at = kind.fields[path]?.spec.label ?? [path, path];
  const spec: Pick<FieldSpec, 'unlessTold'> = kind.fields[first.field]?.spec ?? {};
  const [zh, en] = faultOf(kind, first).message;
  const link = linkTo(kind, first.match);
  if (!explainsDuplicate(spec, row)) {
    return { level: 'bad', text: [`${at[0]}重复：${zh}`, `${at[1]}: ${en}`], ...link };
  }
  const said = String(row[spec.unlessTold ?? ''] ?? '');
  return {
    level: 'warn',
    text: [`${at[0]}相同：${zh}；登记人说明：${said}`, `${at[1]}: ${en}. They differ: ${said}`],
    ...link,
  };
};

/** Call with which the form checks duplicates while typing: matches by field. */
export const duplicatesEndpoint = (kind: Resource): readonly Endpoint[] => {
  const fields = achievementMixin.optionsOf(kind)?.duplicates ?? [];
  if (fields.length === 0) return [];
  const value = Type.Optional(Type.String({ maxLength: 300 }));
  return [
    endpoint({
      method: 'GET',
      path: `${kind.path}/duplicates`,
      auth: 'user',
      permissions: [kind.views.register?.code ?? kind.key],
      summary: ['查重', 'Check for duplicates'],
      input: Type.Object({
        id: Type.Optional(idParam),
        ...Object.fromEntries(askedFor(kind).map((name) => [name, value])),
      }),
      run: async (input, { engine, actor }) => {
        const { id: own = '0', ...values } = input as Readonly<Record<string, string>>;
        const found = await engine.database.read(actor.tenantId, (session) =>
          duplicatesOfRecord(session, actor, kind, own, values),
        );
        return Object.fromEntries([...found].filter(([, match]) => mayLearnOfDuplicate(match)));
      },
    }),
  ];
};
