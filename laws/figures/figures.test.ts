import { openTestDemo, type TestDemo } from '@keyan/api/testing/demo.ts';
import { filterQuery, readState } from '@keyan/console/list/state.ts';
import { parseQuery } from '@keyan/engine/wire/query.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { equal, plus, proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import {
  type Dictionary,
  dictionariesAsDefined,
  entryOf,
} from '@keyan/kernel/values/dictionary.ts';
import { addDays, dayText } from '@keyan/kernel/values/time.ts';
import { awardGrade } from '@keyan/product/achievement/award/dictionaries.ts';
import { bookType } from '@keyan/product/achievement/book/dictionaries.ts';
import { awardLevel } from '@keyan/product/achievement/common/dictionaries.ts';
import { dueDates } from '@keyan/product/calendar/own-due.server.ts';
import { demoPeople } from '@keyan/product/demo/people.server.ts';
import { answerQuestions, type FigureReader } from '@keyan/product/figures/answer.server.ts';
import { allFigures, dimensionsOf } from '@keyan/product/figures/catalog.ts';
import {
  type Cell,
  type CountedFigure,
  type Figure,
  type FigureAnswer,
  isDerived,
  type Question,
} from '@keyan/product/figures/figure.ts';
import { outputKinds } from '@keyan/product/figures/outputs.ts';
import { pageOfSource } from '@keyan/product/figures/source.ts';
import { statisticsPages } from '@keyan/product/figures/statistics-pages.ts';
import { homeStripFor } from '@keyan/product/office/home/cards.server.ts';
import { earlyWarning } from '@keyan/product/office/warnings/early-warning.ts';
import { tryRule } from '@keyan/product/office/warnings/warnings.server.ts';
import { teamLevel, teamType } from '@keyan/product/people/teams/dictionaries.ts';
import { programKind, researchType } from '@keyan/product/project/common/dictionaries.ts';
import { projectSource } from '@keyan/product/project/program/sources.ts';
import {
  cooperationForm,
  industry,
  socialTarget,
} from '@keyan/product/project/program/statistics-dictionaries.ts';
import { annualReport } from '@keyan/product/reports/annual/annual-report.ts';
import { computeReport } from '@keyan/product/reports/annual/run.server.ts';
import { discipline } from '@keyan/product/shared/formats/national.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellStatements } from './annual-cells.ts';
import { registerStatements } from './annual-registers.ts';
import { type ByHand, byHand, library, live, today, yearOf } from './by-hand.ts';

/** One account of each set of roles, and the one that visitors sign in with. */
const accounts = [
  ...new Map(
    demoPeople()
      .toReversed()
      .map(({ account, roles }) => [roles.toSorted().join(), account]),
  ).values(),
];

let demo: TestDemo;
beforeAll(async () => {
  demo = await openTestDemo();
});
afterAll(() => demo.close());

const asking = (actor: Actor): FigureReader => ({
  engine: demo.parts.engine,
  actor,
  language: 'zh',
  dictionaries: dictionariesAsDefined,
});

const ask = (account: string, questions: readonly Question[]): Promise<readonly FigureAnswer[]> =>
  answerQuestions(asking(demo.actor(account)), questions);

const counted = [...allFigures.values()].filter(
  (figure): figure is CountedFigure => !isDerived(figure),
);

/** Every figure as it is, and by each of its dimensions. */
const questionsOf = (figure: Figure): readonly Question[] => [
  { figure: figure.key },
  ...dimensionsOf(figure).map((by): Question => ({ figure: figure.key, by: [by] })),
];

/** The page of an address. */
const pageAt = (path: string): { readonly resource: Resource; readonly view: string } => {
  for (const resource of demo.parts.engine.resources.values()) {
    const view = Object.entries(resource.views).find(([, each]) => each.path === path);
    if (view) return { resource, view: view[0] };
  }
  throw new Error(`no page at ${path}`);
};

