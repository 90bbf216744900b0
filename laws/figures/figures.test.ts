import { openTestDemo, type TestDemo } from '@keyan/api/testing/demo.ts';
import { filterQuery, readState } from '@keyan/console/list/state.ts';
import { parseQuery } from '@keyan/engine/wire/query.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { equal, plus, proportion } from '@keyan/kernel/values/amounts.ts';
import { asDefined } from '@keyan/kernel/values/dictionary.ts';
import { demoPeople } from '@keyan/product/demo/people.server.ts';
import { type Asking, answers } from '@keyan/product/figures/answer.server.ts';
import { dimensionsOf, figures } from '@keyan/product/figures/catalog.ts';
import {
  type Answer,
  type Cell,
  type CountedFigure,
  type Figure,
  isDerived,
  type Question,
} from '@keyan/product/figures/figure.ts';
import { outputKinds } from '@keyan/product/figures/outputs.ts';
import { pageOf } from '@keyan/product/figures/source.ts';
import { statisticsPages } from '@keyan/product/figures/statistics-pages.ts';
import { stripFor } from '@keyan/product/office/home/cards.server.ts';
import { earlyWarning } from '@keyan/product/office/warnings/early-warning.ts';
import { tryRule } from '@keyan/product/office/warnings/warnings.server.ts';
import { dueDays } from '@keyan/product/system/feed/feed.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

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

const asking = (actor: Actor): Asking => ({
  engine: demo.parts.engine,
  actor,
  language: 'zh',
  dictionaries: asDefined,
});

const ask = (account: string, questions: readonly Question[]): Promise<readonly Answer[]> =>
  answers(asking(demo.actor(account)), questions);

