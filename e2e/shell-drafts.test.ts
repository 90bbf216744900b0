import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { draftPaper, freshTitle } from './support/api.ts';
import { field, pane, press, toast } from './support/form.ts';
import { person } from './support/page.ts';

const add = '/achievement/papers/add';

const banner = (page: Page) => pane(page).getByRole('region', { name: '恢复草稿？' });

/** Types a title and waits until the page says that it is kept. */
const type = async (page: Page, title: string): Promise<void> => {
  await field(page, '论文题目').fill(title);
  await pane(page)
    .getByText(/草稿已保存在本机/)
    .waitFor();
};

/** Waits until the server has the draft too, which a page whose clock is installed asks for at once. */
const typeForServer = async (page: Page, title: string): Promise<void> => {
  await type(page, title);
  await page.clock.fastForward(15_000);
  await pane(page)
    .getByText(/草稿已保存在本机和服务器/)
    .waitFor();
};

test('what was typed survives a crash of the page: 恢复草稿？', async () => {
  const title = freshTitle('崩溃之后还在的题目');
  const { page, visit } = await person('teacher');
  await visit(add);
  await type(page, title);
  // A crash asks nobody.
  await page.goto('about:blank');
  await visit(add);
  await banner(page).getByRole('button', { name: '恢复' }).click();
  expect(await field(page, '论文题目').inputValue()).toBe(title);
  await banner(page).waitFor({ state: 'hidden' });
});

test('a draft waits for its answer, whatever is typed and taken back meanwhile', async () => {
  const title = freshTitle('还没有答复的草稿');
  const { page, visit } = await person('teacher');
  const kept = pane(page).getByText(/草稿已保存在本机/);
  await visit(add);
  await type(page, title);
  await page.goto('about:blank');
  await visit(add);
  await banner(page).waitFor();
  await field(page, '卷').fill('12');
  await kept.waitFor();
  await field(page, '卷').fill('');
  await kept.waitFor({ state: 'hidden' });
  await page.goto('about:blank');
  await visit(add);
  await banner(page).waitFor();
  await field(page, '卷').fill('12');
  await kept.waitFor();
  await banner(page).getByRole('button', { name: '恢复' }).click();
  expect(await field(page, '论文题目').inputValue()).toBe(title);
  expect(await field(page, '卷').inputValue()).toBe('12');
});

test('a draft of a record that somebody changed since brings back their own changes alone', async () => {
  const { id, teacher, body } = await draftPaper(freshTitle('崩溃期间被人改过的论文'));
  const { page, visit } = await person('teacher');
  const edit = `/achievement/papers/edit?id=${id}`;
  await visit(edit);
  await field(page, '卷').fill('12');
  await pane(page)
    .getByText(/草稿已保存在本机/)
    .waitFor();
  await page.goto('about:blank');
  await teacher.post('kh-edu-research/papers/save', {
    ...body,
    id,
    version: 1,
    artNameEn: 'Theirs',
  });
  await visit(edit);
  await banner(page).getByRole('button', { name: '恢复' }).click();
  await toast(page, '该记录在您填写之后被修改过').waitFor();
  expect(await field(page, '卷').inputValue()).toBe('12');
  expect(await field(page, '英文题目').inputValue()).toBe('Theirs');
});

test('another machine goes on with it, and after the record is saved it is gone', async () => {
  const title = freshTitle('换一台电脑继续写');
  const one = await person('teacher', { serverPreferences: true });
  await one.page.clock.install();
  await one.visit(add);
  await typeForServer(one.page, title);

  const two = await person('teacher', { serverPreferences: true });
  await two.visit(add);
  await banner(two.page).getByText('在另一台设备上填写的内容').waitFor();
  await banner(two.page).getByRole('button', { name: '恢复' }).click();
  await expect.poll(() => field(two.page, '论文题目').inputValue()).toBe(title);
  await press(two.page, '暂存');
  await toast(two.page, '已暂存').waitFor();

  const three = await person('teacher', { serverPreferences: true });
  const listed = three.page.waitForResponse('**/keyan/drafts/list');
  await three.visit(add);
  await listed;
  await field(three.page, '论文题目').waitFor();
  expect(await banner(three.page).count()).toBe(0);
});

