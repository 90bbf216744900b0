import { renderPage } from '@keyan/console/testing/render.tsx';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import ProfilePage from './ProfilePage.web.tsx';
import type { OwnAccount } from './profile-person.web.tsx';

const info = '/blade-user/info';
const update = '/blade-user/update-info';

const account: OwnAccount = {
  id: '1',
  account: 'legal',
  name: '法务甲',
  realName: '钟语冰',
  phone: '13800001111',
  email: '',
  avatar: '',
  deptName: '法务处',
  roleName: '',
  version: 1,
};

const renderProfile = async (answers: RowLike) => {
  const rendered = await renderPage(<ProfilePage />, {
    language: 'zh',
    answers: { [info]: account, ...answers },
  });
  await expect.element(field('姓名')).toHaveValue('钟语冰');
  return rendered;
};

const field = (name: string) => page.getByRole('textbox', { name });
const save = () => page.getByRole('button', { name: '保存' }).click();

test('a wrong phone number is told in the words of the specification', async () => {
  const { callsTo } = await renderProfile({});
  for (const [typed, message] of [
    ['', '手机号码不能为空'],
    ['138', '手机号码长度不是 11 位'],
    ['23800001111', '手机号码格式不正确'],
  ] as const) {
    await field('手机号码').fill(typed);
    await save();
    await expect.element(page.getByText(message)).toBeVisible();
  }
  await expect.element(field('手机号码')).toHaveFocus();
  expect(callsTo(update)).toEqual([]);
});

test('pictures of other types, too large ones and disguised ones are refused', async () => {
  const { callsTo } = await renderProfile({});
  const choose = (content: BlobPart, name: string, type: string) =>
    userEvent.upload(page.getByLabelText('选择头像图片'), new File([content], name, { type }));
  await choose('GIF89a', 'a.gif', 'image/gif');
  await expect.element(page.getByText('头像只能是 JPG 或 PNG 格式的图片')).toBeVisible();
  await choose(new Uint8Array(501 * 1024), 'a.jpg', 'image/jpeg');
  await expect.element(page.getByText('头像大小不能超过 500KB')).toBeVisible();
  await choose('<svg onload=alert(1)>', 'a.png', 'image/png');
  await expect.element(page.getByText('图片无法读取，请换一张')).toBeVisible();
  expect(callsTo('/blade-user/avatar')).toEqual([]);
});
