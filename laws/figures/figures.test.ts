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
import { earlyWarning } from '@keyan/product/office/warnings/early-warning.ts';
import { tryRule } from '@keyan/product/office/warnings/warnings.server.ts';
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
const division = `select coalesce(sum(divide_amount), 0) from funding_divide where ${live} and status in`;
const booking = (column: string): string =>
  `select coalesce(sum(${column}), 0) from jfdzys where ${live} and status = '2'`;
const staff = `select count(*) from personnel where ${live} and zzzt = '1'`;
const declared = (states: string): string =>
  `select count(*) from declare_info where ${live} and declare_status in (${states})`;
const signed = `${live} and contract_status in ('2', '3', '4', '5', '6')`;

/** Figures for an office that reads everything, counted by hand. */
const byHand: Readonly<Record<string, string>> = {
  'project.active': `select count(*) from program where ${live} and ${nature} and status in ${active}`,
  'project.approved': `select count(*) from program where ${live} and ${nature}`,
  'project.funds': `select coalesce(sum(funds), 0) from program where ${live} and ${nature}`,
  'project.closed': `select count(*) from program where ${live} and ${nature} and status = '40'`,
  'project.overdue': `select count(*) from program where ${live} and ${nature} and status = '22'`,
  'fund.gross': `${division} ('0', '1', '2')`,
  'booking.open': `${division} ('0', '1')`,
  'fund.tax': booking('tax_amount'),
  'fund.overhead': booking('manage_fee'),
  'fund.net': booking('net_amount'),
  'fund.spent': `select coalesce(sum(expense_amount), 0) from funds_expenditure where ${live} and status = '3'`,
  'fund.received': `select coalesce(sum(arrive_amount), 0) from funding_arrive where ${live} and status in ('0', '1', '2', '3')`,
  'ledger.balance': `select coalesce(sum(e.booked - e.held - e.spent - e.settled), 0) from ledger_funds e
     join program on program.id = e.owner_id where program.tenant_id = '000000' and program.is_deleted = 0 and ${nature}`,
  'ledger.spent': `select coalesce(sum(e.spent), 0) from ledger_funds e
     join program on program.id = e.owner_id where program.tenant_id = '000000' and program.is_deleted = 0 and ${nature}`,
  'contract.count': `select count(*) from horizontal_record where ${signed}`,
  'contract.amount': `select coalesce(sum(contract_amount), 0) from horizontal_record where ${signed}`,
  'declare.sent': declared(`'10', '20', '30', '40', '50', '60', '70', '82'`),
  'declare.approved': declared(`'60'`),
  'person.active': staff,
  'person.teachers': `${staff} and sorter = '01'`,
  'person.doctoral': `${staff} and is_doctoral = '01'`,
};

test('every figure of an office that reads everything is what a hand-written statement counts', async () => {
  const wrong: string[] = [];
  const kinds = outputKinds.map(({ key, table }) => [
    `output.${key}`,
    `select count(*) from ${table} where ${live} and audit_status = '2'`,
  ]);
  for (const [key = '', sql = ''] of [...Object.entries(byHand), ...kinds]) {
    const [answer] = await ask('rd_admin', [{ figure: key }]);
    const [row] = await demo.database.query<Record<string, string>>(sql);
    const [expected] = Object.values(row ?? {});
    if (!equal(answer?.total?.value, String(expected))) {
      wrong.push(`${key}: ${answer?.total?.value} ≠ ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
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
