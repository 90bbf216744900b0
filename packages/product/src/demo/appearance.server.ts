import type { Chance } from './random.server.ts';
import { type DemoConference, type DemoJournal, isEnglish } from './words.server.ts';

/** The digits of an ISSN as a number: what differs between journals and stays the same for each. */
const digitsOf = ({ issn }: DemoJournal): number => Number(issn.replace(/\D/g, '').slice(0, 7));

/** Issues of a year: monthly, every two months, quarterly. */
const frequencies = [12, 6, 4] as const;

const frequencyOf = (journal: DemoJournal): number =>
  frequencies[digitsOf(journal) % frequencies.length] ?? 12;

/** The year of the first volume. */
const foundedIn = (journal: DemoJournal): number =>
  isEnglish(journal.name) ? 1986 + (digitsOf(journal) % 28) : 1956 + (digitsOf(journal) % 50);

/** Pages of one issue; they are numbered through the year. */
const issuePages = 160;

/** Volume by the year, issue by the month, and pages that lie in this issue. */
export const placeIn = (journal: DemoJournal, published: string, random: Chance) => {
  const [year = 0, month = 1] = published.split('-').map(Number);
  const issue = Math.ceil((month * frequencyOf(journal)) / 12);
  const length = random.int(6, 17);
  const first = (issue - 1) * issuePages + random.int(1, issuePages - length);
  return {
    volume: String(year - foundedIn(journal) + 1),
    issue: String(issue),
    pages: `${first}-${first + length - 1}`,
  };
};

/** The pages of a paper in proceedings, which have neither volume nor issue. */
export const placeInProceedings = (random: Chance) => {
  const first = random.int(1, 600);
  return { volume: null, issue: null, pages: `${first}-${first + random.int(5, 10)}` };
};

/** Citations of a year on the average, by the grade of the journal. */
const yearlyCitations: Readonly<Record<string, number>> = { A1: 4, A2: 2.5, B1: 1.6, B2: 1.1 };

/** How often it was cited by now: more the older it is, and the better its journal. */
export const citedBy = (
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
