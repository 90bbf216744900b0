import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { type Caller, caller, draftPaper, freshTitle } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { person } from './support/page.ts';

const parents = (page: Page): Locator => pane(page).getByRole('region', { name: '字典' }).first();
const entries = (page: Page): Locator => pane(page).getByRole('region', { name: '字典项' }).first();
const add = (sheet: Locator): Promise<void> => sheet.getByRole('button', { name: '新增' }).click();

/** Answers a confirmation that the page asks of the reader. */
const confirm = async (page: Page, question: string, answer: string): Promise<void> => {
  const asked = page.getByRole('dialog').filter({ hasText: question });
  // On a busy machine a click comes while the dialog still grows, and misses its button.
  await asked.and(page.locator(':not(.ant-zoom-appear)')).waitFor();
  await asked.getByRole('button', { name: answer }).click();
  await asked.waitFor({ state: 'hidden' });
};

/** Chooses the row of that name and asks for its removal. */
const remove = async (sheet: Locator, name: string): Promise<void> => {
  await sheet.getByRole('checkbox', { name: `选择 ${name}` }).check();
  await sheet.getByRole('button', { name: '删除' }).click();
};

test('a dictionary and an entry are added, sealed and deleted; what is missing is named when the field is left', async () => {
  const code = freshTitle('lab').replace(/[^\w.-]/g, '');
  const { page, visit } = await person('admin');
  await visit('/dict-horizontal/index');
  await parents(page).locator('[data-row]').first().waitFor();
  await add(parents(page));
  const form = page.getByRole('dialog', { name: '新增字典' });
  const codeField = form.getByLabel('字典编号');
  // The form opens on its first field and finds no fault with it yet.
  await expect.poll(() => codeField.evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await form.getByText('请输入字典编号').count()).toBe(0);
  await page.keyboard.press('Tab');
  await form.getByText('请输入字典编号').waitFor();
  await form.getByRole('button', { name: '保存' }).click();
  await form.getByText('请输入字典名称').waitFor();
  await form.getByText('请输入字典排序').waitFor();
  expect(await form.getByLabel('代码').count()).toBe(0);
  await form.getByLabel('字典编号').fill(code);
  await form.getByLabel('字典名称').fill('实验室安全等级');
  await form.getByLabel('字典排序').fill('0');
  await form.getByRole('button', { name: '保存' }).click();
  await toast(page, '新增成功').waitFor();

  await parents(page).getByLabel('字典编号').fill(code);
  await entries(page).getByRole('heading', { name: '实验室安全等级' }).waitFor();
  await entries(page).getByText('还没有字典项').waitFor();
  await add(entries(page));
  const entry = page.getByRole('dialog', { name: '新增字典项' });
  await entry.getByRole('button', { name: '保存' }).click();
  await entry.getByText('请输入代码').waitFor();
  await entry.getByLabel('代码').fill('01');
  await entry.getByLabel('字典名称').fill('一级');
  await entry.getByLabel('字典排序').fill('1');
  await page.keyboard.press('Enter');
  await entry.waitFor({ state: 'hidden' });

  await add(entries(page));
  await entry.getByLabel('代码').fill('01');
  await entry.getByLabel('字典名称').fill('二级');
  await entry.getByLabel('字典排序').fill('2');
  await page.keyboard.press('Enter');
  await entry.getByText('当前字典键值已存在!').waitFor();
  await entry.getByRole('button', { name: '取消' }).click();
  await confirm(page, '放弃未保存的修改？', '放弃');

  const teacher = await caller('teacher');
  const offered = () =>
    teacher.get<{ dictValue: string }[]>(`blade-system/dict/dictionary?code=${code}`);
  expect((await offered()).map(({ dictValue }) => dictValue)).toEqual(['一级']);
  await entries(page).getByRole('button', { name: '封存 一级' }).click();
  await entries(page).getByRole('button', { name: '启用 一级' }).waitFor();
  expect(await offered()).toEqual([]);

  await remove(parents(page), '实验室安全等级');
  await confirm(page, '确定将选择数据删除?', '删除 1 条');
  await toast(page, '【实验室安全等级】下有字典项，请先删除字典项').waitFor();
  await remove(entries(page), '一级');
  await confirm(page, '确定将选择数据删除?', '删除 1 条');
  await toast(page, '删除成功').waitFor();
  await entries(page).getByText('还没有字典项').waitFor();
  await parents(page).getByRole('button', { name: '删除' }).click();
  await confirm(page, '确定将选择数据删除?', '删除 1 条');
  await parents(page).getByText('没有符合条件').waitFor();
});

