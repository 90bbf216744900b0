import { readFile } from 'node:fs/promises';
import { readTables } from '@keyan/product/filling/table-task.server.ts';
import { namedBook, sampleBook } from '@keyan/product/filling/testing.ts';
import { expect, test } from 'vitest';
import { caller } from '../support/api.ts';
import { choose, field, pane, press, toast } from '../support/form.ts';
import { person } from '../support/page.ts';

test('a table of the province is filled, its leader answers one question, and what left is registered', {
  timeout: 120_000,
}, async () => {
  const name = `省科技项目在研情况汇总表${Date.now() % 100_000}`;
  const office = await person('rd_project');
  const { page } = office;
  await office.visit('/statistics/fill/add');
  await field(page, '表名').fill(name);
  await field(page, '要求单位').fill('省科技厅');
  await pane(page)
    .locator('input[data-category="99"]')
    .setInputFiles({
      name: '汇总表.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await sampleBook(),
    });
  await pane(page).getByRole('button', { name: '移除 汇总表.xlsx' }).waitFor();
  await choose(page, '填报对象', '纵向项目');
  await press(page, '保存');
  await pane(page).getByRole('button', { name: '下一步：对应各列' }).click();

  // Headings of two rows are found, and all but one are fields of projects.
  await pane(page).getByText('表头在第 3–4 行').waitFor();
  const columns = pane(page).locator('.ky-fill-columns li');
  await columns.filter({ hasText: '课题名称' }).getByText('项目名称').waitFor();
  await columns.filter({ hasText: '批准经费' }).getByText('万元', { exact: true }).waitFor();
  await columns.filter({ hasText: '预期经济效益' }).getByText('没有对应：问本人').waitFor();
  await pane(page).getByRole('button', { name: '按此对应填报' }).click();
  await toast(page, '已按对应填好').waitFor();

  await pane(page)
    .getByRole('button', { name: /^提\s?问$/ })
    .click();
  await toast(page, /已向 \d+ 人提问/).waitFor();

  const teacher = await person('teacher');
  await teacher.visit('/person/fillQuestion');
  await pane(teacher.page).getByRole('link', { name }).first().press('Enter');
  const answer = pane(teacher.page).getByRole('textbox', { name: '预期经济效益' }).first();
  await answer.fill('新增产值 120 万元');
  await pane(teacher.page).getByRole('button', { name: '提交答复' }).click();
  await pane(teacher.page).getByText('已答：新增产值 120 万元').first().waitFor();

  await page.reload();
  await pane(page)
    .getByText('1 人未答')
    .or(pane(page).getByText(/人已答/))
    .first()
    .waitFor();
  const answered = page.waitForEvent('download');
  await pane(page).getByRole('button', { name: '下载填好的表' }).click();
  const [grid] = await readTables(await readFile(await (await answered).path()));
  const texts = grid?.cells.map(({ text }) => text) ?? [];
  expect(texts).toContain('新增产值 120 万元');
  expect(texts).toContain('附件2 省科技项目在研情况汇总表');
  expect(texts).toContain('填表人：');

  await pane(page).getByRole('button', { name: '登记报出' }).click();
  const dialog = page.getByRole('dialog', { name: '登记报出' });
  await dialog.getByRole('combobox', { name: '接收方类别' }).click();
  await page
    .getByRole('option', { name: '省（市）主管部门' })
    .or(page.locator('.ant-select-item-option').filter({ hasText: '省（市）主管部门' }))
    .last()
    .click();
  await dialog.getByRole('button', { name: '登记报出' }).click();
  await pane(page).getByRole('heading', { name }).waitFor();
  await pane(page).getByText('与另一次的差异').waitFor();
  await pane(page).getByRole('tab', { name: '报出的内容' }).click();
  await pane(page).getByText('新增产值 120 万元').first().waitFor();
});

test('a table that names its projects is completed row by row, and tells which it did not find', async () => {
  const api = await caller('rd_project');
  const { records } = await api.get<{
    readonly records: readonly { readonly programName: string }[];
  }>('kh-edu-research/programInfo/list?view=vertical&size=1&fields=programName');
  const known = records[0]?.programName ?? '';
  const { page, visit } = await person('rd_project');
  await visit('/statistics/fill/add');
  await field(page, '表名').fill(`绩效跟踪表${Date.now() % 100_000}`);
  await field(page, '要求单位').fill('省科技厅');
  await pane(page)
    .locator('input[data-category="99"]')
    .setInputFiles({
      name: '跟踪表.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await namedBook([
        ['不存在的项目', ''],
        [known, ''],
      ]),
    });
  await pane(page).getByRole('button', { name: '移除 跟踪表.xlsx' }).waitFor();
  await choose(page, '填报对象', '纵向项目');
  await press(page, '保存');
  await pane(page).getByRole('button', { name: '下一步：对应各列' }).click();
  await pane(page).getByRole('radio', { name: '填表中已有的 2 行，按名称找记录' }).waitFor();
  await pane(page).getByText('1 行没有对上记录，留空').click();
  await pane(page)
    .getByText(/第 3 行 1 不存在的项目：\s*没有这个名称的记录/)
    .waitFor();
  await pane(page).getByRole('button', { name: '按此对应填报' }).click();
  await toast(page, '已按对应填好').waitFor();
  const answered = page.waitForEvent('download');
  await pane(page).getByRole('button', { name: '下载填好的表' }).click();
  const [grid] = await readTables(await readFile(await (await answered).path()));
  const at = (row: number, column: number) =>
    grid?.cells.find((cell) => cell.row === row && cell.column === column)?.text ?? '';
  expect([at(2, 1), at(2, 2)]).toEqual(['不存在的项目', '']);
  expect(at(3, 1)).toBe(known);
  expect(at(3, 2)).not.toBe('');
});
