import { expect, test } from 'vitest';
import { caller, freshTitle } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { person, personAtHome } from './support/page.ts';

/** The download zone and the parameters. */

const zone = 'kh-edu-research/downloadZone';

/** Two cores that do much else at once take their time. */
const soon = { timeout: 15_000 };

test('下载专区 in the top bar is a table of name, description and files, ten to a page', async () => {
  const office = await caller('rd_admin');
  for (let n = 0; n < 6; n += 1) {
    const file = await office.upload(`附表${n}.pdf`, '99');
    await office.post(`${zone}/submit`, {
      name: freshTitle('申报附表'),
      describe: '供填报使用',
      files: [{ id: file, catalog: '99' }],
      sort: 50,
    });
  }
  const { page } = await personAtHome('teacher');
  await page.getByRole('button', { name: '下载专区' }).click();
  const dialog = page.getByRole('dialog', { name: '下载专区' });
  await dialog.getByRole('row').nth(1).waitFor();
  expect(await dialog.getByRole('columnheader').allInnerTexts()).toEqual([
    '文件名',
    '说明',
    '文件',
  ]);
  expect(await dialog.getByRole('row').count()).toBe(11);
  // Read-only: links and pages, nothing to change.
  expect(await dialog.getByRole('textbox').count()).toBe(0);
  await dialog.getByRole('listitem', { name: '3' }).click();
  await expect.poll(() => dialog.getByRole('row').count(), soon).toBeLessThan(11);
});

test('a file of the download zone opens in a new tab, by a link for this one file', async () => {
  const { page, context } = await personAtHome('teacher');
  await page.getByRole('button', { name: '下载专区' }).click();
  const link = page.getByRole('dialog').locator('a[target=_blank][href]').first();
  await link.waitFor();
  const href = (await link.getAttribute('href')) ?? '';
  const session = await page.evaluate(() => localStorage.getItem('keyan-session') ?? '');
  const token = new URL(href, page.url()).searchParams.get('token') ?? '-';
  expect(session).not.toContain(token);
  // The link works where nobody is signed in, for this file alone.
  const answer = await context.request.get(href, { headers: {} });
  expect([answer.status(), (await answer.body()).subarray(0, 5).toString()]).toEqual([
    200,
    '%PDF-',
  ]);
  const other = await context.request.get(href.replace(/token=[^&]+/, 'token=abc.def'));
  expect(other.status()).toBe(404);
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
  expect(opened.url()).not.toBe(page.url());
  await opened.close();
});

test('on a phone the download zone stands in the drawer', async () => {
  const { page } = await personAtHome('teacher', { width: 390, height: 844 });
  await page
    .getByRole('button', { name: /菜单|Menu/ })
    .first()
    .click();
  await page.getByRole('button', { name: '下载专区' }).click();
  const dialog = page.getByRole('dialog', { name: '下载专区' });
  const link = dialog.locator('a[target=_blank][href]').first();
  await link.waitFor();
  expect((await link.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});

test('whoever looks after the download zone is told 请输入文件名, and disables what is out of date', async () => {
  const office = await caller('rd_admin');
  const name = freshTitle('旧版申报书');
  const file = await office.upload('旧版.pdf', '99');
  await office.post(`${zone}/submit`, { name, files: [{ id: file, catalog: '99' }] });
  const { page, visit } = await person('rd_admin');
  await visit('/office/download/add');
  await pane(page).getByLabel('文件名').focus();
  await page.keyboard.press('Tab');
  await pane(page).getByText('请输入文件名').first().waitFor();
  await visit(`/office/download?q=${encodeURIComponent(name)}`);
  const row = pane(page).getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  await toast(page, '停用成功').waitFor();
  const teacher = await caller('teacher');
  const list = `${zone}/list?name=${encodeURIComponent(name)}`;
  expect((await teacher.get<{ total: number }>(list)).total).toBe(0);
  expect((await office.get<{ total: number }>(list)).total).toBe(1);
});

test('a parameter asks for name, key and value in the words of the specification', async () => {
  const { page, visit } = await person('admin');
  await visit('/system/param/add');
  for (const field of ['参数名称', '参数键名', '参数键值']) {
    await pane(page).getByLabel(field).focus();
    await page.keyboard.press('Tab');
    await pane(page).getByText(`请输入${field}`).first().waitFor();
  }
});

test('parameters are found by name and by key, and a change stays', async () => {
  const admin = await caller('admin');
  const name = freshTitle('提醒天数');
  const key = `e2e.${Date.now().toString(36)}`;
  await admin.post('blade-system/param/submit', {
    paramName: name,
    paramKey: key,
    paramValue: '7',
  });
  const { page, visit } = await person('admin');
  await visit('/system/param');
  const rows = pane(page).locator('tbody tr');
  await pane(page).getByRole('textbox', { name: '参数键名', exact: true }).fill(key);
  await expect.poll(() => rows.count(), soon).toBe(1);
  await pane(page).getByRole('textbox', { name: '参数键名', exact: true }).fill('');
  await pane(page).getByRole('textbox', { name: '参数名称', exact: true }).fill(name);
  await expect.poll(() => rows.count(), soon).toBe(1);
  await rows.getByRole('button', { name: '编辑' }).click();
  await pane(page).getByLabel('参数键值').fill('9');
  await pane(page).getByRole('button', { name: '保存' }).click();
  await toast(page, '更新成功').waitFor();
  const list = `blade-system/param/list?paramKey=${key}`;
  const { records } = await admin.get<{ records: { paramValue: string }[] }>(list);
  expect(records[0]?.paramValue).toBe('9');
});
