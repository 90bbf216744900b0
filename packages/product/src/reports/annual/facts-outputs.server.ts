import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { awardGrade } from '../../achievement/award/dictionaries.ts';
import { bookType } from '../../achievement/book/dictionaries.ts';
import { achievementMixin } from '../../achievement/common/achievement.ts';
import { awardLevel } from '../../achievement/common/dictionaries.ts';
import { reportNeeds } from '../../achievement/quality/report.ts';
import { discipline } from '../../shared/formats/national.ts';
import { entryNamesOf, type ReportFactsQuery } from './facts-asked.server.ts';
import type { ReportFact } from './fill.ts';

interface Output {
  readonly id: string;
  readonly dept: string | null;
  readonly person: string | null;
  /** Fields that the report needs and the record lacks. */
  readonly missing: readonly string[];
  readonly discipline: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly scope: string | null;
  readonly level: string | null;
  readonly grade: string | null;
  readonly adopted: string | null;
  readonly publisher: string | null;
  readonly award: string | null;
  readonly words: string | null;
  readonly place: string | null;
}

/**
 * SQL columns of the properties that forms distinguish, by kind; null if a kind lacks the property.
 */
const columnsBy: Readonly<
  Partial<Record<string, Readonly<Partial<Record<keyof Output, string>>>>>
> = {
  papersapp: { type: 'paperType', scope: 'publishScope' },
  bookapp: { type: 'bookType', publisher: 'pressName', words: 'selfWords' },
  achievementAwd: {
    name: 'achName',
    award: 'awardName',
    level: 'awardLevel',
    grade: 'awardGrade',
    place: 'unitSort',
  },
  advisoryapp: { adopted: 'adoptType' },
  advisory: { adopted: 'adoptType' },
  copyrightapp: { type: 'copyrightType' },
  standard: { type: 'standardLevel' },
  xpz: { type: 'varietyMode' },
};

const names = [
  'name',
  'type',
  'scope',
  'level',
  'grade',
  'adopted',
  'publisher',
  'award',
  'words',
  'place',
] as const;

/** SQL array of the fields that a record lacks for the report. */
const missingIn = (kind: Resource): string => {
  const shape = shapeOf(kind);
  const textOf = (name: string): string | null => {
    const column = shape.column(name)?.column;
    return column ? `coalesce(${column}::text, '')` : null;
  };
  const cases = reportNeeds(kind).flatMap(({ anyOf, when = {} }) => {
    const empty = anyOf.map(textOf);
    const conditions = Object.entries(when).map(([name, codes]) => {
      const text = textOf(name);
      return text && `${text} in (${codes.map((code) => `'${code}'`).join(', ')})`;
    });
    if ([...empty, ...conditions].includes(null)) return [];
    const all = [...conditions, ...empty.map((text) => `${text} in ('', '{}', '[]')`)];
    return [`case when ${all.join(' and ')} then '${anyOf[0]}' end`];
  });
  return `array_remove(array[${cases.join(', ')}]::text[], null)`;
};

/**
 * Facts about approved, non-secret outputs of the year and category that are included in
 * statistics.
 */
export const outputFacts = async (asked: ReportFactsQuery): Promise<readonly ReportFact[]> => {
  const { session, year, subjectClass, resources } = asked;
  const [disciplines, books, grades, levels] = [discipline, bookType, awardGrade, awardLevel].map(
    (one) => entryNamesOf(asked, one),
  );
  const facts: ReportFact[] = [];
  for (const kind of resources.values()) {
    if (!achievementMixin.optionsOf(kind) || !Object.hasOwn(kind.fields, 'statYear')) continue;
    const shape = shapeOf(kind);
    const at = { name: kind.title, ...columnsBy[kind.key] };
    const selected = names.map((name) => {
      const column = shape.column(at[name] ?? '')?.column;
      return `${column ? `${column}::text` : 'null'} as ${name}`;
    });
    const rows = await session.query<Output>(
      `select id::text, fk_dept_id::text as dept, create_user::text as person, discipline, ${selected.join(', ')},
              ${missingIn(kind)} as missing
         from ${shape.table}
        where tenant_id = $1 and is_deleted = 0 and audit_status = $2 and stat_year = $3
          and subject_class = $4 and coalesce(is_statistics, '1') <> '0' and secret_level = '0'
        order by id`,
      [session.tenantId, statuses.approved, year, subjectClass],
    );
    for (const row of rows) {
      facts.push({
        resource: kind.key,
        id: row.id,
        dept: row.dept,
        person: row.person,
        missing: row.missing,
        dims: {
          kind: kind.key,
          discipline: row.discipline,
          type: row.type,
          scope: row.scope,
          level: row.level,
          adopted: row.adopted ? '1' : '0',
        },
        numbers: { words: row.words ?? '0', place: row.place ?? '0' },
        texts: {
          name: row.name ?? '',
          publisher: row.publisher ?? '',
          award: row.award ?? '',
          type: books?.(row.type) ?? '',
          level: levels?.(row.level) ?? '',
          grade: grades?.(row.grade) ?? '',
          discipline: disciplines?.(row.discipline) ?? '',
        },
      });
    }
  }
  return facts;
};

interface Patent {
  readonly id: string;
  readonly dept: string | null;
  readonly type: string | null;
  readonly event: string;
}

/** SQL of patents filed and granted in the year by date, and of inventions in force at its end. */
const patentsSql = `
  select t.id::text, t.fk_dept_id::text as dept, t.patent_type as type, x.event
    from patent t cross join lateral (values
      ('filed', t.apply_date between make_date($3::int, 1, 1) and make_date($3::int, 12, 31)),
      ('granted', t.grant_date between make_date($3::int, 1, 1) and make_date($3::int, 12, 31)),
      ('valid', t.grant_date <= make_date($3::int, 12, 31) and t.patent_status in ('06', '13'))) as x(event, counts)
   where t.tenant_id = $1 and t.is_deleted = 0 and t.audit_status = $2 and x.counts
     and t.subject_class = $4 and coalesce(t.is_statistics, '1') <> '0' and t.secret_level = '0'
   order by t.id`;

export const patentFacts = async ({
  session,
  year,
  subjectClass,
}: ReportFactsQuery): Promise<readonly ReportFact[]> => {
  const rows = await session.query<Patent>(patentsSql, [
    session.tenantId,
    statuses.approved,
    year,
    subjectClass,
  ]);
  return rows.map(({ id, dept, type, event }) => ({
    resource: 'patentapp',
    id,
    dept,
    dims: { type, event },
    numbers: {},
  }));
};
