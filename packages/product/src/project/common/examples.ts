import type { SpecimenSource } from '@keyan/kernel/definition/field/draw.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { projectType } from '../program/project-types.ts';
import { declarePlan } from './faces.ts';
import { leaderLine } from './parts.ts';

/** Explanation of a cost in examples. */
const exampleExplanation: Label = [
  '按近两年同类支出测算',
  'Estimated from similar expenses of the last two years',
];

interface Chosen {
  readonly planId?: string | null;
  readonly programLeader?: string | null;
}

/** Function that converts thousands to an amount in yuan. */
const thousandsOf = (unit: number) => (thousands: number) => `${unit * thousands}000.00`;

/** Example budget line that is fully funded by the funder. */
const costOf =
  (yuan: (thousands: number) => string, basis: string | null = exampleExplanation[0]) =>
  (itemCode: string, thousands: number) => ({
    itemCode,
    superiorAppropriation: yuan(thousands),
    selfRaiseFunds: '0.00',
    basis,
  });

/** Example declaration that satisfies its call for proposals, with a consistent budget. */
export const drawDeclaration = (draw: SpecimenSource, { planId, programLeader }: Chosen) => {
  const { resource } = draw.record(declarePlan.key, planId) ?? {};
  const types = projectType.entries.find(({ code }) => code === resource)?.children;
  const yuan = thousandsOf(draw.int(1, 8));
  const line = costOf(yuan);
  return {
    projectType: types ? draw.pick(types).code : null,
    startDate: addMonths(draw.today, 2),
    endDate: addMonths(draw.today, 2 + 12 * draw.int(1, 3)),
    // States that no ethics approval is needed, since some disciplines require a statement.
    ethics: '0' as const,
    compliance: [{ kind: '1', state: '0' }],
    members: [leaderLine(programLeader)],
    applyFunds: yuan(50),
    budget: [line('10201', 25), line('10301', 15), line('202', 10)],
  };
};

/** Combinations of kind, source, level and type for example approvals. */
const examples = [
  ['vertical', '2004', '02', null],
  ['vertical', '1003', '01', '100301'],
  ['school', '6001', '04', '600103'],
  ['cultural', '6005', '04', '600503'],
] as const;

/** Example source with a matching project type, or without one. */
export const drawOrigin = (draw: SpecimenSource) => {
  const [, resource, , projectType] = draw.pick(examples);
  return { resource, projectType };
};

/** Example approval with a consistent budget. */
export const drawApproval = (draw: SpecimenSource, { programLeader }: Chosen) => {
  const yuan = thousandsOf(draw.int(5, 60));
  const line = costOf(yuan, null);
  const [programKind, resource, level, projectType] = draw.pick(examples);
  return {
    programKind,
    resource,
    level,
    projectType,
    startDate: addMonths(draw.today, -1),
    endDate: addMonths(draw.today, 23),
    members: [leaderLine(programLeader)],
    superiorAppropriation: yuan(10),
    matchFunds: null,
    selfRaiseFunds: null,
    budget: [line('10201', 6), line('10301', 4)],
  };
};
