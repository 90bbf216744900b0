import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { field, pane } from './support/form.ts';
import { person, signIn, stranger } from './support/page.ts';

interface Kept {
  dataType: string;
  content: { issuedAt: number; accessToken: string };
  datetime: number;
}

const session = (page: Page): Promise<Kept> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('keyan-session') ?? '{}') as Kept);

/** Makes the token older than it is. */
const age = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((by) => {
    const kept = JSON.parse(localStorage.getItem('keyan-session') ?? '{}') as Kept;
    kept.content.issuedAt -= by;
    localStorage.setItem('keyan-session', JSON.stringify(kept));
  }, milliseconds);

/** Two parts of a page may lead to the same place; only where it ends counts. */
const atSignIn = (page: Page): Promise<void> =>
  expect.poll(() => new URL(page.url()).pathname, patience).toBe('/login');

const patience = { timeout: 15_000 };

const bar = (page: Page) => page.getByRole('tablist').getByRole('tab').first();

test('a token that is due is renewed within ten seconds, by one tab of the browser alone', async () => {
  const { page, context, visit } = await person('teacher');
  let renewals = 0;
  await context.route('**/blade-auth/oauth/token*', async (route) => {
    if (route.request().postData()?.includes('refresh_token')) renewals += 1;
    await route.continue();
  });
  // A stream that ends asks again, and would renew the token sooner than the clock.
  await context.route('**/message/stream*', (route) => route.abort());
  const other = await context.newPage();
  // Every tab looks at the age of the token each ten seconds.
  const check = 11_000;
  await context.clock.install();
  await visit('/test/index');
  await other.goto('/test/index');
  for (const each of [page, other]) await bar(each).waitFor();
  const before = await session(page);
  // A tab hears what others write, and not what it writes itself.
  await age(page, 3_100_000);
  await age(other, 1);
  await context.clock.fastForward(check);
  await expect
    .poll(async () => (await session(page)).content.accessToken, patience)
    .not.toBe(before.content.accessToken);
  // The next check comes by in both.
  await context.clock.fastForward(check);
  for (const each of [page, other]) await each.evaluate(() => fetch('/favicon.svg'));
  expect(renewals).toBe(1);
  for (const each of [page, other]) expect(new URL(each.url()).pathname).toBe('/test/index');
});

test('signing out in one tab of the browser signs out all of them', async () => {
  const { page, context, visit } = await person('teacher');
  await visit('/mywork/send');
  const other = await context.newPage();
  await other.goto('/wel/index');
  await bar(other).waitFor();
  await page.getByRole('button', { name: /林晓岚/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  for (const each of [page, other]) await atSignIn(each);
});

test('somebody else who signs in in another tab finds nothing of the first', async () => {
  const { page, context, visit } = await stranger();
  const other = await context.newPage();
  await visit('/login');
  // It stands at the sign-in page while the first signs in beside it.
  await other.goto('/login');
  await signIn(page, 'teacher');
  await visit('/mywork/send');
  await page.getByRole('tab', { name: '我发起的' }).waitFor();
  await visit('/achievement/papers/add');
  await field(page, '论文题目').fill('只有我知道的题目');
  await pane(page)
    .getByText(/草稿已保存在本机/)
    .waitFor();
  // Nobody is asked whether to stay on the page of somebody else.
  page.on('dialog', (dialog) => void dialog.dismiss());
  await signIn(other, 'finance');
  // Between two documents there is no body.
  await page.waitForFunction(() => document.body?.innerText.includes('林晓岚') === false);
  await bar(page).waitFor();
  expect(await page.getByRole('tab', { name: '我发起的' }).count()).toBe(0);
  expect(await page.locator('.ky-frame').innerHTML()).not.toContain('只有我知道的题目');
});

test('a session that the server ended leads to the sign-in page, in every tab', async () => {
  const { page, context, visit } = await person('teacher');
  await visit('/wel/index');
  const other = await context.newPage();
  await other.goto('/mywork/send');
  await bar(other).waitFor();
  await context.route('**/message/list*', (route) =>
    route.fulfill({ status: 401, json: { code: 401, success: false, msg: '请求未授权' } }),
  );
  await visit('/message/index');
  for (const each of [page, other]) await atSignIn(each);
  expect(await page.evaluate(() => localStorage.getItem('keyan-session'))).toBeNull();
});

test('stored values carry the prefix of the site, their type and their time', async () => {
  const { page, visit } = await person('teacher');
  await visit('/mywork/send');
  await bar(page).waitFor();
  const kept = await page.evaluate(() => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
  }));
  expect(kept.session.map(([name]) => name)).toContain('keyan-tabs');
  for (const [name, text] of [...kept.local, ...kept.session]) {
    expect(name).toMatch(/^keyan-/);
    const value = JSON.parse(text) as Kept & { content: unknown; type?: string };
    expect(value.dataType).toBe(typeof value.content);
    expect(Number.isSafeInteger(value.datetime)).toBe(true);
    expect(value.type).toBe(kept.session.some(([each]) => each === name) ? 'session' : undefined);
  }
});
