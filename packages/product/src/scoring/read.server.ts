import type { Session } from '@keyan/engine/store/database.ts';
import { readParameter } from '@keyan/engine/store/parameters.ts';
import { shapeOf } from '@keyan/engine/store/shape.ts';
import { snake } from '@keyan/kernel/definition/resource.ts';
import { isOpen } from '@keyan/kernel/definition/secrecy.ts';
import { times } from '@keyan/kernel/values/amounts.ts';
import { isOurs } from '../achievement/common/authors.ts';
import { correspondingRoles } from '../achievement/common/dictionaries.ts';
import { isStudent } from '../shared/dictionaries.ts';
import { studentAsFirst } from '../system/parameters/limits.ts';
import type { NamedRule, ScoredOutput, ScoredPerson } from './compute.ts';
import { askedField, type ScoredKind, scoredKinds } from './objects.ts';
import type { Condition, Contributor } from './scoring.ts';

/** Who belongs to the university, by the codes of `personType`; and that it signed first, by `schoolSign`. */
const staff = '01';
const firstSign = '1';

/** What a batch says of itself. */
export interface BatchRange {
  readonly batchYear: number;
  readonly normId: string;
  readonly subjectClass: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly departments: readonly string[];
}

interface StoredRule {
  readonly id: string;
  readonly name: string;
  readonly object: string;
  readonly unit: string;
  readonly base: string;
  readonly least: string | null;
  readonly most: string | null;
  readonly mode: string;
  readonly ownOnly: string;
  readonly priority: number;
  readonly group: string | null;
  readonly conditions: readonly { field: string; operator: string; value: string }[];
  readonly coefficients: readonly { sign: string; coef: string }[];
}

/** The enabled rules of a norm. */
export const rulesOf = async (session: Session, normId: string): Promise<readonly NamedRule[]> => {
  const rows = await session.query<StoredRule>(
    `select p.id::text, p.item_name as name, p.score_object as object, p.score_unit as unit,
        p.base_score::text as base, p.min_score::text as least, p.max_score::text as most,
        p.allot_mode as mode, p.only_school as "ownOnly", p.priority,
        nullif(trim(p.exclusive), '') as group,
        coalesce((select json_agg(json_build_object('field', c.field, 'operator', c.operator, 'value', c.value))
           from score_project_conditions c
          where c.tenant_id = p.tenant_id and c.parent_id = p.id), '[]') as conditions,
        coalesce((select json_agg(json_build_object('sign', u.school_sign, 'coef', u.coef::text))
           from score_project_unit_coef u
          where u.tenant_id = p.tenant_id and u.parent_id = p.id), '[]') as coefficients
       from score_project p
      where p.tenant_id = $1 and p.norm_id = $2 and p.is_deleted = 0 and p.status = '1'`,
    [session.tenantId, normId],
  );
  return rows.map(({ conditions, coefficients, ownOnly, ...rule }) => ({
    ...rule,
    ownOnly: ownOnly === '1',
    conditions: conditions.map(({ field, operator, value }) => ({
      field: askedField(field)?.name ?? '',
      operator: operator as Condition['operator'],
      value,
    })),
    coefficients: new Map(coefficients.map(({ sign, coef }) => [sign, coef])),
  }));
};

interface StoredOutput {
  readonly id: string;
  readonly title: string | null;
  readonly sign: string | null;
  readonly secret: string | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly people: readonly {
    readonly rank: number | null;
    readonly person: string | null;
    readonly type: string | null;
    readonly rate: string | null;
    readonly role: string | null;
  }[];
}

/** A column as JSON without floats: lists of codes as lists, anything else as text. */
const asText = (kind: string, column: string): string =>
  kind === 'dicts' ? `to_json(t."${column}")` : `to_json(t."${column}"::text)`;

/** The fields of a kind that these rules ask about, and those that it is counted by. */
const fieldsFor = (
  object: string,
  kind: ScoredKind,
  rules: readonly NamedRule[],
): readonly string[] => [
  ...new Set([
    ...rules
      .filter((rule) => rule.object === object)
      .flatMap(({ conditions }) => conditions.map(({ field }) => field)),
    ...(kind.yuan ? [kind.yuan] : []),
    ...(kind.words ? [kind.words.field] : []),
  ]),
];

