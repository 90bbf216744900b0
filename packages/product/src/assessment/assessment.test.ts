import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measured } from './assessing.ts';
import { grades } from './dictionaries.ts';
import { finishRate, fold, monthsOf, rateOf, requiredOf } from './folding.ts';
import { ceilingOf, grade, isOneStep, type Performance, termPoints, weighted } from './grading.ts';
import { nextSteps, soFar } from './progress.ts';

const year = { from: '2026-01', to: '2026-12' };
const leave = { from: '2026-05', to: '2026-08', reason: '2' };
const nothing = { appointed: null, absences: [], factors: new Map(), firstYear: '1' };

test('R-701: four months of maternity leave leave 133.33 of 200 points', () => {
  const folded = fold(year, { ...nothing, absences: [leave] });
  expect(folded).toEqual({ months: '8.00', of: 12, reasons: ['2'] });
  expect(requiredOf('200', folded.months)).toBe('133.33');
  expect(rateOf(folded)).toBe('0.6667');
});

test('R-701: whoever came in March has ten months; half of them where the first year counts half', () => {
  const appointed = '2026-03-15';
  expect(fold(year, { ...nothing, appointed }).months).toBe('10.00');
  const half = new Map([['1', '0.50']]);
  expect(fold(year, { ...nothing, appointed, factors: half }).months).toBe('5.00');
  expect(fold(year, { ...nothing, appointed: '2020-09-01', factors: half }).months).toBe('12.00');
});

test('R-701: reasons that meet in a month take it away once', () => {
  const sick = { from: '2026-07', to: '2026-09', reason: '5' };
  const folded = fold(year, { ...nothing, absences: [leave, sick] });
  expect(folded).toEqual({ months: '7.00', of: 12, reasons: ['2', '5'] });
});

test('R-701: a term of three years asks for the sum of its folded years', () => {
  const folded = fold({ from: '2024-01', to: '2026-12' }, { ...nothing, absences: [leave] });
  expect(requiredOf('200', folded.months)).toBe('533.33');
  const term = measured(
    {
      object: '1',
      targets: [{ rankLevel: '2', jobCategory: '01', subjectClass: null, requiredScore: '200' }],
      musts: [],
      rules: [],
      excellentRate: null,
      terms: [],
      span: { from: '2024-01', to: '2026-12' },
      factors: new Map(),
    },
    {
      userId: '1',
      name: '甲',
      jobNum: null,
      department: null,
      rank: '012',
      jobCategory: '01',
      subjectClass: '01',
      appointed: null,
      absences: [leave],
      scores: [
        { batch: '2024', score: '210.00' },
        { batch: '2025', score: '190.00' },
      ],
    },
  );
  expect(term).toMatchObject({ required: '533.33', actual: '400.00' });
  expect(term.notes[0]?.[0]).toContain(
    '2024 年 12.00 个月 200.00 + 2025 年 12.00 个月 200.00 + 2026 年 8.00 个月 133.33 = 533.33',
  );
});

test('the target so far and what is missing to the next grades', () => {
  expect(soFar('120.00', '2026-01', '2026-12', '2026-11')).toBe('110.00');
  expect(soFar('120.00', '2026-01', '2026-12', '2027-03')).toBe('120.00');
  const names = rules.map((one) => ({ ...one, label: ['', ''] as const }));
  const steps = (actual: string, required: string) =>
    nextSteps({ actual, required }, names).map(({ grade: one, lack }) => [one, lack]);
  expect(steps('90', '100.00')).toEqual([
    [grades.pass, '10.00'],
    [grades.excellent, '60.00'],
  ]);
  expect(steps('10', '0.00')).toEqual([]);
});

const rules = [
  { grade: grades.excellent, least: '150' },
  { grade: grades.pass, least: '100' },
  { grade: grades.barePass, least: '80' },
];

const performance = (over: Partial<Performance> = {}): Performance => ({
  id: 'a',
  actual: '171.43',
  required: '133.33',
  mustsMet: true,
  suggested: null,
  ...over,
});

const gradeOf = async (over: Partial<Performance>): Promise<string> =>
  (await grade([performance(over)], rules, null))[0]?.proposed ?? '';

