/**
 * Measures matching of 10,000 collected records to 5,000 people: `npm run bench:matching
 * [-- --records 10000 --people 5000]`. People have Chinese names, many of them shared, a college
 * and earlier co-authors; records print eight authors in pinyin with their addresses. The baseline
 * looks authors up by exact spelling only, without addresses, co-authors or rivals.
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { pinyinSpellings } from '@keyan/product/achievement/bibliography/pinyin.ts';
import { indexStaff } from '@keyan/product/achievement/bibliography/staff.ts';
import {
  matchWork,
  type PastCollaboration,
  preparePeople,
  type ScholarToMatch,
  type WorkToMatch,
} from '@keyan/product/achievement/collection/matching.ts';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '10000' },
    people: { type: 'string', default: '5000' },
  },
});
const [records, count] = [values.records, values.people].map(Number) as [number, number];
/** Maximum seconds for preparing the people and matching all records (budget of the product). */
const budget = 60;
const authors = 8;

const families = [...'王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗'];
const given = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华文建国志海'];
const colleges = Array.from(
  { length: 12 },
  (_, index) => `School of Applied Studies ${'ABCDEFGHIJKL'[index]}`,
);
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

const people = Array.from({ length: count }, (_, index): ScholarToMatch => {
  const name =
    pick(families, index) +
    pick(given, index * 7) +
    (index % 3 === 0 ? '' : pick(given, index * 13 + 5));
  return {
    id: String(index + 1),
    name,
    identities: [`p${index + 1}@jl.example`],
    places: [pick(colleges, index)],
    fromYear: 2005 + (index % 15),
    discipline: '140',
  };
});
const spelled = people.map(
  ({ name }) => pinyinSpellings(name, 1).full[0]?.replace(' ', ', ') ?? name,
);

const works = Array.from({ length: records }, (_, index): WorkToMatch => {
  const names = Array.from({ length: authors }, (_one, at) => pick(spelled, index * 31 + at * 17));
  return {
    authorsText: names.join('; '),
    addresses: names
      .map(
        (name, at) =>
          `[${name}] ${pick(colleges, index * 31 + at * 17)}, Jiangling University, China`,
      )
      .join('\n'),
    reprintAuthor: index % 4 === 0 ? `${names[0]}; p${(index % count) + 1}@jl.example` : null,
    publishYear: 2024,
  };
});

const coauthors = new Map(
  people.map(({ id }, index) => [
    id,
    new Set(Array.from({ length: 20 }, (_, at) => String(((index + at * 17) % count) + 1))),
  ]),
);
const past: PastCollaboration = { coauthors, denied: new Map() };

const timed = async (
  work: () => Promise<number>,
): Promise<readonly [seconds: number, found: number]> => {
  const began = performance.now();
  const found = await work();
  return [(performance.now() - began) / 1000, found];
};

const byExact = new Map<string, string[]>();
for (const [index, name] of spelled.entries()) {
  byExact.set(name, [...(byExact.get(name) ?? []), String(index + 1)]);
}
const [bare] = await timed(async () =>
  works.reduce(
    (sum, { authorsText }) =>
      sum + (authorsText ?? '').split('; ').flatMap((name) => byExact.get(name) ?? []).length,
    0,
  ),
);
const [prepare] = await timed(async () => {
  preparePeople(await indexStaff(people), people, ['江陵大学', 'Jiangling University']);
  return 0;
});
const prepared = preparePeople(await indexStaff(people), people, [
  '江陵大学',
  'Jiangling University',
]);
let sure = 0;
const [seconds, matched] = await timed(async () => {
  let found = 0;
  for (const work of works) {
    const matches = await matchWork(work, prepared, async () => past);
    found += matches.length;
    sure += matches.filter(({ isSure }) => isSure).length;
  }
  return found;
});

const whole = prepare + seconds;
console.log(
  `${records} records × ${count} people: ${seconds.toFixed(2)} s, ${matched} suggested, ${sure} sure`,
);
console.log(
  `with the people prepared in ${prepare.toFixed(2)} s: ${whole.toFixed(2)} s (budget ${budget})`,
);
console.log(
  `baseline of exact spellings: ${bare.toFixed(3)} s, ratio ${(seconds / bare).toFixed(0)}`,
);
if (whole > budget) {
  console.error(`${whole.toFixed(2)} s are more than the budget of ${budget} s`);
  process.exitCode = 1;
}
