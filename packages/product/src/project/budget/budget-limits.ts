import type { DecimalText } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { atMost, minus, percent, plus } from '@keyan/kernel/values/amounts.ts';

/** Requested amounts of a budget item: from the funder and from the university. */
interface AskedLine {
  readonly itemCode: string | null;
  readonly superiorAppropriation: DecimalText | null;
  readonly selfRaiseFunds: DecimalText | null;
}

/** Total of a budget line. */
export const askedAmountOf = (line: Omit<AskedLine, 'itemCode'>): string =>
  plus(line.superiorAppropriation, line.selfRaiseFunds);

/**
 * Maximum rates of indirect costs in percent, by part of the base; the last part is unlimited
 * (R-105).
 */
const parts: readonly (readonly [from: string, rate: string])[] = [
  ['0', '30'],
  ['5000000', '25'],
  ['10000000', '20'],
];

/** Maximum rate for purely theoretical research in percent of the whole base. */
const theoretical = '60';

/**
 * Maximum indirect costs in yuan.
 * @param base direct costs without equipment, in yuan
 * @param isTheory true for purely theoretical research, which has one rate for the whole base
 */
export const maxIndirectCosts = (base: string, isTheory = false): string =>
  isTheory ? percent(base, theoretical) : inParts(base);

const inParts = (base: string): string =>
  plus(
    '0.00',
    ...parts.map(([from, rate], index) => {
      const end = parts[index + 1]?.[0];
      const upTo = end !== undefined && atMost(end, base) ? end : base;
      return atMost(upTo, from) ? '0' : percent(minus(upTo, from), rate);
    }),
  );

const sumOf = (budget: readonly AskedLine[], group: string): string =>
  plus(...budget.filter(({ itemCode }) => itemCode?.startsWith(group)).map(askedAmountOf));

/** Fault if the indirect costs of a budget exceed their maximum. */
export const indirectFault = (
  budget: readonly AskedLine[] | null,
  isTheory = false,
): Label | null => {
  const indirect = sumOf(budget ?? [], '2');
  const most = maxIndirectCosts(
    minus(sumOf(budget ?? [], '1'), sumOf(budget ?? [], '10101')),
    isTheory,
  );
  if (atMost(indirect, most)) return null;
  const [is, may] = [groupDigits(indirect), groupDigits(most)];
  return [
    `间接费用 ${is} 元，超过上限 ${may} 元`,
    `Indirect costs are ${is} yuan; at most ${may} are allowed`,
  ];
};
