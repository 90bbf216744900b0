import { perThousand } from '@keyan/api/bulk/outputs.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { chanceOf } from '@keyan/product/demo/random.server.ts';
import { serverApplication } from '@keyan/product/index.server.ts';
import type pg from 'pg';
import type { SignedIn } from './accounts.ts';
import { askInTurn, type Case, worstOf } from './cases.ts';
import { tenant } from './people.ts';
import { type Questions, shuffled } from './questions.ts';

const pagesEach = 4;
const firstYear = 2015;
const lastYear = 2026;
/**
 * Number of titles per kind from which searches take letters, per thousandth of the outputs that
 * are of this kind.
 */
const titlesPerShare = 4;
const minTitles = 20;
/** Number of people whose pages are opened. */
const people = 2000;

/** Kinds with a library that all ten accounts may open. */
const kinds: readonly Resource[] = serverApplication.resources.filter(
  ({ key, views }) => key in perThousand && 'lib' in views,
);

/** Returns questions once each, shuffled equally in each run. */
const inRandomOrder = (questions: string[], seed: number): Questions => {
  const left = shuffled(questions, seed);
  return () => left.pop();
};

/** Returns questions for the libraries of all kinds, whole and by year: their first pages. */
const libraryQuestions = (): Questions => {
  const all: string[] = [];
  for (const { path, fields } of kinds) {
    const years = fields.statYear
      ? Array.from({ length: lastYear - firstYear + 1 }, (_, at) => `&statYear=${firstYear + at}`)
      : [];
    for (const filter of ['', ...years]) {
      for (let page = 1; page <= pagesEach; page += 1)
        all.push(`${path}/list?view=lib${filter}&current=${page}&size=10`);
    }
  }
  return inRandomOrder(all, 11);
};

/** Returns letters of titles of every kind, more of frequent kinds. */
const titleQuestions = async (admin: pg.Client): Promise<Questions> => {
  const random = chanceOf(12);
  const asked = new Set<string>();
  for (const { key, table, title } of kinds) {
    const most = Math.max(minTitles, (perThousand[key] ?? 0) * titlesPerShare);
    const { rows } = await admin.query<{ title: string }>(
      `select ${snakeCase(title)} as title from ${table}
        where tenant_id = $1 and audit_status = '2' and is_deleted = 0 order by md5(id::text) limit ${most}`,
      [tenant],
    );
    for (const row of rows) {
      const letters = [...row.title.replace(/\P{L}/gu, '')];
      const length = random.int(2, 6);
      const start = random.int(0, Math.max(0, letters.length - length));
      asked.add(letters.slice(start, start + length).join(''));
    }
  }
  asked.delete('');
  return inRandomOrder([...asked], 13);
};

const peopleQuestions = async (admin: pg.Client): Promise<Questions> => {
  const { rows } = await admin.query<{ id: string }>(
    `select id::text from users where tenant_id = $1 and is_deleted = 0 and dept_id is not null
      order by md5(id::text) limit ${people}`,
    [tenant],
  );
  return inRandomOrder(
    rows.map(({ id }) => id),
    14,
  );
};

/**
 * Makes the cases of lists with outputs of all kinds (decision 0201); `done`, `my-info` and
 * `school-info` are defined elsewhere:
 *
 * - `libraries`: the library of each kind in turn, whole and by year
 * - `find`: letters of titles of every kind
 * - `scholar`: the page of a person with some five hundred outputs
 */
export const kindCases = async (
  admin: pg.Client,
  askers: readonly SignedIn[],
): Promise<readonly Case[]> => {
  const ofTitles = await titleQuestions(admin);
  const ofPeople = await peopleQuestions(admin);
  return [
    {
      name: 'libraries',
      clients: 4,
      ours: async () => askInTurn(askers, libraryQuestions(), (question) => `/api/${question}`),
      budgets: [worstOf('p95', 250)],
    },
    {
      name: 'find',
      clients: 1,
      ours: async () =>
        askInTurn(askers, ofTitles, (text) => `/api/keyan/search?q=${encodeURIComponent(text)}`),
      budgets: [worstOf('p95', 50)],
    },
    {
      name: 'scholar',
      clients: 1,
      ours: async () =>
        askInTurn(askers, ofPeople, (id) => `/api/kh-edu-research/scholar/detail?id=${id}`),
      budgets: [worstOf('p95', 250)],
    },
  ];
};
