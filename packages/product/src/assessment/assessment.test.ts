import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measuredPerson } from './assessing.ts';
import { assessGradeCodes } from './dictionaries.ts';
import {
  countedMonths,
  countedShareOf,
  finishRate,
  monthsBetween,
  requiredPointsOf,
} from './folding.ts';
import {
  excellentCeilingOf,
  gradePeople,
  isWithinOneGrade,
  type PersonPerformance,
  termPoints,
  weightedSum,
} from './grading.ts';
import { nextGrades, targetToDate } from './progress.ts';
import {
  type AssessedTeam,
  criterionPointsOf,
  type TeamTemplate,
  teamResultsOf,
  templateOfTeam,
} from './team-criteria.ts';
import { hasUnmarkedCriterion, markFault, withMark } from './team-result.ts';

const year = { from: '2026-01', to: '2026-12' };
const leave = { from: '2026-05', to: '2026-08', reason: '2' };
const nothing = { appointed: null, absences: [], factors: new Map(), firstYear: '1' };

test('R-701: four months of maternity leave leave 133.33 of 200 points', () => {
  const folded = countedMonths(year, { ...nothing, absences: [leave] });
  expect(folded).toEqual({ months: '8.00', of: 12, reasons: ['2'] });
  expect(requiredPointsOf('200', folded.months)).toBe('133.33');
  expect(countedShareOf(folded)).toBe('0.6667');
});

test('R-701: whoever came in March has ten months; half of them where the first year counts half', () => {
  const appointed = '2026-03-15';
  expect(countedMonths(year, { ...nothing, appointed }).months).toBe('10.00');
  const half = new Map([['1', '0.50']]);
  expect(countedMonths(year, { ...nothing, appointed, factors: half }).months).toBe('5.00');
  expect(countedMonths(year, { ...nothing, appointed: '2020-09-01', factors: half }).months).toBe(
    '12.00',
  );
});

test('R-701: reasons that meet in a month take it away once', () => {
  const sick = { from: '2026-07', to: '2026-09', reason: '5' };
  const folded = countedMonths(year, { ...nothing, absences: [leave, sick] });
  expect(folded).toEqual({ months: '7.00', of: 12, reasons: ['2', '5'] });
});

