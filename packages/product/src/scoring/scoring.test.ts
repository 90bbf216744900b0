import { atMost, plus } from '@keyan/kernel/values/amounts.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scoreFields, scoreLock } from '../shared/mechanisms/scored.ts';
import { scoreObject } from './dictionaries.ts';
import { explainScore } from './explained.ts';
import { scoredKinds } from './objects.ts';
import {
  type OutputContributor,
  type OutputShare,
  type ScoringOutput,
  type ScoringRule,
  scoreOutput,
  type ValuedOutput,
} from './scoring.ts';

test('each kind that scores says as what, and there is one for each', () => {
  expect(Object.keys(scoredKinds)).toEqual(scoreObject.entries.map(({ code }) => code));
});

test('each kind that scores is locked by what a confirmed batch gave it (R-508)', () => {
  for (const { as, resource } of Object.values(scoredKinds)) {
    expect.soft(resource.fields, as).toMatchObject(scoreFields);
    expect.soft(resource.fixed, as).toBe(scoreLock);
  }
});

const rule: ScoringRule = {
  id: '1',
  object: 'paper',
  conditions: [{ field: 'journalLevel', operator: 'eq', value: 'A1' }],
  unit: '1',
  base: '200',
  least: null,
  most: null,
  coefficients: new Map([
    ['1', '1'],
    ['2', '0.5'],
  ]),
  mode: '1',
  table: null,
  ownOnly: true,
  priority: 10,
  group: null,
};

const person = (rank: number, contribution: string, isOurs = true): OutputContributor => ({
  rank,
  person: isOurs ? `p${rank}` : null,
  isOurs,
  contribution,
});

const output: ScoringOutput = {
  object: 'paper',
  id: '9',
  values: { journalLevel: 'A1', indexTypes: ['01', '16'], citedNum: 12 },
  sign: '1',
  quantities: { '1': '1', '3': '45.5', '4': '2' },
  contributors: [person(1, '60.00'), person(2, '30.00', false), person(3, '10.00')],
};

const scores = (given: Partial<ScoringRule>, of: Partial<ScoringOutput> = {}) =>
  scoreOutput([{ ...rule, ...given }], { ...output, ...of })?.shares.map(({ score }) => score);

const wordsOf = (scored: ValuedOutput | null, lateYear: number | null = null): readonly string[] =>
  (scored?.shares ?? []).map((share: OutputShare) =>
    scored ? explainScore({ scored, share, output, rule: 'A1 类', lateYear })[0] : '',
  );

describe('the worked examples of R-603', () => {
  test('R-603: 200 points at 60/30/10 give 171.43 and 28.57 among ours, 120 and 20 among all', () => {
    expect(scores({})).toEqual(['171.43', '28.57']);
    expect(scores({ ownOnly: false })).toEqual(['120.00', '20.00']);
  });
  test('a corresponding author counts like the first by rank only, and all is divided by the sum', () => {
    const third = { ...person(3, '10.00'), isCorresponding: true };
    const contributors = [person(1, '60.00'), person(2, '30.00'), third];
    const three = (mode: string, more: Partial<ScoringRule> = {}) =>
      scores({ mode, corrAsFirst: true, ...more }, { contributors });
    expect(three('2')).toEqual(['80.00', '40.00', '80.00']);
    expect(three('4')).toEqual(['85.72', '28.57', '85.71']);
    expect(three('6')).toEqual(['100.00', '0.00', '100.00']);
    expect(three('3', { normalised: false })).toEqual(['80.00', '40.00', '80.00']);
    expect(three('1')).toEqual(['120.00', '60.00', '20.00']);
    const words = wordsOf(
      scoreOutput([{ ...rule, mode: '2', corrAsFirst: true }], { ...output, contributors }),
    );
    expect(words[2]).toContain('= 80.00；通讯作者与第一作者同权');
    expect(words[0]).not.toContain('同权');
  });
  test('every way of allocation', () => {
    const contributors = [1, 2, 3].map((rank) => person(rank, '0'));
    const three = (mode: string) => scores({ mode }, { contributors });
    expect(three('2')).toEqual(['120.00', '60.00', '20.00']);
    expect(three('3')).toEqual(['114.29', '57.14', '28.57']);
    expect(three('4')).toEqual(['120.00', '40.00', '40.00']);
    expect(three('6')).toEqual(['200.00', '0.00', '0.00']);
    expect(three('7')).toEqual(['66.67', '66.67', '66.66']);
  });
  test('three who halve have 1/2, 1/4 and 1/8 as it stands, and all of it where it is brought to the whole', () => {
    const contributors = [1, 2, 3].map((rank) => person(rank, '0'));
    const three = (more: Partial<ScoringRule>) => scores({ mode: '3', ...more }, { contributors });
    expect(three({ normalised: false })).toEqual(['100.00', '50.00', '25.00']);
    expect(three({ normalised: true })).toEqual(['114.29', '57.14', '28.57']);
    const alone = { contributors: [person(1, '0')] };
    expect(scores({ mode: '3', normalised: false }, alone)).toEqual(['200.00']);
    const outside = [person(1, '0', false), person(2, '0'), person(3, '0')];
    const second = { mode: '3', normalised: false };
    expect(scores(second, { contributors: outside })).toEqual(['100.00', '50.00']);
    expect(scores({ ...second, ownOnly: false }, { contributors: outside })).toEqual([
      '50.00',
      '25.00',
    ]);
  });
  test('the words show the numbers that were used', () => {
    expect(wordsOf(scoreOutput([rule], output))).toEqual([
      '按规则「A1 类」计分；成果总分：每项（篇、件） 200 分 × 1 × 署名系数 1（第一单位）= 200.00；按填报贡献率（本校作者间）分配，本人第 1：200.00 × 60.00 ÷ 70.00 = 171.43',
      '按规则「A1 类」计分；成果总分：每项（篇、件） 200 分 × 1 × 署名系数 1（第一单位）= 200.00；按填报贡献率（本校作者间）分配，本人第 3：200.00 × 10.00 ÷ 70.00 = 28.57',
    ]);
  });
  test('groups, caps, rounding and late entries are sentences', () => {
    const rules = [
      { ...rule, id: '2', base: '40', priority: 1, group: '论文' },
      { ...rule, most: '100', group: '论文', mode: '7' },
    ];
    const contributors = [1, 2, 3].map((rank) => person(rank, '0'));
    const [first] = wordsOf(scoreOutput(rules, { ...output, contributors }), 2024);
    expect(first).toContain('互斥组「论文」有 2 条规则符合，取成果分最高的一条');
    expect(first).toContain('超过封顶分 100，按 100.00 计');
    expect(first).toContain('100.00 × 1 ÷ 3 = 33.34；各人先舍去第三位小数');
    expect(first).toContain('补计：2024 年度成果');
    const byFunds = { ...rule, unit: '2' };
    const [funds] = wordsOf(
      scoreOutput([byFunds], { ...output, quantities: { '2': '12.000000' } }),
    );
    expect(funds).toContain('每万元 200 分 × 12 ×');
  });
});