test('R-702: 171.43 of 133.33 is 128.58 %, a pass; a must that is missing leaves a bare pass', async () => {
  expect(finishRate('171.43', '133.33')).toBe('128.58');
  expect(await gradeOf({})).toBe(grades.pass);
  expect(await gradeOf({ mustsMet: false })).toBe(grades.barePass);
  expect(await gradeOf({ actual: '10' })).toBe(grades.fail);
  expect(await gradeOf({ actual: '10', mustsMet: false })).toBe(grades.fail);
});

test('R-702: of 60 people 9 may be excellent; a tie at the edge leaves both out', async () => {
  expect(ceilingOf(60, '15')).toBe(9);
  const people = Array.from({ length: 60 }, (_, at) =>
    performance({
      id: String(at),
      required: '100',
      actual: at < 11 ? String(at === 9 ? 300 - 8 : 300 - at) : '100',
    }),
  );
  const graded = await grade(people, rules, '15');
  const excellent = graded.filter(({ proposed }) => proposed === grades.excellent);
  expect(excellent.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(graded[8]?.notes.map(([zh]) => zh)).toEqual([
    '优秀名额 9 人，您与另 1 人并列第 9，名额不足，按规则均不计入',
  ]);
  expect(graded[10]).toMatchObject({ system: grades.excellent, proposed: grades.pass });
});

test('R-703: a college moves a grade by one step, and the ceiling is judged again', async () => {
  expect(isOneStep(grades.pass, grades.excellent)).toBe(true);
  expect(isOneStep(grades.barePass, grades.excellent)).toBe(false);
  expect(isOneStep(grades.exempt, grades.pass)).toBe(false);
  expect(await gradeOf({ suggested: grades.excellent })).toBe(grades.excellent);
  expect(await gradeOf({ actual: '140', suggested: grades.fail })).toBe(grades.pass);
  const two = [
    performance({ id: 'a', actual: '140', required: '100', suggested: grades.excellent }),
    performance({ id: 'b', actual: '160', required: '100' }),
  ];
  expect((await grade(two, rules, '50')).map(({ proposed }) => proposed)).toEqual([
    grades.pass,
    grades.excellent,
  ]);
});

test('R-704: 108.5, 140, 90 and 75 of 100 at 40/20/20/20 come to 100.40', () => {
  const points = ['108.5', '140', '90', '75'].map((value) => termPoints(value, '100'));
  expect(points).toEqual(['108.50', '120.00', '90.00', '75.00']);
  const weights = ['40', '20', '20', '20'];
  expect(weighted(points.map((one, at) => ({ points: one, weight: weights[at] ?? '0' })))).toBe(
    '100.40',
  );
});

const month = fc.integer({ min: 1, max: 12 }).map((at) => `2026-${String(at).padStart(2, '0')}`);
const absence = fc.record({
  from: month,
  to: month,
  reason: fc.constantFrom('2', '3', '4', '5'),
});

test('folding is monotone: another absence never asks for more', () => {
  fc.assert(
    fc.property(fc.array(absence, { maxLength: 4 }), absence, (absences, one) => {
      const asks = (given: typeof absences) =>
        Number(fold(year, { ...nothing, absences: given }).months);
      const away = new Set(absences.flatMap(monthsOf));
      expect(asks(absences)).toBe(12 - away.size);
      expect(asks([...absences, one])).toBeLessThanOrEqual(asks(absences));
    }),
  );
});

const some = fc.array(
  fc.record({
    actual: fc.integer({ min: 0, max: 400 }).map(String),
    required: fc.integer({ min: 1, max: 200 }).map(String),
    mustsMet: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

test('a ceiling is never exceeded, and more score never lowers a grade before it', async () => {
  await fc.assert(
    fc.asyncProperty(some, fc.integer({ min: 0, max: 100 }), async (given, rate) => {
      const people = given.map((one, at) => ({ ...one, id: String(at), suggested: null }));
      const graded = await grade(people, rules, String(rate));
      const excellent = graded.filter(({ proposed }) => proposed === grades.excellent);
      expect(excellent.length).toBeLessThanOrEqual(ceilingOf(people.length, String(rate)));
      const more = people.map((one) => ({ ...one, actual: String(Number(one.actual) + 7) }));
      (await grade(more, rules, null)).forEach(({ system }, at) => {
        expect(system <= (graded[at]?.system ?? '')).toBe(true);
      });
    }),
  );
});
