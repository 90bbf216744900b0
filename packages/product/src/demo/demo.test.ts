import { validate } from '@keyan/kernel/records/validate.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateSum } from '../achievement/common/authors.ts';
import { journal } from '../achievement/common/journal.ts';
import { paper } from '../achievement/paper/paper.ts';
import { normaliseTitle } from '../shared/formats/formats.ts';
import { supplyNationalDictionaries } from '../shared/formats/national.server.ts';
import { discipline, moeDiscipline, ranks, tlDegree } from '../shared/formats/national.ts';
import { roleAliases } from '../shared/roles.ts';
import { valuesTogetherFor } from './field-words.server.ts';
import { approvalNumberOf } from './money/grants.server.ts';
import { moreProjects } from './more-projects.server.ts';
import { bankDay, inOfficeHours, isOfficeHour } from './office-hours.server.ts';
import { demoPapers, demoProjects, paperEndCounts } from './papers.server.ts';
import { demoPeople, englishName } from './people.server.ts';
import { chanceOf } from './random.server.ts';
import { coursesOf, isWaiting, recordAges } from './record-course.server.ts';
import { storyUntil } from './story.server.ts';
import { colleges, demoUnits } from './university.server.ts';
import { collegeWords, demoJournals, isEnglish, topicAt } from './words.server.ts';

supplyNationalDictionaries();

const now = new Date('2026-11-21T02:00:00Z');
const people = demoPeople();
const papers = demoPapers(people, now);

describe('people', () => {
  test('at least sixty, no name, account or number twice, always the same', () => {
    expect(people.length).toBeGreaterThanOrEqual(60);
    for (const key of ['name', 'account', 'jobNum', 'phone'] as const) {
      expect(new Set(people.map((person) => person[key])).size).toBe(people.length);
    }
    expect(demoPeople()).toEqual(people);
  });
  test('one account for each role, named as the role', () => {
    for (const alias of roleAliases.filter((role) => role !== 'administrator')) {
      expect(people.find((person) => person.account === alias)?.roles).toContain(alias);
    }
    expect(people.find((person) => person.account === 'admin')?.roles).toContain('administrator');
  });
  test('every college has a leader, a secretary and teachers', () => {
    for (const college of colleges) {
      const here = people.filter((person) => person.unit === college.code);
      expect(here.some((person) => person.roles.includes('dept_leader'))).toBe(true);
      expect(here.some((person) => person.roles.includes('dept_secretary'))).toBe(true);
      expect(here.filter((person) => person.roles.includes('teacher')).length).toBeGreaterThan(3);
    }
  });
  test('codes exist, departments exist', () => {
    for (const person of people) {
      expect(entryOf(ranks, person.rank)).toBeDefined();
      expect(entryOf(tlDegree, person.degree)).toBeDefined();
      expect(demoUnits.some((unit) => unit.code === person.unit)).toBe(true);
    }
  });
  test('names in Latin letters', () => {
    expect(englishName('林晓岚')).toBe('Xiaolan Lin');
    for (const person of people) expect(person.english).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+$/);
  });
});

describe('journals', () => {
  test.each(demoJournals)('$name is a valid entry of the catalogue', (given) => {
    const { faults } = validate(
      journal,
      {},
      {
        journalName: given.name,
        issn: given.issn,
        publishScope: '2',
        journalLevel: given.level,
        indexTypes: given.indexTypes,
        jcrZone: given.jcrZone,
        casZone: given.casZone,
        impactFactor: given.impactFactor,
        year: 2026,
        status: '1',
      },
      'complete',
      { today: '2026-11-21' },
    );
    expect(faults).toEqual([]);
    for (const code of given.colleges) expect(collegeWords[code]).toBeDefined();
  });
});

