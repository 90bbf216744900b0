import {
  atLeast,
  atMost,
  equal,
  isZero,
  roundAmount,
  times,
} from '@keyan/kernel/values/amounts.ts';
import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { sharesByRank } from '../achievement/common/authors.ts';

/** Condition of a rule on a field of an output. */
export interface RuleCondition {
  readonly field: string;
  readonly operator: 'eq' | 'in' | 'ge' | 'le';
  /** Code, number, or comma-separated codes. */
  readonly value: string;
}

/**
 * Coefficients by number of people, in order of position, as decimal texts; key 11 is for more than
 * ten people.
 */
export type CoefficientTable = ReadonlyMap<number, readonly string[]>;

/** Rule for scoring outputs of one kind. Amounts are decimal texts. */
export interface ScoringRule {
  readonly id: string;
  readonly object: string;
  readonly conditions: readonly RuleCondition[];
  /** Code of `scoreUnit`. */
  readonly unit: string;
  readonly base: string;
  readonly least: string | null;
  readonly most: string | null;
  /** Coefficient by position of the university among affiliations; positions without one give 0. */
  readonly coefficients: ReadonlyMap<string, string>;
  /** Code of `allotMode`. */
  readonly mode: string;
  /** Coefficients of the rule’s own table; null for the default table (mode 2). */
  readonly table: CoefficientTable | null;
  /**
   * True to scale the halves of mode 3 to the whole score; otherwise the first person gets one
   * half, the second a quarter.
   */
  readonly normalised?: boolean;
  /** True to give corresponding authors the first author’s weight, in modes by position. */
  readonly corrAsFirst?: boolean;
  /**
   * True if members of the university get the whole score; otherwise only their part among all
   * authors.
   */
  readonly ownOnly: boolean;
  /** Priority of the rule; the lowest number that applies is used. */
  readonly priority: number;
  /** Group of the rule; within a group the applicable rule with the highest score is used. */
  readonly group: string | null;
}

/** Contributor of an output. */
export interface OutputContributor {
  /** Position, from 1. */
  readonly rank: number;
  /** Account id; null without an account. */
  readonly person: string | null;
  readonly isOurs: boolean;
  /** Contribution in percent, decimal text. */
  readonly contribution: string | null;
  readonly isStudent?: boolean;
  readonly isCorresponding?: boolean;
}

/** Approved record that may score. */
export interface ScoringOutput {
  readonly object: string;
  readonly id: string;
  readonly values: RowLike;
  /** Code of `schoolSign`. */
  readonly sign: string | null;
  /** Quantity by code of `scoreUnit`. */
  readonly quantities: Readonly<Record<string, string>>;
  readonly contributors: readonly OutputContributor[];
  /**
   * Percentage of each person as divided by the leader (mode 5); if undefined, contributions are
   * used.
   */
  readonly divided?: ReadonlyMap<string, string>;
  /** True if a teacher counts as first author of a student’s paper. */
  readonly favoursMentor?: boolean;
}

/** Share of a person in an output. */
export interface OutputShare {
  readonly person: string;
  readonly rank: number;
  /** Part of the person: `weight` of `all`, both decimal texts. */
  readonly weight: string;
  readonly all: string;
  readonly score: string;
  /** True if counted as first author instead of a student. */
  readonly asFirst: boolean;
  /** True if raised to the first author’s weight as corresponding author. */
  readonly asEqual: boolean;
  /** True if the share was adjusted by a hundredth, so that all shares add up. */
  readonly isBent: boolean;
}

/** Value of an output with its division. */
export interface ValuedOutput {
  readonly rule: ScoringRule;
  /** Number of applicable rules in the group, including the chosen one; 1 without a group. */
  readonly fitting: number;
  readonly quantity: string;
  readonly coefficient: string;
  /** Score before minimum and maximum are applied. */
  readonly gross: string;
  readonly score: string;
  readonly shares: readonly OutputShare[];
}

/** Decimals of a score. */
const scale = 2;

const isNumber = (text: string): boolean => readDecimal(text) !== null;

const tests: {
  readonly [K in RuleCondition['operator']]: (own: string, value: string) => boolean;
} = {
  eq: (own, value) => own === value || (isNumber(own) && isNumber(value) && equal(own, value)),
  in: (own, value) => value.split(',').some((one) => one.trim() === own),
  ge: (own, value) => isNumber(own) && isNumber(value) && atLeast(own, value),
  le: (own, value) => isNumber(own) && isNumber(value) && atMost(own, value),
};

/**
 * True if the condition holds; a field with several codes matches if one does; an empty field never
 * matches.
 */
const conditionHolds = (
  { values }: ScoringOutput,
  { field, operator, value }: RuleCondition,
): boolean =>
  [values[field]]
    .flat()
    .some((own) => own !== null && own !== undefined && tests[operator](String(own), value.trim()));

