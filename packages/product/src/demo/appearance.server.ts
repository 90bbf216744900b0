import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { journalLevel } from '../achievement/common/dictionaries.ts';
import type { Chance } from './random.server.ts';
import {
  type DemoConference,
  type DemoJournal,
  demoJournals,
  isEnglish,
  outsideUnits,
} from './words.server.ts';

/** The digits of an ISSN as a number: what differs between journals and stays the same for each. */
const digitsOf = ({ issn }: DemoJournal): number => Number(issn.replace(/\D/g, '').slice(0, 7));

/** Issues of a year: monthly, every two months, quarterly. */
const frequencies = [12, 6, 4] as const;

const frequencyOf = (journal: DemoJournal): number =>
  frequencies[digitsOf(journal) % frequencies.length] ?? 12;

/** The year of the first volume. */
const foundedIn = (journal: DemoJournal): number =>
  isEnglish(journal.name) ? 1986 + (digitsOf(journal) % 28) : 1956 + (digitsOf(journal) % 50);

/** Pages of one issue. */
const issuePages = 160;

/** Are pages numbered through the year? University journals in Chinese begin anew with each issue. */
const isContinuous = ({ name }: DemoJournal): boolean => !/大学学报|高校/.test(name);

/** Days of the month on which issues appear; each journal has its own. */
const issueDays = ['05', '10', '15', '20', '25', '28'] as const;

interface Issue {
  readonly year: number;
  readonly number: number;
  readonly date: string;
}

const issueAt = (journal: DemoJournal, year: number, number: number): Issue => {
  const months = 12 / frequencyOf(journal);
  const month = (number - 1) * months + 1 + (digitsOf(journal) % months);
  const on = issueDays[digitsOf(journal) % issueDays.length];
  return { year, number, date: `${year}-${String(month).padStart(2, '0')}-${on}` };
};

/** The newest issue that had appeared by a day. */
const newestIssue = (journal: DemoJournal, day: string): Issue => {
  const year = Number(day.slice(0, 4));
  const issues = [year - 1, year].flatMap((one) =>
    Array.from({ length: frequencyOf(journal) }, (_, index) => issueAt(journal, one, index + 1)),
  );
  return issues.findLast(({ date }) => date <= day) ?? issueAt(journal, year - 1, 1);
};

/** The newest issue by this day, its volume by the year, and pages that lie in it. */
export const journalPlacement = (journal: DemoJournal, by: string, random: Chance) => {
  const { year, number, date } = newestIssue(journal, by);
  const length = random.int(6, 17);
  const before = isContinuous(journal) ? (number - 1) * issuePages : 0;
  const first = before + random.int(1, issuePages - length);
  return {
    publishDate: date,
    volume: String(year - foundedIn(journal) + 1),
    issue: String(number),
    pages: `${first}-${first + length - 1}`,
  };
};

const dayNumber = (day: string): number => Math.round(Date.parse(day) / 86_400_000);

/** Adds days to a day, up to today. */
export const daysLater = (day: string, days: number, now: Date): string =>
  new Date(Math.min(Date.parse(day) + days * 86_400_000, now.getTime())).toISOString().slice(0, 10);

/** The accession number in a database: it rises with the days on which records come in. */
export const accessionOf = (indexType: string, on: string, random: Chance): string => {
  if (indexType === '05') {
    const week = Math.ceil((dayNumber(on) - dayNumber(`${on.slice(0, 4)}-01-01`) + 1) / 7);
    return `${on.slice(0, 4)}${String(week).padStart(2, '0')}${random.int(10_000_000, 19_999_999)}`;
  }
  const since = dayNumber(on) - dayNumber('2019-01-01');
  const serial = 4_550_000 + since * 3700 + random.int(0, 3000);
  return `WOS:${String(serial).padStart(10, '0')}${String(random.int(1, 400)).padStart(5, '0')}`;
};

/** The pages of a paper in proceedings, which have neither volume nor issue. */
export const placeInProceedings = (published: string, random: Chance) => {
  const first = random.int(1, 600);
  return {
    publishDate: published,
    volume: null,
    issue: null,
    pages: `${first}-${first + random.int(5, 10)}`,
  };
};

/** Citations of a year on the average, by the grade of the journal. */
const yearlyCitations: Readonly<Record<string, number>> = {
  A1: 4,
  A2: 2.5,
  B1: 1.6,
  B2: 1.1,
} satisfies Readonly<Partial<Record<CodeOf<typeof journalLevel>, number>>>;

/** How often it was cited by now: more the older it is, and the better its journal. */
export const citationsByNow = (
  journal: DemoJournal | null,
  published: string,
  now: Date,
  random: Chance,
): number => {
  const years = (now.getTime() - Date.parse(published)) / (365 * 86_400_000);
  const yearly = yearlyCitations[journal?.level ?? ''] ?? 0.5;
  return Math.floor(Math.max(0, years - 0.3) * yearly * (0.4 + random.next() * 1.2));
};

const numerals = ['', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const;

/** 一 to 九十九. */
const numeral = (count: number): string => {
  const tens = Math.floor(count / 10);
  return `${tens > 1 ? numerals[tens] : ''}${tens > 0 ? '十' : ''}${numerals[count % 10]}`;
};

/** The conference of a year by its name: `第十二届…`, `2025 …`. */
export const conferenceOf = ({ name, since }: DemoConference, year: number): string =>
  isEnglish(name) ? `${year} ${name}` : `第${numeral(Math.max(1, year - since + 1))}届${name}`;

/** Place in which a paper appeared: a journal by college, or a conference now and then. */
export const venueOf = (random: Chance, college: string, theme: number, english: boolean) => {
  const readers = demoJournals.filter(
    (journal) => journal.colleges.includes(college) && isEnglish(journal.name) === english,
  );
  const suiting = readers.filter(({ suits }) => suits?.[college]?.includes(theme) ?? true);
  const candidates = suiting.length > 0 ? suiting : readers;
  const conferences = outsideUnits.conferences.filter(
    ({ name, colleges, suits }) =>
      colleges.includes(college) &&
      isEnglish(name) === english &&
      (suits?.[college]?.includes(theme) ?? true),
  );
  const meets = conferences.length > 0 && (random.maybe(0.07) || candidates.length === 0);
  return meets
    ? { journal: null, conference: random.pick(conferences) }
    : { journal: random.pick(candidates), conference: null };
};

/** 10.5555 is the prefix that the registries keep for examples; behind it journals name themselves. */
export const doiOf = (
  journal: DemoJournal | null,
  year: number,
  issue: string | null,
  serial: number,
): string => {
  const last = String(serial).padStart(3, '0');
  return journal
    ? `10.5555/j.issn.${journal.issn}.${year}.${String(issue).padStart(2, '0')}.${last}`
    : `10.5555/proc.${year}.${last}`;
};
