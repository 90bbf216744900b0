import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { draftPaper, freshTitle } from './support/api.ts';
import { pane, press, toast } from './support/form.ts';
import { person, signIn, stranger } from './support/page.ts';
import { password } from './support/session.ts';
import { rowOf } from './support/work.ts';

const list = '/achievement/papers';

test('several records that are submitted together are recalled by one 撤销, and brought back by one after they were deleted', async () => {
  const topic = freshTitle('一起提交');
  const titles = [`${topic}之土壤`, `${topic}之水文`] as const;
  for (const title of titles) await draftPaper(title);
  const teacher = await person('teacher');
  const { page, faults } = teacher;
  await teacher.visit(`${list}?artName=${encodeURIComponent(topic)}`);
  const chooseBoth = async (): Promise<void> => {
    for (const title of titles) await rowOf(page, title).getByRole('checkbox').check();
  };
  const undo = (text: string): Promise<void> =>
    toast(page, text).getByRole('button', { name: '撤销' }).click();
  await chooseBoth();
  await pane(page).locator('.ky-list-foot').getByRole('button', { name: '提交' }).click();
  await toast(page, '已提交 2 条').waitFor();
  for (const title of titles) await rowOf(page, title).getByText('审批中').waitFor();
  await undo('已提交 2 条');
  await toast(page, '已撤回 2 条').waitFor();
  for (const title of titles) await rowOf(page, title).getByText('已撤回').waitFor();

  await chooseBoth();
  await press(page, '删除');
  const question = page.getByRole('dialog').filter({ hasText: '确定将选择数据删除?' });
  await question.getByRole('button', { name: '删除 2 条' }).click();
  for (const title of titles) await rowOf(page, title).waitFor({ state: 'detached' });
  await undo('删除成功');
  await toast(page, '已恢复').waitFor();
  // Their approval ended with them.
  for (const title of titles) await rowOf(page, title).getByText('草稿').waitFor();
  expect(faults).toEqual([]);
});

test('the password leaves the browser as its hash only', async () => {
  const { page, visit } = await stranger();
  const asked: string[] = [];
  const addresses: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/oauth/token')) return;
    addresses.push(new URL(request.url()).search);
    asked.push(request.postData() ?? '');
  });
  await visit('/login');
  await signIn(page, 'teacher');
  expect(asked.join()).toContain(createHash('md5').update(password).digest('hex'));
  expect(asked.join()).not.toContain(password);
  expect(addresses.join('')).toBe('');
});
