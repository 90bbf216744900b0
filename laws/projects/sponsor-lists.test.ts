import { utils, write } from '@e965/xlsx';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { actOn, declareIn, releasedPlan } from '../support/declaring.ts';
import { agree, ok, path, read } from '../support/filing.ts';

/** Lists of projects that a sponsor approved, as they come, become projects, and each project once. */
let app: LawApplication;
let teacher: Client;
let colleague: Client;
let office: Client;
let secretary: Client;
let dean: Client;
let director: Client;
beforeAll(async () => {
  app = await startApplication();
  [teacher, colleague, office, secretary, dean, director] = (await Promise.all(
    ['teacher', 'teacher2', 'rd_project', 'dept_secretary', 'dept_leader', 'rd_leader'].map((who) =>
      app.as(who),
    ),
  )) as [Client, Client, Client, Client, Client, Client];
});
afterAll(() => app.close());

const leaderOf = async (declaration: RowLike): Promise<string> =>
  String((await read(office, 'declareInfo', declaration)).programLeaderName);

const head = [
  '序号',
  '项目批准号',
  '申请代码1',
  '项目名称',
  '项目类别',
  '项目负责人',
  '批准金额（万元）',
  '研究期限',
];

const listOf = (...rows: readonly (readonly (string | number)[])[]): Buffer => {
  const workbook = utils.book_new();
  const all = [['2026年度国家自然科学基金项目批准清单'], head, ...rows];
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(all.map((cells) => [...cells])), '清单');
  return write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

const send = (who: Client, call: string, content: Buffer, fields: RowLike = {}): Promise<Answer> =>
  who.upload(
    path(`declareInfo/${call}`),
    '批准清单.xlsx',
    content,
    fields as Readonly<Record<string, string>>,
  );

const decided = (...all: readonly RowLike[]): RowLike => ({
  decisions: JSON.stringify(all),
  approvedOn: '2026-08-25',
  document: '国科金发计〔2026〕30号',
});

test('a list makes projects of the declarations that it names, and the same list twice is once', async () => {
  const plan = await releasedPlan(office, {
    planName: '国家自然科学基金',
    resource: '1003',
    level: '01',
    planYear: 2027,
  });
  const declare = async (who: Client, programName: string): Promise<RowLike> => {
    const sent = await ok(declareIn(app, who, plan, { programName, projectType: '100301' }));
    await agree(sent, secretary, dean, office, director);
    return sent;
  };
  const graph = await declare(teacher, '面向知识追踪的图神经网络研究');
  const reed = await declare(colleague, '湿地芦苇的碳汇');
  const other = await declare(colleague, '旱地作物的水分利用');
  const [name, second] = [await leaderOf(graph), await leaderOf(reed)];
  const content = listOf(
    [1, 62377001, 'F0701', '面向知识追踪的图神经网络研究', '面上项目', name, 15, '2027.01-2030.12'],
    [2, '62377002', 'C0301', '湿地芦苇碳汇', '面上项目', name, '十二', '2027.01-2030.12'],
    [3, '62377003', 'D0105', '在别处申报的课题', '面上项目', second, 40, '2027.01-2030.12'],
    ['合计', '', '', '', '', '', 67, ''],
  );
  const seen = await ok(send(office, 'readSponsorList', content));
  expect(seen).toMatchObject({
    source: '1003',
    unit: { factor: '10000', by: 'heading' },
    lines: [
      { row: 3, verdict: 'sure', funds: '150000.00', matches: [{ id: graph.id }] },
      { row: 4, verdict: 'doubt', matches: [{ id: reed.id, isOpen: true }] },
      { row: 5, verdict: 'none' },
    ],
    faults: [{ row: 4, column: 'funds', text: '十二' }],
    left: [{ id: other.id }],
  });
  const fixes = JSON.stringify({ 4: { funds: '12' } });
  const lines = seen.lines as readonly RowLike[];
  const [person] = (lines[2]?.people ?? []) as readonly RowLike[];
  const all = {
    fixes,
    ...decided(
      { row: 3, declareId: graph.id },
      { row: 4, declareId: reed.id },
      { row: 5, leaderId: person?.id },
    ),
  };
  // A row that is not corrected is not taken, the others are.
  const taken = await ok(send(office, 'takeSponsorList', content, { ...all, fixes: '' }));
  expect(taken).toMatchObject({ approved: 1, drafted: 1, faults: [{ row: 4 }] });
  const rest = await ok(send(office, 'takeSponsorList', content, all));
  expect(rest).toMatchObject({ approved: 1, drafted: 0, faults: [{ row: 3 }, { row: 5 }] });

  const row = await read(office, 'declareInfo', graph);
  expect(row).toMatchObject({ declareStatus: '60', grantNum: '62377001' });
  const approval = await read(office, 'programVerticalApproval', { id: row.approvalId });
  expect(approval).toMatchObject({
    auditStatus: '2',
    approvalNum: '62377001',
    approvalDate: '2026-08-25',
    approvalDoc: '国科金发计〔2026〕30号',
    superiorAppropriation: '150000.00',
    startDate: '2027-01-01',
    endDate: '2030-12-31',
  });
  const project = await read(office, 'programInfo', { id: approval.programInfoId });
  expect(project).toMatchObject({ resource: '1003', approvalNum: '62377001', planYear: 2026 });
  expect(String(project.programNum)).toMatch(/^Z\d{4}310\d{4}$/);
  const history = await ok(
    office.get(path('programVerticalApproval/history'), { id: String(row.approvalId) }),
  );
  expect(JSON.stringify(history)).toContain('登记上级批准：62377001');

  const again = await ok(send(office, 'readSponsorList', content, { fixes }));
  expect((again.lines as RowLike[]).map(({ verdict }) => verdict)).toEqual([
    'known',
    'known',
    'known',
  ]);
  const drafts = await ok(
    office.get(path('programVerticalApproval/list'), { approvalNum: '62377003' }),
  );
  expect(drafts.records).toMatchObject([{ auditStatus: '0', programLeader: person?.id }]);

  // The list is among the files of what it made, and nowhere twice.
  const made = [String(row.approvalId), String((drafts.records as RowLike[])[0]?.id)];
  for (const id of made) {
    const { attachments } = await read(office, 'programVerticalApproval', { id });
    expect(attachments).toMatchObject([{ name: '批准清单.xlsx', catalog: '02' }]);
  }
  expect((await read(office, 'declareInfo', graph)).attachments).not.toContainEqual(
    expect.objectContaining({ name: '批准清单.xlsx' }),
  );
});

