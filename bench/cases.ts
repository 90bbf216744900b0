import type pg from 'pg';
import type { SignedIn } from './accounts.ts';
import { openApprovals, openSubmissions } from './changes.ts';
import { openExpenses } from './expenses.ts';
import { type Next, type Percentiles, percentiles } from './load.ts';
import { tenant } from './people.ts';
import {
  deepQuestions,
  listQuestions,
  pageQuestions,
  type Questions,
  readSamples,
  recordQuestions,
  searchQuestions,
} from './questions.ts';
import type { Measured } from './sides.ts';

/** Measured result of a case. */
export interface Outcome {
  readonly ours: Measured;
  readonly bare: Measured | undefined;
  /** Number of papers in the database. */
  readonly papers: number;
}

/** Maximum for a measured value, and whether it is met. */
export interface Budget {
  readonly what: string;
  readonly figure: (outcome: Outcome) => number;
  readonly limit: (outcome: Outcome) => number;
  readonly is: 'at most' | 'at least';
}

/** Case of the benchmark. */
export interface Case {
  readonly name: string;
  /** Number of simultaneous requests, unless `--clients` is given. */
  readonly clients: number;
  /**
   * Prepares the requests.
   * @param expected number of requests to prepare
   */
  readonly ours: (expected: number) => Promise<Next>;
  /** Prepares the requests to the baseline server; undefined if it lacks the call. */
  readonly bare?: (expected: number) => Promise<Next>;
  readonly budgets: readonly Budget[];
}

const papers = '/api/kh-edu-research/papers';
const newest = 'view=lib&descs=publishDate';

const atLeast = (limit: number, what = 'ratio to the bare server'): Budget => ({
  what,
  figure: ({ ours, bare }) => ours.rate / (bare?.rate ?? Number.NaN),
  limit: () => limit,
  is: 'at least',
});
const slowest = (outcome: Outcome, which: keyof Percentiles): readonly number[] =>
  [...outcome.ours.timesOf.values()].map((times) => percentiles(times)[which]);
export const worstOf = (which: keyof Percentiles, limit: number): Budget => ({
  what: `${which} of the slowest account, ms`,
  figure: (outcome) => {
    const all = slowest(outcome, which);
    // Without requests, no budget is met.
    return all.length > 0 ? Math.max(...all) : Number.NaN;
  },
  limit: () => limit,
  is: 'at most',
});

/** Makes requests of all accounts in turn, with different questions for each. */
export const askInTurn = (
  askers: readonly SignedIn[],
  question: Questions,
  path: (question: string) => string,
): Next => {
  let turn = 0;
  return () => {
    const asked = question();
    const asker = askers[turn % askers.length];
    turn += 1;
    return asked === undefined || !asker
      ? null
      : { method: 'GET', path: path(asked), headers: asker.headers, who: asker.account };
  };
};

const bareOf = (question: Questions, path: (question: string) => string): Next => {
  return () => {
    const asked = question();
    return asked === undefined ? null : { method: 'GET', path: path(asked) };
  };
};

