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

/** A condition of a rule on one field of an output. */
export interface RuleCondition {
  readonly field: string;
  readonly operator: 'eq' | 'in' | 'ge' | 'le';
  /** A code, a number, or several codes separated by commas. */
  readonly value: string;
}

/** Coefficients by number of people, from the first place on, as decimal texts; 11 is for more than ten. */
export type CoefficientTable = ReadonlyMap<number, readonly string[]>;

/** Rule for the value of outputs of one kind. Amounts are decimal texts. */
export interface ScoringRule {
  readonly id: string;
  readonly object: string;
  readonly conditions: readonly RuleCondition[];
  /** A code of `scoreUnit`. */
  readonly unit: string;
  readonly base: string;
  readonly least: string | null;
  readonly most: string | null;
  /** By the place of the university among the signing units; a place that is not listed gives nothing. */
  readonly coefficients: ReadonlyMap<string, string>;
  /** A code of `allotMode`. */
  readonly mode: string;
  /** The coefficients of a table of its own, by number of people and place; null for the usual one (mode 2). */
  readonly table: CoefficientTable | null;
  /** Are the halves of mode 3 brought to the whole score? Else the first has one half, the second a quarter. */
  readonly normalised?: boolean;
  /** Do corresponding authors have the weight of the first author, in the ways that go by rank? */
  readonly corrAsFirst?: boolean;
  /** The whole score goes to our people; else theirs is the part that is theirs among all. */
  readonly ownOnly: boolean;
  /** The rule with the lowest number that fits counts. */
  readonly priority: number;
  /** Group of the rule; the fitting rule of a group that gives most counts. */
  readonly group: string | null;
}

/** One of the people of an output. */
export interface OutputContributor {
  /** From 1. */
  readonly rank: number;
  /** The account; null for a person who has none. */
  readonly person: string | null;
  readonly isOurs: boolean;
  /** Percent, as decimal text. */
  readonly contribution: string | null;
  readonly isStudent?: boolean;
  readonly isCorresponding?: boolean;
}

/** An approved record that may score. */
export interface ScoringOutput {
  readonly object: string;
  readonly id: string;
  readonly values: RowLike;
  /** A code of `schoolSign`. */
  readonly sign: string | null;
  /** How many units it counts as, by codes of `scoreUnit`. */
  readonly quantities: Readonly<Record<string, string>>;
  readonly contributors: readonly OutputContributor[];
  /** Percent of each person as the leader divided it (mode 5); without it the contributions count. */
  readonly divided?: ReadonlyMap<string, string>;
  /** Does a teacher count as first author of a paper of their student? */
  readonly favoursMentor?: boolean;
}

/** Share of one person in an output. */
export interface OutputShare {
  readonly person: string;
  readonly rank: number;
  /** The person's part is `weight` of `all`, both decimal texts. */
  readonly weight: string;
  readonly all: string;
  readonly score: string;
  /** Counted as first author in the place of a student. */
  readonly asFirst: boolean;
  /** Raised to the weight of the first author, as a corresponding author. */
  readonly asEqual: boolean;
  /** Another hundredth than rounding it alone would give: all parts together are to come to their sum. */
  readonly isBent: boolean;
}

/** Value of an output, and its division. */
export interface ValuedOutput {
  readonly rule: ScoringRule;
  /** How many rules of its group fit, itself included; 1 for a rule of no group. */
  readonly fitting: number;
  readonly quantity: string;
  readonly coefficient: string;
  /** Score before its floor and its cap. */
  readonly gross: string;
  readonly score: string;
  readonly shares: readonly OutputShare[];
}

/** Digits after the point of every score. */
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

/** A field with several codes fits where one of them does; an empty one never does. */
const fits = ({ values }: ScoringOutput, { field, operator, value }: RuleCondition): boolean =>
  [values[field]]
    .flat()
    .some((own) => own !== null && own !== undefined && tests[operator](String(own), value.trim()));

const within = (amount: string, { least, most }: ScoringRule): string => {
  if (most !== null && atLeast(amount, most)) return roundAmount(most, scale);
  return least !== null && atMost(amount, least) ? roundAmount(least, scale) : amount;
};

/** base × quantity × coefficient, between floor and cap; what we did not sign gives nothing. */
const worth = (rule: ScoringRule, output: ScoringOutput) => {
  const quantity = output.quantities[rule.unit] ?? '0';
  const coefficient = rule.coefficients.get(output.sign ?? '') ?? '0';
  const gross = roundAmount(times(rule.base, quantity, coefficient), scale);
  const isNothing = isZero(coefficient) || isZero(quantity);
  return { quantity, coefficient, gross, score: isNothing ? gross : within(gross, rule) };
};

