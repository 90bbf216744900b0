import { expect, test } from 'vitest';
import { field, pane, toast } from './support/form.ts';
import { personAtHome } from './support/page.ts';

test('补全 opens their own file with what it lacks, and the home page has no bar once it is complete', async () => {
  const { page, faults } = await personAtHome('rd_project');
  await pane(page)
    .getByRole('link', { name: /^补全 2 项$/ })
    .click();
  const asked = pane(page).locator('.ky-asked');
  await asked.getByRole('heading', { name: '待补全 2 项' }).waitFor();
  const names = asked.getByRole('button');
  expect(await names.allInnerTexts()).toEqual(['所学专业', '研究方向']);
  await expect
    .poll(() => field(page, '所学专业').evaluate((box) => box === document.activeElement))
    .toBe(true);
  // Values that the office has entered are read-only.
  expect(await pane(page).locator('[data-path=ranks] .ky-still').count()).toBe(1);
  await field(page, '所学专业').fill('计算机应用技术');
  await names.filter({ hasText: '研究方向' }).click();
  await field(page, '研究方向').fill('遥感影像智能解译');
  await asked.getByRole('heading', { name: '已补全，保存后生效' }).waitFor();
  await pane(page).getByRole('button', { name: '保存', exact: true }).click();
  await toast(page, '更新成功').waitFor();
  await page.locator('.ky-tab').first().click();
  await pane(page).getByText('资料完整度').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('a complete file has no bar', async () => {
  const { page } = await personAtHome('dept_leader');
  await pane(page).locator('.ky-home h2').first().waitFor();
  expect(await pane(page).getByText('资料完整度').count()).toBe(0);
});
