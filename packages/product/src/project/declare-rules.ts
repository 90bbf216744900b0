import { type FactsOf, of, param, writer } from '@keyan/kernel/definition/fact.ts';
import type { RowOf } from '@keyan/kernel/definition/field.ts';
import type { NameOf, Validator } from '@keyan/kernel/definition/resource.ts';
import { equal } from '@keyan/kernel/values/amounts.ts';
import { mayAnswer, notNow } from '../shared/releasing.ts';
import { memberConfirm } from '../system/parameters/limits.ts';
import { budgetFaults } from './budget-change.ts';
import { askedFor, indirectFault } from './budget-limits.ts';
import { staysOpenFor } from './declare-extension.ts';
import type { declareFields } from './declare-fields.ts';
import { returned } from './declare-states.ts';
import { declarePlan } from './faces.ts';
import { memberFaults } from './parts.ts';
import { isTypeOf } from './project-types.ts';

/** What declarations are judged by beside themselves. */
export const declareFacts = {
  plan: of('planId', declarePlan),
  asks: param(memberConfirm),
  me: writer(),
};

type Declared = typeof declareFields;

/** What must hold of a declaration that is handed in. */
export const declareRules: readonly Validator<
  RowOf<Declared>,
  NameOf<Declared>,
  FactsOf<typeof declareFacts>
>[] = [
  {
    fields: ['planId'],
    check: ({ planId, declareStatus }, { now, facts: { plan, me } }) =>
      planId && !mayAnswer(plan, now, declareStatus === returned) && !staysOpenFor(plan, me.id, now)
        ? notNow
        : null,
  },
  {
    fields: ['projectType', 'resource'],
    check: ({ projectType: type, resource }) =>
      isTypeOf(type, resource)
        ? null
        : ['项目类别与项目来源不符', 'The source of the plan has no projects of this type'],
  },
  {
    fields: ['endDate', 'startDate'],
    check: ({ startDate, endDate }) =>
      startDate && endDate && endDate <= startDate
        ? ['计划完成日期应晚于开始日期', 'It has to end after it begins']
        : null,
  },
  {
    fields: ['members', 'programLeader'],
    check: ({ members, programLeader }) => memberFaults('members', members, programLeader),
  },
  {
    fields: ['budget', 'applyFunds', 'fundMode'],
    check: ({ budget, applyFunds, fundMode }) => {
      const lines = (budget ?? []).map((line) => ({ ...line, amount: askedFor(line) }));
      const whole = { amount: applyFunds, name: ['申请经费', 'what is asked for'] } as const;
      const faults = budgetFaults('budget', lines, whole);
      if (faults || fundMode === '2') return faults;
      const message = indirectFault(budget);
      return message && [{ path: 'budget', message }];
    },
  },
  {
    fields: ['applyFunds', 'matchFunds'],
    check: ({ applyFunds, matchFunds }) =>
      applyFunds !== null && equal(applyFunds, '0') && equal(matchFunds, '0')
        ? ['申请经费应大于 0', 'Something has to be asked for']
        : null,
  },
  {
    fields: ['integrity'],
    check: ({ integrity }) =>
      integrity === '0' ? ['请作出科研诚信承诺', 'Pledge integrity first'] : null,
  },
];