test('R-701: a term of three years asks for the sum of its folded years', () => {
  const folded = countedMonths(
    { from: '2024-01', to: '2026-12' },
    { ...nothing, absences: [leave] },
  );
  expect(requiredPointsOf('200', folded.months)).toBe('533.33');
  const term = measuredPerson(
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
  expect(targetToDate('120.00', '2026-01', '2026-12', '2026-11')).toBe('110.00');
  expect(targetToDate('120.00', '2026-01', '2026-12', '2027-03')).toBe('120.00');
  const names = rules.map((one) => ({ ...one, label: ['', ''] as const }));
  const steps = (actual: string, required: string) =>
    nextGrades({ actual, required }, names).map(({ grade: one, lack }) => [one, lack]);
  expect(steps('90', '100.00')).toEqual([
    [assessGradeCodes.pass, '10.00'],
    [assessGradeCodes.excellent, '60.00'],
  ]);
  expect(steps('10', '0.00')).toEqual([]);
});

const rules = [
  { grade: assessGradeCodes.excellent, least: '150' },
  { grade: assessGradeCodes.pass, least: '100' },
  { grade: assessGradeCodes.barePass, least: '80' },
];

const performance = (over: Partial<PersonPerformance> = {}): PersonPerformance => ({
  id: 'a',
  actual: '171.43',
  required: '133.33',
  mustsMet: true,
  suggested: null,
  ...over,
});

const gradeOf = async (over: Partial<PersonPerformance>): Promise<string> =>
  (await gradePeople([performance(over)], rules, null))[0]?.proposed ?? '';

test('R-702: 171.43 of 133.33 is 128.58 %, a pass; a must that is missing leaves a bare pass', async () => {
  expect(finishRate('171.43', '133.33')).toBe('128.58');
  expect(await gradeOf({})).toBe(assessGradeCodes.pass);
  expect(await gradeOf({ mustsMet: false })).toBe(assessGradeCodes.barePass);
  expect(await gradeOf({ actual: '10' })).toBe(assessGradeCodes.fail);
  expect(await gradeOf({ actual: '10', mustsMet: false })).toBe(assessGradeCodes.fail);
});

test('R-702: of 60 people 9 may be excellent; a tie at the edge leaves both out', async () => {
  expect(excellentCeilingOf(60, '15')).toBe(9);
  const people = Array.from({ length: 60 }, (_, at) =>
    performance({
      id: String(at),
      required: '100',
      actual: at < 11 ? String(at === 9 ? 300 - 8 : 300 - at) : '100',
    }),
  );
  const graded = await gradePeople(people, rules, '15');
  const excellent = graded.filter(({ proposed }) => proposed === assessGradeCodes.excellent);
  expect(excellent.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect(graded[8]?.notes.map(([zh]) => zh)).toEqual([
    '优秀名额 9 人，您与另 1 人并列第 9，名额不足，按规则均不计入',
  ]);
  expect(graded[10]).toMatchObject({
    system: assessGradeCodes.excellent,
    proposed: assessGradeCodes.pass,
  });
});

test('R-703: a college moves a grade by one step, and the ceiling is judged again', async () => {
  expect(isWithinOneGrade(assessGradeCodes.pass, assessGradeCodes.excellent)).toBe(true);
  expect(isWithinOneGrade(assessGradeCodes.barePass, assessGradeCodes.excellent)).toBe(false);
  expect(isWithinOneGrade(assessGradeCodes.exempt, assessGradeCodes.pass)).toBe(false);
  expect(await gradeOf({ suggested: assessGradeCodes.excellent })).toBe(assessGradeCodes.excellent);
  expect(await gradeOf({ actual: '140', suggested: assessGradeCodes.fail })).toBe(
    assessGradeCodes.pass,
  );
  const two = [
    performance({ id: 'a', actual: '140', required: '100', suggested: assessGradeCodes.excellent }),
    performance({ id: 'b', actual: '160', required: '100' }),
  ];
  expect((await gradePeople(two, rules, '50')).map(({ proposed }) => proposed)).toEqual([
    assessGradeCodes.pass,
    assessGradeCodes.excellent,
  ]);
});

test('R-704: 108.5, 140, 90 and 75 of 100 at 40/20/20/20 come to 100.40', () => {
  const points = ['108.5', '140', '90', '75'].map((value) => termPoints(value, '100'));
  expect(points).toEqual(['108.50', '120.00', '90.00', '75.00']);
  const weights = ['40', '20', '20', '20'];
  expect(weightedSum(points.map((one, at) => ({ points: one, weight: weights[at] ?? '0' })))).toBe(
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
        Number(countedMonths(year, { ...nothing, absences: given }).months);
      const away = new Set(absences.flatMap(monthsBetween));
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
      const graded = await gradePeople(people, rules, String(rate));
      const excellent = graded.filter(({ proposed }) => proposed === assessGradeCodes.excellent);
      expect(excellent.length).toBeLessThanOrEqual(excellentCeilingOf(people.length, String(rate)));
      const more = people.map((one) => ({ ...one, actual: String(Number(one.actual) + 7) }));
      (await gradePeople(more, rules, null)).forEach(({ system }, at) => {
        expect(system <= (graded[at]?.system ?? '')).toBe(true);
      });
    }),
  );
});

const template: TeamTemplate = {
  id: '9',
  name: '科研创新团队考核指标',
  teamType: '01',
  criteria: [
    ['高水平成果', '40', '3', 'paper', '4'],
    ['人均完成率', '30', '1', null, '100'],
    ['到账经费', '10', '5', null, '50'],
    ['人才培养', '20', null, null, null],
  ].map(([name, full, measure, object, target]) => ({
    group: null,
    name: name ?? '',
    full: full ?? '0',
    standard: null,
    measure: measure ?? null,
    object: object ?? null,
    target: target ?? null,
  })),
};

const member = (userId: string, required: string, actual: string, fixed?: string) => ({
  person: {
    userId,
    name: userId,
    jobNum: null,
    department: null,
    rank: '012',
    jobCategory: '01',
    subjectClass: null,
    appointed: null,
    absences: [],
    scores: [],
  },
  annual: required,
  monthRate: '1.0000',
  required,
  actual,
  lacking: [],
  notes: [],
  ...(fixed ? { fixed } : {}),
});

const squad = (over: Partial<AssessedTeam> = {}): AssessedTeam => ({
  id: '7',
  name: '智能感知团队',
  leader: 'a',
  department: null,
  template,
  members: [
    { userId: 'a', name: '林教授', role: '1' },
    { userId: 'b', name: '周讲师', role: '3' },
    { userId: 'c', name: '外单位', role: '3' },
  ],
  marks: new Map(),
  outputs: [
    { id: '1', object: 'paper' },
    { id: '1', object: 'paper' },
    { id: '2', object: 'paper' },
    { id: '3', object: 'book' },
  ],
  approved: 1,
  arrived: '80.00',
  ...over,
});

