import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Caller, caller, freshTitle, submittedPaper } from './support/api.ts';
import { choose, field, pane, toast } from './support/form.ts';
import { person, personAtHome, stranger } from './support/page.ts';

/** The bell: messages, notices and their counts. */

const notice = 'blade-desk/notice';

/** Two cores that do much else at once take their time. */
const soon = { timeout: 15_000 };

/** Publishes a notice in the name of the research office. */
const published = async (
  office: Caller,
  given: Record<string, unknown> = {},
): Promise<{ readonly id: string; readonly title: string }> => {
  const title = freshTitle('关于召开科研工作会议的通知');
  const { id } = await office.post<{ id: string }>(`${notice}/submit`, {
    bt: title,
    lx: '1',
    content:
      '<p>各单位：<strong>请准时参加</strong>，见<a href="https://www.example.edu/">原文</a>。</p>',
    fwlx: '1',
    ...given,
  });
  await office.post('kh-edu-research/notice/fbOrCX', { ids: [id], type: '1' });
  return { id, title };
};

const bellOf = (page: Page): Locator => page.getByRole('button', { name: /^消息 \d+\+? 条未读/ });
const unread = async (page: Page): Promise<number> =>
  Number(/\d+/.exec((await bellOf(page).getAttribute('aria-label')) ?? '')?.[0]);
const rows = (page: Page): Locator => page.locator('.ky-bell-row:visible');

const openNotices = async (page: Page): Promise<void> => {
  await bellOf(page).click();
  await page.locator('.ky-bell').getByRole('tab', { name: '通知公告' }).click();
  await rows(page).first().waitFor();
};

test('the bell opens two lists of five in a panel of 360 by 420', async () => {
  const { page } = await personAtHome('teacher');
  await bellOf(page).click();
  await page.locator('.ky-bell').getByRole('tab', { name: '消息预警' }).waitFor();
  await rows(page).first().waitFor();
  expect(await rows(page).count()).toBe(5);
  await page.locator('.ky-bell').getByRole('tab', { name: '通知公告' }).click();
  await rows(page).first().waitFor();
  expect(await rows(page).count()).toBe(5);
  const box = await page.locator('.ky-bell').boundingBox();
  expect([Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]).toEqual([360, 420]);
});

test('a message opens as 消息预警-详细 with its type, time and text, and is read from then on', async () => {
  await submittedPaper(freshTitle('一份等待初审的论文'));
  const { page } = await personAtHome('dept_secretary');
  await bellOf(page).click();
  const row = page.locator('.ky-bell-row[data-unread]:visible').first();
  await row.waitFor();
  const before = await unread(page);
  await row.click();
  const dialog = page.getByRole('dialog', { name: '消息预警-详细' });
  await dialog.getByRole('heading', { name: /待办提醒|办结通知|退回通知|系统消息/ }).waitFor();
  await dialog.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/).waitFor();
  await expect.poll(() => dialog.locator('.ky-rich').innerText(), soon).toMatch(/\S/);
  await expect.poll(() => unread(page), soon).toBe(before - 1);
  // Closing it leads back to the list.
  await page.keyboard.press('Escape');
  await rows(page).first().waitFor();
});

