import type { RowOf } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import { atLeast, atMost } from '@keyan/kernel/values/amounts.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import type { declarePlan } from '../common/faces.ts';

type Plan = Pick<RowOf<typeof declarePlan.fields>, 'planYear' | 'typeRules'>;

interface LimitedFields {
  readonly projectType: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly applyFunds: string | null;
  readonly keywords: string | null;
}

const [fewest, most] = [3, 5];

/** Keywords of a text, separated by semicolons, commas or enumeration commas. */
export const keywordsIn = (text: string | null): readonly string[] =>
  (text ?? '')
    .split(/[;；,，、]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** Faults unless there are three to five keywords. */
const keywordFaults = ({ keywords }: LimitedFields): readonly FieldFault[] => {
  const count = keywordsIn(keywords).length;
  return keywords === null || (count >= fewest && count <= most)
    ? []
    : [
        {
          path: 'keywords',
          message: [
            `请填写 ${fewest}–${most} 个关键词，以分号分隔，当前 ${count} 个`,
            `Enter ${fewest} to ${most} keywords, separated by semicolons; there are ${count}`,
          ],
        },
      ];
};

/** Rule of a call for a project type: the type’s own line, otherwise the general line. */
export const limitRuleFor = ({ typeRules }: Pick<Plan, 'typeRules'>, type: string | null) =>
  (typeRules ?? []).find(({ projectType }) => projectType !== null && projectType === type) ??
  (typeRules ?? []).find(({ projectType }) => projectType === null);

/**
 * Faults of dates outside the call’s limits; without limits, of dates years before the call
 * (R-102.11).
 */
const dateFaults = (row: LimitedFields, plan: Plan): readonly FieldFault[] => {
  const { startDate, endDate, projectType } = row;
  const rule = limitRuleFor(plan, projectType);
  const from = rule?.startFrom ?? (plan.planYear === null ? null : `${plan.planYear - 1}-01-01`);
  const to = rule?.startTo ?? null;
  const faults: FieldFault[] = [];
  if (startDate && from && startDate < from) {
    faults.push({
      path: 'startDate',
      message: [
        `【计划开始日期】不能早于 ${from}`,
        `The planned start date must not be before ${from}`,
      ],
    });
  }
  if (startDate && to && startDate > to) {
    faults.push({
      path: 'startDate',
      message: [`【计划开始日期】不能晚于 ${to}`, `The planned start date must not be after ${to}`],
    });
  }
  const months = rule?.months ?? null;
  if (startDate && endDate && months !== null && endDate > addMonths(startDate, months)) {
    faults.push({
      path: 'endDate',
      message: [
        `该类项目研究期限不超过 ${months} 个月`,
        `Projects of this type must not exceed ${months} months`,
      ],
    });
  }
  return faults;
};

/** Faults of a requested amount below the minimum or above the maximum of the call. */
const fundFaults = (
  { applyFunds, projectType }: LimitedFields,
  plan: Plan,
): readonly FieldFault[] => {
  const rule = limitRuleFor(plan, projectType);
  const [least, ceiling] = [rule?.minFunds ?? null, rule?.maxFunds ?? null];
  if (applyFunds === null) return [];
  if (ceiling !== null && !atMost(applyFunds, ceiling)) {
    const amount = groupDigits(ceiling);
    return [
      {
        path: 'applyFunds',
        message: [
          `【申请经费】不能超过 ${amount} 元`,
          `The requested funds must not exceed ${amount} yuan`,
        ],
      },
    ];
  }
  if (least !== null && !atLeast(applyFunds, least)) {
    const amount = groupDigits(least);
    return [
      {
        path: 'applyFunds',
        message: [
          `【申请经费】不能低于 ${amount} 元`,
          `The requested funds must not be below ${amount} yuan`,
        ],
      },
    ];
  }
  return [];
};

/** Faults of keywords, dates and amount of a declaration by the limits of its call. */
export const limitFaults = (row: LimitedFields, plan: Plan): readonly FieldFault[] => [
  ...keywordFaults(row),
  ...dateFaults(row, plan),
  ...fundFaults(row, plan),
];