describe('what an output is worth (R-601, R-602)', () => {
  const worth = (given: Partial<ScoringRule>, of: Partial<ScoringOutput> = {}) =>
    scoreOutput([{ ...rule, ...given }], { ...output, ...of })?.score;
  test('R-601: 45.5 units of 10 points at half a coefficient are 227.50, and a cap of 200 leaves 200', () => {
    const given = { unit: '3', base: '10' };
    expect(worth(given, { sign: '2' })).toBe('227.50');
    expect(worth({ ...given, most: '200' }, { sign: '2' })).toBe('200.00');
    expect(worth({ ...given, most: '200', least: '50' }, { sign: '9' })).toBe('0.00');
  });
  test('by unit and by the place of the university', () => {
    expect(worth({ unit: '3', base: '10' })).toBe('455.00');
    expect(worth({ unit: '3', base: '10', most: '300' })).toBe('300.00');
    expect(worth({}, { sign: '2' })).toBe('100.00');
    expect(worth({ least: '5' }, { sign: '0' })).toBe('0.00');
    expect(worth({ base: '1', least: '5' })).toBe('5.00');
    expect(worth({ unit: '4', base: '10' })).toBe('20.00');
  });
  test.each([
    ['eq', 'journalLevel', 'A1', true],
    ['in', 'journalLevel', 'T, A1', true],
    ['in', 'indexTypes', '16,17', true],
    ['eq', 'indexTypes', '17', false],
    ['ge', 'citedNum', '12', true],
    ['le', 'citedNum', '11', false],
    ['ge', 'journalLevel', '1', false],
    ['eq', 'nothing', '', false],
  ] as const)('a condition: %s %s %s', (operator, field, value, expected) => {
    const conditions = [{ operator, field, value }];
    expect(scoreOutput([{ ...rule, conditions }], output) !== null).toBe(expected);
  });
  test('R-602: the first rule that fits counts, of a group the one that gives most', () => {
    const rules = [
      { ...rule, id: 'core', base: '40', priority: 1, group: 'one' },
      { ...rule, id: 'top', base: '200', priority: 5, group: 'one' },
      { ...rule, id: 'other', base: '900', priority: 2 },
    ];
    expect(scoreOutput(rules, output)?.rule.id).toBe('top');
    expect(scoreOutput(rules.slice(1), output)?.rule.id).toBe('other');
    expect(scoreOutput([{ ...rule, object: 'book' }], output)).toBeNull();
  });
});

