import { Readable } from 'node:stream';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { decimalText } from '@keyan/kernel/values/decimal.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { advisory } from '../../achievement/advisory/advisory.ts';
import { book } from '../../achievement/book/book.ts';
import type { jobCategory } from '../../people/dictionaries.ts';
import type { rankLevel } from '../../project/declaration/leader-rule.ts';
import { computeResults } from '../../scoring/compute.ts';
import { peopleOf, personIn } from '../../scoring/outputs.ts';
import { approvedOutputs } from '../../scoring/scoring.server.ts';
import { isbn } from '../../shared/formats/formats.ts';
import { user } from '../../system/accounts/user.ts';
import { collegeSubjects } from '../occasions.server.ts';
import { smallPdf } from '../pdf.server.ts';
import type { DemoPerson } from '../people.server.ts';
import { cachedActor } from '../person-of.server.ts';
import { chanceOf } from '../random.server.ts';
import { runCourse } from '../record-course.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import { colleges, university } from '../university.server.ts';
import { collegeWords } from '../words.server.ts';
import { jobCategoryOf } from '../world.server.ts';
import { plannedRules } from './norms.server.ts';

const { tenantId } = university;

/** Points a year that the university asks of each level of rank, before it looks at the post. */
const levelPoints: Readonly<Record<string, number>> = {
  1: 220,
  2: 185,
  3: 150,
  4: 100,
} satisfies Readonly<Partial<Record<CodeOf<typeof rankLevel>, number>>>;

/** Percent of these that each post is asked for: people who teach most less, managers nothing. */
const postPercent: Readonly<Record<string, number>> = {
  '01': 100,
  '02': 60,
  '03': 120,
  '06': 0,
} satisfies Readonly<Partial<Record<CodeOf<typeof jobCategory>, number>>>;

/** Code of the post of which nothing is asked. */
const managers = '06';

/** The targets of the program of the university, points a year. */
export const yearTargets = Object.entries(levelPoints).flatMap(([rankLevel, points]) =>
  Object.entries(postPercent).map(([jobCategory, percent]) => ({
    rankLevel,
    jobCategory,
    requiredScore: `${(points * percent) / 100}.00`,
  })),
);

/**
 * How much of their own target somebody comes to, in percent, by a digit that is theirs in this year; whoever has more
 * by other outputs compiles no book.
 */
const effort = [152, 104, 78, 103, 105, 52, 107, 109, 112, 118] as const;

/** Percent of a year's points in the year that is under way. */
const soFar = 65;

const wantOf = (person: DemoPerson, year: number, part: number): number => {
  const level = levelPoints[person.rank.at(-1) ?? ''] ?? 0;
  const digit = (Number(person.jobNum.replace(/\D/g, '')) * 7 + year) % effort.length;
  const whole = level * (postPercent[jobCategoryOf(person)] ?? 0) * (effort[digit] ?? 0);
  return (whole * part) / 1_000_000;
};

/** Names of compiled books: one for each year and place among those of a college. */
const names = [
  '研究方法十讲',
  '专题案例集',
  '实验与实训教程',
  '前沿问题选读',
  '名词与术语释义',
  '读书指导',
  '研究综述',
  '田野与实验报告集',
  '史料选编',
] as const;

const presses = [
  ['武汉大学出版社', '武汉', '02'],
  ['华中科技大学出版社', '武汉', '02'],
  ['科学出版社', '北京', '01'],
] as const;

/** Somebody who lacks points, and how many. */
interface Lacking {
  readonly person: DemoPerson;
  readonly lacks: number;
}

/** A compiled book of colleagues. */
interface YearlyBook {
  readonly year: number;
  readonly college: string;
  readonly name: string;
  readonly people: readonly Lacking[];
}

/** Colleagues who compile a book together. */
const reportsWrittenTogether = 3;

/** Points that a compiled book gives for 10,000 words. */
const pointsOfWords = 5;