test('entries stand beside the dictionaries or below them, and lead further down', async () => {
  const { page, visit } = await person('admin');
  const places = async () => {
    await parents(page).locator('[data-row]').first().waitFor();
    const [upper, lower] = [await parents(page).boundingBox(), await entries(page).boundingBox()];
    if (!upper || !lower) throw new Error('a table is not in sight');
    return { beside: lower.x > upper.x, below: lower.y > upper.y };
  };
  await visit('/dict-horizontal/index');
  expect(await places()).toEqual({ beside: true, below: false });
  await visit('/dict-vertical/index');
  expect(await places()).toEqual({ beside: false, below: true });
  await pane(page).getByText('横向', { exact: true }).click();
  expect(await places()).toEqual({ beside: true, below: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit('/dict-horizontal/index');
  await pane(page).locator('.ky-dict-card').first().waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });

  await visit('/dict-vertical/index');
  await parents(page).getByLabel('字典编号').fill('discipline');
  await entries(page).getByRole('heading', { name: '学科分类' }).waitFor();
  await entries(page).locator('[data-row]').first().waitFor();
  const first = entries(page).locator('[data-row] .ky-dict-name').first();
  const name = await first.innerText();
  await first.click();
  await entries(page)
    .getByRole('heading', { name: new RegExp(`学科分类 */ *${name}`) })
    .waitFor();
  await entries(page).getByRole('button', { name: '删除' }).click();
  await toast(page, '请选择至少一条数据').waitFor();
});

interface DictRow {
  readonly id: string;
  readonly code: string;
  readonly dictKey: string;
}

/** The entry of a dictionary, as the page that looks after it reads it. */
const entryOf = async (admin: Caller, code: string, key: string): Promise<DictRow> => {
  const dict = 'blade-system/dict';
  const page = await admin.get<{ records: DictRow[] }>(`${dict}/parent-list?code=${code}&size=200`);
  const parent = page.records.find((row) => row.code === code);
  const rows = await admin.get<DictRow[]>(`${dict}/child-list?parentId=${parent?.id}`);
  const entry = rows.find(({ dictKey }) => dictKey === key);
  if (!entry) throw new Error(`${code} has no ${key}`);
  return entry;
};

test('a sealed entry is offered to nobody; a record that holds it shows and keeps it', async () => {
  const title = freshTitle('语种已封存的论文');
  const { id } = await draftPaper(title, { publishLanguage: '99' });
  const admin = await caller('admin');
  const entry = await entryOf(admin, 'publishLanguage', '99');
  const seal = (isSealed: '0' | '1') =>
    admin.post('blade-system/dict/submit', { id: entry.id, isSealed });
  await seal('1');
  onTestFinished(() => seal('0').then(() => undefined));

  const { page, visit } = await person('teacher');
  const box = pane(page).getByRole('combobox', { name: '发表语种', exact: true });
  const options = page.locator('.ant-select-dropdown').filter({ visible: true });
  const offered = async (): Promise<readonly string[]> => {
    await box.click();
    await options.locator('.ant-select-item-option').first().waitFor();
    const names = await options.locator('.ant-select-item-option').allInnerTexts();
    await page.keyboard.press('Escape');
    return names;
  };
  await visit('/achievement/papers/add');
  expect(await offered()).toEqual(['中文', '英文']);

  await visit(`/achievement/papers/edit?id=${id}`);
  const language = pane(page).locator('[data-path=publishLanguage]');
  await language.getByText('其他语种').waitFor();
  await pane(page).getByLabel('卷', { exact: true }).fill('7');
  await page.keyboard.press('Control+s');
  await toast(page, '已暂存').waitFor();
  await language.getByText('其他语种').waitFor();
});