test('a notice opens with its title, publish time, text and files to download, and is read', async () => {
  const office = await caller('rd_admin');
  const file = await office.upload('会议议程.pdf', '99');
  const { title } = await published(office, { attachments: [{ id: file, catalog: '99' }] });
  const { page } = await personAtHome('teacher');
  await expect.poll(() => unread(page), soon).toBeGreaterThan(0);
  await openNotices(page);
  const row = rows(page).filter({ hasText: title });
  expect(await row.getAttribute('data-unread')).toBe('true');
  await row.click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByText(/发布时间 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/).waitFor();
  expect(await dialog.locator('.ky-rich strong').innerText()).toBe('请准时参加');
  // A link must not take the page away, with everything that is open in it.
  const link = dialog.getByRole('link', { name: '原文' });
  expect(await link.getAttribute('target')).toBe('_blank');
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '会议议程.pdf' }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('会议议程.pdf');
  // Nothing but downloading: no preview, no removal.
  expect(await dialog.getByRole('button', { name: /预览|移除|删除/ }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.locator('.ky-bell').getByRole('tab', { name: '通知公告' }).click();
  await expect.poll(() => row.getAttribute('data-unread'), soon).toBeNull();
});

test('type 1 is a 通知 and everything else a 公告; what is withdrawn is gone', async () => {
  const office = await caller('rd_admin');
  const one = await published(office, { lx: '1' });
  const two = await published(office, { lx: '2' });
  const gone = await published(office);
  await office.post('kh-edu-research/notice/fbOrCX', { ids: [gone.id], type: '2' });
  const { page } = await personAtHome('teacher');
  await openNotices(page);
  const tagOf = (title: string) => rows(page).filter({ hasText: title }).locator('.ky-bell-tag');
  expect(await tagOf(one.title).innerText()).toBe('通知');
  expect(await tagOf(two.title).innerText()).toBe('公告');
  expect(await rows(page).filter({ hasText: gone.title }).count()).toBe(0);
});

test('what the office publishes is there at once, in every open page', async () => {
  const { page, visit } = await person('teacher');
  const streaming = page.waitForResponse('**/message/stream*');
  await visit('/wel/index');
  await streaming;
  await openNotices(page);
  const { title } = await published(await caller('rd_admin'));
  // Sooner than a page that asks by itself would know.
  await rows(page).filter({ hasText: title }).waitFor(soon);
});

test('without a stream the page asks by itself', async () => {
  const { page, context, visit } = await person('teacher');
  await context.route('**/message/stream**', (route) => route.abort());
  await visit('/wel/index');
  await openNotices(page);
  const { title } = await published(await caller('rd_admin'));
  await rows(page).filter({ hasText: title }).waitFor({ timeout: 30_000 });
});

test('the sign-in page tells the newest notices that are meant for everybody', async () => {
  const office = await caller('rd_admin');
  const narrow = await published(office, { fwlx: '3', scopeIds: 'dept_secretary' });
  const { page, visit } = await stranger();
  await visit('/login');
  const panel = page.locator('.ky-panel-notices li');
  await panel.first().waitFor();
  expect(await panel.count()).toBeLessThanOrEqual(3);
  expect((await panel.allInnerTexts()).join()).not.toContain(narrow.title);
});

test('a notice cannot run anything in the reader’s page', async () => {
  const { id, title } = await published(await caller('rd_admin'));
  const { page, context } = await personAtHome('teacher');
  // Even if the server told it.
  await context.route(`**/notice/detail?id=${id}`, async (route) => {
    const body = (await (await route.fetch()).json()) as { data: object };
    const content =
      '<p>正文</p><img src="x" onerror="window.harmed = true"><script>window.harmed = true</script>';
    await route.fulfill({ json: { ...body, data: { ...body.data, content } } });
  });
  await openNotices(page);
  await rows(page).filter({ hasText: title }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByText('正文').waitFor();
  expect(await dialog.locator('script, [onerror]').count()).toBe(0);
  expect(await page.evaluate(() => 'harmed' in window)).toBe(false);
});

test('the office writes a notice, publishes it and takes it back', async () => {
  const title = freshTitle('关于报送年度总结的通知');
  const { page, visit } = await person('rd_admin');
  await visit('/desk/notice');
  await pane(page).getByRole('button', { name: '新增公告' }).first().click();
  await field(page, '标题').fill(title);
  await pane(page).getByRole('textbox', { name: '正文' }).fill('请于月底前报送。');
  await choose(page, '发布范围', '指定角色');
  await choose(page, '范围', '院系科研秘书');
  await pane(page).getByRole('button', { name: '保存' }).click();
  await toast(page, '新增成功').waitFor();
  await visit('/desk/notice');
  const row = pane(page).getByRole('row').filter({ hasText: title });
  await row.getByText('草稿').waitFor();
  await row.getByRole('button', { name: '发布' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click();
  await toast(page, '发布成功').waitFor();
  await row.getByText('已发布').waitFor();
  const list = `${notice}/list?status=1&bt=${encodeURIComponent(title)}`;
  const total = async (account: string): Promise<number> =>
    (await (await caller(account)).get<{ total: number }>(list)).total;
  expect([await total('dept_secretary'), await total('teacher')]).toEqual([1, 0]);
  // A second question is asked once the first is gone: its button moves while the other leaves.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: '撤销' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click();
  await row.getByText('已撤销').waitFor();
});