const hundredths = fc.integer({ min: 0, max: 10_000_000 });
const amount = hundredths.map((units) => (units / 100).toFixed(2));
const people = fc
  .array(
    fc.record({
      isOurs: fc.boolean(),
      hasAccount: fc.boolean(),
      rate: fc.integer({ min: 0, max: 10_000 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((found): readonly OutputContributor[] =>
    found.map(({ isOurs, hasAccount, rate }, at) => ({
      rank: at + 1,
      person: isOurs && hasAccount ? `p${at}` : null,
      isOurs,
      contribution: (rate / 100).toFixed(2),
    })),
  );
const rules = fc.array(
  fc
    .record({
      base: amount,
      priority: fc.integer({ min: 1, max: 5 }),
      group: fc.constantFrom(null, 'a', 'b'),
      mode: fc.constantFrom('1', '2', '3', '4', '5', '6', '7'),
      ownOnly: fc.boolean(),
      corrAsFirst: fc.boolean(),
      normalised: fc.boolean(),
      most: fc.option(amount),
    })
    .map((given) => ({ ...rule, ...given })),
  { minLength: 1, maxLength: 6 },
);
const numbered = rules.map((found) => found.map((one, at) => ({ ...one, id: String(at) })));

describe('a paper whose first author is a student (R-504)', () => {
  const student = { ...person(1, '60.00'), isStudent: true };
  const second = person(2, '30.00');
  const corresponding = { ...person(3, '10.00'), isCorresponding: true };
  const shares = (contributors: readonly OutputContributor[], mode = '1', favoursMentor = true) =>
    scores({ mode }, { contributors, favoursMentor });

  test('gives the corresponding teacher what the first author has, else the second author', () => {
    expect(shares([student, second, corresponding])).toEqual(['20.00', '60.00', '120.00']);
    expect(shares([student, second, person(3, '10.00')])).toEqual(['60.00', '120.00', '20.00']);
    expect(shares([student, second, corresponding], '2')).toEqual(['20.00', '60.00', '120.00']);
    expect(shares([student, second, corresponding], '6')).toEqual(['0.00', '0.00', '200.00']);
  });
  test('gives nobody less than they agreed on, and nothing to people of other universities', () => {
    const little = { ...student, contribution: '20.00' };
    expect(shares([little, { ...second, contribution: '80.00' }])).toEqual(['40.00', '160.00']);
    const outside = { ...person(2, '30.00', false), isCorresponding: true };
    expect(shares([student, outside, person(3, '10.00')])).toEqual(['171.43', '28.57']);
  });
  test('is scored as it is where the school says so, or the first author is no student', () => {
    expect(shares([student, second, corresponding], '1', false)).toEqual([
      '120.00',
      '60.00',
      '20.00',
    ]);
    expect(shares([person(1, '60.00'), second, corresponding])).toEqual([
      '120.00',
      '60.00',
      '20.00',
    ]);
  });
  test('says so in the working', () => {
    const contributors = [student, second, corresponding];
    const scored = scoreOutput([rule], { ...output, contributors, favoursMentor: true });
    const working = wordsOf(scored);
    expect(working[2]).toContain('= 120.00；学生为第一作者，导师视同第一作者');
    expect(working[0]).not.toContain('导师');
  });
});

describe('whatever the rules and the people', () => {
  test('the shares of an output never come to more than its score, and none is negative', () => {
    fc.assert(
      fc.property(numbered, people, (given, contributors) => {
        const students = contributors.map((one) => ({
          ...one,
          isStudent: one.rank % 2 === 1,
          isCorresponding: one.rank % 3 === 0,
        }));
        const scored = scoreOutput(given, {
          ...output,
          contributors: students,
          favoursMentor: true,
        });
        const all = scored?.shares.map(({ score }) => score) ?? [];
        expect(all.every((one) => atMost('0', one))).toBe(true);
        expect(atMost(plus(...all), scored?.score)).toBe(true);
      }),
    );
  });
  test('a group pays once: the rule of it that gives most, however many fit', () => {
    fc.assert(
      fc.property(numbered, people, (given, contributors) => {
        const group = given.map((one) => ({ ...one, group: 'one' }));
        const worth = (one: ScoringRule) =>
          Number(scoreOutput([one], { ...output, contributors })?.score);
        const found = scoreOutput(group, { ...output, contributors });
        expect(Number(found?.score)).toBe(Math.max(...group.map(worth)));
        expect(found?.fitting).toBe(group.length);
      }),
    );
  });
  test('where the whole score is ours and all have accounts, nothing is lost', () => {
    fc.assert(
      fc.property(numbered, people, (given, found) => {
        const contributors = found.map((one) => ({ ...one, isOurs: true, person: `p${one.rank}` }));
        const own = given.map((one) => ({ ...one, ownOnly: true, mode: '7' }));
        const scored = scoreOutput(own, { ...output, contributors });
        expect(plus(...(scored?.shares ?? []).map(({ score }) => score))).toBe(scored?.score);
      }),
    );
  });
  test('the order in which rules and people are listed does not matter', () => {
    fc.assert(
      fc.property(numbered, people, fc.integer(), (given, contributors, seed) => {
        const turned = <T>(list: readonly T[]): readonly T[] => {
          const at = Math.abs(seed) % list.length;
          return [...list.slice(at), ...list.slice(0, at)].toReversed();
        };
        const one = scoreOutput(given, { ...output, contributors });
        const other = scoreOutput(turned(given), { ...output, contributors: turned(contributors) });
        expect(other).toEqual(one);
      }),
    );
  });
});