/** Points of each account in a year for what was approved so far: `2025/2127018347620286467`. */
const pointsIn = async (
  { engine }: SeedParts,
  years: readonly number[],
): Promise<ReadonlyMap<string, number>> => {
  const commands = engine.asSystem('演示数据', tenantId);
  const rules = plannedRules();
  const accounts = (await commands.all(user, peopleOf({ deptIds: null }))).map(personIn);
  const points = new Map<string, number>();
  for (const year of years) {
    const range = {
      batchYear: year,
      subjectClass: null,
      startDate: null,
      endDate: null,
      countsLate: '0',
      lateFrom: null,
    } as const;
    const outputs = await approvedOutputs(commands, { range, rules, favoursMentor: false });
    for (const { userId, score } of outputs.flatMap(computeResults(rules, accounts, year))) {
      const key = `${year}/${userId}`;
      points.set(key, (points.get(key) ?? 0) + Number(score));
    }
  }
  return points;
};

const booksOf = (
  people: readonly DemoPerson[],
  pointsOf: (person: DemoPerson, year: number) => number,
  years: readonly number[],
): readonly YearlyBook[] => {
  return years.flatMap((year, turn) =>
    colleges.flatMap(({ code }) => {
      const lacking = people
        .filter((one) => one.unit === code && jobCategoryOf(one) !== managers && one.since < year)
        .map((person) => ({
          person,
          lacks: Math.round(
            wantOf(person, year, year === years.at(-1) ? soFar : 100) - pointsOf(person, year),
          ),
        }))
        .filter(({ lacks }) => lacks >= pointsOfWords);
      return Array.from(
        { length: Math.ceil(lacking.length / reportsWrittenTogether) },
        (_, at) => ({
          year,
          college: code,
          name: `${collegeSubjects[code] ?? ''}${names[(turn * 3 + at) % names.length]}`,
          people: lacking.slice(at * reportsWrittenTogether, (at + 1) * reportsWrittenTogether),
        }),
      );
    }),
  );
};

/** Percent of each, with two decimals, 100 in all. */
const ratesOf = (people: readonly Lacking[]): readonly string[] => {
  const all = people.reduce((sum, { lacks }) => sum + lacks, 0);
  const rates = people.map(({ lacks }) => Math.floor((lacks * 10_000) / all));
  const rest = 10_000 - rates.reduce((sum, one) => sum + one, 0);
  return rates.map((one, at) => decimalText(BigInt(at === 0 ? one + rest : one), 2));
};

/** A report of which `teacher` divides the score with a colleague, adopted in this year. */
const writeSharedReport = async (
  parts: SeedParts,
  now: Date,
  ids: ReadonlyMap<string, string>,
): Promise<void> => {
  const { engine, files, clock } = parts;
  const writer = await cachedActor(engine, ids.get('teacher') ?? '');
  const words = collegeWords['310'];
  if (!writer || !words) return;
  clock.now = new Date(now.getTime() - 75 * 86_400_000);
  const days = (before: number): string =>
    new Date(now.getTime() - before * 86_400_000).toISOString().slice(0, 10);
  const stream = Readable.from([smallPdf('采纳证明', ['省大数据管理局'])]);
  const proof = await files.put(writer, { fileName: '采纳证明.pdf', stream, catalog: '20' });
  const unit = colleges.find(({ code }) => code === '310')?.name[0] ?? '';
  const line = (account: string, name: string, sort: number, contributionRate: string) => ({
    sort,
    personType: '01',
    userId: ids.get(account),
    name,
    unit,
    authorType: sort === 1 ? '01' : '06',
    contributionRate,
  });
  const { id } = await engine.as(writer).save(advisory, {
    reportName: '推进政务数据共享与公共数据授权运营的对策建议',
    reportType: '2',
    submitUnit: '省大数据管理局',
    submitDate: days(110),
    adoptType: '02',
    adoptLevel: '05',
    adoptUnit: '省大数据管理局',
    adoptDate: days(80),
    wordCount: '6.00',
    abstractText: '梳理省内政务数据共享的主要堵点，提出目录管理、分级授权和收益分配的建议。',
    subjectClass: words.subjectClass,
    discipline: words.disciplines[0],
    moeDiscipline: words.moeDiscipline,
    schoolSign: '1',
    isStatistics: '1',
    secretLevel: '0',
    authors: [line('teacher', '林晓岚', 1, '70.00'), line('dept_leader', '顾绍庭', 2, '30.00')],
    attachments: [{ id: proof.id, catalog: '20' }],
  });
  const played = { resource: untypedResource(advisory), writer, id };
  await runCourse(parts, played, ['submit', 'finish'], now, chanceOf(20_270_102));
};

