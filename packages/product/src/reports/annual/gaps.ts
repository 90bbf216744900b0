import type { Label } from '@keyan/kernel/label.ts';
import type { FactsByKind } from './fill.ts';
import type { AnnualForm, FactKind } from './form.ts';

/** A record lacks a field that the report asks for. */
export interface ReportGap {
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  /** The account of the person who is asked for it. */
  readonly person: string | null;
  readonly field: string;
}

interface GapRule {
  readonly of: FactKind;
  /** The dimension that is empty, and the field of the record that fills it. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Requirements of the reports for records, in addition to those of their forms at entry. */
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

/** Kinds of records, beside outputs, of which a report counts something. */
export type GapKind = 'personnel' | 'programInfo' | 'team';

/** Groups of the list of gaps, by the kinds of records. */
export const gapGroups: Readonly<Record<string, Label>> = {
  personnel: ['人员', 'People'],
  programInfo: ['项目', 'Projects'],
  team: ['机构', 'Institutions'],
} satisfies Readonly<Record<GapKind, Label>>;

/** Names of gaps in a field that holds more than the report asks for, by the field. */
export const gapLabels: Readonly<Record<string, Label>> = {
  members: ['成员投入人月（年度工作量）', 'Members’ months (yearly work)'],
};

/** The kinds of facts that a form counts. */
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

/** Gaps of records for a report, one for each record and field. */
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