describe('papers', () => {
  test('two hundred, in every fate, with titles of their own', () => {
    expect(papers).toHaveLength(200);
    for (const [fate, count] of Object.entries(paperEndCounts)) {
      expect(papers.filter((one) => one.fate === fate)).toHaveLength(count);
    }
    const titles = papers.map((one) => normaliseTitle(String(one.fields.artName)));
    expect(new Set(titles).size).toBe(200);
    expect(demoPapers(people, now)).toEqual(papers);
  });
  test('the account teacher has some in every status', () => {
    const own = papers.filter((one) => one.writer === 'teacher');
    expect(new Set(own.map((one) => one.fate)).size).toBe(Object.keys(paperEndCounts).length);
  });
  test('every one passes the whole judgement of its definition', () => {
    for (const one of papers) {
      const { faults } = validate(
        paper,
        {},
        {
          ...one.fields,
          fkDeptId: '1',
          authors: one.authors.map((line) => ({
            ...line,
            userId:
              line.account && String(100 + people.findIndex((p) => p.account === line.account)),
          })),
        },
        'complete',
        { today: '2026-11-21' },
      );
      expect(faults, String(one.fields.artName)).toEqual([]);
      expect(rateSum(one.authors)).toBe('100');
    }
  });
  test('stand where their journal has them: volume by the year, issue by the month, pages in the issue', () => {
    const inJournals = papers.filter((one) => one.journal !== null);
    const founded = new Map<string, Set<number>>();
    for (const { journal: given, fields } of inJournals) {
      const [year = 0, month = 0] = String(fields.publishDate).split('-').map(Number);
      const seen = founded.get(given?.issn ?? '') ?? new Set();
      founded.set(given?.issn ?? '', seen.add(year - Number(fields.volume)));
      expect(Number(fields.issue)).toBeLessThanOrEqual(month);
      const [first = 0, last = 0] = String(fields.pages ?? '1-2')
        .split('-')
        .map(Number);
      expect(last).toBeGreaterThan(first);
    }
    for (const years of founded.values()) expect(years.size).toBe(1);
    for (const { journal: given, fields } of papers) {
      if (given === null) expect(fields).toMatchObject({ volume: null, issue: null });
    }
  });
  test('an issue appears on one day, and its papers are indexed later', () => {
    const days = new Map<string, string>();
    for (const { journal: given, fields } of papers) {
      const appeared = String(fields.publishDate);
      const issue = `${given?.issn} ${fields.volume} ${fields.issue}`;
      if (given) expect(days.get(issue) ?? appeared).toBe(appeared);
      days.set(issue, appeared);
      for (const { indexDate, indexNum } of fields.indexRecords as readonly {
        readonly indexDate: string;
        readonly indexNum: string;
      }[]) {
        expect(indexDate > appeared && indexDate <= '2026-11-21').toBe(true);
        expect(indexNum).toMatch(/^(?:WOS:\d{15}|\d{14})$/);
      }
      if (fields.confDate) expect(String(fields.confDate) < appeared).toBe(true);
    }
  });
  test('are about what belongs together, and stand in a journal that prints it', () => {
    for (const { journal: given, unit, fields } of papers) {
      const { objects, aspects, lenses, themes } = collegeWords[unit] as NonNullable<
        (typeof collegeWords)[string]
      >;
      const said = String(fields.keywords).split(/; ?/);
      const at = (words: readonly (readonly [string, string])[], place: number): number =>
        words.findIndex((pair) => pair.includes(said[place] ?? ''));
      const [object, aspect, lens] = [at(objects, 0), at(aspects, 1), at(lenses, 2)];
      const fitting = themes.flatMap((theme, place) =>
        theme.objects.includes(object) &&
        theme.aspects.includes(aspect) &&
        theme.lenses.includes(lens)
          ? [place]
          : [],
      );
      expect(fitting).toHaveLength(1);
      const prints = given?.suits?.[unit];
      const language = isEnglish(given?.name ?? '');
      const others = demoJournals.filter(
        ({ name, colleges: of, suits }) =>
          of.includes(unit) &&
          isEnglish(name) === language &&
          (suits?.[unit]?.includes(fitting[0] ?? -1) ?? true),
      );
      if (prints && others.length > 0) expect(prints).toContain(fitting[0]);
    }
  });
  test('go back to 2019, with something in every year, and the older are cited more', () => {
    const library = papers.filter(({ fate }) => fate.startsWith('approved'));
    const yearOf = (one: (typeof papers)[number]): number =>
      Number(String(one.fields.publishDate).slice(0, 4));
    const years = new Set(library.map(yearOf));
    for (let year = 2019; year <= 2026; year += 1) expect(years).toContain(year);
    const cited = (some: typeof papers): number =>
      some.reduce((sum, one) => sum + Number(one.fields.citedNum), 0) / some.length;
    const isOld = (one: (typeof papers)[number]): boolean => yearOf(one) < 2024;
    expect(cited(library.filter(isOld))).toBeGreaterThan(
      3 * cited(library.filter((one) => !isOld(one))),
    );
    for (const one of library) {
      for (const line of one.authors) {
        const person = people.find(({ account }) => account === line.account);
        if (person) expect(person.since).toBeLessThanOrEqual(yearOf(one));
      }
    }
  });
  test('are decided in office hours, whenever the demo is made', () => {
    const decisions = new Set(['agree', 'return', 'refuse', 'abolish']);
    for (const made of ['2026-11-21T02:00:00Z', '2026-11-22T18:30:00Z', '2026-11-23T20:00:00Z']) {
      const moment = new Date(made);
      const events = storyUntil(demoPapers(people, moment), moment, chanceOf(9));
      const decided = events.filter(({ command }) => decisions.has(command.is));
      expect(decided.length).toBeGreaterThan(200);
      for (const { at } of decided) expect(isOfficeHour(at), at.toISOString()).toBe(true);
    }
  });
  test('papers are entered one by one, whatever the time of day at which the demo is written', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const moment = new Date(Date.UTC(2026, 11, 1 + (hour % 5), hour, 33));
      const minutes = new Map<string, number>();
      for (const { at, command } of storyUntil(demoPapers(people, moment), moment, chanceOf(9))) {
        const minute = at.toISOString().slice(0, 16);
        if (command.is === 'enter') minutes.set(minute, (minutes.get(minute) ?? 0) + 1);
      }
      expect(Math.max(...minutes.values()), moment.toISOString()).toBeLessThan(4);
    }
  });
  test('projects and disciplines exist', () => {
    const numbers = demoProjects(people, now).map((project) => project.number);
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const one of papers) {
      if (one.project) expect(numbers).toContain(one.project);
      expect(entryOf(discipline, String(one.fields.discipline))).toBeDefined();
      expect(entryOf(moeDiscipline, String(one.fields.moeDiscipline))).toBeDefined();
    }
  });
});

