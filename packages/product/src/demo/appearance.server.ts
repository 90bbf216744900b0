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

/** Returns the digits of an ISSN as a number, a stable pseudo-random value of the journal. */
const digitsOf = ({ issn }: DemoJournal): number => Number(issn.replace(/\D/g, '').slice(0, 7));

/** Possible numbers of issues per year: monthly, bimonthly, quarterly. */
const frequencies = [12, 6, 4] as const;

const frequencyOf = (journal: DemoJournal): number =>
  frequencies[digitsOf(journal) % frequencies.length] ?? 12;

/** Returns the year of the journal's first volume. */
const foundedIn = (journal: DemoJournal): number =>
  isEnglish(journal.name) ? 1986 + (digitsOf(journal) % 28) : 1956 + (digitsOf(journal) % 50);

/** Number of pages per issue. */
const issuePages = 160;

/** Returns whether pages are numbered throughout the year; Chinese university journals restart with each issue. */
const isContinuous = ({ name }: DemoJournal): boolean => !/大学学报|高校/.test(name);

/** Days of the month on which issues appear, one per journal. */
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

/** Returns the newest issue that had appeared by a day. */
const newestIssue = (journal: DemoJournal, day: string): Issue => {
  const year = Number(day.slice(0, 4));
  const issues = [year - 1, year].flatMap((one) =>
    Array.from({ length: frequencyOf(journal) }, (_, index) => issueAt(journal, one, index + 1)),
  );
  return issues.findLast(({ date }) => date <= day) ?? issueAt(journal, year - 1, 1);
};

/** Returns the newest issue by a day, with the volume of its year and pages within it. */
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

/** Adds days to a day, at most up to today. */
export const daysLater = (day: string, days: number, now: Date): string =>
  new Date(Math.min(Date.parse(day) + days * 86_400_000, now.getTime())).toISOString().slice(0, 10);

/** Returns an accession number in a database, which increases with the day of indexing. */
export const accessionOf = (indexType: string, on: string, random: Chance): string => {
  if (indexType === '05') {
    const week = Math.ceil((dayNumber(on) - dayNumber(`${on.slice(0, 4)}-01-01`) + 1) / 7);
    return `${on.slice(0, 4)}${String(week).padStart(2, '0')}${random.int(10_000_000, 19_999_999)}`;
  }
  const since = dayNumber(on) - dayNumber('2019-01-01');
  const serial = 4_550_000 + since * 3700 + random.int(0, 3000);
  return `WOS:${String(serial).padStart(10, '0')}${String(random.int(1, 400)).padStart(5, '0')}`;
};

/** Returns the pages of a paper in proceedings, without volume and issue. */
export const placeInProceedings = (published: string, random: Chance) => {
  const first = random.int(1, 600);
  return {
    publishDate: published,
    volume: null,
    issue: null,
    pages: `${first}-${first + random.int(5, 10)}`,
  };
};

/** Average citations per year, by level of the journal. */
const yearlyCitations: Readonly<Record<string, number>> = {
  A1: 4,
  A2: 2.5,
  B1: 1.6,
  B2: 1.1,
} satisfies Readonly<Partial<Record<CodeOf<typeof journalLevel>, number>>>;

/** Returns the citations up to today: more for older papers and higher levels. */
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

/** Returns a number from 1 to 99 in Chinese numerals. */
const numeral = (count: number): string => {
  const tens = Math.floor(count / 10);
  return `${tens > 1 ? numerals[tens] : ''}${tens > 0 ? '十' : ''}${numerals[count % 10]}`;
};

/** Returns the name of a conference with its number or year: `第十二届…`, `2025 …`. */
export const conferenceOf = ({ name, since }: DemoConference, year: number): string =>
  isEnglish(name) ? `${year} ${name}` : `第${numeral(Math.max(1, year - since + 1))}届${name}`;

/** Returns the journal of a paper by college, or occasionally a conference. */
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

/** Returns a DOI with the prefix 10.5555, which is reserved for examples, and the journal's abbreviation. */
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
