import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { freshTitle } from './support/api.ts';
import { field, pane } from './support/form.ts';
import { person, personAtHome, signIn } from './support/page.ts';

/** The lock screen. */
const add = '/achievement/papers/add';

const dialog = (page: Page) => page.getByRole('dialog', { name: '锁屏' });
const answer = (page: Page) => page.getByLabel('锁屏密码');

/** Locks with a password that this browser session has not chosen yet. */
const lock = async (page: Page, password: string): Promise<void> => {
  await page.getByRole('button', { name: '锁屏' }).click();
  await dialog(page).getByLabel('锁屏密码').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lock');
  await page.getByRole('button', { name: '解锁' }).waitFor();
};

const unlock = async (page: Page, password: string): Promise<void> => {
  await answer(page).fill(password);
  await page.keyboard.press('Enter');
};

test('locking asks for a password first, and shows nothing of the page behind', async () => {
  const { page, visit, faults } = await person('teacher');
  const title = freshTitle('锁屏后不可见的题目');
  await visit(add);
  await field(page, '论文题目').fill(title);
  await page.getByRole('button', { name: '锁屏' }).click();
  await dialog(page).getByRole('button', { name: '锁屏' }).click();
  await dialog(page).getByText('锁屏密码不能为空').waitFor();
  await dialog(page).getByLabel('锁屏密码').fill('离开一下 1');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/lock');
  await page.getByRole('heading', { name: '林晓岚' }).waitFor();
  expect(await page.title()).toContain('锁屏');
  const left = await page.evaluate(() => ({
    html: document.documentElement.outerHTML,
    controls: document.querySelectorAll(
      ':is(a, button, input, textarea, [tabindex]):not([aria-hidden])',
    ).length,
    values: [...document.querySelectorAll('textarea, input')].map(
      (each) => (each as HTMLInputElement).value,
    ),
    kept: Object.values({ ...sessionStorage }).join(),
  }));
  expect(left.html).not.toContain(title);
  expect(left.html).not.toContain('ky-frame');
  expect(left.values.join('')).toBe('');
  // The field and the two ways out.
  expect(left.controls).toBe(3);
  expect(left.kept).not.toContain('离开一下');
  expect(faults).toEqual([]);
});

test('while it is locked every address and the back button lead to the lock page', async () => {
  const { page, visit } = await person('teacher');
  await visit('/achievement/papers');
  await pane(page).getByRole('grid').waitFor();
  await page.getByRole('tab', { name: '首页' }).click();
  await page.waitForURL('**/wel/index');
  await lock(page, '1234');
  await page.evaluate(() => history.back());
  await page.waitForFunction(() => location.pathname === '/lock');
  await visit('/mywork/todo');
  await page.waitForURL('**/lock');
  await page.reload();
  await page.getByRole('button', { name: '解锁' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/lock');
  await unlock(page, '1234');
  // Where the person wanted to go meanwhile.
  await page.waitForURL('**/mywork/todo');
  await page.getByRole('tablist').waitFor();
});

test('what was typed is there again after unlocking, and as a draft after a reload', async () => {
  const { page, visit } = await person('teacher');
  const title = freshTitle('锁屏前写下的题目');
  await visit(add);
  await field(page, '论文题目').fill(title);
  await lock(page, '1234');
  await unlock(page, '1234');
  await page.waitForURL(`**${add}`);
  expect(await field(page, '论文题目').inputValue()).toBe(title);
  // The browser session knows the password by now and does not ask again.
  await page.getByRole('button', { name: '锁屏' }).click();
  await page.waitForURL('**/lock');
  await page.reload();
  await unlock(page, '1234');
  await page.waitForURL(`**${add}`);
  await pane(page).getByRole('button', { name: /恢复/ }).click();
  expect(await field(page, '论文题目').inputValue()).toBe(title);
});

test('an embedded page and the place in a list are as they were before the lock', async () => {
  const { page, context, visit } = await person('rd_achieve', { width: 1280, height: 480 });
  await context.route(/http:\/\/embedded\.example\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<input>' }),
  );
  await visit(`/myiframe/${encodeURIComponent('http://embedded.example/a.html')}`);
  const frame = page.frameLocator('.ky-pane iframe').frameLocator('iframe');
  const typed = frame.getByRole('textbox');
  await typed.fill('没有丢');
  await lock(page, '1234');
  expect(await page.locator('iframe').isVisible()).toBe(false);
  await unlock(page, '1234');
  await page.waitForURL('**/myiframe/**');
  expect(await typed.inputValue()).toBe('没有丢');

  await visit('/achievement/papersLib?size=30');
  const table = pane(page).locator('.ky-list-scroll');
  await table.locator('[data-row]').first().waitFor();
  await table.evaluate((box) => box.scrollTo(0, 300));
  await page.getByRole('tab', { name: '首页' }).click();
  await page.waitForURL('**/wel/index');
  await page.getByRole('button', { name: '锁屏' }).click();
  await page.waitForURL('**/lock');
  await unlock(page, '1234');
  await page.waitForURL('**/wel/index');
  await page.goBack();
  await page.waitForURL('**/achievement/papersLib?size=30');
  await expect.poll(() => table.evaluate((box) => box.scrollTop)).toBe(300);
});

test('the lock screen comes and goes without a network', async () => {
  const { page, context } = await personAtHome('teacher');
  await page.getByRole('button', { name: '锁屏' }).click();
  await dialog(page).getByLabel('锁屏密码').fill('1234');
  await context.setOffline(true);
  try {
    await page.keyboard.press('Enter');
    await page.waitForURL('**/lock');
    expect(await page.locator('.ky-frame').count()).toBe(0);
    await unlock(page, '1234');
    await page.waitForURL('**/wel/index');
    await page.getByRole('tablist').waitFor();
  } finally {
    await context.setOffline(false);
  }
});

test('all tabs of the browser lock together, and each can be unlocked', async () => {
  const { page, context } = await personAtHome('teacher');
  const other = await context.newPage();
  await other.goto('/mywork/todo');
  await other.getByRole('tablist').waitFor();
  await lock(page, '1234');
  await other.waitForURL('**/lock');
  expect(await other.locator('.ky-frame').count()).toBe(0);
  await unlock(other, '1234');
  await other.waitForURL('**/mywork/todo');
  await page.waitForURL('**/wel/index');
  await page.getByRole('tablist').waitFor();
});

test('who forgot the password logs out, and signing in clears the lock', async () => {
  const { page } = await personAtHome('teacher');
  await lock(page, '1234');
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL('**/login');
  await signIn(page, 'teacher');
  await page.getByRole('tablist').waitFor();
  await page.getByRole('button', { name: '锁屏' }).click();
  await dialog(page).waitFor();
});
