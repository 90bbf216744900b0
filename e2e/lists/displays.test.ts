import { expect, test } from 'vitest';
import { pane } from '../support/form.ts';
import { person } from '../support/page.ts';

test('an office shows projects along time, in a calendar and on a board, and keeps that as a view', async () => {
  const { page, visit } = await person('rd_project');
  await visit('/program/checkBatch');
  const ways = pane(page).getByRole('group', { name: '显示方式' });
  await ways.getByRole('button', { name: '时间线' }).click();
  await pane(page).locator('.ky-spans-bar').first().waitFor();
  await ways.getByRole('button', { name: '日历' }).click();
  await pane(page).locator('.ky-month-days').waitFor();
  await pane(page).getByRole('button', { name: '上月' }).click();
  await ways.getByRole('button', { name: '看板' }).click();
  const columns = pane(page).locator('.ky-board > section');
  await columns.first().waitFor();
  expect(page.url()).toContain('as=board');
  const movable = pane(page).getByRole('button', { name: /^移动到… / });
  await movable.first().click();
  expect(await page.getByRole('menuitem').count()).toBeGreaterThan(0);
});

test('a secretary sees the deadlines of the college month by month, and subscribes to them', async () => {
  const { page, visit } = await person('dept_secretary');
  await visit('/mywork/calendar?whose=all');
  await pane(page).locator('.ky-month-days').waitFor();
  await pane(page).getByRole('button', { name: '下月' }).click();
  await pane(page)
    .getByRole('button', { name: /^订\s?阅$/ })
    .click();
  await page.getByRole('button', { name: '生成地址' }).click();
  const address = await page.getByRole('textbox', { name: '订阅地址' }).inputValue();
  const feed = await page.request.get(new URL(address).pathname + new URL(address).search);
  expect(await feed.text()).toContain('BEGIN:VCALENDAR');
  await page.getByRole('button', { name: '停用' }).click();
  await expect
    .poll(async () =>
      (await page.request.get(new URL(address).pathname + new URL(address).search)).status(),
    )
    .toBe(404);
});