const countApproved = async (admin: pg.Client): Promise<number> => {
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int as count from paper
      where tenant_id = $1 and audit_status = '2' and is_deleted = 0`,
    [tenant],
  );
  return rows[0]?.count ?? 0;
};

const list = (question: string): string => `${papers}/list?${newest}&${question}`;
const detail = (id: string): string => `${papers}/detail?id=${id}`;

/**
 * Number of different records to read, enough for the baseline, which answers up to 3,600 requests
 * a second: with 20,000 it ran out in its last turn, in which the product then ran alone.
 */
const records = 60_000;

/** Makes the cases of lists, records and searches; no two cases share a question. */
const readingCases = async (
  admin: pg.Client,
  askers: readonly SignedIn[],
): Promise<readonly Case[]> => {
  const samples = await readSamples(admin);
  const everything = askers.filter(({ reach }) => reach === 'everything');
  const deciding = askers.filter(({ decides }) => decides);
  const { rows } = await admin.query<{ id: string }>(
    `select id::text from paper where tenant_id = $1 and audit_status = '2' order by id desc limit $2`,
    [tenant, records],
  );
  const ids = rows.map(({ id }) => id);
  const approved = await countApproved(admin);
  const lists = listQuestions(samples);
  const searches = searchQuestions(samples);
  return [
    {
      name: 'list',
      clients: 16,
      ours: async () => askInTurn(askers, lists, list),
      budgets: [
        {
          what: 'p95 over ten accounts, ms',
          figure: ({ ours }) => ours.p95,
          limit: (outcome) => (outcome.papers > 300_000 ? 250 : 150),
          is: 'at most',
        },
        {
          what: 'median of the slowest account / of the fastest',
          figure: (outcome) =>
            Math.max(...slowest(outcome, 'p50')) / Math.min(...slowest(outcome, 'p50')),
          limit: () => 3,
          is: 'at most',
        },
      ],
    },
    {
      name: 'list-full',
      clients: 16,
      ours: async () => askInTurn(everything, lists, list),
      bare: async () => bareOf(listQuestions(samples), (question) => `/list?${question}`),
      budgets: [atLeast(0.7)],
    },
    {
      name: 'deep',
      clients: 4,
      ours: async () => askInTurn(everything, deepQuestions(approved), list),
      bare: async () => bareOf(deepQuestions(approved), (question) => `/list?${question}`),
      budgets: [worstOf('p95', 250)],
    },
    {
      name: 'done',
      clients: 4,
      ours: async () =>
        askInTurn(
          deciding,
          pageQuestions(),
          (question) => `/api/blade-flow/work/done-list?${question}`,
        ),
      budgets: [worstOf('p95', 150)],
    },
    {
      name: 'detail',
      clients: 16,
      ours: async () => askInTurn(everything, recordQuestions(ids), detail),
      bare: async () => bareOf(recordQuestions(ids), (id) => `/detail?id=${id}`),
      budgets: [atLeast(0.5)],
    },
    {
      name: 'search',
      clients: 1,
      ours: async () =>
        askInTurn(askers, searches, (text) => `/api/keyan/search?q=${encodeURIComponent(text)}`),
      budgets: [worstOf('p95', 50)],
    },
  ];
};

/** Paths of calls of the home page and of heads of lists, which have no parameters. */
const figures: Readonly<Record<string, string>> = {
  'school-info': '/api/kh-edu-research/wel/index/v1/querySchoolInfo',
  'my-info': '/api/kh-edu-research/wel/index/v1/queryMyInfo',
  counts: `${papers}/counts?view=lib`,
  tally: `${papers}/tally?view=lib&by=journalLevel`,
};

const figureCases = (askers: readonly SignedIn[]): readonly Case[] =>
  Object.entries(figures).map(([name, path]) => ({
    name,
    clients: 1,
    ours: async () =>
      askInTurn(
        askers,
        () => path,
        () => path,
      ),
    budgets: [worstOf('p95', 100)],
  }));

const changingCases = (site: string, admin: pg.Client): readonly Case[] => [
  {
    name: 'submit',
    clients: 8,
    ours: (expected) => openSubmissions(site, admin, expected),
    bare: (expected) => openSubmissions(undefined, admin, expected),
    budgets: [atLeast(0.25)],
  },
  {
    name: 'expense',
    clients: 8,
    ours: (expected) => openExpenses(site, admin, expected),
    bare: (expected) => openExpenses(undefined, admin, expected),
    budgets: [atLeast(0.25)],
  },
  {
    name: 'approve',
    clients: 8,
    ours: (expected) => openApprovals(site, admin, expected),
    bare: async () => {
      let task = 0;
      return () => {
        task += 1;
        return { method: 'POST', path: '/approve', body: JSON.stringify({ task }) };
      };
    },
    budgets: [
      {
        what: 'approvals per second',
        figure: ({ ours }) => ours.rate,
        limit: () => 450,
        is: 'at least',
      },
    ],
  },
];

/**
 * Makes the table of cases:
 *
 * - `list`: two filters, newest first, by ten accounts; `list-full`: by those who may read
 * everything
 * - `deep`: pages from the middle of the list on
 * - `done`: tasks that were already decided
 * - `detail`: one record; `search`: letters of a title, an author or a number, over all kinds
 * - figures of the home page, rows by status (`counts`) and by grade of the journal (`tally`)
 * - `submit`: a new paper with its file, into approval
 * - `expense`: a new expense of a project, into approval: effects, two ledgers, limits
 * - `approve`: distinct tasks, half of the first step and half of the last
 */
export const casesOf = async (
  site: string,
  admin: pg.Client,
  askers: readonly SignedIn[],
): Promise<readonly Case[]> => [
  ...(await readingCases(admin, askers)),
  ...figureCases(askers),
  ...changingCases(site, admin),
];
