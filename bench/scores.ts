import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { mapYielding } from '@keyan/engine/base/yielding.ts';
import { assess } from '@keyan/product/assessment/assess.ts';
import {
  type AssessedPerson,
  measuredPerson as measuredBy,
  type Program,
} from '@keyan/product/assessment/assessing.ts';
import {
  computeResults,
  type NamedRule,
  type ScoredOutput,
  type ScoredPerson,
} from '@keyan/product/scoring/compute.ts';

/**
 * `npm run scores [-- --shares 100000 --rules 200 --people 5000]`: measures computing a scoring
 * batch, one changed output and an assessment without the database, and the maximum time for which
 * they block the event loop. The baseline multiplies and divides the same numbers as floats,
 * without rules, explanations and exact rounding.
 */
const { values: options } = parseArgs({
  options: {
    shares: { type: 'string', default: '100000' },
    rules: { type: 'string', default: '200' },
    people: { type: 'string', default: '5000' },
  },
});
const shares = Number(options.shares);
const peopleCount = Number(options.people);
/** Maximum seconds of each computation (budgets of the product). */
const budgets = { batch: 60, change: 1, assessment: 30 } as const;
/** Number of authors of each output. */
const authors = 4;

const rules = Array.from(
  { length: Number(options.rules) },
  (_, at): NamedRule => ({
    id: String(at),
    name: `规则 ${at}`,
    object: at % 2 === 0 ? 'paper' : 'patent',
    conditions: [{ field: 'level', operator: 'eq', value: String(at) }],
    unit: '1',
    base: String(20 + at),
    least: null,
    most: at % 5 === 0 ? '100' : null,
    coefficients: new Map([
      ['1', '1'],
      ['2', '0.5'],
    ]),
    mode: String(1 + (at % 4)),
    table: null,
    ownOnly: at % 3 !== 0,
    priority: at,
    group: at % 7 === 0 ? `组 ${at % 3}` : null,
  }),
);

const persons = Array.from(
  { length: peopleCount },
  (_, at): ScoredPerson => ({ id: String(at), name: `人 ${at}`, jobNum: null, department: '1' }),
);

const outputs = Array.from({ length: Math.ceil(shares / authors) }, (_, at): ScoredOutput => {
  const level = at % rules.length;
  return {
    object: level % 2 === 0 ? 'paper' : 'patent',
    id: String(at),
    title: `成果 ${at}`,
    isSecret: false,
    year: 2026,
    values: { level: String(level) },
    sign: at % 4 === 0 ? '2' : '1',
    quantities: { '1': '1' },
    contributors: Array.from({ length: authors }, (_one, place) => ({
      rank: place + 1,
      person: String((at * authors + place) % peopleCount),
      isOurs: true,
      contribution: ['40', '30', '20', '10'][place] ?? '0',
    })),
  };
});

interface Measured {
  readonly seconds: number;
  /** Maximum milliseconds without a turn of the event loop. */
  readonly held: number;
}

const measured = async (work: () => Promise<unknown> | unknown): Promise<Measured> => {
  let [last, held] = [performance.now(), 0];
  const beat = () => {
    held = Math.max(held, performance.now() - last);
    last = performance.now();
    timer = setImmediate(beat);
  };
  let timer = setImmediate(beat);
  const began = performance.now();
  await work();
  held = Math.max(held, performance.now() - last);
  clearImmediate(timer);
  return { seconds: (performance.now() - began) / 1000, held };
};

const line = (name: string, { seconds, held }: Measured, budget?: number): void => {
  const met = budget === undefined ? '' : seconds < budget ? '  met' : '  NOT met';
  const of = budget === undefined ? '' : ` of ${budget} s`;
  console.log(
    `${name.padEnd(52)}${seconds.toFixed(2)} s${of}${met}, loop held ${held.toFixed(0)} ms`,
  );
};

const byFloats = (): number => {
  let sum = 0;
  for (const { contributors, values } of outputs) {
    const score = (20 + Number(values.level)) * 1;
    const all = contributors.reduce((whole, one) => whole + Number(one.contribution), 0);
    for (const one of contributors)
      sum += Math.round((score * Number(one.contribution) * 100) / all);
  }
  return sum;
};

const program: Program = {
  object: '1',
  targets: [{ rankLevel: '2', jobCategory: '01', subjectClass: null, requiredScore: '200' }],
  musts: [{ name: '论文', rankLevel: null, jobCategory: null, least: 1, met: new Map([['1', 1]]) }],
  rules: [
    { grade: '01', least: '150' },
    { grade: '02', least: '100' },
    { grade: '03', least: '80' },
  ],
  excellentRate: '15',
  terms: [],
  span: { from: '2024-01', to: '2026-12' },
  factors: new Map([['3', '0.5']]),
};

const assessed = persons.map(
  ({ id, name }, at): AssessedPerson => ({
    userId: id,
    name,
    jobNum: null,
    department: '1',
    rank: '012',
    jobCategory: '01',
    subjectClass: '01',
    appointed: at % 9 === 0 ? '2025-03-01' : null,
    absences: at % 5 === 0 ? [{ reason: '2', from: '2025-05', to: '2025-08' }] : [],
    scores: [{ batch: '2026', score: String(at % 900) }],
  }),
);

line('baseline: the same shares as floats', await measured(byFloats));
const score = computeResults(rules, persons, 2026);
line(
  `${shares} shares × ${rules.length} rules`,
  await measured(() => mapYielding(outputs, score)),
  budgets.batch,
);
const [one] = outputs;
line(
  'one changed output, rules and people read again',
  await measured(() => one && computeResults(rules, persons, 2026)(one)),
  budgets.change,
);
line(
  `assessment of ${peopleCount} people over three years`,
  await measured(async () => {
    const people = await mapYielding(assessed, (one) => measuredBy(program, one));
    const rest = { teams: [], departments: [], suggestions: new Map() };
    return assess({ program, people, ...rest }, mapYielding);
  }),
  budgets.assessment,
);