test('who looks at another tab and comes back is not offered their own text, nor is it called another machine’s after a crash', async () => {
  const title = freshTitle('只是看了看别的页签');
  const { page, visit } = await person('teacher', { serverPreferences: true });
  // As clocks are: this one is slow.
  await page.clock.install({ time: Date.now() - 60_000 });
  await visit(add);
  await typeForServer(page, title);
  await page.getByRole('tab', { name: '首页' }).click();
  await page.locator('.ky-home').waitFor();
  await page.getByRole('tab', { name: /新建|登记/ }).click();
  await field(page, '论文题目').waitFor();
  await page.clock.fastForward(5000);
  expect(await banner(page).count()).toBe(0);
  expect(await field(page, '论文题目').inputValue()).toBe(title);
  await page.goto('about:blank');
  const listed = page.waitForResponse('**/keyan/drafts/list');
  await visit(add);
  await listed;
  await banner(page).getByText('本机保存了').waitFor();
  await page.clock.fastForward(5000);
  expect(await banner(page).getByText('在另一台设备上').count()).toBe(0);
  await banner(page).getByRole('button', { name: '恢复' }).click();
  expect(await field(page, '论文题目').inputValue()).toBe(title);
  // Puts away what this journey left on the server.
  await press(page, '暂存');
  await toast(page, '已暂存').waitFor();
});

test('a draft that is thrown away is not offered again', async () => {
  const { page, visit } = await person('teacher');
  await visit(add);
  await type(page, freshTitle('不要了的题目'));
  await page.goto('about:blank');
  await visit(add);
  await banner(page).getByRole('button', { name: '丢弃' }).click();
  await visit(add);
  await field(page, '论文题目').waitFor();
  expect(await banner(page).count()).toBe(0);
});

test('unsaved text is asked about when its tab or the window is closed, and kept while others are open', async () => {
  const { page, visit } = await person('teacher');
  await visit('/achievement/papers');
  await press(page, '登记论文');
  await field(page, '论文题目').fill('还没有保存的题目');
  // Going to another page asks nothing: the tab keeps the text.
  await page.getByRole('tab', { name: '论文登记' }).first().click();
  await page.getByRole('tab', { name: /新建/ }).click();
  expect(await field(page, '论文题目').inputValue()).toBe('还没有保存的题目');

  await page.keyboard.press('Alt+KeyW');
  const question = page.getByRole('dialog', { name: /有未保存内容/ });
  await question.getByRole('button', { name: '继续填写' }).click();
  expect(await field(page, '论文题目').inputValue()).toBe('还没有保存的题目');

  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  expect(await field(page, '论文题目').inputValue()).toBe('还没有保存的题目');

  await page.getByRole('button', { name: /用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const leaving = page.getByRole('dialog', { name: '退出登录？' });
  await leaving.getByText('有 1 个页签的内容还没有保存').waitFor();
  await leaving.getByRole('button', { name: '取消' }).click();
  expect(await field(page, '论文题目').inputValue()).toBe('还没有保存的题目');
});

test('Ctrl-S saves a draft and Ctrl-Enter submits, from inside a field', async () => {
  const title = freshTitle('键盘保存的论文');
  const { id } = await draftPaper(title);
  const { page, visit } = await person('teacher');
  await visit(`/achievement/papers/edit?id=${id}`);
  await field(page, '卷').fill('12');
  await page.keyboard.press('Control+s');
  await toast(page, '已暂存').waitFor();
  await field(page, '卷').press('Control+Enter');
  await toast(page, '提交成功').waitFor();
});

test('neither a long time behind other tabs nor 清除缓存 takes the text from a record', async () => {
  const { id } = await draftPaper(freshTitle('放了很久的编辑页'));
  const { page, visit } = await person('teacher');
  await page.clock.install();
  await visit(`/achievement/papers/edit?id=${id}`);
  await field(page, '卷').fill('12');
  await page.getByRole('tab', { name: '首页' }).click();
  await page.locator('.ky-home').waitFor();
  // By then what the page had read is forgotten.
  await page.clock.fastForward('20:00');
  const read = page.waitForResponse('**/papers/detail?*');
  await page.getByRole('tab', { name: /编辑/ }).click();
  await read;
  expect(await field(page, '卷').inputValue()).toBe('12');

  await page.getByRole('button', { name: '页签操作' }).click();
  await page.getByRole('menuitem', { name: '清除缓存', exact: true }).click();
  const again = page.waitForResponse('**/papers/detail?*');
  await page.getByRole('dialog').getByRole('button', { name: '清除缓存' }).click();
  await again;
  await toast(page, '清除完毕').waitFor();
  expect(await field(page, '卷').inputValue()).toBe('12');
  expect(await banner(page).count()).toBe(0);
});

test('what is typed while a save is on its way stays', async () => {
  const { id } = await draftPaper(freshTitle('边保存边写的论文'));
  const { page, context, visit } = await person('teacher');
  let answer: () => void = () => undefined;
  const typed = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await context.route('**/papers/save', async (route) => {
    await typed;
    await route.continue();
  });
  await visit(`/achievement/papers/edit?id=${id}`);
  await field(page, '卷').fill('12');
  const sent = page.waitForRequest('**/papers/save');
  await page.keyboard.press('Control+s');
  await sent;
  await field(page, '期').fill('3');
  answer();
  await toast(page, '已暂存').waitFor();
  expect(await field(page, '期').inputValue()).toBe('3');
  await pane(page).getByText('有未保存内容').waitFor();
});