/** So many units of the kind, by codes of `scoreUnit`. */
const quantitiesOf = (
  { yuan, words }: ScoredKind,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> => {
  const amount = (field: string | undefined, part: string): string =>
    times((field ? (values[field] as string | null) : null) ?? '0', part);
  return {
    '1': '1',
    '2': amount(yuan, '0.0001'),
    '3': amount(words?.field, words?.of === 1_000 ? '0.1' : '1'),
  };
};

const contributor = ({
  rank,
  person,
  type,
  rate,
  role,
}: StoredOutput['people'][number]): Contributor => ({
  rank: rank ?? 0,
  person,
  isOurs: isOurs(type),
  contribution: rate,
  isStudent: isStudent(type),
  isCorresponding: role !== null && correspondingRoles.has(role),
});

/** The people of a record as JSON: those of its lines, or the one that a field names, who has all of it. */
const peopleText = (
  { people, resource }: ScoredKind,
  column: (field: string) => string,
): string => {
  if ('field' in people) {
    const id = column(people.field);
    return `case when ${id} is null then '[]' else json_build_array(json_build_object(
        'rank', 1, 'person', ${id}::text, 'type', '${staff}', 'rate', '100', 'role', null)) end`;
  }
  const own = (field?: string): string => (field ? `a."${snake(field)}"::text` : 'null');
  return `coalesce((select json_agg(json_build_object('rank', a.sort, 'person', a.user_id::text,
         'type', a.person_type, 'rate', ${own(people.share)}, 'role', ${own(people.role)}))
       from ${resource.table}_${snake(people.rows)} a
      where a.tenant_id = t.tenant_id and a.parent_id = t.id), '[]')`;
};

/** Which records a batch scores, of a kind with these fields. */
const countedText = (
  { dates, year, category }: ScoredKind,
  column: (field: string) => string,
): string => {
  const day = dates.length > 0 ? `coalesce(${dates.map(column).join(', ')})` : 'null::date';
  const ofYear = year ? column(year) : `extract(year from ${day})::int`;
  return `${ofYear} = $2
    and ($3::text is null${category ? ` or ${column(category)} = $3` : ''})
    and ($4::date is null or ${day} >= $4::date) and ($5::date is null or ${day} <= $5::date)`;
};

/** The approved records of one kind that a batch scores. */
const outputsOfKind = async (
  session: Session,
  object: string,
  kind: ScoredKind,
  range: BatchRange,
  rules: readonly NamedRule[],
  favoursMentor: boolean,
): Promise<readonly ScoredOutput[]> => {
  const { resource, sign: signed } = kind;
  const shape = shapeOf(resource);
  const column = (field: string): string => `t."${shape.column(field)?.column ?? 'id'}"`;
  const level = resource.secrecy?.open.field;
  const values = fieldsFor(object, kind, rules).flatMap((field) => {
    const found = shape.column(field);
    return found ? [`'${field}', ${asText(found.spec.kind, found.column)}`] : [];
  });
  const rows = await session.query<StoredOutput>(
    `select t.id::text, ${column(resource.title)} as title,
        ${signed ? column(signed) : `'${firstSign}'`} as sign,
        ${level ? column(level) : 'null'} as secret, json_build_object(${values.join(', ')}) as values,
        ${peopleText(kind, column)} as people
       from ${resource.table} t
      where t.tenant_id = $1 and t.is_deleted = 0 and t.audit_status = '2'
        and ${countedText(kind, column)}
      order by t.id`,
    [session.tenantId, range.batchYear, range.subjectClass, range.startDate, range.endDate],
  );
  return rows.map(({ id, title, sign, secret, values: found, people }) => ({
    object,
    id,
    title: title ?? '',
    isSecret: level !== undefined && !isOpen(resource, { [level]: secret }),
    sign,
    values: found,
    quantities: quantitiesOf(kind, found),
    contributors: people.map(contributor),
    favoursMentor: kind.byMentor === true && favoursMentor,
  }));
};

/** The approved outputs of a batch (R-608), of those kinds for which the norm has rules. */
export const outputsOf = async (
  session: Session,
  range: BatchRange,
  rules: readonly NamedRule[],
): Promise<readonly ScoredOutput[]> => {
  const asked = new Set(rules.map(({ object }) => object));
  const favoursMentor = (await readParameter(session, studentAsFirst)) === '1';
  const found: ScoredOutput[] = [];
  for (const [object, kind] of Object.entries(scoredKinds)) {
    if (asked.has(object)) {
      found.push(...(await outputsOfKind(session, object, kind, range, rules, favoursMentor)));
    }
  }
  return found;
};

/** The people of these departments and of those below them; without departments, everybody. */
export const peopleIn = async (
  session: Session,
  departments: readonly string[],
): Promise<ReadonlyMap<string, ScoredPerson>> => {
  const rows = await session.query<ScoredPerson>(
    `with recursive part as (
       select id from dept where tenant_id = $1 and id = any($2::bigint[])
       union
       select d.id from dept d join part on d.parent_id = part.id where d.tenant_id = $1
     )
     select u.id::text, u.real_name as name, u.code as "jobNum", u.dept_id::text as department
       from users u
      where u.tenant_id = $1 and u.is_deleted = 0
        and (cardinality($2::bigint[]) = 0 or u.dept_id in (select id from part))`,
    [session.tenantId, departments],
  );
  return new Map(rows.map((row) => [row.id, row]));
};