/** the first rule that fits; where it is of a group, the one of that group that gives most. */
const ruleFor = (
  rules: readonly ScoringRule[],
  output: ScoringOutput,
): { readonly rule: ScoringRule; readonly fitting: number } | null => {
  const fitting = rules
    .filter(({ object, conditions }) => {
      return object === output.object && conditions.every((one) => fits(output, one));
    })
    .toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
  const [first] = fitting;
  if (!first) return null;
  if (!first.group) return { rule: first, fitting: 1 };
  const rivals = fitting.filter(({ group }) => group === first.group);
  const rule = rivals.reduce((best, one) =>
    atMost(worth(one, output).score, worth(best, output).score) ? best : one,
  );
  return { rule, fitting: rivals.length };
};

const hundredths = (rate: string | null): bigint => {
  const decimal = readDecimal(rate ?? '0');
  return (decimal && decimalUnits(decimal, scale)) ?? 0n;
};

/** Weights of the people in their order; `digits` after the point of the units. */
interface Weights {
  readonly units: readonly bigint[];
  /** Weight of the whole score, if it exceeds the sum of all units. */
  readonly whole?: bigint;
  /** The parts are of the whole even where it goes to our people alone: what nobody has lapses. */
  readonly isFixed?: boolean;
  readonly digits: number;
}

const byContribution = (people: readonly OutputContributor[]): Weights => ({
  units: people.map(({ contribution }) => hundredths(contribution)),
  whole: 10_000n,
  digits: scale,
});

/** The most people for whom a table has coefficients of their own. */
const tabled = 10;

/** Coefficients of a rule's own table in ten-thousandths; a place that it does not list gives nothing. */
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
 * Each half of the one before. Brought to the whole, all of it is divided; as it stands, the first has a half of the
 * output, the second a quarter, and what is left lapses: so the parts never come to more than the output.
 */
const halving = (
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

/** R-603, by codes of `allotMode`. */
const weighing: Readonly<
  Record<
    string,
    (people: readonly OutputContributor[], rule: ScoringRule, output: ScoringOutput) => Weights
  >
> = {
  '1': byContribution,
  '2': (people, { table }) =>
    table ? byTable(people, table) : { units: sharesByRank(people.length).map(BigInt), digits: 0 },
  '3': halving,
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
 * Units divided by weight: each has what its weight gives, rounded down, and those who lose most by
 * rounding get one unit more, until the sum is that of all weights. It never exceeds the units.
 */
const divided = (units: bigint, weights: readonly bigint[], whole: bigint): readonly bigint[] => {
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
 * who of these counts as first author in the place of a student of ours: the teacher who is the
 * corresponding author, else the one who stands second. -1 where nobody does.
 * @param people the first first
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

/** The weights as they are counted: a mentor and the student exchange theirs where that is more. */
const exchanged = (units: readonly bigint[], mentor: number): readonly bigint[] =>
  mentor > 0 && (units[0] ?? 0n) > (units[mentor] ?? 0n)
    ? units.with(0, units[mentor] ?? 0n).with(mentor, units[0] ?? 0n)
    : units;

/** The ways that go by rank: what people agreed on among themselves stays as it is. */
const byRank: ReadonlySet<string> = new Set(['2', '3', '4', '6']);

/** the corresponding authors have what the first has, where the rule says so. */
const levelled = (
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

/** what of a score each of our people gets. People without an account get none, and no one else theirs. */
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
  const own = levelled(weighedBy, people, rule);
  const mentor = mentorAt(people, output);
  const units = exchanged(own, mentor);
  const takes = ({ isOurs }: OutputContributor): boolean => isOurs || !rule.ownOnly;
  const weights = people.map((one, at) => (takes(one) ? (units[at] ?? 0n) : 0n));
  const weighed = sum(weights);
  const all = weighed > whole || (rule.ownOnly && !isFixed) ? weighed : whole;
  const parts = divided(hundredths(score), weights, all);
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

/** Value of an output by these rules, and the share of each member of the university; null if no rule fits. */
export const scoreOutput = (
  rules: readonly ScoringRule[],
  output: ScoringOutput,
): ValuedOutput | null => {
  const chosen = ruleFor(rules, output);
  if (!chosen) return null;
  const { rule } = chosen;
  const found = worth(rule, output);
  return { ...chosen, ...found, shares: sharesOf(found.score, rule, output) };
};