test('records that wait are of these weeks but for one or two, and the oldest records come first', () => {
  const fortnight = 14 * 86_400_000;
  const courses = coursesOf(20);
  for (const shift of [0, 5, 17, 1_000_002]) {
    const ages = recordAges(courses, shift);
    expect(ages.map(({ age }) => age)).toEqual(
      ages.map(({ age }) => age).toSorted((a, b) => b - a),
    );
    const late = ages.filter(
      ({ index, age }) => isWaiting(courses[index] ?? []) && age > fortnight,
    );
    expect(late.length).toBeLessThanOrEqual(2);
    expect(Math.max(...ages.map(({ age }) => age))).toBeGreaterThan(8 * fortnight);
  }
});

test('a kind with few records has every status of an approval, one with many is mostly approved', () => {
  const lasts = (count: number) => coursesOf(count).map((course) => course.at(-1));
  const every = [undefined, 'submit', 'return', 'refuse', 'recall', 'abolish', 'finish'];
  for (let count = 8; count <= 40; count += 1) {
    const ends = lasts(count);
    expect(ends).toHaveLength(count);
    expect(new Set(ends)).toEqual(new Set([...every, ...ends]));
    for (const end of every) expect(ends, `${count}`).toContain(end);
  }
  expect(lasts(40).filter((end) => end === 'finish').length).toBeGreaterThan(20);
});