const counted = [...figures.values()].filter(
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
  { by, cells, total }: Answer,
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

const live = `tenant_id = '000000' and is_deleted = 0`;
const active = `('20', '21', '22', '30', '50', '90')`;
const nature = `program_kind in ('vertical', 'horizontal', 'school', 'cultural')`;
const today = `(now() at time zone 'Asia/Shanghai')::date`;
const soon = (date: string): string => `${date} between ${today} and ${today} + 90`;

/** A statement written by hand: what it adds up, of which rows, and the column with their department. */
interface ByHand {
  readonly what: string;
  readonly from: string;
  readonly dept: string | null;
}

const counts = (from: string, dept: string | null = 'department_id'): ByHand => ({
  what: 'count(*)',
  from,
  dept,
});
const sums = (column: string, from: string, dept: string | null = 'department_id'): ByHand => ({
  what: `coalesce(sum(${column}), 0)`,
  from,
  dept,
});
const projects = `program where ${live} and ${nature}`;
const account = `ledger_funds e join program on program.id = e.owner_id
  where program.tenant_id = '000000' and program.is_deleted = 0 and ${nature}`;
const divided = (states: string): ByHand =>
  sums('divide_amount', `funding_divide where ${live} and status in (${states})`);
const booked = (column: string): ByHand => sums(column, `jfdzys where ${live} and status = '2'`);
const staff = `personnel where ${live} and zzzt = '1'`;
const declared = (states: string): ByHand =>
  counts(`declare_info where ${live} and declare_status in (${states})`, 'college_id');
const signed = `horizontal_record where ${live} and contract_status in ('2', '3', '4', '5', '6')`;
const arrivals = `funding_arrive where ${live} and status in`;
const expenses = `funds_expenditure where ${live} and status =`;
const library = (table: string, more = 'true'): string =>
  `${table} where ${live} and audit_status = '2' and ${more}`;
const due = [
  `select 1 from ${projects} and status in ('20', '21', '22') and ${soon('end_date')}`,
  `select 1 from horizontal_record where ${live} and contract_status in ('2', '3', '5') and has_open_period = '1'
     and ${soon('due_date')}`,
  `select 1 from billapplyinfo where ${live} and status in ('3', '8') and bill_mode = '2'
     and ${soon('expect_arrive_date')}`,
  `select 1 from ${library('patent', `patent_status = '06' and ${soon('fee_paid_to')}`)}`,
  `select 1 from declare_plan where ${live} and status = '1'
     and ${soon(`(end_time at time zone 'Asia/Shanghai')::date`)}`,
].join(' union all ');
const high = [
  `select 1 from ${library('paper', `journal_level in ('T', 'A1')`)}`,
  `select 1 from ${library('award', `award_level in ('01', '02')`)}`,
  `select 1 from ${library('advisory', `adopt_level in ('01', '02')`)}`,
  `select 1 from ${library('patent', `patent_type in ('01', '05') and grant_date is not null`)}`,
].join(' union all ');

/** Every figure that is counted, by a statement that shares nothing with the model of figures. */
const byHand: Readonly<Record<string, ByHand>> = {
  'project.active': counts(`${projects} and status in ${active}`),
  'project.approved': counts(projects),
  'project.funds': sums('funds', projects),
  'project.closed': counts(`${projects} and status = '40'`),
  'project.overdue': counts(`${projects} and status = '22'`),
  'project.delayed': counts(
    `${projects} and status in ${active} and exists (select 1 from process_delay d
       where d.tenant_id = program.tenant_id and d.program_id = program.id and d.is_deleted = 0 and d.audit_status = '2')`,
  ),
  'project.byRate': counts(
    `${projects} and status in ${active} and exists (select 1 from ledger_funds_balance b
       where b.tenant_id = program.tenant_id and b.owner_id = program.id and b.account = ''
         and b.booked + b.overhead - b.indirect > 0)`,
  ),
  'declare.sent': declared(`'10', '20', '30', '40', '50', '60', '70', '82'`),
  'declare.recommended': declared(`'20', '30', '40', '50', '60', '70', '82'`),
  'declare.reviewed': declared(`'30', '40', '50', '60', '70'`),
  'declare.approved': declared(`'60'`),
  'contract.count': counts(signed),
  'contract.amount': sums('contract_amount', signed),
  'contract.due': sums(
    'due_amount',
    `horizontal_record where ${live} and contract_status in ('2', '3', '5') and has_open_period = '1'
       and due_date <= ${today}`,
  ),
  'transfer.count': counts(`${signed} and is_transform = '1'`),
  'transfer.amount': sums('contract_amount', `${signed} and is_transform = '1'`),
  'fund.received': sums('arrive_amount', `${arrivals} ('0', '1', '2', '3')`, null),
  'fund.gross': divided(`'0', '1', '2'`),
  'booking.open': divided(`'0', '1'`),
  'fund.tax': booked('tax_amount'),
  'fund.overhead': booked('manage_fee'),
  'fund.indirect': booked('indirect_fee'),
  'fund.transferred': booked('out_funds'),
  'fund.net': booked('net_amount'),
  'fund.spent': sums('expense_amount', `${expenses} '3'`),
  'expense.toPay': sums('expense_amount', `${expenses} '2'`),
  'ledger.arrived': sums('e.arrived', account),
  'ledger.net': sums('e.booked', account),
  'ledger.spent': sums('e.spent', account),
  'ledger.held': sums('e.held', account),
  'ledger.balance': sums('e.booked - e.held - e.spent - e.settled', account),
  'arrive.unclaimed': counts(`${arrivals} ('0', '1')`, null),
  'arrive.left': sums(
    'l.arrived - l.refunded - l.divided',
    `ledger_arrivals l join funding_arrive a on a.tenant_id = l.tenant_id and a.id = l.owner_id
       where a.tenant_id = '000000' and a.is_deleted = 0 and a.status in ('0', '1')`,
    null,
  ),
  'bill.toIssue': counts(`billapplyinfo where ${live} and status = '2'`),
  'bill.overdue': counts(`billapplyinfo where ${live} and status = '8' and bill_mode = '2'`),
  'person.active': counts(staff, null),
  'person.teachers': counts(`${staff} and sorter = '01'`, null),
  'person.doctoral': counts(`${staff} and is_doctoral = '01'`, null),
  'score.total': sums(
    'l.score',
    `ledger_points l join score_batch b on b.tenant_id = l.tenant_id and b.id = l.owner_id
       where l.tenant_id = '000000' and b.is_deleted = 0`,
    null,
  ),
  'score.required': sums(
    'required_score',
    `assess_result where ${live} and user_id is not null`,
    null,
  ),
  'score.actual': sums('actual_score', `assess_result where ${live} and user_id is not null`, null),
  'honor.count': counts(library('honorary'), null),
  'team.count': counts(library('team'), null),
  'activity.held': counts(library('xshdjb'), null),
  'activity.attended': counts(library('xshdcj'), null),
  'output.high': counts(`(${high}) x`, null),
  'paper.indexed': counts(library('paper', 'cardinality(index_types) > 0'), 'fk_dept_id'),
  'paper.cited': sums('cited_num', library('paper'), 'fk_dept_id'),
  'paper.impact': sums('impact_factor', library('paper'), 'fk_dept_id'),
  'paper.esi': counts(library('paper', `is_esi = '1'`), 'fk_dept_id'),
  'book.words': sums('self_words', library('book'), 'fk_dept_id'),
  'patent.filed': counts(library('patent', 'apply_date is not null'), 'fk_dept_id'),
  'patent.granted': counts(library('patent', 'grant_date is not null'), 'fk_dept_id'),
  'patent.amount': sums('use_amount', library('patent'), 'fk_dept_id'),
  'paper.unclaimed': counts(
    `collection_thesis where ${live} and status = '1' and claim_status = '0'`,
    null,
  ),
  'warning.active': counts(`warn_item where ${live} and state = '1'`, null),
  'due.count': counts(`(${due}) x`, null),
  'output.count': counts(
    `(${outputKinds.map(({ table }) => `select 1 from ${library(table)}`).join(' union all ')}) x`,
    null,
  ),
  ...Object.fromEntries(
    outputKinds.map(({ key, table }) => [`output.${key}`, counts(library(table), 'fk_dept_id')]),
  ),
};

/** Years of what happened, in the statements by hand. */
const yearOf: Readonly<Record<string, string>> = {
  'project.approved': 'extract(year from start_date)',
  'project.funds': 'extract(year from start_date)',
  'project.closed': 'extract(year from concluded_on)',
  'declare.sent': `extract(year from submit_time at time zone 'Asia/Shanghai')`,
  'fund.gross': 'extract(year from arrive_date)',
  'fund.tax': 'extract(year from arrive_date)',
  'fund.overhead': 'extract(year from arrive_date)',
  'fund.net': 'extract(year from arrive_date)',
  'fund.spent': 'extract(year from pay_date)',
  ...Object.fromEntries(outputKinds.map(({ key }) => [`output.${key}`, 'stat_year'])),
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
      ?.sources.every((source) => permissions.has(pageOf(source).code)) ?? false;
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
    const { cards } = await stripFor({ ...asking(actor), engine: demo.parts.engine });
    for (const { code, value, note, tone, link } of cards) {
      const figure = figures.get(code);
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
  const days = await engine.database.read('000000', (session) =>
    dueDays(session, id, engine.clock(), 'zh'),
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
  const byPerson = outputKinds.filter(({ key }) => figures.has(`output.${key}`));
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

test('a derived figure is what its parts come to', async () => {
  const [rate, spent, net] = await ask('rd_admin', [
    { figure: 'fund.rate' },
    { figure: 'ledger.spent' },
    { figure: 'ledger.net' },
  ]);
  expect(rate?.total?.value).toBe(proportion('100', spent?.total?.value, net?.total?.value, 1));
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
