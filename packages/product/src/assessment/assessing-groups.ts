import { fill } from '@keyan/kernel/label.ts';
import { plus, proportionalAmount, sum } from '@keyan/kernel/values/amounts.ts';
import {
  type AssessedDepartment,
  type AssessedOutcome,
  type CollegeSuggestions,
  type MeasuredPerson,
  type Program,
  targetLabelOf,
} from './assessing.ts';
import { assessGradeCodes, assessTerm, assessTermCodes } from './dictionaries.ts';
import { finishRate } from './folding.ts';
import { termPoints, weightedSum } from './grading.ts';

// Required and actual values of departments, from the values of their people. Pure
// functions.

/**
 * Sums of the required and the actual values of people; exempt people and people without a target
 * are left out.
 */
const sumOf = (
  all: readonly MeasuredPerson[],
): { readonly required: string; readonly actual: string } => {
  const counted = all.filter(({ fixed }) => fixed === undefined);
  return {
    required: plus('0.00', sum(counted, 'required')),
    actual: plus('0.00', sum(counted, 'actual')),
  };
};

/** Value of a term per head of the university, used for terms without a target. */
const perHead = (value: string, heads: number): string =>
  heads === 0 ? '0.0000' : proportionalAmount('1', value, String(heads), 4);

export const measuredDepartments = (
  program: Program,
  people: readonly MeasuredPerson[],
  departments: readonly AssessedDepartment[],
  suggestions: CollegeSuggestions,
): readonly AssessedOutcome[] => {
  const all = people.filter(({ fixed }) => !fixed);
  const rows = departments.map((one) => {
    const own = all.filter(({ person }) => person.department === one.id);
    const { required, actual } = sumOf(own);
    return { one, heads: own.length, rate: finishRate(actual, required) ?? '0.00' };
  });
  const wholeRate = (() => {
    const { required, actual } = sumOf(all);
    return finishRate(actual, required) ?? '0.00';
  })();
  const whole = (code: string): string =>
    plus('0.00', ...rows.map(({ one }) => one.values.get(code) ?? '0'));
  return rows.map(({ one, heads, rate }) => {
    const points = program.terms.map(({ code, weight, target }) => {
      const isRate = code === assessTermCodes.rate;
      const value = isRate ? rate : (one.values.get(code) ?? '0.00');
      const own = target === null && !isRate ? perHead(value, heads) : value;
      const against = target ?? (isRate ? wholeRate : perHead(whole(code), all.length));
      return { code, weight, points: termPoints(own, against), own, against };
    });
    const actual = weightedSum(points);
    const key = `D${one.id}`;
    return {
      id: key,
      subject: { key, name: one.name, department: one.id },
      actual,
      required: '100.00',
      mustsMet: true,
      lacking: [],
      suggested: suggestions.get(key) ?? null,
      ...(heads === 0 ? { fixed: assessGradeCodes.exempt } : {}),
      notes: [
        fill(['考核 {heads} 人', '{heads} people'], { heads }),
        ...points.map((term) =>
          fill(
            [
              '{term} {own} ÷ {against} = {points} × {weight}%',
              '{term} {own} ÷ {against} = {points} × {weight} %',
            ],
            {
              term: targetLabelOf(assessTerm, term.code),
              own: term.own,
              against: term.against,
              points: term.points,
              weight: term.weight,
            },
          ),
        ),
        fill(['合计 {actual}', 'In all {actual}'], { actual }),
      ],
    };
  });
};