const within = (amount: string, { least, most }: ScoringRule): string => {
  if (most !== null && atLeast(amount, most)) return roundAmount(most, scale);
  return least !== null && atMost(amount, least) ? roundAmount(least, scale) : amount;
};

/**
 * Worth of an output: base × quantity × coefficient, between minimum and maximum; 0 if the
 * university is not an affiliation.
 */
const worthOf = (rule: ScoringRule, output: ScoringOutput) => {
  const quantity = output.quantities[rule.unit] ?? '0';
  const coefficient = rule.coefficients.get(output.sign ?? '') ?? '0';
  const gross = roundAmount(times(rule.base, quantity, coefficient), scale);
  const isNothing = isZero(coefficient) || isZero(quantity);
  return { quantity, coefficient, gross, score: isNothing ? gross : within(gross, rule) };
};

/**
 * Applicable rule: the first by priority; within its group the one with the highest score.
 */
const ruleFor = (
  rules: readonly ScoringRule[],
  output: ScoringOutput,
): { readonly rule: ScoringRule; readonly fitting: number } | null => {
  const fitting = rules
    .filter(({ object, conditions }) => {
      return object === output.object && conditions.every((one) => conditionHolds(output, one));
    })
    .toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
  const [first] = fitting;
  if (!first) return null;
  if (!first.group) return { rule: first, fitting: 1 };
  const rivals = fitting.filter(({ group }) => group === first.group);
  const rule = rivals.reduce((best, one) =>
    atMost(worthOf(one, output).score, worthOf(best, output).score) ? best : one,
  );
  return { rule, fitting: rivals.length };
};

const hundredths = (rate: string | null): bigint => {
  const decimal = readDecimal(rate ?? '0');
  return (decimal && decimalUnits(decimal, scale)) ?? 0n;
};

/** Weights of people in order, with the number of decimals. */
interface Weights {
  readonly units: readonly bigint[];
  /** Weight of the whole score, if larger than the sum of all weights. */
  readonly whole?: bigint;
  /** True if unassigned parts lapse, even if only members get the score. */
  readonly isFixed?: boolean;
  readonly digits: number;
}

const byContribution = (people: readonly OutputContributor[]): Weights => ({
  units: people.map(({ contribution }) => hundredths(contribution)),
  whole: 10_000n,
  digits: scale,
});

/** Maximum number of people with own coefficients in a table. */
const tabled = 10;

/** Coefficients of a rule’s own table in ten-thousandths; missing positions give 0. */
const byTable = ({ length }: readonly OutputContributor[], table: CoefficientTable): Weights => {
  const coefficients = table.get(Math.min(length, tabled + 1)) ?? [];
  return {
    units: Array.from({ length }, (_, at) => {
      const decimal = readDecimal(coefficients[at] ?? '0');
      return (decimal && decimalUnits(decimal, 4)) ?? 0n;
    }),
    whole: 10_000n,
    digits: 4,
  };
};

/**
 * Weights that halve from person to person. Normalised, they add up to the whole; otherwise the
 * first has half, the second a quarter, and the remainder lapses.
 */
const halvingWeights = (
  people: readonly OutputContributor[],
  { normalised = true, ownOnly }: ScoringRule,
): Weights => {
  const takers = people.filter(({ isOurs }) => isOurs || normalised || !ownOnly);
  const whole = 2n ** BigInt(takers.length);
  const units = people.map((one) => {
    const at = takers.indexOf(one);
    return at < 0 ? 0n : 2n ** BigInt(takers.length - 1 - at);
  });
  return normalised || takers.length < 2
    ? { units, digits: 0 }
    : { units, whole, isFixed: true, digits: 0 };
};

/** Weights by code of `allotMode`. */
const weighing: Readonly<
  Record<
    string,
    (people: readonly OutputContributor[], rule: ScoringRule, output: ScoringOutput) => Weights
  >
> = {
  '1': byContribution,
  '2': (people, { table }) =>
    table ? byTable(people, table) : { units: sharesByRank(people.length).map(BigInt), digits: 0 },
  '3': halvingWeights,
  '4': ({ length }) => ({
    units: Array.from({ length }, (_, at) =>
      at > 0 ? 40n : BigInt(Math.max(1, length - 1)) * 60n,
    ),
    digits: 0,
  }),
  '5': (people, _rule, { divided: shares }) =>
    shares
      ? {
          units: people.map(({ person }) => hundredths(shares.get(person ?? '') ?? '0')),
          whole: 10_000n,
          digits: scale,
        }
      : byContribution(people),
  '6': ({ length }) => ({
    units: Array.from({ length }, (_, at) => (at === 0 ? 1n : 0n)),
    digits: 0,
  }),
  '7': ({ length }) => ({ units: Array.from({ length }, () => 1n), digits: 0 }),
};

