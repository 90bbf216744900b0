import type { Session } from '@keyan/console/client/session.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caller, freshTitle } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { type Person, person, stranger } from './support/page.ts';
import { rowOf } from './support/work.ts';

const secret = 'Tanyuan-2026!';

/** An account name that no other journey asks for. */
const freshAccount = (): string => freshTitle('apply_');

const dialog = (page: Page) => page.getByRole('dialog', { name: '账号注册' });

const fill = async (page: Page, account: string, name = '周砚秋'): Promise<void> => {
  const box = dialog(page);
  await box.getByLabel('姓名', { exact: true }).fill(name);
  await box.getByLabel('账号', { exact: true }).fill(account);
  await box.getByLabel('密码', { exact: true }).fill(secret);
  await box.getByLabel('确认密码').fill(secret);
  await box.getByLabel('部门').selectOption({ label: '\u3000图书馆' });
};

const send = (page: Page): Promise<void> =>
  dialog(page).getByRole('button', { name: '提交注册' }).click();

/** Asks for an account from the sign-in page. */
const apply = async (page: Page, account: string, name?: string): Promise<void> => {
  await page.getByRole('button', { name: '注册账号' }).click();
  await fill(page, account, name);
  await send(page);
};

/** Comes as a provider of sign-ins sends somebody whom no account here belongs to. */
const comeAsGuest = async ({ page, visit }: Person, oauthId: string): Promise<void> => {
  await visit(`/login?oauth_id=${oauthId}`);
  await dialog(page).waitFor();
};

test('whoever comes without an account here is asked to register, and sees nothing else', async () => {
  const guest = await stranger();
  await comeAsGuest(guest, 'wx-1');
  const { page } = guest;
  expect(await page.locator('.ky-frame').count()).toBe(0);
  // The tenant is known: nobody is asked for it.
  expect(await dialog(page).getByLabel('租户编号').count()).toBe(0);
  // No address leads past it, and the token opens no door.
  await guest.visit('/achievement/papers');
  await dialog(page).waitFor();
  const kept = await page.evaluate(() => localStorage.getItem('keyan-session') ?? '');
  const { accessToken, user } = (JSON.parse(kept) as { content: Session }).content;
  expect(user).toMatchObject({ userId: '-1', oauthId: 'wx-1', tenantId: '000000' });
  const headers = { 'Blade-Auth': `bearer ${accessToken}` };
  const refused = await page.request.get('/api/blade-auth/oauth/user-info', { headers });
  expect(refused.status()).toBe(401);
  await page.keyboard.press('Escape');
  await page.locator('.ky-signin-form').waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('after an application the alert is read, and the way leads back to the sign-in page', async () => {
  const guest = await stranger();
  await comeAsGuest(guest, 'wx-2');
  const { page } = guest;
  await fill(page, freshAccount());
  await send(page);
  const alert = page.getByRole('alertdialog', { name: '注册提示' });
  await alert.getByText('注册申请已提交,请耐心等待管理员通过!').waitFor();
  await alert.getByRole('button', { name: '返回登录' }).click();
  await page.locator('.ky-signin-form').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.evaluate(() => localStorage.getItem('keyan-session'))).toBeNull();
});

test('an accepted applicant signs in at once, with the role that the administrator chose', async () => {
  const account = freshAccount();
  const applicant = await stranger();
  await applicant.visit('/login');
  await apply(applicant.page, account);
  await applicant.page.getByRole('button', { name: '返回登录' }).click();

  const { page, visit } = await person('admin');
  await visit('/system/register?status=0');
  await pane(page).getByRole('textbox', { name: /账号/ }).first().fill(account);
  await rowOf(page, account).getByRole('button', { name: '通过' }).click();
  const decision = page.getByRole('dialog', { name: '通过 周砚秋 的注册申请' });
  // The department that the applicant named is filled in already.
  await decision.getByText('图书馆').waitFor();
  await decision.getByRole('textbox', { name: '工号' }).fill(account.slice(0, 20));
  await decision.getByText('科研人员', { exact: true }).waitFor();
  await decision.getByRole('button', { name: '通过' }).click();
  await toast(page, '已通过').waitFor();

  await applicant.page.locator('input[name=username]').fill(account);
  await applicant.page.locator('input[name=password]').fill(secret);
  await applicant.page.keyboard.press('Enter');
  await applicant.page.waitForURL('**/wel/index');
});

test('a refused applicant stays out, and the record says why', async () => {
  const account = freshAccount();
  const applicant = await stranger();
  await applicant.visit('/login');
  await apply(applicant.page, account, '唐以宁');

  const { page, visit } = await person('admin');
  await visit('/system/register');
  await pane(page).getByRole('textbox', { name: /账号/ }).first().fill(account);
  await rowOf(page, account).getByRole('link', { name: '唐以宁' }).click();
  await pane(page).getByRole('heading', { level: 1, name: '唐以宁' }).waitFor();
  await pane(page).getByRole('button', { name: '拒绝' }).click();
  const decision = page.getByRole('dialog', { name: '拒绝 唐以宁 的注册申请' });
  await decision.getByRole('button', { name: '拒绝' }).click();
  await decision.getByText('请输入拒绝原因').waitFor();
  await decision.getByRole('textbox', { name: '拒绝原因' }).fill('请使用工号登录');
  await decision.getByRole('button', { name: '拒绝' }).click();
  await toast(page, '已拒绝').waitFor();
  await pane(page).getByText('请使用工号登录').first().waitFor();
  expect(await pane(page).getByRole('button', { name: '通过' }).count()).toBe(0);
});

test('of two administrators the second is told who was first', async () => {
  const account = freshAccount();
  const applicant = await stranger();
  await applicant.visit('/login');
  await apply(applicant.page, account, '韩书白');

  const { page, visit } = await person('admin');
  await visit('/system/register');
  await pane(page).getByRole('textbox', { name: /账号/ }).first().fill(account);
  await rowOf(page, account).getByRole('button', { name: '拒绝' }).click();
  const admin = await caller('admin');
  const { records } = await admin.get<{ records: { id: string }[] }>(
    `blade-user/register/list?account=${account}`,
  );
  await admin.post('blade-user/register/refuse', { id: records[0]?.id, reason: '查无此人' });
  const decision = page.getByRole('dialog', { name: '拒绝 韩书白 的注册申请' });
  await decision.getByRole('textbox', { name: '拒绝原因' }).fill('重复申请');
  await decision.getByRole('button', { name: '拒绝' }).click();
  await toast(page, /该申请已由 .+ 处理：已拒绝/).waitFor();
});
