import { expect, test } from 'vitest';
import { agreeTo, caller, taskOn } from './support/api.ts';
import { attach, choose, field, pane, press, toast, typeDate } from './support/form.ts';
import { person } from './support/page.ts';
import { agree } from './support/work.ts';

interface Listed {
  readonly records: readonly { readonly id: string; readonly programId: string }[];
}

test('a progress report takes its project over, gets its conclusion, and the project lists it', async () => {
  // One report for each year: another try takes another one.
  const year = String(1950 + Math.floor(Math.random() * 60));
  const { page, visit } = await person('teacher');
  await visit('/program/vertical/checkReport/add');
  const form = pane(page);
  await form.locator('[data-path=programId] .ant-select').click();
  const option = page.locator('.ant-select-item-option').first();
  const project = await option.locator('.ky-option > span').first().innerText();
  await option.click();
  // Values of the project that the record takes over are beside it at once.
  await form.locator('[data-path=programName]').getByText(project).waitFor();
  await form.locator('[data-path=departmentId]').getByText('计算机与信息工程学院').waitFor();
  await choose(page, '检查类型', '年度检查');
  await typeDate(page, '检查年度', year);
  await typeDate(page, '填报日期', '2026-11-20');
  await field(page, '完成进度').fill('60');
  await form.locator('[data-path=progress] [contenteditable]').fill('完成了外业调查。');
  for (const [name, text] of [
    ['阶段性成果', '论文一篇'],
    ['经费使用情况', '按预算执行'],
    ['下一步计划', '整理数据'],
  ] as const) {
    await field(page, name).fill(text);
  }
  await attach(page, '05', 'report.pdf');
  await press(page, '提交审核');
  await toast(page, '提交成功').waitFor();

  const office = await caller('rd_project');
  const list = await office.get<Listed>(`kh-edu-research/checkReport/list?checkYear=${year}`);
  const { id, programId } = list.records[0] ?? { id: '', programId: '' };
  await agreeTo(await caller('dept_secretary'), id);
  const handler = await person('rd_project');
  // Another try leaves a report of the same project: the task is opened by its address.
  const { taskId, processInstanceId } = await taskOn(office, id);
  await handler.visit(
    `/mywork/process/vertical/checkReport/handle/${taskId}/${processInstanceId}/${id}`,
  );
  await choose(handler.page, '检查结论', '合格');
  await agree(handler.page, '同意');

  await visit(`/program/vertical/programInfo/detail?id=${programId}`);
  const card = pane(page).locator('.ky-card', { hasText: '报告编号' });
  await card
    .getByRole('row', { name: new RegExp(`年度检查.*${year}.*60.*合格.*已通过`) })
    .waitFor();
  const { checkResult } = await office.get<{ checkResult: string }>(
    `kh-edu-research/checkReport/detail?id=${id}`,
  );
  expect(checkResult).toBe('02');
});
