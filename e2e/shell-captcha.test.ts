import { AxeBuilder } from '@axe-core/playwright';
import { readEnv } from '@keyan/api/env.ts';
import { openDatabase } from '@keyan/api/postgres/database.ts';
import { withClient } from '@keyan/api/postgres/roles.ts';
import { removeDataDir, type ServerProcess, startServer } from '@keyan/api/testing/server.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stranger } from './support/page.ts';
import { password } from './support/session.ts';

/** A server of its own, which asks for captchas; the usual one does not (spec §9). */
let server: ServerProcess;
const usual = process.env.E2E_SITE;

beforeAll(async () => {
  server = await startServer({ env: { CAPTCHA: 'on' } });
  process.env.E2E_SITE = server.url;
});
afterAll(async () => {
  process.env.E2E_SITE = usual;
  await server.end();
  removeDataDir(server.dataDir);
});

/** What the newest picture shows, from the database beside the running server. */
const newestSigns = async (): Promise<string> => {
  const env = readEnv({ DATA_DIR: server.dataDir }, server.dataDir);
  const database = await openDatabase(env, { serving: false, say: () => undefined });
  try {
    return await withClient(database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ answer: string }>(
        'select answer from captcha order by expires_at desc limit 1',
      );
      return rows[0]?.answer ?? '';
    });
  } finally {
    await database.close();
  }
};

const picture = (place: Locator): Locator => place.locator('.ky-captcha img');
const field = (place: Locator): Locator => place.getByLabel('验证码', { exact: true });

/** Waits for a picture other than one; the answer is the address of it. */
const nextPicture = async (place: Locator, before: string): Promise<string> => {
  await expect
    .poll(
      async () => (await picture(place).count()) && (await picture(place).getAttribute('src')),
      {
        timeout: 15_000,
      },
    )
    .not.toSatisfy((now: unknown) => !now || now === before);
  return (await picture(place).getAttribute('src')) ?? '';
};

const atSignIn = async (): Promise<{ page: Page; form: Locator; shown: string }> => {
  const { page, visit } = await stranger();
  await visit('/login');
  const form = page.locator('.ky-signin-form');
  const shown = await nextPicture(form, '');
  return { page, form, shown };
};

const fill = async (form: Locator, secret = password): Promise<void> => {
  await form.locator('input[name=username]').fill('teacher');
  await form.locator('input[name=password]').fill(secret);
};

test('where captchas are on, one is asked for, and the right signs let somebody in', async () => {
  const { page, form } = await atSignIn();
  await fill(form);
  await page.keyboard.press('Enter');
  await form.getByRole('alert').getByText('请输入验证码').waitFor();
  expect(await field(form).evaluate((input) => input === document.activeElement)).toBe(true);
  // In either case, as people type.
  await field(form).fill((await newestSigns()).toLowerCase());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wel/index');
});

test('after a wrong try the field is empty and the picture another', async () => {
  const { page, form, shown } = await atSignIn();
  await fill(form);
  await field(form).fill('?????');
  await page.keyboard.press('Enter');
  await form.getByRole('alert').getByText('验证码不正确').waitFor();
  const second = await nextPicture(form, shown);
  expect(await field(form).inputValue()).toBe('');
  expect(await field(form).evaluate((input) => input === document.activeElement)).toBe(true);

  // A wrong password uses the picture up as well.
  await fill(form, 'Wrong@2026');
  await field(form).fill(await newestSigns());
  await page.keyboard.press('Enter');
  await form.getByRole('alert').getByText('用户名或密码错误').waitFor();
  await nextPicture(form, second);
  expect(await field(form).inputValue()).toBe('');
  await fill(form);
  await field(form).fill(await newestSigns());
  await page.keyboard.press('Enter');
  await page.waitForURL('**/wel/index');
});

test('a picture that is hard to read is exchanged by a click', async () => {
  const { form, shown } = await atSignIn();
  await field(form).fill('abc');
  await form.getByRole('button', { name: '验证码图片，看不清换一张' }).click();
  await nextPicture(form, shown);
  expect(await field(form).inputValue()).toBe('');
  expect(await field(form).evaluate((input) => input === document.activeElement)).toBe(true);
});

test('whoever asks for an account reads a picture, too', async () => {
  const { page } = await atSignIn();
  await page.getByRole('button', { name: '注册账号' }).click();
  const box = page.getByRole('dialog', { name: '账号注册' });
  const shown = await nextPicture(box, '');
  await box.getByLabel('用户名').fill('周砚秋');
  await box.getByLabel('账号名称').fill('reads_pictures');
  await box.getByLabel('密码', { exact: true }).fill('Tanyuan-2026!');
  await box.getByLabel('确认密码').fill('Tanyuan-2026!');
  await box.getByLabel('部门').selectOption({ label: '\u3000图书馆' });
  const send = box.getByRole('button', { name: '提交注册' });
  await send.click();
  await box.getByRole('alert').getByText('请输入验证码').waitFor();
  await field(box).fill('?????');
  await send.click();
  await box.getByRole('alert').getByText('验证码不正确').waitFor();
  await nextPicture(box, shown);
  expect(await field(box).inputValue()).toBe('');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual(
    [],
  );
  await field(box).fill(await newestSigns());
  await send.click();
  await page.getByRole('alertdialog', { name: '注册提示' }).waitFor();
});
