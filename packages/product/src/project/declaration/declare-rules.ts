import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import type { Validator } from '@keyan/kernel/definition/field/validator.ts';
import {
  type FactsOf,
  parameterFact,
  recordNamedBy,
  treeBranchOf,
} from '@keyan/kernel/definition/life/fact.ts';
import type { FieldNameOf } from '@keyan/kernel/definition/resource.ts';
import { equal } from '@keyan/kernel/values/amounts.ts';
import { similarRecords } from '../../shared/mechanisms/alike.ts';
import { mayAnswer, outsidePeriodMessage } from '../../shared/mechanisms/releasing.ts';
import { dept } from '../../shared/references/refs.ts';
import { memberConfirm } from '../../system/parameters/limits.ts';
import { indirectFault } from '../budget/budget-limits.ts';
import { lumpSum, programStatus } from '../common/dictionaries.ts';
import { declarePlan } from '../common/faces.ts';
import { budgetEqualsWhole, endsAfterStart, membersInOrder } from '../common/filed-rules.ts';
import { statedFaults } from '../compliance/compliance.ts';
import { program } from '../program/program.ts';
import { isOpenFor } from './declare-extension.ts';
import type { declareFields } from './declare-fields.ts';
import { limitFaults } from './declare-limits.ts';
import { isHandedIn, missingAgreementFaults, teamFindings } from './declare-people.ts';
import { countedStatesOfDeclarations, returnedState } from './declare-states.ts';
import { peopleFacts } from './people-facts.ts';

/** Facts outside the declaration that its rules use. */
export const declareFacts = {
  plan: recordNamedBy('planId', declarePlan),
  college: treeBranchOf('departmentId', dept),
  asks: parameterFact(memberConfirm),
  ...peopleFacts,
};

/** Comparison of titles with declarations and projects of the last three years. */
export const comparedTitles = similarRecords(['相近申报', 'Similar applications'], {
  title: 'programName',
  year: 'planYear',
  years: 3,
  period: ['三年', 'three years'],
  called: ['申报或项目', 'applications or projects'],
  state: 'declareStatus',
  counted: countedStatesOfDeclarations,
  // Includes projects without a declaration here, from the project ledger.
  others: [
    {
      resource: program.key,
      title: 'programName',
      year: 'startDate',
      state: 'status',
      // All statuses of approved projects count.
      counted: programStatus.entries.map(({ code }) => code),
    },
  ],
});

type Declared = typeof declareFields;

/** True if the call invites one of the departments; a call without departments invites all. */
const isInvited = (
  invited: readonly string[] | null,
  departments: readonly (string | null)[],
): boolean =>
  (invited ?? []).length === 0 || departments.some((one) => one !== null && invited?.includes(one));

/** Rules of a submitted declaration. */
export const declareRules: readonly Validator<
  RowOf<Declared>,
  FieldNameOf<Declared>,
  FactsOf<typeof declareFacts>
>[] = [
  {
    fields: ['planId'],
    check: ({ planId, declareStatus }, { now, facts: { plan, me } }) =>
      planId &&
      !mayAnswer(plan, now, declareStatus === returnedState) &&
      !isOpenFor(plan, me.id, now)
        ? outsidePeriodMessage
        : null,
  },
  {
    fields: ['departmentId', 'planId'],
    check: ({ departmentId }, { facts: { plan, college } }) =>
      isInvited(plan.deptIds, [departmentId, college])
        ? null
        : ['该计划不面向本院系', 'This call is not open to your college'],
  },
  endsAfterStart(['计划完成日期', 'The planned end date']),
  membersInOrder,
  // Skipped when a member answers, which changes only that member’s line.
  {
    fields: ['programLeader', 'planId', 'projectType'],
    check: (row, { today, facts }) =>
      isHandedIn(row)
        ? null
        : teamFindings(row, facts, today).filter(({ level }) => level === 'error'),
  },
  {
    fields: ['isAsked'],
    check: (row, { facts }) =>
      isHandedIn(row) ? null : missingAgreementFaults(row.members, facts),
  },
  {
    fields: ['keywords', 'startDate', 'endDate', 'applyFunds', 'projectType'],
    check: (row, { facts: { plan } }) =>
      isHandedIn(row) || !row.planId ? null : limitFaults(row, plan),
  },
  budgetEqualsWhole('applyFunds', ['申请经费', 'the requested funds']),
  {
    fields: ['budget', 'fundMode', 'isTheory'],
    check: ({ budget, fundMode, isTheory }) =>
      fundMode === lumpSum ? null : indirectFault(budget, isTheory === '1'),
  },
  {
    fields: ['applyFunds', 'matchFunds'],
    check: ({ applyFunds, matchFunds }) =>
      applyFunds !== null && equal(applyFunds, '0') && equal(matchFunds, '0')
        ? ['申请经费应大于 0', 'The requested funds must be greater than 0']
        : null,
  },
  {
    fields: ['compliance', 'ethics', 'subject', 'planId'],
    check: (row, { facts: { plan } }) => (isHandedIn(row) ? null : statedFaults(row, plan)),
  },
  {
    fields: ['integrity'],
    check: ({ integrity }) =>
      integrity === '0' ? ['请作出科研诚信承诺', 'Please make the integrity pledge'] : null,
  },
];