test('columns that somebody named are known in the next list of this sponsor, wherever they stand', async () => {
  const strange = (...headings: readonly string[]): Buffer => {
    const workbook = utils.book_new();
    const cells = new Map([
      ['资助编号', '2026SK900'],
      ['课题', '流域治理的法律问题'],
      ['承担者', '林晓岚'],
      ['经费(元)', '20000'],
      ['自', '2026-09'],
      ['至', '2028-08'],
    ]);
    const rows = [
      ['省社科规划项目一览'],
      [...headings],
      headings.map((name) => cells.get(name) ?? ''),
    ];
    utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows), '一览');
    return write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  };
  const first = strange('资助编号', '课题', '承担者', '经费(元)', '自', '至');
  const source = { source: '2006' };
  expect((await ok(send(office, 'readSponsorList', first, source))).lines).toEqual([]);
  const mapping = JSON.stringify({ number: 0, title: 1, leader: 2, funds: 3, start: 4, end: 5 });
  const asked = { ...source, mapping };
  const { lines } = await ok(send(office, 'readSponsorList', first, asked));
  const [line = {}] = lines as readonly RowLike[];
  const [person] = (line.people ?? []) as readonly RowLike[];
  // A list that was only looked at teaches nothing.
  expect((await ok(send(office, 'readSponsorList', first, source))).lines).toEqual([]);
  const all = { ...asked, ...decided({ row: line.row, leaderId: person?.id }) };
  expect(await ok(send(office, 'takeSponsorList', first, all))).toMatchObject({ drafted: 1 });
  const next = strange('至', '自', '经费(元)', '承担者', '资助编号', '课题');
  expect((await ok(send(office, 'readSponsorList', next, source))).lines).toMatchObject([
    { number: '2026SK900', title: '流域治理的法律问题', verdict: 'known', end: '2028-08-31' },
  ]);
  // Another sponsor has columns of its own.
  const other = await ok(send(office, 'readSponsorList', next, { source: '2005' }));
  expect(other.lines).toEqual([]);
});

test('declarations that the list does not name end, and their people are free again', async () => {
  const plan = await releasedPlan(office, { planName: '省基金', resource: '2005', level: '02' });
  const sent = await ok(
    declareIn(app, teacher, plan, { programName: '河口沉积', projectType: '200501' }),
  );
  await agree(sent, secretary, dean, office, director);
  expect((await actOn(teacher, 'declareInfo/decline', sent)).status).not.toBe(200);
  await ok(actOn(office, 'declareInfo/decline', sent));
  expect(await read(office, 'declareInfo', sent)).toMatchObject({ declareStatus: '71' });
  await ok(actOn(office, 'declareInfo/reconsider', sent));
  expect(await read(office, 'declareInfo', sent)).toMatchObject({ declareStatus: '50' });
});

test('a list is read and taken by the office alone, and only a list', async () => {
  const content = listOf([1, '62300009', 'F07', '题', '面上项目', '张三', 30, '2027.01-2030.12']);
  expect((await send(teacher, 'readSponsorList', content)).status).toBe(403);
  expect((await send(secretary, 'takeSponsorList', content, decided())).status).toBe(403);
  const none = await send(office, 'readSponsorList', Buffer.from('a,b\n1,2\n'));
  expect(none.msg).toContain('没有找到表头');
  // An account that the line does not name is nobody's.
  const wrong = await ok(
    send(office, 'takeSponsorList', content, decided({ row: 3, leaderId: teacher.id })),
  );
  expect(wrong).toMatchObject({ approved: 0, drafted: 0, faults: [{ row: 3 }] });
});
