import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agreeTo, caller, taskOn } from './support/api.ts';
import { attach, choose, field, pane, press, toast, typeDate } from './support/form.ts';
import { person } from './support/page.ts';
import { agree, rowOf } from './support/work.ts';

interface Named {
  readonly id: string;
}

/** A plan of the office that is open now. */
const openPlan = async (planName: string): Promise<string> => {
  const office = await caller('rd_project');
  const { id } = await office.post<Named>('kh-edu-research/declarePlan/submit', {
    planName,
    programKind: 'vertical',
    planYear: 2027,
    resource: '2004',
    level: '02',
    startTime: '2020-01-01 08:00:00',
    endTime: '2099-01-01 17:00:00',
    needReview: '0',
    fundMode: '1',
    deptQuotaMode: '0',
    personLimit: 9,
    excludeOverdue: '0',
  });
  await office.post('kh-edu-research/declarePlan/publishPlan', { ids: id });
  return id;
};

/** One line of the budget, as somebody who clicks a cell and types. */
const typeBudget = async (page: Page, item: string, amount: string): Promise<void> => {
  await press(page, '添加经费预算');
  const cell = (name: string) => pane(page).locator(`td[data-path="budget.0.${name}"]`);
  await cell('itemCode').click();
  await cell('itemCode').locator('input').fill(item);
  await page
    .locator('.ant-select-dropdown')
    .filter({ visible: true })
    .locator('.ant-select-tree-node-content-wrapper', { hasText: item })
    .first()
    .click();
  await cell('superiorAppropriation').click();
  await cell('superiorAppropriation').locator('input').fill(amount);
  await page.keyboard.press('Tab');
  // The whole of the line follows.
  await pane(page).getByText('预算合计 合计 200,000.00 元').waitFor();
};

test('a project is declared under an open plan, recommended, checked, and stands in the library', async () => {
  const serial = Date.now();
  const [planName, title] = [`旅程计划 ${serial}`, `湿地碳汇的观测 ${serial}`];
  await openPlan(planName);
  const { page, visit } = await person('teacher');
  await visit('/program/vertical/declareInfo/add');
  await choose(page, '申报计划', planName);
  await pane(page).locator('[data-path=resource]').getByText('省科技厅').waitFor();
  await field(page, '项目名称').fill(title);
  await choose(page, '所属学科', '农业史');
  await field(page, '关键词').fill('湿地;碳汇;模型');
  await choose(page, '研究类别', '基础研究');
  await choose(page, '预期成果形式', '论文');
  await typeDate(page, '计划开始日期', '2027-06-01');
  await typeDate(page, '计划完成日期', '2029-05-31');
  await field(page, '联系电话').fill('13900001111');
  await field(page, '电子邮箱').fill('lin@example.edu.cn');
  await field(page, '申请经费').fill('200000');
  await typeBudget(page, '材料费', '200000');
  await field(page, '内容摘要').fill('观测与模拟湿地碳汇。');
  await choose(page, '科研诚信承诺', '是');
  await attach(page, '01', 'application.pdf');
  await attach(page, '34', 'pledge.pdf');
  await press(page, '提交审核');
  await toast(page, '提交成功').waitFor();

  const office = await caller('rd_project');
  const { records } = await office.get<{ records: readonly Named[] }>(
    `kh-edu-research/declareInfo/list?programName=${encodeURIComponent(title)}`,
  );
  const id = records[0]?.id ?? '';
  for (const account of ['dept_secretary', 'dept_leader']) await agreeTo(await caller(account), id);
  const handler = await person('rd_project');
  const { taskId, processInstanceId } = await taskOn(office, id);
  await handler.visit(
    `/mywork/process/vertical/declare/handle/${taskId}/${processInstanceId}/${id}`,
  );
  await choose(handler.page, '形式审查结果', '通过');
  await agree(handler.page, '同意');
  await agreeTo(await caller('rd_leader'), id);

  await handler.visit('/program/vertical/declareProgram/index');
  await rowOf(handler.page, title).getByText('拟立项').first().waitFor();
  const { formalResult, declareStatus } = await office.get<Record<string, string>>(
    `kh-edu-research/declareInfo/detail?id=${id}`,
  );
  expect([formalResult, declareStatus]).toEqual(['1', '50']);
});
