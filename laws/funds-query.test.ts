import { gridsIn } from '@keyan/engine/testing/books.ts';
import { plus } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ProjectAudit } from '@keyan/product/funds/query/audit.ts';
import {
  type Book,
  figureKeys,
  fundsQueryService,
  type ProjectEntriesAnswer,
  type SummaryAnswer,
  sumGroupingKeys,
} from '@keyan/product/funds/query/figures.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from './support/application.ts';
import type { Client } from './support/client.ts';
import { ok, path, projectOf } from './support/filing.ts';
import { booked, type MoneyPeople, paid, spent } from './support/money.ts';

/** 经费查询: every figure is the sum of what it opens, for whoever reads it. */
let app: LawApplication;
let people: MoneyPeople;
let project: RowLike;
beforeAll(async () => {
  app = await startApplication();
  const [leader, office, finance] = await Promise.all(
    ['teacher', 'rd_fund', 'finance'].map((role) => app.as(role)),
  );
  people = { leader, office, finance } as MoneyPeople;
  project = await projectOf(app, people.leader, {
    programKind: 'horizontal',
    programNum: 'H2026001',
    level: '06',
    endDate: '2027-12-31',
    funds: '120000.00',
  });
  await booked(people, project);
  await paid(people, await spent(people, project, '1337.60'), '2026-04-10');
  await spent(people, project, '2000.00');
});
afterAll(() => app.close());

const asked = async <Data>(
  who: Client,
  call: string,
  query: Readonly<Record<string, string>>,
): Promise<Data> => (await ok(who.get(`${fundsQueryService}/${call}`, query))) as Data;
const summary = (who: Client, query: Readonly<Record<string, string>>) =>
  asked<SummaryAnswer>(who, 'summary', query);
const book = (who: Client) => asked<Book>(who, 'book', { programId: String(project.id) });
const entries = (who: Client, query: Readonly<Record<string, string>>) =>
  asked<ProjectEntriesAnswer>(who, 'entries', { programId: String(project.id), ...query });

test('the money of a project, from the arrival to what is left', async () => {
  const { sums, rate, items, months, opens } = await book(people.leader);
  expect(sums).toMatchObject({
    budget: '120000.00',
    arrived: '106000.00',
    taxed: '6720.00',
    overhead: '7942.40',
    net: '91337.60',
    booked: '91337.60',
    held: '2000.00',
    spent: '1337.60',
    available: '88000.00',
    pending: '0.00',
  });
  expect(rate).toBe('1.46');
  expect(items.find(({ code }) => code === '10201')?.sums).toMatchObject({
    booked: '91337.60',
    held: '2000.00',
    spent: '1337.60',
  });
  // Money has the day on which it came and went, not the one on which somebody typed it.
  expect(months).toEqual(
    expect.arrayContaining([
      { month: '2026-03-01', arrived: '106000.00', booked: '91337.60', spent: '0.00' },
      { month: '2026-04-01', arrived: '106000.00', booked: '91337.60', spent: '1337.60' },
    ]),
  );
  expect(opens).toBe(true);
});

test('a figure opens down to entry, record, file and approver', async () => {
  const { lines, sum } = await entries(people.finance, { figure: 'spent', item: '10201' });
  expect(sum).toBe('1337.60');
  expect(lines).toMatchObject([
    {
      day: '2026-04-10',
      item: '材料费',
      amounts: { spent: '1337.60' },
      balance: '1337.60',
      source: {
        kind: '经费支出',
        number: expect.stringMatching(/^ZC/),
        link: expect.stringContaining('/detail?id='),
        files: [{ name: '附件.txt' }],
      },
    },
  ]);
  expect(lines[0]?.source.approvals.map(({ name }) => name).length).toBeGreaterThan(0);
});

test('law: every figure is the sum of its entries and of its months, item by item', async () => {
  const { sums, items } = await book(people.finance);
  for (const figure of figureKeys) {
    // The granted amount belongs to the project, not to its account.
    if (figure !== 'budget') {
      expect((await entries(people.finance, { figure, size: '100' })).sum, figure).toBe(
        sums[figure],
      );
    }
    for (const { code, sums: ofItem } of items) {
      const { sum } = await entries(people.finance, { figure, item: code, size: '100' });
      expect(sum, `${code} ${figure}`).toBe(ofItem[figure]);
    }
  }
});

const readers = [
  'teacher',
  'rd_fund',
  'finance',
  'rd_leader',
  'rd_project',
  'rd_admin',
  'dept_secretary',
  'dept_leader',
  'school_leader',
];

test('law: lines come to their total however they are told apart, and the total is that of the list', async () => {
  for (const role of readers) {
    const who = await app.as(role);
    const listed = await ok(who.get(path('programInfo/sums'), { view: 'funds' }));
    for (const by of sumGroupingKeys) {
      const { lines, total, more } = await summary(who, { by });
      expect(more).toBe(false);
      for (const figure of figureKeys.filter((one) => total.sums[one] !== null)) {
        if (by === 'item' && figure === 'budget') continue;
        expect(
          plus('0.00', ...lines.map(({ sums }) => sums[figure])),
          `${role} ${by} ${figure}`,
        ).toBe(total.sums[figure]);
      }
      expect(total.sums.arrived, `${role} ${by}`).toBe(listed.arrivedFunds);
    }
  }
});

