import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { achievements } from '../achievement/achievements.ts';
import { openingStatusCodes } from '../funds/opening/dictionaries.ts';
import { fundsOpening } from '../funds/opening/funds-opening.ts';
import { personnel } from '../people/personnel.ts';
import { project } from '../project/project.ts';
import { user } from '../system/accounts/user.ts';
import { department } from '../system/departments/department.ts';

/** An amount that the file and the system are compared by. */
export interface MovedMeasure {
  readonly key: string;
  readonly label: Label;
  /** Column of the file. */
  readonly field: string;
}

/** A kind of record that is moved in. */
export interface MovingKind {
  readonly step: string;
  readonly resource: Resource;
  /** A row is a stored record by one of these lists of fields. */
  readonly sameBy: readonly (readonly string[])[];
  readonly measures: readonly MovedMeasure[];
  /** Values of rows that have none. @param day the opening day that the officer chose */
  defaults?(day: string | null): Readonly<Record<string, string>>;
  /** The opening day is asked for. */
  readonly asksDay?: true;
}

const steps = { people: '1', projects: '2', openings: '3', achievements: '4' } as const;

/** Fields with a value that no other record has, then the title with the day of the achievement. */
const achievementKeys = ({ fields, title }: Resource): readonly (readonly string[])[] => {
  const numbers = Object.entries(fields).flatMap(([name, { spec }]) =>
    spec.unique && !spec.readonly ? [[name, ...(spec.uniqueWith ?? [])]] : [],
  );
  const [day] = Object.entries(fields).flatMap(([name, { spec }]) =>
    spec.type === 'date' && spec.required && !spec.readonly ? [name] : [],
  );
  return [...numbers, day ? [title, day] : [title]];
};

/** Everything that is moved in, in the order of the steps. */
export const movingKinds: readonly MovingKind[] = [
  {
    step: steps.people,
    resource: untypedResource(department),
    sameBy: [['deptCode'], ['parentId', 'deptName']],
    measures: [],
  },
  {
    step: steps.people,
    resource: untypedResource(user),
    sameBy: [['account'], ['code']],
    measures: [],
  },
  { step: steps.people, resource: untypedResource(personnel), sameBy: [['jobNum']], measures: [] },
  {
    step: steps.projects,
    resource: untypedResource(project),
    sameBy: [['programNum'], ['resource', 'approvalNum']],
    measures: [
      {
        key: 'contract',
        label: ['批准（合同）经费', 'Approved or contract funds'],
        field: 'funds',
      },
    ],
  },
  {
    step: steps.openings,
    resource: untypedResource(fundsOpening),
    sameBy: [['programId']],
    measures: [
      { key: 'contract', label: ['合同经费', 'Contract funds'], field: 'contractFunds' },
      { key: 'arrived', label: ['累计到账', 'Received'], field: 'arrived' },
      { key: 'spent', label: ['累计支出', 'Spent'], field: 'spent' },
      { key: 'left', label: ['结余', 'Balance'], field: 'told' },
    ],
    asksDay: true,
    defaults: (day) => ({
      status: openingStatusCodes.confirmed,
      ...(day ? { openingDay: day } : {}),
    }),
  },
  ...achievements.map((resource) => ({
    step: steps.achievements,
    resource,
    sameBy: achievementKeys(resource),
    measures: [],
  })),
];

/** The kind by the key of its resource. */
export const movingKindOf = (key: string): MovingKind | undefined =>
  movingKinds.find(({ resource }) => resource.key === key);
