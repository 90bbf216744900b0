import type { Label } from '@keyan/kernel/label.ts';
import type { FactsByKind } from './fill.ts';
import type { AnnualForm, FactKind } from './form.ts';

/** Field that a record lacks for the report. */
export interface ReportGap {
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  /** Account id of the responsible person. */
  readonly person: string | null;
  readonly field: string;
}

interface GapRule {
  readonly of: FactKind;
  /** Field of the record by empty dimension. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Requirements of reports in addition to those of the entry forms. */
const rules: readonly GapRule[] = [
  {
    of: 'people',
    fields: {
      sex: 'sex',
      degree: 'tlDegree',
      education: 'education',
      ranks: 'ranks',
      discipline: 'subjectTitle',
    },
  },
  {
    of: 'projects',
    fields: {
      source: 'resource',
      type: 'researchType',
      discipline: 'subject',
      industry: 'industry',
      objective: 'socialTarget',
      members: 'members',
    },
  },
  { of: 'outputs', fields: {} },
  { of: 'institutions', fields: { discipline: 'discipline' } },
];

/** Kinds of records other than outputs that a report counts. */
export type GapKind = 'personnel' | 'programInfo' | 'team';

/** Groups in the list of gaps, by kind of record. */
export const gapGroups: Readonly<Record<string, Label>> = {
  personnel: ['人员', 'People'],
  programInfo: ['项目', 'Projects'],
  team: ['机构', 'Institutions'],
} satisfies Readonly<Record<GapKind, Label>>;

/** Labels of gaps whose field holds more than the report needs, by field. */
export const gapLabels: Readonly<Record<string, Label>> = {
  members: ['成员投入人月（年度工作量）', 'Members’ months (yearly work)'],
};

/** Kinds of facts that a form counts. */
const countedBy = ({ tables }: AnnualForm): ReadonlySet<FactKind> =>
  new Set(
    tables.flatMap((table) =>
      table.shape === 'register'
        ? [table.of]
        : [...table.rows, ...table.columns].flatMap(({ fill }) =>
            fill.by === 'measure' && fill.of ? [fill.of] : [],
          ),
    ),
  );

/** Gaps of records for a report, one per record and field. */
export const gapsOf = (form: AnnualForm, facts: FactsByKind): readonly ReportGap[] => {
  const counted = countedBy(form);
  return rules
    .filter(({ of }) => counted.has(of))
    .flatMap(({ of, fields }) =>
      (facts[of] ?? []).flatMap(({ resource, id, dept, dims, person = null, missing = [] }) =>
        [
          ...Object.entries(fields).flatMap(([dim, field]) =>
            dims[dim] === undefined || (dims[dim] !== null && dims[dim] !== '') ? [] : [field],
          ),
          ...missing,
        ].map((field) => ({ resource, id, dept, person, field })),
      ),
    );
};
