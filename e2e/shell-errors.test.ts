import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caller, draftPaper, freshTitle } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { person } from './support/page.ts';

/** Opens the viewer as the tool of the bar does, where the site hides that tool. */
const crash = (page: Page): Promise<void> =>
  page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('broken by hand, token=abc.def, 13812345678');
    });
    void Promise.reject(new RangeError('nobody caught this'));
    const picture = document.createElement('img');
    picture.src = '/no-such-picture.png';
    document.body.append(picture);
  });

/** Switches the tool on for everybody, as an administrator does on the page of parameters. */
const showTool = async (value: 'true' | 'false'): Promise<void> => {
  const admin = await caller('admin');
  const path = 'blade-system/param';
  const found = await admin.get<{ records: { id: string; paramKey: string; version: number }[] }>(
    `${path}/list?paramKey=site.errorLog`,
  );
  const row = found.records.find(({ paramKey }) => paramKey === 'site.errorLog');
  await admin.post(`${path}/submit`, { ...row, paramValue: value });
};

test('failures are noted, shown, sent with 发送成功! and listed for the administrator', async () => {
  await showTool('true');
  const { page, visit } = await person('teacher');
  await visit('/wel/index');
  await page.getByRole('button', { name: '错误日志' }).waitFor();
  await crash(page);
  await page.getByRole('button', { name: '错误日志' }).click();
  const viewer = page.getByRole('dialog', { name: '错误日志' });
  for (const head of ['类型', '地址', '内容', '时间', '堆栈']) {
    await viewer.getByRole('columnheader', { name: head }).waitFor();
  }
  await viewer.getByRole('row', { name: /TypeError.*broken by hand/ }).waitFor();
  await viewer.getByRole('row', { name: /RangeError.*nobody caught this/ }).waitFor();
  await viewer.getByRole('row', { name: /resource.*no-such-picture/ }).waitFor();
  // Nothing that could be somebody's own is kept.
  expect(await viewer.innerText()).not.toMatch(/13812345678|abc\.def/);

  await viewer.getByRole('button', { name: '上传日志到服务器' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '将本地日志上传到服务器？' });
  await question.getByRole('button', { name: '上传' }).click();
  await toast(page, '发送成功!').waitFor();
  await viewer.getByText('本机没有错误记录').waitFor();
  await showTool('false');

  const admin = await person('admin');
  await admin.visit('/monitor/log/error?q=broken');
  await pane(admin.page)
    .getByRole('button', { name: /broken by hand/ })
    .first()
    .click();
  const drawer = admin.page.getByRole('dialog', { name: '错误日志' });
  await drawer.getByText('TypeError').first().waitFor();
  await drawer.getByText('林晓岚').waitFor();
});

test('the tool is hidden unless the site shows it, and a crashed page leads to the viewer', async () => {
  const { page, context, visit } = await person('teacher');
  await visit('/wel/index');
  await page.getByRole('tablist').getByRole('tab').first().waitFor();
  expect(await page.getByRole('button', { name: '错误日志' }).count()).toBe(0);

  await context.route('**/assets/MessagesPage-*.js', (route) => route.abort());
  await visit('/message/index');
  await page.getByText('系统已更新，请刷新页面').waitFor();
  await page.getByRole('button', { name: '查看错误日志' }).click();
  const viewer = page.getByRole('dialog', { name: '错误日志' });
  await viewer
    .getByRole('row', { name: /ChunkLoadError/ })
    .first()
    .waitFor();
  await viewer.getByRole('button', { name: '清空本地日志' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '清空本地日志？' });
  await question.getByRole('button', { name: '清空' }).click();
  await toast(page, '清空成功!').waitFor();
  await viewer.getByText('本机没有错误记录').waitFor();
  // The frame around the page lives on. Escape closes what is in front: the question goes first.
  await question.waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'hidden' });
  await page.getByRole('tablist').getByRole('tab').first().click();
  await page.waitForURL('**/wel/index');
});

test('a record that is being read stays when a later read of it fails, and goes when it is gone', async () => {
  const { id } = await draftPaper(freshTitle('读到一半断了的论文'));
  const { page, context, visit } = await person('teacher');
  await page.clock.install();
  await visit(`/achievement/papers/detail?id=${id}`);
  await pane(page).locator('.ky-read').waitFor();
  const fault = pane(page).locator('.ky-fault');
  /** Lets the next read fail: a user who comes back to the window after a while triggers a new read. */
  const failWith = async (status: number): Promise<void> => {
    await context.route('**/papers/detail?*', (route) =>
      route.fulfill({ status, json: { code: status, success: false, msg: '读不到' } }),
    );
    const read = page.waitForResponse('**/papers/detail?*');
    await page.clock.fastForward('00:11');
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    await read;
  };
  await failWith(500);
  await pane(page).getByRole('switch').click();
  expect(await fault.count()).toBe(0);
  await failWith(404);
  await fault.waitFor();
});

test('a button whose code is gone from the server says so, and offers to refresh unless there is no line', async () => {
  const { page, visit } = await person('teacher');
  await visit('/wel/index');
  await page.getByRole('tablist').getByRole('tab').first().waitFor();
  const press = () => page.evaluate(`void import('/assets/of-an-older-version.js')`);
  const lineIs = (value: boolean) =>
    page.evaluate((onLine) => {
      Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
    }, value);
  await lineIs(false);
  await press();
  await toast(page, '网络已断开').waitFor();
  await lineIs(true);
  await press();
  const told = toast(page, '系统已更新，请刷新页面');
  const loaded = page.waitForEvent('load');
  await told.getByRole('button', { name: '刷新' }).click();
  await loaded;
});

test('a page whose code has not come after 120 seconds fails as a chunk that did not load', async () => {
  const { page, context, visit } = await person('teacher');
  await page.clock.install();
  await context.route('**/assets/MessagesPage-*.js', () => undefined);
  await visit('/message/index');
  await pane(page).getByRole('status').first().waitFor({ state: 'attached' });
  await page.clock.fastForward(115_000);
  expect(await page.getByText('系统已更新，请刷新页面').count()).toBe(0);
  await page.clock.fastForward(10_000);
  await page.getByText('系统已更新，请刷新页面').waitFor();
});

test('failed calls are noted without what was typed', async () => {
  const { page, context, visit } = await person('teacher');
  await context.route('**/message/list*', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 500, success: false, msg: '服务器异常', data: { requestId: 'trace-1' } },
    }),
  );
  await visit('/message/index?q=我的秘密');
  await pane(page).getByRole('alert').waitFor();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('keyan-error-log') ?? ''))
    .toMatch(/message\/list: 服务器异常/);
  const kept = await page.evaluate(() => localStorage.getItem('keyan-error-log') ?? '');
  expect(kept).toContain('trace-1');
  expect(decodeURIComponent(kept)).not.toContain('我的秘密');
});