/** Figures of the list that a value links to: the number of rows, and the sum of one of their columns. */
const listed = async (actor: Actor, link: string, sum: string | undefined) => {
  const [path = '', query = ''] = link.split('?');
  const { resource, view } = pageAt(path);
  const state = readState(resource, Object.fromEntries(new URLSearchParams(query)));
  const asked = parseQuery(resource, { ...filterQuery(view, state), exact: '1' });
  const commands = demo.parts.engine.as(actor);
  const { total } = await commands.list(resource, asked);
  if (sum === undefined) return { total, sum: String(total) };
  const groups = await commands
    .groupCounts(resource, asked, ['createUser'], [sum])
    .catch(() => null);
  const sums = groups ? plus('0', ...groups.map((one) => one.sums?.[sum])) : null;
  return { total, sum: sums };
};

/** Accounts of which more values are looked at: an office, a college and a person. */
const watched: ReadonlySet<string> = new Set(['rd_admin', 'dept_secretary', 'teacher']);

/** Differences between the values of an answer and the lists to which they lead. */
const differences = async (
  actor: Actor,
  figure: CountedFigure,
  { by, cells, total }: FigureAnswer,
  most: number,
): Promise<readonly string[]> => {
  const sum = figure.sources[0]?.sum;
  const wrong: string[] = [];
  const look = async (cell: Cell): Promise<void> => {
    if (cell.link === '') return;
    const found = await listed(actor, cell.link, sum);
    const name = `${figure.key} by ${by.map(({ key }) => key)} ${cell.keys}: ${cell.link}`;
    if (found.total !== cell.rows) wrong.push(`${name} ${cell.rows} ≠ ${found.total}`);
    if (found.sum !== null && !equal(found.sum, cell.value)) {
      wrong.push(`${name} ${cell.value} ≠ ${found.sum}`);
    }
  };
  for (const cell of [...cells.slice(0, most), ...(cells.length > most ? cells.slice(-1) : [])]) {
    await look(cell);
  }
  if (total && by.length === 0) await look(total);
  return wrong;
};

/** The column of a statement by hand that has a dimension of a page; none where the statement has several tables. */
const columnOf = (figure: string, rows: string): string | null | undefined =>
  ({
    year: yearOf[figure],
    college: byHand[figure]?.dept,
    rank: figure.startsWith('person.') ? 'ranks' : null,
  })[rows];

/** Differences between what figures say to an account and what statements count of these departments. */
const unlike = async (account: string, within: string): Promise<readonly string[]> => {
  const wrong: string[] = [];
  const { permissions } = demo.actor(account);
  const opens = ([key]: readonly [string, ByHand]): boolean =>
    counted
      .find((figure) => figure.key === key)
      ?.sources.every((source) => permissions.has(pageOfSource(source).code)) ?? false;
  const asked = Object.entries(byHand)
    .filter(([, { dept }]) => within === '' || dept !== null)
    // Without one of its pages a reader has a part of the figure.
    .filter(opens);
  const found = await ask(
    account,
    asked.map(([figure]) => ({ figure })),
  );
  for (const [index, [key, { what, from, dept }]] of asked.entries()) {
    const answer = found[index];
    if (answer?.refused !== undefined) continue;
    const more = within === '' ? '' : ` and ${dept} in (${within})`;
    const [row] = await demo.database.query<Record<string, string>>(
      `select ${what} from ${from}${more}`,
    );
    const [expected] = Object.values(row ?? {});
    if (!equal(answer?.total?.value, String(expected))) {
      wrong.push(`${account}: ${key} ${answer?.total?.value} ≠ ${expected}`);
    }
  }
  return wrong;
};

test('every figure that is counted has a statement by hand', () => {
  expect(counted.map(({ key }) => key).filter((key) => !byHand[key])).toEqual([]);
});

test('every figure of whoever reads all departments is what a hand-written statement counts', async () => {
  const offices = accounts.filter((account) => demo.actor(account).departmentScope === 'all');
  expect(offices).toEqual(expect.arrayContaining(['rd_admin', 'school_leader', 'finance']));
  const wrong: string[] = [];
  for (const account of offices) wrong.push(...(await unlike(account, '')));
  expect(wrong).toEqual([]);
});

