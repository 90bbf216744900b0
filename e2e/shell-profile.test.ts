import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caller, freshTitle } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { person, personAtHome, signIn, stranger } from './support/page.ts';
import { password } from './support/session.ts';

/** Opens their own page behind the user's name. */
const openProfile = async (page: Page): Promise<void> => {
  await page.locator('.ky-person').click();
  await page.getByRole('menuitem', { name: '个人信息' }).click();
  await pane(page).getByRole('tab', { name: '修改密码' }).waitFor();
};

const field = (page: Page, name: string) => pane(page).getByRole('textbox', { name });

/** A small picture, drawn by the browser itself. */
const picture = async (page: Page, type: string, edge = 600): Promise<Buffer> => {
  const url = await page.evaluate(
    ([mime, size]) => {
      const canvas = document.createElement('canvas');
      canvas.width = size;
      canvas.height = size * 0.75;
      const paper = canvas.getContext('2d');
      if (paper) {
        paper.fillStyle = '#2b6fbe';
        paper.fillRect(0, 0, size, size);
      }
      return canvas.toDataURL(mime);
    },
    [type, edge] as const,
  );
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
};

const choosePicture = (page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> =>
  pane(page).getByLabel('选择头像图片').setInputFiles({ name, mimeType, buffer });

test('the admin account finds its page at /info, everybody else at /personel', async () => {
  const admin = await personAtHome('admin');
  await openProfile(admin.page);
  expect(new URL(admin.page.url()).pathname).toBe('/info');
  const teacher = await personAtHome('teacher');
  await openProfile(teacher.page);
  expect(new URL(teacher.page.url()).pathname).toBe('/personel');
  for (const path of ['/info/index', '/personel/index']) {
    await teacher.visit(path);
    await field(teacher.page, '姓名').waitFor();
  }
});

test('user name, phone and e-mail are changed; the real name is the office’s to change', async () => {
  const { page, visit } = await person('propaganda');
  await visit('/personel/index');
  expect(await field(page, '姓名').inputValue()).toBe('钟语冰');
  expect(await field(page, '姓名').isEditable()).toBe(false);
  await pane(page).getByText('姓名由管理员或人事数据更新').waitFor();
  await field(page, '昵称').fill('语冰甲');
  await field(page, '手机号码').fill('13800009999');
  await field(page, '邮箱').fill('yubing@jiangling.example');
  await pane(page).getByRole('button', { name: '保存' }).click();
  await toast(page, '更新成功').waitFor();
  await page.reload();
  await field(page, '姓名').waitFor();
  expect(await field(page, '邮箱').inputValue()).toBe('yubing@jiangling.example');
  expect(await field(page, '手机号码').inputValue()).toBe('13800009999');
  expect(await field(page, '昵称').inputValue()).toBe('语冰甲');
  // An e-mail address may be taken away again.
  await field(page, '邮箱').fill('');
  await pane(page).getByRole('button', { name: '保存' }).click();
  await toast(page, '更新成功').waitFor();
  const { email } = await (await caller('propaganda')).get<{ email: string }>('blade-user/info');
  expect(email).toBe('');
});

test('two windows do not overwrite each other: the second is told, and keeps what it typed', async () => {
  const { page, visit } = await person('intl');
  await visit('/personel/index');
  const mine = freshTitle('国际处甲');
  await field(page, '昵称').fill(mine);
  await (await caller('intl')).post('blade-user/update-info', {
    name: freshTitle('国际处乙'),
  });
  const read = page.waitForResponse('**/api/blade-user/info');
  await pane(page).getByRole('button', { name: '保存' }).click();
  await toast(page, '数据已被他人修改').waitFor();
  expect(await field(page, '昵称').inputValue()).toBe(mine);
  // The button answers once the page has read what the other window saved; its whole name is without the mark of loading.
  await read;
  await pane(page).getByRole('button', { name: '保存', exact: true }).click();
  await toast(page, '更新成功').waitFor();
});

test('a picture is cropped, kept, and seen at once in the bar', async () => {
  const { page, visit } = await person('finance');
  await visit('/personel/index');
  await field(page, '姓名').waitFor();
  await choosePicture(page, '头像.png', 'image/png', await picture(page, 'image/png'));
  const crop = page.getByRole('dialog', { name: '裁剪头像' });
  await crop.getByRole('slider', { name: '缩放' }).press('ArrowRight');
  await crop.getByRole('button', { name: '使用' }).click();
  await toast(page, '头像已更新').waitFor();
  const shown = page.locator('.ky-person img');
  await shown.waitFor();
  const { avatar } = await (await caller('finance')).get<{ avatar: string }>('blade-user/info');
  expect(await shown.getAttribute('src')).toBe(avatar);
  // The picture is in its place before its bytes are.
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(320);
  // Another picture takes its place, and the first is gone for everybody.
  await choosePicture(page, 'b.jpg', 'image/jpeg', await picture(page, 'image/jpeg'));
  await crop.getByRole('button', { name: '使用' }).click();
  await expect.poll(() => shown.getAttribute('src')).not.toBe(avatar);
  expect((await page.request.get(avatar)).status()).toBe(404);
});

test('changing the password asks for the old one, checks the new one, and ends other sessions', async () => {
  const { page, visit } = await person('rd_fund');
  const other = await stranger();
  await other.visit('/login');
  await signIn(other.page, 'rd_fund');
  await visit('/personel/index?tab=password');
  const old = pane(page).getByLabel('原密码');
  const next = pane(page).getByLabel('新密码');
  const again = pane(page).getByLabel('确认密码');
  const change = async (told: string): Promise<void> => {
    await pane(page).getByRole('button', { name: '修改密码' }).click();
    await page.getByText(told).first().waitFor();
  };
  await change('请输入原密码');
  await old.fill('not the password 1A');
  await next.fill('weak');
  await change('密码长度应为 8 到 64 个字符');
  await next.fill('Tanyuan-2026!');
  await pane(page).getByText('强度：强').waitFor();
  await change('两次密码输入不一致');
  await again.fill('Tanyuan-2026!');
  await change('原密码不正确!');
  await old.fill(password);
  await change('密码已修改，其他设备上的登录已失效');
  // This window goes on, the other is out.
  await visit('/mywork/todo');
  await pane(page).getByRole('heading', { level: 1 }).waitFor();
  await other.visit('/mywork/todo');
  await other.page.locator('.ky-signin-form').waitFor();
  // As it was, for the journeys after this one.
  await visit('/personel/index?tab=password');
  await old.fill('Tanyuan-2026!');
  await next.fill(password);
  await again.fill(password);
  await change('密码已修改');
});

test('a password that was given leads to choosing another one, and then to the page that was wanted', async () => {
  const admin = await caller('admin');
  const { records } = await admin.get<{ records: { id: string; account: string }[] }>(
    'blade-user/page?size=200',
  );
  // Somebody whom no other journey knows.
  const { id, account } = records.findLast((one) => /^\d+$/.test(one.account)) ?? {
    id: '',
    account: '',
  };
  const given = await admin.post<{ password: string }[]>('blade-user/reset-password', {
    userIds: [id],
  });
  const { page, visit } = await stranger();
  await visit('/mywork/send');
  await signIn(page, account, given[0]?.password);
  const title = page.getByRole('heading', { name: '设置新密码' });
  await title.waitFor();
  // Nothing else is there, whatever the address.
  await visit('/achievement/papers');
  await title.waitFor();
  expect(await page.locator('.ky-frame').count()).toBe(0);
  await page.getByLabel('原密码').fill(given[0]?.password ?? '');
  const choose = async (next: string) => {
    for (const name of ['新密码', '确认密码']) await page.getByLabel(name).fill(next);
    await page.getByRole('button', { name: '修改密码' }).click();
  };
  // Strong to the page, and yet what is tried first.
  await choose('Qwerty123');
  await page.getByText('密码过于常见').waitFor();
  await choose('Tanyuan-2026!');
  await pane(page).getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/achievement/papers');
  await page.reload();
  await pane(page).getByRole('heading', { level: 1 }).waitFor();
});

test('the administrator sees how the installation is, and nobody else does', async () => {
  const { page, visit } = await person('admin');
  await visit('/info/index');
  const state = pane(page).locator('.ky-state');
  await state.getByText('数据库大小').waitFor();
  await expect.poll(() => state.innerText()).toMatch(/\d MB/);
  await state.locator('div', { hasText: '待审核注册' }).getByRole('link').click();
  await page.waitForURL('**/system/register?status=0');
  const teacher = await person('teacher');
  await teacher.visit('/info/index');
  await field(teacher.page, '姓名').waitFor();
  expect(await pane(teacher.page).locator('.ky-state').count()).toBe(0);
  await expect((await caller('teacher')).get('keyan/state')).rejects.toThrow('403');
});
