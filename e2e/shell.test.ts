import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftPaper, freshTitle } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { person, personAtHome, signIn, stranger } from './support/page.ts';

test('a wrong password and an unknown user are answered alike', async () => {
  const { page, visit } = await stranger();
  await visit('/login');
  const answers: string[] = [];
  for (const account of ['teacher', 'nobody-at-all']) {
    await page.getByLabel('账号', { exact: true }).fill(account);
    await page.getByLabel('密码', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    const fault = page.getByRole('alert').filter({ hasText: /\S/ });
    await fault.waitFor();
    answers.push(await fault.innerText());
    await visit('/login');
  }
  expect(answers[0]).toBe(answers[1]);
  // One wrong attempt locks nobody out.
  await signIn(page, 'teacher');
});

test('the language changes at once, everywhere, and is remembered', async () => {
  const { page, visit } = await person('teacher');
  await visit('/achievement/papers');
  await pane(page).getByRole('heading', { level: 1, name: '论文登记' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await pane(page).getByRole('heading', { level: 1, name: 'Paper registration' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  await expect.poll(() => page.title()).toMatch(/^Paper registration[^\p{Script=Han}]*$/u);
  await page.reload();
  await pane(page).getByRole('heading', { level: 1, name: 'Paper registration' }).waitFor();
  await page.getByRole('button', { name: '中文' }).click();
  await pane(page).getByRole('heading', { level: 1, name: '论文登记' }).waitFor();
});

test('the dark theme changes at once and is there before the first paint of the next visit', async () => {
  const { page, visit } = await personAtHome('teacher');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: '主题', exact: true }).click();
  await page.getByRole('menuitem', { name: /暗/ }).click();
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  expect(await ground()).not.toBe(light);
  await visit('/achievement/papers');
  expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
});

test('pages that do not exist, are not allowed, or have failed say so', async () => {
  const { page, visit } = await person('teacher');
  const shown: readonly (readonly [path: string, text: string])[] = [
    ['/no/such/page', '找不到这个页面'],
    ['/403', '您没有权限打开这个页面'],
    ['/500', '服务器异常'],
  ];
  for (const [path, text] of shown) {
    await visit(path);
    await page.getByRole('heading', { level: 1, name: text }).waitFor();
  }
  expect(new URL(page.url()).pathname).toBe('/500');
  await page.getByRole('button', { name: '返回首页' }).click();
  await page.waitForURL('**/wel/index');
});

test('two windows of one person share one refresh of the session', async () => {
  const one = await personAtHome('teacher');
  let refreshes = 0;
  await one.context.route('**/blade-auth/oauth/token*', async (route) => {
    if (route.request().postData()?.includes('refresh_token')) refreshes += 1;
    await route.continue();
  });
  await one.page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('keyan-session') ?? '{}') as {
      content: { issuedAt: number };
    };
    kept.content.issuedAt -= 3_100_000;
    localStorage.setItem('keyan-session', JSON.stringify(kept));
  });
  const two = await one.context.newPage();
  await Promise.all([one.page.reload(), two.goto('/mywork/todo')]);
  for (const each of [one.page, two]) await pane(each).getByRole('heading').first().waitFor();
  const age = () =>
    one.page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('keyan-session') ?? '{}') as {
        content: { issuedAt: number };
      };
      return Date.now() - kept.content.issuedAt;
    });
  await expect.poll(age, { timeout: 30_000 }).toBeLessThan(60_000);
  expect(refreshes).toBe(1);
});

/** Presses Tab until a word is in focus, as somebody without a mouse does. */
const tabTo = async (page: Page, word: RegExp): Promise<void> => {
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      const labels = at instanceof HTMLInputElement ? [...(at.labels ?? [])] : [];
      return (
        at?.getAttribute('aria-label') ??
        (labels.map(({ textContent }) => textContent).join() || (at?.textContent ?? ''))
      );
    });
    if (word.test(name.trim())) return;
  }
  throw new Error(`Tab never reaches ${word}`);
};

test('with the keyboard alone: list, record, form, submit', async () => {
  const title = freshTitle('键盘可达的论文');
  await draftPaper(title);
  const { page, visit } = await person('teacher');
  await visit('/achievement/papers');
  await pane(page).getByRole('grid').waitFor();
  await tabTo(page, /论文题目/);
  await page.keyboard.type(title);
  await page.waitForFunction(
    (text) =>
      document.querySelectorAll('[role=grid] tbody tr').length === 1 &&
      document.querySelector('[role=grid] tbody')?.textContent?.includes(text),
    title,
  );
  await tabTo(page, /^论文登记$|^我登记/);
  await page.keyboard.press('Enter');
  await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
  await tabTo(page, /^编辑$/);
  await page.keyboard.press('Enter');
  await pane(page).getByRole('form').waitFor();
  await tabTo(page, /卷$/);
  await page.keyboard.type('12');
  await tabTo(page, /^提交审核$/);
  await page.keyboard.press('Enter');
  await toast(page, '提交成功').waitFor();
});
