import type { Label } from '@keyan/kernel/label.ts';
import { roundAmount } from '@keyan/kernel/values/amounts.ts';
import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { workingValues } from '../shared/mechanisms/working.ts';
import { maxWorkingLength } from './dictionaries.ts';
import { explainScore } from './explained.ts';
import { type ScoringOutput, type ScoringRule, scoreOutput } from './scoring.ts';

/** Output with the fields that its results show. */
export interface ScoredOutput extends ScoringOutput {
  readonly title: string;
  readonly isSecret: boolean;
  /** Year for which the output counts. */
  readonly year: number;
}

/** Person who may have results. */
export interface ScoredPerson {
  readonly id: string;
  readonly name: string;
  readonly jobNum: string | null;
  readonly department: string | null;
}

/** Rule with its name. */
export interface NamedRule extends ScoringRule {
  readonly name: string;
}

/** Computed fields of a result, by name. */
export type ResultValues = Readonly<Record<string, string | number | null>>;

/**
 * True if an output counts for a person in the batch: late entries count once, and a norm may count
 * only chosen works.
 */
export type CountsForPerson = (output: ScoredOutput, person: string) => boolean;

/** Code of `allotMode` for division by the leader. */
export const leaderDivides = '5';

/** Percentage of a weight in the total weight, two decimals. */
const share = (weight: string, all: string): string => {
  const [part, whole] = [weight, all].map((text) => {
    const decimal = readDecimal(text);
    return (decimal && decimalUnits(decimal, 2)) ?? 0n;
  }) as [bigint, bigint];
  return whole === 0n ? '0.00' : decimalText((part * 10_000n + whole / 2n) / whole, 2);
};

/** Title shown for secret outputs. */
export const secretTitle: Label = ['涉密成果', 'Classified output'];

/**
 * Scores of people for an output with explanations; other contributors have no results. Pure.
 * @param year year of the batch; outputs of earlier years are late entries
 */
export const computeResults = (
  rules: readonly NamedRule[],
  persons: readonly ScoredPerson[],
  year: number | null,
  counts: CountsForPerson = () => true,
): ((output: ScoredOutput) => readonly ResultValues[]) => {
  const people = new Map(persons.map((one) => [one.id, one]));
  const names = new Map(rules.map(({ id, name }) => [id, name]));
  return (output) => {
    const scored = scoreOutput(rules, output);
    // For people listed twice, the last line wins.
    const shares = new Map(scored?.shares.map((one) => [one.person, one]));
    return [...shares.values()].flatMap((one) => {
      const person = people.get(one.person);
      if (!scored || !person || !counts(output, person.id)) return [];
      const { rule } = scored;
      const name = names.get(rule.id) ?? '';
      const lateYear = year !== null && output.year < year ? output.year : null;
      const words = explainScore({ scored, share: one, output, rule: name, lateYear });
      const values: ResultValues = {
        userId: person.id,
        personName: person.name,
        jobNum: person.jobNum,
        fkDeptId: person.department,
        scoreObject: output.object,
        bizId: output.id,
        title: output.isSecret ? secretTitle[0] : output.title.slice(0, 300),
        secret: output.isSecret ? '1' : '0',
        itemId: rule.id,
        statYear: output.year,
        isLate: lateYear === null ? '0' : '1',
        itemName: name,
        baseScore: roundAmount(rule.base, 2),
        quantity: roundAmount(scored.quantity, 4),
        unitCoef: roundAmount(scored.coefficient, 2),
        outputScore: scored.score,
        allotMode: rule.mode,
        authorSort: one.rank,
        allotRate: share(one.weight, one.all),
        ...workingValues(words, maxWorkingLength),
        score: one.score,
      };
      return [values];
    });
  };
};

/** Total of each person with a result. */
export const personTotals = (results: readonly ResultValues[]): readonly ResultValues[] => [
  ...new Map(
    results.map(({ userId = null, personName = null, jobNum = null, fkDeptId = null }) => [
      userId,
      { userId, personName, jobNum, fkDeptId },
    ]),
  ).values(),
];

/**
 * Outputs whose score the leader divides (R-603, mode 5), with the leader (first member of the
 * university) and the contributors’ initial shares.
 */
export const scoresToDivide = (
  rules: readonly NamedRule[],
  outputs: readonly ScoredOutput[],
  persons: readonly ScoredPerson[],
): readonly RowLike[] => {
  const people = new Map(persons.map((one) => [one.id, one]));
  const names = new Map(rules.map(({ id, name }) => [id, name]));
  return outputs.flatMap((output) => {
    const scored = scoreOutput(rules, output);
    if (scored?.rule.mode !== leaderDivides) return [];
    const ours = output.contributors
      .filter(({ person, isOurs }) => isOurs && person !== null)
      .toSorted((a, b) => a.rank - b.rank);
    const leader = people.get(ours[0]?.person ?? '');
    // A single person gets the whole score, so there is nothing to divide.
    if (!leader || ours.length < 2) return [];
    return [
      {
        bizId: output.id,
        scoreObject: output.object,
        title: output.isSecret ? secretTitle[0] : output.title.slice(0, 300),
        itemName: names.get(scored.rule.id) ?? '',
        outputScore: scored.score,
        leaderId: leader.id,
        fkDeptId: leader.department,
        lines: ours.map(({ person, contribution }) => ({ userId: person, rate: contribution })),
      },
    ];
  });
};

/** First named works of each person, up to the limit, as `output/person`. */
export const firstNamedWorks = (
  named: readonly { readonly bizId: string | null; readonly userId: string | null }[],
  most: number,
): ReadonlySet<string> => {
  const counted = new Map<string | null, number>();
  return new Set(
    named.flatMap(({ bizId, userId }) => {
      const before = counted.get(userId) ?? 0;
      counted.set(userId, before + 1);
      return before < most ? [`${bizId}/${userId}`] : [];
    }),
  );
};