test('each figure of a home is what the page says that it opens', async () => {
  expect(accounts.length).toBeGreaterThanOrEqual(10);
  const wrong: string[] = [];
  for (const account of accounts) {
    const actor = demo.actor(account);
    const { cards } = await homeStripFor({ ...asking(actor), engine: demo.parts.engine });
    for (const { code, value, note, tone, link } of cards) {
      const [key = ''] = code.split(':');
      const figure = allFigures.get(key);
      if (!figure || isDerived(figure) || !link) continue;
      const found = await listed(actor, link, figure.sources[0]?.sum);
      // Money is short on a home; its note has it in full. A warning says something else.
      const shown = (tone === '' && note.replace(/[^\d.-]/g, '')) || String(value);
      if (found.sum !== null && !equal(found.sum, shown)) {
        wrong.push(`${account}: ${code} ${shown} ≠ ${found.sum} at ${link}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('every figure of a college is what a hand-written statement counts of its departments', async () => {
  const colleges = accounts.filter((account) => {
    const { departmentScope } = demo.actor(account);
    return departmentScope !== 'all' && departmentScope.length > 0;
  });
  expect(colleges.length).toBeGreaterThan(1);
  const wrong: string[] = [];
  for (const account of colleges) {
    const { departmentScope } = demo.actor(account);
    const ids = departmentScope === 'all' ? [] : departmentScope;
    wrong.push(...(await unlike(account, ids.join(', '))));
  }
  expect(wrong).toEqual([]);
});

test('every row of the pages of statistics is a group of a hand-written statement', async () => {
  const wrong: string[] = [];
  let looked = 0;
  for (const { code, rows, columns } of statisticsPages) {
    const asked = columns.filter((key) => byHand[key] && columnOf(key, rows));
    const found = await ask(
      'rd_admin',
      asked.map((figure) => ({ figure, by: [rows] })),
    );
    for (const [index, key] of asked.entries()) {
      const { what, from } = byHand[key] as ByHand;
      const groups = await demo.database.query<{ key: string; value: string }>(
        `select coalesce((${columnOf(key, rows)})::text, '') as key, (${what})::text as value
           from ${from} group by 1`,
      );
      const expected = new Map(groups.map((group) => [group.key, group.value]));
      const cells = found[index]?.cells ?? [];
      looked += cells.length;
      for (const { keys, value } of cells) {
        const hand = expected.get(keys[0] ?? '') ?? '0';
        if (!equal(value, hand)) wrong.push(`${code}: ${key} ${keys} ${value} ≠ ${hand}`);
        expected.delete(keys[0] ?? '');
      }
      for (const [left, value] of expected) {
        if (!equal(value, '0')) wrong.push(`${code}: ${key} ${left} is missing: ${value}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(looked).toBeGreaterThan(60);
});

test('the calendar of a person has the deadlines of what they lead', async () => {
  const { id } = demo.actor('teacher');
  const { engine } = demo.parts;
  const shifted = (by: number) => addDays(dayText(engine.clock()), by);
  const days = await engine.database.read('000000', (session) =>
    dueDates(session, id, { from: shifted(-30), to: shifted(400) }, 'zh'),
  );
  const led = `program_leader = ${id} and expect_arrive_date between ${today} - 30 and ${today} + 400`;
  const [invoices] = await demo.database.query<{ count: number }>(
    `select count(*)::int as count from billapplyinfo
      where ${live} and status in ('3', '8') and bill_mode = '2' and ${led}`,
  );
  expect(days.filter(({ resource }) => resource === 'billapplyinfo')).toHaveLength(
    invoices?.count ?? -1,
  );
  expect(days.filter(({ resource }) => resource === 'programInfo').length).toBeGreaterThan(0);
  expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
});

test('a figure whose page a reader lacks is absent, and not nothing', async () => {
  const [answer] = await ask('expert', [{ figure: 'project.active', by: ['level'] }]);
  expect(answer).toMatchObject({ refused: 'page', cells: [], total: null });
});

test('a rule of tasks finds those that nobody claimed, and says who hears of each', async () => {
  const { engine } = demo.parts;
  const commands = engine.asSystem('law', '000000');
  const [given] = await commands.all(earlyWarning, {
    where: [{ field: 'warnTarget', operator: 'equals', value: 'todo_timeout' }],
  });
  const { row } = await commands.read(earlyWarning, String(given?.id));
  const { total, items } = await tryRule(engine, '000000', row, 'zh');
  const [counted] = await demo.database.query<{ count: number }>(
    `select count(distinct (business_id, (created at time zone 'Asia/Shanghai')::date))::int as count from wf_task
      where tenant_id = '000000' and status = 'TODO' and assignee_id is distinct from applicant_id
        and (created at time zone 'Asia/Shanghai')::date <= (now() at time zone 'Asia/Shanghai')::date - 3`,
  );
  expect(total).toBe(counted?.count);
  expect(items.filter(({ receivers }) => receivers.length === 0)).toEqual([]);
});

test('an annual report counts what figures count, but for records that it leaves out', async () => {
  const [report] = await demo.database.query<{ id: string; year: number }>(
    `select id::text, year from annual_report where ${live} and report = 'keji' order by year desc limit 1`,
  );
  const year = Number(report?.year);
  const inReport = async (table: string, row: string): Promise<number> => {
    const [cell] = await demo.database.query<{ value: string }>(
      `select value::text from annual_cell
        where report_id = $1 and table_code = $2 and row_code = $3 and column_code = '1'`,
      [report?.id, table, row],
    );
    return Number(cell?.value);
  };
  const leftOut = async (from: string): Promise<number> => {
    const [row] = await demo.database.query<{ count: number }>(
      `select count(*)::int as count from ${from} and subject_class = '01'
         and (is_statistics = '0' or secret_level <> '0')`,
    );
    return row?.count ?? 0;
  };
  const figure = async (key: string): Promise<number> => {
    const only = { subjectClass: '01' };
    const [answer] = await ask('rd_admin', [{ figure: key, from: year, to: year, only }]);
    return Number(answer?.total?.value);
  };
  expect(await inReport('7', '01')).toBe(
    (await figure('output.papersapp')) - (await leftOut(library('paper', `stat_year = ${year}`))),
  );
  const [books] = await demo.database.query<{ count: number }>(
    `select count(*)::int as count from annual_line where report_id = $1 and table_code = '8'`,
    [report?.id],
  );
  expect(books?.count).toBe(
    (await figure('output.bookapp')) - (await leftOut(library('book', `stat_year = ${year}`))),
  );
});

const named: Readonly<Record<string, Dictionary>> = {
  ...{
    discipline,
    type: researchType,
    source: projectSource,
    kind: programKind,
    form: cooperationForm,
  },
  ...{ industry, target: socialTarget, book: bookType, award: awardLevel, grade: awardGrade },
  ...{ team: teamType, level: teamLevel },
};

test.each(['keji', 'sheke'] as const)(
  'every cell of the report %s that is filled from records is what a statement by hand counts',
  async (kind) => {
    const { database } = demo;
    // A person of one category works in a project of the other one, and is in the report of their own.
    await database.query(
      `insert into project_work_lines (tenant_id, id, parent_id, sort_order, user_id, months)
       select distinct on (f.user_id) '000000', 900 + (f.user_id % 1000000), w.id, 900, f.user_id, 8
         from project_work w join program p on p.id = w.program_id
         join personnel f on f.tenant_id = w.tenant_id and f.zzzt = '1' and f.is_deleted = 0 and f.user_id is not null
          and coalesce(f.subject_class, '01') <> coalesce(p.subject_class, '01')
        where w.tenant_id = '000000' and w.is_deleted = 0 and p.research_type in ('1', '2', '3')
          and w.work_year = extract(year from ${today})
        order by f.user_id, w.id limit 6 on conflict do nothing`,
    );
    for (const { id, year } of await database.query<{ id: string; year: number }>(
      `select id::text, year from annual_report where ${live} and report = '${kind}' and status < '3'`,
    )) {
      const { signal } = new AbortController();
      await demo.parts.engine.as(demo.actor('rd_admin')).perform(annualReport, 'calc', id);
      await computeReport.run({ tenantId: '000000', data: { id }, signal }, demo.parts.engine);
      const cells = await database.query<{ key: string; value: string }>(
        `select table_code || '/' || row_code || '/' || column_code as key, computed::text as value from annual_cell
          where report_id = $1 and computed is not null`,
        [id],
      );
      const hand = new Map<string, string>();
      for (const sql of cellStatements(kind, year)) {
        const [row = {}] = await database.query<Record<string, string>>(sql);
        for (const [key, value] of Object.entries(row)) hand.set(key, value);
      }
      expect(cells.filter(({ key, value }) => !equal(value, hand.get(key) ?? '-1'))).toEqual([]);
      expect(cells).toHaveLength(hand.size);
      for (const { code, sql, codes } of registerStatements(kind, year)) {
        const lines = await database.query<{ id: string; cells: Record<string, string> }>(
          `select record_id::text as id, cells from annual_line where report_id = $1 and table_code = $2 order by record_id`,
          [id, code],
        );
        const rows = await database.query<Record<string, string | null>>(`${sql} order by id`);
        const said = rows.map(({ id: record, ...columns }) => ({
          id: String(record),
          cells: Object.fromEntries(
            Object.entries(columns).map(([column, value]) => {
              const dictionary = named[codes[column] ?? ''];
              const entry = dictionary && entryOf(dictionary, value ?? '');
              return [column, entry?.label[0] ?? String(value ?? '')];
            }),
          ),
        }));
        const filled = new Set(Object.keys(said[0]?.cells ?? {}));
        expect([
          code,
          lines.map((one) => ({
            id: one.id,
            cells: Object.fromEntries(Object.entries(one.cells).filter(([key]) => filled.has(key))),
          })),
        ]).toEqual([code, said]);
      }
    }
  },
);

test('a value over several pages is what its pages come to, each with a list of its own', async () => {
  const several = counted.filter(
    (figure) => dimensionsOf(figure).includes('kind') && figure.sources.length > 1,
  );
  expect(several.length).toBeGreaterThan(2);
  for (const { key } of several) {
    const [whole, parts] = await ask('rd_admin', [{ figure: key }, { figure: key, by: ['kind'] }]);
    expect(plus('0', ...(parts?.cells ?? []).map(({ value }) => value))).toBe(
      plus('0', whole?.total?.value),
    );
    expect((parts?.cells ?? []).filter(({ link }) => link === '')).toEqual([]);
  }
});

test('outputs count by item, by person, by first institution and by first author', async () => {
  const byPerson = outputKinds.filter(({ key }) => allFigures.has(`output.${key}`));
  const switched = ['sign', 'author', 'times'] as const;
  const found = await ask(
    'rd_admin',
    byPerson.flatMap(({ key }) => [
      { figure: `output.${key}` },
      ...switched.map((one) => ({ figure: `output.${key}`, switches: [one] })),
    ]),
  );
  const wrong: string[] = [];
  for (const [index, { key, table }] of byPerson.entries()) {
    const [items, sign, author, times] = found
      .slice(index * 4, index * 4 + 4)
      .map(({ total }) => Number(total?.value));
    const lines = `${table} r join ${table}_authors l on l.tenant_id = r.tenant_id and l.parent_id = r.id
      where r.tenant_id = '000000' and r.is_deleted = 0 and r.audit_status = '2' and l.person_type in ('01', '02', '04')`;
    const [counted] = await demo.database.query<Record<'people' | 'first' | 'signed', number>>(
      `select (select count(*) from ${lines})::int as people,
              (select count(distinct r.id) from ${lines} and (l.sort = 1 ${
                key === 'papersapp' ? "or l.author_type in ('01', '03', '04')" : ''
              }))::int as first,
              (select count(*) from ${library(table, `school_sign = '1'`)})::int as signed`,
    );
    const first = key === 'papersapp' ? author : counted?.first;
    if (times !== counted?.people || author !== first || sign !== counted?.signed) {
      wrong.push(`${key}: ${[items, sign, author, times]} ≠ ${JSON.stringify(counted)}`);
    }
    if (Number(sign) > Number(items) || Number(author) > Number(items))
      wrong.push(`${key}: too many`);
  }
  expect(wrong).toEqual([]);
});

test('people count under their own departments, and who moves takes nothing along', async () => {
  const ours = (table: string): string => `${table} r
    join ${table}_authors l on l.tenant_id = r.tenant_id and l.parent_id = r.id and l.person_type in ('01', '02', '04')
    left join users u on u.tenant_id = r.tenant_id and u.id = l.user_id
    join up on up.id = coalesce(u.dept_id, r.fk_dept_id)
    where r.tenant_id = '000000' and r.is_deleted = 0 and r.audit_status = '2'`;
  const tree = `with recursive root as (select id from dept where tenant_id = '000000' and parent_id is null),
    up(id, top) as (select id, id from dept where parent_id in (select id from root) or id in (select id from root)
      union select d.id, up.top from dept d join up on d.parent_id = up.id
       where d.parent_id not in (select id from root))`;
  const byHand = async (table: string) => {
    const rows = await demo.database.query<{ top: string; people: number; records: number }>(
      `${tree} select up.top::text, count(*)::int as people, count(distinct r.id)::int as records
         from ${ours(table)} group by 1`,
    );
    return new Map(rows.map(({ top, ...more }) => [top, more]));
  };
  const asked = { by: ['college'], switches: ['times'] } as const;
  const byCollege = async (key: string): Promise<readonly Cell[]> =>
    (await ask('rd_admin', [{ figure: `output.${key}`, ...asked }]))[0]?.cells ?? [];
  const said = new Map<string, readonly Cell[]>();
  for (const { key, table } of outputKinds) {
    const cells = await byCollege(key);
    const expected = await byHand(table);
    said.set(key, cells);
    expect([key, cells.map(({ keys, value }) => [keys[0], Number(value)]).toSorted()]).toEqual([
      key,
      [...expected].map(([top, { people }]) => [top, people]).toSorted(),
    ]);
    const [cell] = cells;
    const { total } = await listed(demo.actor('rd_admin'), cell?.link ?? '', undefined);
    expect(total).toBe(expected.get(cell?.keys[0] ?? '')?.records);
  }
  const [college] = said.get('papersapp') ?? [];
  const narrowed = {
    figure: 'output.papersapp',
    department: college?.keys[0],
    switches: ['times'],
  };
  const [whole] = await ask('rd_admin', [narrowed as Question]);
  expect(whole?.total?.value).toBe(college?.value);
  const [moved] = await demo.database.query<{ id: string; dept: string }>(
    `select u.id::text, u.dept_id::text as dept from users u join paper_authors l on l.user_id = u.id
      where u.tenant_id = '000000' and l.person_type = '01' group by 1, 2 order by count(*) desc limit 1`,
  );
  const move = (dept: string | undefined) =>
    demo.database.query('update users set dept_id = $2 where id = $1', [moved?.id, dept]);
  const other = [...(said.get('papersapp') ?? [])].find(({ keys }) => keys[0] !== moved?.dept);
  await move(other?.keys[0]);
  expect(await byCollege('papersapp')).toEqual(said.get('papersapp'));
  await move(moved?.dept);
});

test('a derived figure is what its parts come to', async () => {
  const [rate, spent, net] = await ask('rd_admin', [
    { figure: 'fund.rate' },
    { figure: 'ledger.spent' },
    { figure: 'ledger.net' },
  ]);
  expect(rate?.total?.value).toBe(
    proportionalAmount('100', spent?.total?.value, net?.total?.value, 1),
  );
});

test.each(accounts)(
  'every figure is what the list says to which it leads, for %s',
  { timeout: 300_000 },
  async (account) => {
    const actor = demo.actor(account);
    const wrong: string[] = [];
    for (const figure of counted) {
      const questions = questionsOf(figure);
      const found = await ask(account, questions);
      for (const answer of found) {
        wrong.push(...(await differences(actor, figure, answer, watched.has(account) ? 3 : 1)));
        if (answer.refused !== undefined || !answer.total || !answer.additive) continue;
        const parts = plus('0', ...answer.cells.map(({ value }) => value));
        if (!equal(parts, answer.total.value)) {
          wrong.push(`${figure.key} by ${answer.by[0]?.key}: ${parts} of ${answer.total.value}`);
        }
        if (!equal(answer.total.value, found[0]?.total?.value)) {
          wrong.push(`${figure.key} by ${answer.by[0]?.key}: another total`);
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);