const judgedBy = (team: AssessedTeam) => {
  const people = [member('a', '200.00', '210.00'), member('b', '100.00', '60.00')];
  const [outcome] = teamResultsOf(people, [team], new Map());
  if (!outcome?.judged) throw new Error('not judged');
  return { ...outcome, ...outcome.judged };
};

test('R-705: a team has 20 + 27 + 10 points and the mark of the office, each with its working', () => {
  const open = judgedBy(squad());
  expect(open.criteria.map(({ points }) => points)).toEqual(['20.00', '27.00', '10.00', '0.00']);
  expect(open.criteria.map(({ how }) => how)).toEqual([
    '成员计分成果（项）·论文 2 ÷ 满分目标 4 × 40 分，最高 40 分 = 20.00',
    '成员人均完成率（%） 90.00 ÷ 满分目标 100 × 30 分，最高 30 分 = 27.00',
    '成员主持项目到账（万元） 80.00 ÷ 满分目标 50 × 10 分，最高 10 分 = 10.00',
    '待科研处打分，暂计 0 分',
  ]);
  expect(open).toMatchObject({ actual: '57.00', required: '100.00', templateId: '9' });
  const mark = { points: '16', reason: '新增博士生导师 1 人' };
  const marked = judgedBy(squad({ marks: new Map([['人才培养', mark]]) }));
  expect(marked.actual).toBe('73.00');
  expect(marked.notes.map(([zh]) => zh)).toEqual([
    '按模板「科研创新团队考核指标」评价，满分 100',
    '成员 3 人：林教授、周讲师、外单位',
    '得分：高水平成果 20.00 + 人均完成率 27.00 + 到账经费 10.00 + 人才培养 16 = 73.00',
  ]);
  expect(marked.members).toMatchObject([
    { userId: 'a', requiredScore: '200.00', actualScore: '210.00', finishRate: '105.00' },
    { userId: 'b', requiredScore: '100.00', actualScore: '60.00', finishRate: '60.00' },
    { userId: 'c', requiredScore: null, actualScore: null, finishRate: null },
  ]);
});

test('R-705: the template of the type comes first; without any a team has no grade', () => {
  const general = { ...template, id: '8', teamType: null };
  expect(templateOfTeam([general, template], '01')?.id).toBe('9');
  expect(templateOfTeam([general, template], '02')?.id).toBe('8');
  expect(templateOfTeam([template], '02')).toBeUndefined();
  expect(judgedBy(squad({ template: undefined }))).toMatchObject({
    fixed: assessGradeCodes.none,
    criteria: [],
  });
});

test('R-705: a criterion is marked by hand only where nothing is counted, up to its points', () => {
  const line = { itemScore: '20.00', points: '0.00', markedPoints: null, how: '待打分', howEn: '' };
  const lines = [
    { ...line, itemName: '人才培养', isQuant: '0' },
    { ...line, itemName: '到账经费', isQuant: '1' },
  ];
  const faultsOf = (criterion: string, points: string) =>
    markFault(lines, { criterion, points }).map(({ path }) => path);
  expect(faultsOf('人才培养', '20')).toEqual([]);
  expect(faultsOf('人才培养', '20.01')).toEqual(['points']);
  expect(faultsOf('到账经费', '5')).toEqual(['criterion']);
  expect(hasUnmarkedCriterion(lines)).toBe(true);
  const marked = withMark(lines, { criterion: '人才培养', points: '16', why: '属实' });
  expect(hasUnmarkedCriterion(marked)).toBe(true);
  expect(marked[0]?.how).toBe('科研处打分 16，重新计算后计入：属实');
  expect(hasUnmarkedCriterion(marked.map((one) => ({ ...one, points: '16.00' })))).toBe(false);
});

test('R-705: a counted criterion never gives more than its points, and more never gives less', () => {
  const amount = fc.integer({ min: 0, max: 100_000 }).map((value) => (value / 100).toFixed(2));
  const some = fc.integer({ min: 1, max: 100_000 }).map((value) => (value / 100).toFixed(2));
  fc.assert(
    fc.property(amount, amount, amount, some, (full, value, more, target) => {
      const points = Number(criterionPointsOf(full, value, target));
      expect(points).toBeLessThanOrEqual(Number(full));
      const sum = (Number(value) + Number(more)).toFixed(2);
      expect(Number(criterionPointsOf(full, sum, target))).toBeGreaterThanOrEqual(points);
    }),
  );
});
