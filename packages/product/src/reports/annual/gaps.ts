import type { Label } from '@keyan/kernel/label.ts';
import type { Facts } from './fill.ts';
import type { AnnualForm, FactKind } from './form.ts';

/** A record lacks a field that the report asks for. */
export interface Gap {
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  readonly field: string;
}

interface GapRule {
  readonly of: FactKind;
  /** The dimension that is empty, and the field of the record that fills it. */
  readonly fields: Readonly<Record<string, string>>;
}

/** What the reports ask of records, beside what their forms require at entry. */
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
  { of: 'outputs', fields: { discipline: 'discipline' } },
  { of: 'institutions', fields: { discipline: 'discipline' } },
];

/** Groups of the list of gaps, by the kinds of records. */
export const gapGroups: Readonly<Record<string, Label>> = {
  personnel: ['人员', 'People'],
  programInfo: ['项目', 'Projects'],
  team: ['机构', 'Institutions'],
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

/** What records lack for a report, one gap for each record and field. */
export const gapsOf = (form: AnnualForm, facts: Facts): readonly Gap[] => {
  const counted = countedBy(form);
  return rules
    .filter(({ of }) => counted.has(of))
    .flatMap(({ of, fields }) =>
      (facts[of] ?? []).flatMap(({ resource, id, dept, dims }) =>
        Object.entries(fields).flatMap(([dim, field]) =>
          dims[dim] === undefined || (dims[dim] !== null && dims[dim] !== '')
            ? []
            : [{ resource, id, dept, field }],
        ),
      ),
    );
};
