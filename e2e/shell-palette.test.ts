import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftPaper, freshTitle } from './support/api.ts';
import { field, pane } from './support/form.ts';
import { person, personAtHome } from './support/page.ts';

const papers = '/achievement/papers';
const palette = (page: Page) => page.getByRole('dialog', { name: '搜索与命令' });
const options = (page: Page) => palette(page).getByRole('option');

const openPalette = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await palette(page).waitFor();
};

const standAt = async (page: Page, path = papers): Promise<void> => {
  await page.goto(path);
  await pane(page).getByRole('grid').waitFor();
};

test('records are found by title, open in front by Enter and behind by Ctrl-Enter', async () => {
  const title = freshTitle('命令面板能找到的论文');
  await draftPaper(title);
  const { page } = await person('teacher');
  await standAt(page);
  await openPalette(page);
  await page.keyboard.type(title);
  await palette(page).getByRole('group', { name: '记录' }).getByText(title).waitFor();
  const tab = page.getByRole('tablist').getByRole('tab', { name: title });
  await page.keyboard.press('Control+Enter');
  await tab.waitFor();
  expect(await tab.getAttribute('aria-selected')).not.toBe('true');
  await palette(page).waitFor();
  await page.keyboard.press('Enter');
  await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
  // While nothing is typed, the records last seen come first.
  await openPalette(page);
  await palette(page).getByRole('group', { name: '最近打开' }).getByText(title).waitFor();
});

test('somebody else’s draft is not found', async () => {
  const title = freshTitle('别人的草稿');
  await draftPaper(title);
  const { page } = await person('rd_achieve');
  await standAt(page, '/achievement/papersLib');
  await openPalette(page);
  await page.keyboard.type(title);
  await palette(page)
    .getByText(/没有找到/)
    .waitFor();
  expect(await options(page).count()).toBe(0);
});

test('actions: a new record of what I may add, the other language, all tabs closed', async () => {
  const { page } = await person('teacher');
  await standAt(page);
  await openPalette(page);
  await page.keyboard.type('djlw');
  await options(page).filter({ hasText: '登记论文' }).first().click();
  await field(page, '论文题目').waitFor();
  await openPalette(page);
  await page.keyboard.type('关闭全部');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wel/index');

  const office = await person('finance');
  await office.page.goto('/mywork/todo');
  await pane(office.page).getByRole('heading', { level: 1 }).waitFor();
  await openPalette(office.page);
  await office.page.keyboard.type('登记论文');
  await palette(office.page)
    .getByText(/没有找到/)
    .waitFor();
});

test('菜单搜索 from the drawer of a phone can be typed into at once', async () => {
  const { page } = await personAtHome('teacher', { width: 390, height: 844 });
  await page.locator('.ky-home').waitFor();
  await page.getByRole('button', { name: '打开菜单' }).click();
  const drawer = page.getByRole('navigation', { name: '主导航' });
  await drawer.getByRole('button', { name: '菜单搜索' }).click();
  await drawer.waitFor({ state: 'hidden' });
  await page.keyboard.type('论文库');
  await page.getByRole('dialog', { name: '菜单搜索' }).getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/achievement/papersLib**');
  // A user who chooses nothing gets the focus back where it was.
  await page.getByRole('button', { name: '打开菜单' }).press('Enter');
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('打开菜单');
});

test('? lists the keys of the page in sight; nothing acts while somebody types', async () => {
  const { page } = await person('teacher');
  await standAt(page);
  await pane(page).getByRole('grid').focus();
  const dialog = page.getByRole('dialog', { name: '帮助' });
  const showKeys = async () => {
    await page.keyboard.press('?');
    await dialog.getByRole('button', { name: '键盘快捷键' }).click();
  };
  await showKeys();
  await dialog.getByText('选择这一行').waitFor();
  expect(await dialog.getByText('暂存').count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const search = pane(page).getByRole('textbox', { name: /论文题目/ });
  await search.click();
  await page.keyboard.type('a/?b');
  expect(await search.inputValue()).toBe('a/?b');
  expect(await page.getByRole('dialog').count()).toBe(0);

  await page.goto(`${papers}/add`);
  await field(page, '论文题目').waitFor();
  await page.getByRole('tab', { selected: true }).focus();
  await showKeys();
  await dialog.getByText('暂存').waitFor();
  expect(await dialog.getByText('选择这一行').count()).toBe(0);
});

test('404 offers the search for records, 403 names the roles that have the page', async () => {
  const { page } = await person('teacher');
  await page.goto('/no/such/page');
  await page.getByRole('button', { name: '搜索记录' }).click();
  await palette(page).waitFor();
  await page.goto('/achievement/papersAudit');
  await page.getByText(/需要的角色：.*科研处成果科/).waitFor();
  for (const closed of ['/system/register', '/dict-horizontal/index', '/monitor/log/error']) {
    await page.goto(closed);
    await page.getByText(/需要的角色：.*系统管理员/).waitFor();
    await page.getByRole('heading', { level: 1, name: '您没有权限打开这个页面' }).waitFor();
  }
});