const noWeights: Weights = { units: [], digits: 0 };

const sum = (units: readonly bigint[]): bigint => units.reduce((all, one) => all + one, 0n);

/**
 * Distributes units by weights, rounded down; remaining units go to the largest rounding losses.
 * The sum never exceeds the units.
 */
const divideByWeights = (
  units: bigint,
  weights: readonly bigint[],
  whole: bigint,
): readonly bigint[] => {
  if (whole === 0n) return weights.map(() => 0n);
  const due = weights.map((weight) => (units * weight) / whole);
  const left = (units * sum(weights)) / whole - sum(due);
  const lost = weights.map((weight, at) => ({ at, rest: (units * weight) % whole }));
  const favoured = new Set(
    lost
      .toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
      .slice(0, Number(left))
      .map(({ at }) => at),
  );
  return due.map((one, at) => (favoured.has(at) ? one + 1n : one));
};

/**
 * Index of the teacher who counts as first author instead of a student: the corresponding
 * author, otherwise the second author; -1 if none.
 * @param people contributors in order of position
 */
const mentorAt = (
  people: readonly OutputContributor[],
  { favoursMentor }: ScoringOutput,
): number => {
  const [first] = people;
  if (!favoursMentor || !first?.isOurs || !first.isStudent) return -1;
  const isTeacher = ({ isOurs, isStudent }: OutputContributor): boolean => isOurs && !isStudent;
  const corresponding = people.findIndex((one) => isTeacher(one) && one.isCorresponding);
  if (corresponding > 0) return corresponding;
  return people[1] && isTeacher(people[1]) ? 1 : -1;
};

/** Weights with those of mentor and student exchanged if that is more. */
const exchangeWithMentor = (units: readonly bigint[], mentor: number): readonly bigint[] =>
  mentor > 0 && (units[0] ?? 0n) > (units[mentor] ?? 0n)
    ? units.with(0, units[mentor] ?? 0n).with(mentor, units[0] ?? 0n)
    : units;

/** Codes of modes that depend on position; agreed contributions are not changed. */
const byRank: ReadonlySet<string> = new Set(['2', '3', '4', '6']);

/** Gives corresponding authors the first author’s weight, if the rule says so. */
const raiseCorrespondingAuthors = (
  units: readonly bigint[],
  people: readonly OutputContributor[],
  { corrAsFirst = false, mode }: ScoringRule,
): readonly bigint[] => {
  const [first = 0n] = units;
  if (!corrAsFirst || !byRank.has(mode)) return units;
  return units.map((unit, at) => (people[at]?.isCorresponding && unit < first ? first : unit));
};

const halfUp = (part: bigint, whole: bigint): bigint =>
  whole === 0n ? 0n : (2n * part + whole) / (2n * whole);

/**
 * Shares of a score for members of the university; shares of people without an account
 * lapse.
 */
const sharesOf = (
  score: string,
  rule: ScoringRule,
  output: ScoringOutput,
): readonly OutputShare[] => {
  const people = output.contributors.toSorted((a, b) => a.rank - b.rank);
  const {
    units: weighedBy,
    whole = 0n,
    isFixed = false,
    digits,
  } = weighing[rule.mode]?.(people, rule, output) ?? noWeights;
  const own = raiseCorrespondingAuthors(weighedBy, people, rule);
  const mentor = mentorAt(people, output);
  const units = exchangeWithMentor(own, mentor);
  const takes = ({ isOurs }: OutputContributor): boolean => isOurs || !rule.ownOnly;
  const weights = people.map((one, at) => (takes(one) ? (units[at] ?? 0n) : 0n));
  const weighed = sum(weights);
  const all = weighed > whole || (rule.ownOnly && !isFixed) ? weighed : whole;
  const parts = divideByWeights(hundredths(score), weights, all);
  return people.flatMap(({ person, isOurs, rank }, at) =>
    person === null || !isOurs
      ? []
      : [
          {
            person,
            rank,
            weight: decimalText(weights[at] ?? 0n, digits),
            all: decimalText(all, digits),
            score: decimalText(parts[at] ?? 0n, scale),
            asFirst: at === mentor && units !== own,
            asEqual: own[at] !== weighedBy[at],
            isBent: parts[at] !== halfUp(hundredths(score) * (weights[at] ?? 0n), all),
          },
        ],
  );
};

/** Value of an output by rules, with the share of each member; null if no rule applies. */
export const scoreOutput = (
  rules: readonly ScoringRule[],
  output: ScoringOutput,
): ValuedOutput | null => {
  const chosen = ruleFor(rules, output);
  if (!chosen) return null;
  const { rule } = chosen;
  const found = worthOf(rule, output);
  return { ...chosen, ...found, shares: sharesOf(found.score, rule, output) };
};