test('years are those of the days of the entries', async () => {
  const { lines } = await summary(people.finance, { by: 'year' });
  expect(lines.find(({ key }) => key === '2026')?.sums).toMatchObject({
    budget: null,
    arrived: '106000.00',
    spent: '1337.60',
  });
  // A project with money in several years, or of several items, is one.
  const span = { from: '2025', to: '2030' };
  const { total } = await summary(people.finance, { by: 'project', ...span });
  expect(total.projects).toBeGreaterThan(0);
  for (const by of sumGroupingKeys) {
    const told = await summary(people.finance, { by, ...span });
    expect([by, told.total.projects]).toEqual([by, total.projects]);
  }
  const none = await summary(people.finance, { by: 'project', from: '2019', to: '2020' });
  expect(none.lines).toEqual([]);
  const wrong = await people.finance.get(`${fundsQueryService}/summary`, {
    by: 'year',
    from: '2027',
    to: '2026',
  });
  expect(wrong.errors).toMatchObject([{ message: '【开始年度】不能晚于结束年度' }]);
});

test('rd_fund, finance and leaders read all natures, members sums alone, strangers nothing', async () => {
  for (const kind of ['vertical', 'school', 'cultural'] as const) {
    await projectOf(app, people.leader, {
      programKind: kind,
      programNum: `N${kind}`,
      endDate: '2027-12-31',
    });
  }
  for (const role of ['rd_fund', 'finance', 'rd_leader', 'school_leader']) {
    const natures = (await summary(await app.as(role), { by: 'nature' })).lines.map(
      ({ key }) => key,
    );
    expect(natures, role).toEqual(
      expect.arrayContaining(['vertical', 'horizontal', 'school', 'cultural']),
    );
  }
  const member = await app.as('expert');
  const wanted = { programId: String(project.id) };
  expect((await member.get(`${fundsQueryService}/book`, wanted)).status).not.toBe(200);
  expect((await member.get(`${fundsQueryService}/summary`, { by: 'year' })).status).toBe(403);
});

test('a member reads the sums and opens no entry, the assistant of the project does', async () => {
  const outsider = await app.as('teacher320');
  const joined = async (memberRole: string): Promise<void> => {
    const { engine } = app.parts;
    const resource = app.resources.find(({ key }) => key === 'programInfo');
    if (!resource) throw new Error('no projects');
    const system = engine.asSystem('law', home);
    const { row } = await system.read(resource, String(project.id));
    await system.save(resource, {
      id: project.id,
      version: row.version,
      members: [
        { sort: 1, personType: '01', userId: people.leader.id, memberRole: '01', task: '总体' },
        { sort: 2, personType: '01', userId: outsider.id, memberRole, task: '测试' },
      ],
    });
  };
  await joined('05');
  expect(await book(outsider)).toMatchObject({ opens: false, sums: { arrived: '106000.00' } });
  const wanted = { programId: String(project.id) };
  for (const call of [
    `${fundsQueryService}/entries`,
    path('funds/getExpend'),
    path('funds/getArrive'),
  ]) {
    expect((await outsider.get(call, wanted)).status, call).toBe(403);
  }
  await joined('06');
  expect((await entries(outsider, {})).total).toBeGreaterThan(0);
});

test('the auditor gets one project, everything, in one workbook and on one sheet that anybody verifies', async () => {
  const wanted = { programId: String(project.id) };
  const audit = await asked<ProjectAudit>(people.finance, 'audit', wanted);
  expect(audit.tables.map(({ title }) => title)).toEqual([
    '项目',
    '预算',
    '到账',
    '入账',
    '票据',
    '支出明细',
    '劳务',
    '分录',
    '附件清单',
  ]);
  const of = (title: string) => audit.tables.find((one) => one.title === title);
  const money = (title: string, head: string): string => {
    const table = of(title);
    const at = table?.heads.indexOf(head) ?? -1;
    return plus('0.00', ...(table?.rows ?? []).map((row) => row[at] ?? '0'));
  };
  expect(money('到账', '分配金额')).toBe('106000.00');
  expect(money('支出明细', '金额')).toBe('3337.60');
  expect(money('分录', '已支出')).toBe('1337.60');
  expect(of('附件清单')?.rows.length).toBeGreaterThan(2);
  expect(of('附件清单')?.rows[0]?.at(-1)).toMatch(/^[0-9a-f]{64}$/);
  const book = await people.finance.get(`${fundsQueryService}/auditWorkbook`, wanted);
  const sheets = await gridsIn(book.raw);
  expect([...sheets.keys()]).toEqual(audit.tables.map(({ title }) => title));
  // Amounts are numbers, so that an auditor adds them up.
  expect(sheets.get('到账')?.[1]).toContain(106000);

  const sheet = await ok(people.finance.post(`${fundsQueryService}/auditSheet`, wanted));
  const told = await ok(app.nobody.post('keyan/prints/verify', { token: sheet.token }));
  expect(told).toMatchObject({ state: 'same', number: 'H2026001' });
  expect(told.title).toContain('累计到账 106,000.00，已支出 1,337.60，可用余额 88,000.00');
  const outsider = await app.as('expert');
  for (const call of ['audit', 'auditWorkbook']) {
    expect((await outsider.get(`${fundsQueryService}/${call}`, wanted)).status).not.toBe(200);
  }
});
