import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import { defaultRates } from '../../achievement/common/authors.ts';
import type { journalLevel } from '../../achievement/common/dictionaries.ts';
import type { DemoAuthor, DemoPaper } from '../papers.server.ts';
import type { DemoPerson } from '../people.server.ts';
import { colleges } from '../university.server.ts';

/** Teachers of ours who sign a paper of recent years, as far as the college has them. */
const signing = 3;

/** Papers of this many years before this one are signed by more colleagues. */
const recentYears = 2;

const isApproved = ({ fate }: DemoPaper): boolean =>
  fate === 'approved' || fate === 'approvedAfterReturn';

/** Levels of journals, roughly as scores value them. */
const worth: Readonly<Record<string, number>> = {
  T: 500,
  A1: 200,
  A2: 120,
  B1: 60,
  B2: 40,
  C: 20,
  D: 5,
} satisfies Readonly<Partial<Record<CodeOf<typeof journalLevel>, number>>>;

const worthOf = ({ fields }: DemoPaper): number => worth[String(fields.journalLevel)] ?? 0;

/** Worth of the approved papers of each account in each year, by its part of them: `2025/310-2`. */
type Signed = Map<string, number>;

const yearOf = ({ fields }: DemoPaper): number => Number(String(fields.publishDate).slice(0, 4));

const keyOf = (year: number, account: string | null): string => `${year}/${account}`;

const count = (signed: Signed, paper: DemoPaper): void => {
  for (const { account, contributionRate } of paper.authors) {
    const key = keyOf(yearOf(paper), account);
    const part = (worthOf(paper) * Number(contributionRate)) / 100;
    if (account) signed.set(key, (signed.get(key) ?? 0) + part);
  }
};

/** The same paper with colleagues who have least of its year: its other authors stay where they are. */
const withColleagues = (
  paper: DemoPaper,
  people: readonly DemoPerson[],
  signed: Signed,
): DemoPaper => {
  const year = yearOf(paper);
  const unit = colleges.find(({ code }) => code === paper.unit)?.name[0] ?? '';
  const isSecond = ({ account, personType }: DemoAuthor): boolean =>
    account !== null && account !== paper.writer && personType === '01';
  const free = people
    .filter((one) => one.unit === paper.unit && one.roles.includes('teacher') && one.since < year)
    .filter(({ account }) => account !== paper.writer)
    .toSorted((a, b) => {
      const had = (one: DemoPerson): number => signed.get(keyOf(year, one.account)) ?? 0;
      return had(a) - had(b) || (a.account < b.account ? -1 : 1);
    });
  const take = (line: DemoAuthor): DemoAuthor => {
    const next = free.shift();
    return next ? { ...line, account: next.account, name: next.name } : line;
  };
  const kept = paper.authors.map((line) => (isSecond(line) ? take(line) : line));
  const own = kept.filter(({ account }) => account !== null).length;
  const added = free.splice(0, Math.max(0, signing - own)).map(
    (one): DemoAuthor => ({
      account: one.account,
      personType: '01',
      name: one.name,
      unit,
      authorType: '06',
      isFirstUnit: '1',
      contributionRate: '0.00',
      creditRoles: ['05', '14'],
    }),
  );
  const authors = [...kept, ...added];
  const rates = defaultRates(authors.length);
  return {
    ...paper,
    authors: authors.map((line, place) => ({ ...line, contributionRate: rates[place] ?? '0.00' })),
  };
};

/** Papers of recent years, signed by all teachers of a college in turn, so that most have scores every year. */
export const papersSignedInTurn = (
  papers: readonly DemoPaper[],
  people: readonly DemoPerson[],
  now: Date,
): readonly DemoPaper[] => {
  const signed: Signed = new Map();
  const since = now.getUTCFullYear() - recentYears;
  const turned = new Map(
    papers
      .filter((paper) => isApproved(paper) && yearOf(paper) >= since)
      .toSorted((a, b) => worthOf(b) - worthOf(a))
      .map((paper) => {
        const next = withColleagues(paper, people, signed);
        count(signed, next);
        return [paper, next];
      }),
  );
  return papers.map((paper) => turned.get(paper) ?? paper);
};
