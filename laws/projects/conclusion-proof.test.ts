import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths, dayText } from '@keyan/kernel/values/time.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { attached, faultOf, ok, path, projectOf, read } from '../support/filing.ts';

/** what a conclusion proves: registered results, checks, accounts that agree, money that arrived. */
let app: LawApplication;
let teacher: Client;
let today: string;

const choose = (results: number, checks: number, arrived: number): Promise<unknown> =>
  app.database.query(
    `update param set param_value = case param_key when 'conclusion.results' then '${results}'
       when 'conclusion.checks' then '${checks}' else '${arrived}' end
      where tenant_id = '${home}' and param_key in ('conclusion.results', 'conclusion.checks', 'conclusion.arrived')`,
  );

beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  today = dayText(app.parts.engine.clock());
});
beforeEach(() => choose(1, 1, 100));
afterAll(() => app.close());

const newProject = (more: RowLike = {}): Promise<RowLike> =>
  projectOf(app, teacher, { endDate: addMonths(today, 3), funds: '200000.00', ...more });

const conclude = async (project: RowLike, more: RowLike = {}): Promise<Answer> =>
  teacher.post(path('processConclusion/submit'), {
    ...(await attached(teacher, '08', '10', '12')),
    programId: project.id,
    conclusionType: '03',
    applyDate: today,
    realEndDate: today,
    isSecretResult: '0',
    summary: '<p>完成全部任务</p>',
    resultSummary: '软件一套',
    targetFinish: '全部完成',
    results: [{ bizType: 'copyright', title: '随手写的一个并不存在的成果', isMarked: '1' }],
    ...more,
  });

/** An approved output that names the project. */
const outputOf = async (project: RowLike, title: string): Promise<string> => {
  const kind = app.resources.find(({ key }) => key === 'copyrightapp');
  if (!kind) throw new Error('no copyrights');
  const { id } = await app.parts.engine.asSystem('law', home).save(kind, {
    [kind.title]: title,
    projects: [
      { programId: project.id, programNum: project.programNum, programName: '研究', isMarked: '1' },
    ],
  });
  await app.database.query(
    `update ${kind.table} set audit_status = '2', secret_level = '0' where id = ${id}`,
  );
  return String(id);
};

test('a typed result counts for nothing until it is registered, a picked one says what its record says', async () => {
  const project = await newProject();
  const refused = await conclude(project);
  expect(faultOf(refused)).toBe(
    '结题须有至少 1 项已入库并标注本项目的成果，当前 0 项；未登记的成果请先登记',
  );
  const id = await outputOf(project, '湿地碳汇模拟软件');
  const choices = await ok(teacher.get(path('programInfo/outputs'), { id: String(project.id) }));
  expect(choices).toEqual([
    {
      bizType: 'copyright',
      bizTypeName: '著作权',
      bizId: id,
      title: '湿地碳汇模拟软件',
      isMarked: '1',
      isRetracted: false,
    },
  ]);
  const results = [
    { bizType: 'copyright', bizId: id, title: '另一个名字', isMarked: '0' },
    { bizType: 'paper', title: '还没有登记的论文', isMarked: '1' },
  ];
  const sent = await ok(conclude(project, { results }));
  expect((await read(teacher, 'processConclusion', sent)).results).toMatchObject([
    { bizId: id, title: '湿地碳汇模拟软件', isMarked: '1', isRegistered: '1' },
    { title: '还没有登记的论文', isRegistered: '0' },
  ]);
});

test('a retracted output and one of another project prove nothing', async () => {
  const [project, other] = [await newProject(), await newProject()];
  const retracted = await outputOf(project, '撤稿：湿地软件');
  const foreign = await outputOf(other, '别人的软件');
  for (const bizId of [retracted, foreign]) {
    const refused = await conclude(project, {
      results: [{ bizType: 'copyright', bizId, title: '软件', isMarked: '1' }],
    });
    expect(faultOf(refused)).toContain('当前 0 项');
  }
});

test('a check of the office that was missed keeps a project from its conclusion', async () => {
  await choose(0, 1, 0);
  const project = await newProject();
  const office = await app.as('rd_project');
  const batch = await ok(
    office.post(path('checkBatch/submit'), {
      batchName: '2026 年度中期检查',
      batchType: '1',
      batchYear: 2026,
      checkType: '02',
      natures: ['vertical'],
      startTime: `${addMonths(today, 1)} 08:00:00`,
      endTime: `${addMonths(today, 2)} 17:00:00`,
      needReview: '0',
    }),
  );
  await app.database.query(
    `update check_batch set status = '3', start_time = '2026-02-01', end_time = '2026-03-01' where id = ${batch.id}`,
  );
  expect(faultOf(await conclude(project))).toBe('缺检查报告：【2026 年度中期检查】');
  await choose(0, 0, 0);
  await ok(conclude(project));
});

test('what was spent stands in the accounts of the conclusion', async () => {
  await choose(0, 0, 0);
  const project = await newProject();
  await app.database.query(
    `insert into ledger_funds_balance (tenant_id, owner_id, account, spent, booked)
     values ('${home}', ${project.id}, '10201', 12300, 20000)`,
  );
  expect(faultOf(await conclude(project))).toBe(
    '决算与台账不一致：【材料费】已支出 12,300.00 元，未列入决算',
  );
  await ok(conclude(project, { accounts: [{ itemCode: '10201' }] }));
});

test('a contract is concluded once the share that the school asks for has arrived', async () => {
  await choose(0, 0, 60);
  const contract = await newProject({ programKind: 'horizontal', level: '06' });
  expect(faultOf(await conclude(contract))).toBe(
    '合同到账 0.00 元，不足应到账 120,000.00 元，不能结题',
  );
  await app.database.query(
    `insert into ledger_funds_balance (tenant_id, owner_id, account, arrived)
     values ('${home}', ${contract.id}, '', 120000)`,
  );
  await ok(conclude(contract));
});