test('projects of the ledger have the amount and the length of their programme, in disciplines that it funds', () => {
  const ledger = [...demoProjects(people, now), ...moreProjects(people, now)];
  const isHuman = ({ unit }: (typeof ledger)[number]) => collegeWords[unit]?.subjectClass === '02';
  for (const one of ledger) {
    const { programme, startDate, endDate, funds, number } = one;
    expect(number.slice(1, 5)).toBe(startDate.slice(0, 4));
    expect(startDate < '2026-11-21').toBe(true);
    if (!programme) continue;
    expect(programme.grants).toContain(funds);
    const months = Number(endDate.slice(0, 4)) * 12 + Number(endDate.slice(5, 7));
    const begun = Number(startDate.slice(0, 4)) * 12 + Number(startDate.slice(5, 7));
    expect([number, months - begun + 1]).toEqual([number, programme.years * 12]);
    if (programme.resource === '1003' || programme.resource === '2005') {
      expect([number, isHuman(one)]).toEqual([number, false]);
    }
    if (['1004', '2001', '2006', '6005'].includes(programme.resource)) {
      expect([number, isHuman(one)]).toEqual([number, true]);
    }
  }
  expect(ledger.filter(({ name }) => name.includes('为例'))).toEqual([]);
  expect(new Set(ledger.map(({ name }) => name)).size).toBe(ledger.length);
  const numbers = ledger.flatMap(({ programme, number }) =>
    programme ? [approvalNumberOf(programme, number)] : [],
  );
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('banks move no money on days off', () => {
  for (const [due, moved] of [
    ['2026-01-02', '2025-12-31'],
    ['2026-07-19', '2026-07-17'],
    ['2026-10-05', '2026-09-30'],
    ['2026-05-06', '2026-05-06'],
  ]) {
    expect(dayText(bankDay(new Date(`${due}T02:00:00Z`)))).toBe(moved);
  }
});

test('things happen in office hours, soon after they were due', () => {
  const random = chanceOf(3);
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
      (date) => {
        const moved = new Date(inOfficeHours(date.getTime(), random));
        expect(isOfficeHour(moved)).toBe(true);
        expect(moved.getTime() - date.getTime()).toBeGreaterThanOrEqual(0);
        expect(moved.getTime() - date.getTime()).toBeLessThan(3 * 86_400_000);
        if (isOfficeHour(date)) expect(moved).toEqual(date);
      },
    ),
  );
});

test('Chinese titles and names have full-width marks, English ones none', () => {
  const topics = colleges.flatMap(({ code }) =>
    Array.from({ length: 2000 }, (_, index) => topicAt(code, index * 7)),
  );
  const projects = [...demoProjects(people, now), ...moreProjects(people, now)];
  const chinese = [
    ...topics.map(({ zh }) => zh),
    ...projects.map(({ name }) => name),
    ...demoJournals.map(({ name }) => name),
  ];
  const halfWidth = /\p{Script=Han}[,:;!?()]|[,:;!?()]\p{Script=Han}/u;
  expect(chinese.filter((text) => halfWidth.test(text))).toEqual([]);
  expect(topics.filter(({ en }) => /[，：；！？（）]/.test(en))).toEqual([]);
});

test('designs are objects, and conferences are where their name says', () => {
  const topic = topicAt('310', 0);
  const about = (kind: string, index: number, drawn = {}) =>
    valuesTogetherFor(kind, index, now, { topic, college: '310', drawn });
  for (let index = 0; index < 8; index += 1) {
    for (const patentType of ['02', '03']) {
      expect(about('patentapp', index, { patentType }).patentName).toMatch(/^(?!.*方法)/);
    }
    const { activityName, country, isForeign } = about('xshdcj', index);
    const isAbroad = activityName?.includes('国际');
    expect([isForeign, country === '156']).toEqual([isAbroad ? '1' : '0', !isAbroad]);
  }
});

test('titles never run out: any two numbers of a college have different ones', () => {
  // The first numbers, those with a place, with a place and a period, and with a number as well.
  const starts = [0, 100_000, 1_000_000, 200_000_000];
  for (const { code } of colleges) {
    for (const language of ['zh', 'en'] as const) {
      const titles = starts.flatMap((start) =>
        Array.from({ length: 1000 }, (_, index) =>
          normaliseTitle(topicAt(code, start + index)[language]),
        ),
      );
      expect(new Set(titles).size).toBe(titles.length);
    }
  }
});
