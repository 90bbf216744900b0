import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { draftPaper, freshTitle } from './support/api.ts';
import { field, pane, press, toast } from './support/form.ts';
import { person, signIn, stranger } from './support/page.ts';
import { password } from './support/session.ts';
import { findInList, rowOf } from './support/work.ts';

const list = '/achievement/papers';

test('deleting needs a chosen row, asks, says that it was done, and is undone at once or from the bin', async () => {
  const title = freshTitle('将被删除的草稿');
  await draftPaper(title);
  const teacher = await person('teacher');
  const { page, faults } = teacher;
  await findInList(teacher, list, title);
  await press(page, '删除');
  await toast(page, '请选择至少一条数据').waitFor();
  await rowOf(page, title).getByRole('checkbox').check();
  await press(page, '删除');
  const question = page.getByRole('dialog').filter({ hasText: '确定将选择数据删除?' });
  await question.getByRole('button', { name: '取消' }).click();
  await rowOf(page, title).waitFor();
  await press(page, '删除');
  await question.getByRole('button', { name: /删除/ }).click();
  await toast(page, '删除成功').waitFor();
  await rowOf(page, title).waitFor({ state: 'detached' });
  await toast(page, '删除成功').getByRole('button', { name: '撤销' }).click();
  await rowOf(page, title).waitFor();

  await rowOf(page, title).getByRole('checkbox').check();
  await press(page, '删除');
  await question.getByRole('button', { name: /删除/ }).click();
  await rowOf(page, title).waitFor({ state: 'detached' });
  await pane(page).getByRole('button', { name: '回收站' }).click();
  const bin = page.getByRole('dialog', { name: '回收站' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/restore')) asked.push(request.url());
  });
  // An impatient reader asks twice, and is heard once.
  await bin.getByRole('button', { name: `恢复 ${title}` }).dblclick();
  await bin.getByText(title).waitFor({ state: 'detached' });
  expect(asked).toHaveLength(1);
  await page.keyboard.press('Escape');
  await rowOf(page, title).waitFor();
  expect(faults).toEqual([]);
});

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

test('a record says 新增成功 the first time that it is kept, and 更新成功 after', async () => {
  const { page, visit } = await person('teacher');
  await visit(`${list}/add`);
  await field(page, '论文题目').fill(freshTitle('先存后改'));
  await press(page, '暂存');
  await toast(page, '新增成功').waitFor();
  await field(page, '卷').fill('3');
  await press(page, '暂存');
  await toast(page, '更新成功').waitFor();
});

test('pages have 10, 30, 50, 100 or 200 rows, and another filter begins at the first page', async () => {
  const { page, visit } = await person('rd_achieve');
  await visit('/achievement/papersLib');
  const rows = pane(page).locator('[role=grid] tbody tr[data-row], [role=grid] tbody tr:has(a)');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(10);
  await pane(page).locator('.ant-pagination-options .ant-select').click();
  const sizes = page.locator('.ant-select-dropdown').filter({ visible: true });
  const offered = await sizes.locator('.ant-select-item-option').allInnerTexts();
  expect(offered.map((text) => Number.parseInt(text, 10))).toEqual([10, 30, 50, 100, 200]);
  await page.keyboard.press('Escape');
  await pane(page).locator('.ant-pagination-item-2').click();
  await page.waitForURL(/[?&]page=2|[?&]current=2/);
  await pane(page).getByRole('textbox', { name: '论文题目' }).fill('研究');
  await page.waitForURL((url) => !/[?&](page|current)=2/.test(url.search));
});

test('the password leaves the browser as its hash only', async () => {
  const { page, visit } = await stranger();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/oauth/token')) {
      asked.push(decodeURIComponent(request.url()) + (request.postData() ?? ''));
    }
  });
  await visit('/login');
  await signIn(page, 'teacher');
  expect(asked.join()).toContain(createHash('md5').update(password).digest('hex'));
  expect(asked.join()).not.toContain(password);
});