const roles = ['04', '05', '06'] as const;

/**
 * Compiled books of three years, so that most people reach about what the university asks of them and some do not.
 * Each step is the command that a person would have sent.
 */
export const demoYearlyBooks = async (
  parts: SeedParts,
  now: Date,
  people: readonly DemoPerson[],
): Promise<void> => {
  const { engine, files, clock } = parts;
  const random = chanceOf(20_270_101);
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ account: string; id: string }>(
      'select account, id::text from users where tenant_id = $1',
      [tenantId],
    ),
  );
  const ids = new Map(rows.map(({ account, id }) => [account, id]));
  const year = now.getUTCFullYear();
  const years = [year - 2, year - 1, year];
  await writeSharedReport(parts, now, ids);
  const points = await pointsIn(parts, years);
  const pointsOf = ({ account }: DemoPerson, of: number): number =>
    points.get(`${of}/${ids.get(account)}`) ?? 0;
  const told = booksOf(people, pointsOf, years);
  for (const [at, one] of told.entries()) {
    const [first] = one.people;
    const writer = first && (await cachedActor(engine, ids.get(first.person.account) ?? ''));
    const words = collegeWords[one.college];
    if (!writer || !words) continue;
    const [pressName, publishPlace, pressLevel] = presses[at % presses.length] ?? presses[0];
    const published = new Date(Date.UTC(one.year, 2 + (at % 7), 5 + (at % 20), 2));
    clock.now = new Date(published.getTime() + 15 * 86_400_000);
    const stream = Readable.from([smallPdf(one.name, ['封面、版权页、目录'])]);
    const proof = await files.put(writer, { fileName: '版权页.pdf', stream, catalog: '14' });
    const rates = ratesOf(one.people);
    const lacks = one.people.reduce((sum, { lacks: own }) => sum + own, 0);
    const unit = colleges.find(({ code }) => code === one.college)?.name[0] ?? '';
    const { id } = await engine.as(writer).save(book, {
      bookName: one.name,
      bookType: '02',
      isbn: isbn.make?.(71_000_000 + at),
      pressName,
      publishPlace,
      pressLevel,
      publishDate: published.toISOString().slice(0, 10),
      edition: '第1版',
      language: '01',
      totalWords: decimalText(BigInt(Math.round((lacks * 100) / pointsOfWords)), 2),
      subjectClass: words.subjectClass,
      discipline: words.disciplines[0],
      moeDiscipline: words.moeDiscipline,
      schoolSign: '1',
      isStatistics: '1',
      secretLevel: '0',
      authors: one.people.map(({ person }, place) => ({
        sort: place + 1,
        personType: '01',
        userId: ids.get(person.account),
        name: person.name,
        unit,
        authorType: roles[place] ?? '06',
        contributionRate: rates[place],
      })),
      attachments: [{ id: proof.id, catalog: '14' }],
    });
    const played = { resource: untypedResource(book), writer, id };
    await runCourse(parts, played, ['submit', 'finish'], now, random);
  }
  clock.now = now;
};
