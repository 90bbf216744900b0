import { gridsIn } from '@keyan/engine/testing/books.ts';
import { cellText } from '@keyan/engine/workbooks/cell.ts';
import { expect, test } from 'vitest';
import { draftPaper, freshTitle } from './support/api.ts';
import { pane, press, toast } from './support/form.ts';
import { person } from './support/page.ts';
import { findInList, rowOf } from './support/work.ts';

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook of two papers that are in no list; one of them lacks its journal. */
const workbook = async (good: string, bad: string): Promise<Buffer> => {
  const { teacher, id } = await draftPaper(good);
  const faulty = await draftPaper(bad, { journalName: null });
  const ids = [id, faulty.id];
  const content = await teacher.download(
    `kh-edu-research/papers/export?whole=1&view=register&ascs=id&id=${ids.join(',')}`,
  );
  await teacher.post('kh-edu-research/papers/remove', { ids });
  return content;
};

test('an import is judged first, names its faults, and stores only what is confirmed', async () => {
  const [good, bad] = [freshTitle('岩溶洞穴滴水的气候意义'), freshTitle('群落演替与种间联结')];
  const content = await workbook(good, bad);
  const teacher = await person('teacher');
  const { page } = teacher;
  await teacher.visit('/achievement/papers');
  await press(page, '导入');
  const dialog = page.getByRole('dialog', { name: '导入论文' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '论文.xlsx', mimeType, buffer: content });
  await dialog.getByText('共 2 行，1 行正确，1 行有误').waitFor();
  const fault = dialog.getByRole('row').filter({ hasText: '请输入刊物（论文集）名称' });
  expect(await fault.innerText()).toMatch(/“论文”表第 4 行/);
  // The server breaks off in the middle: the page says so and goes on where it stopped.
  const brokenOff = { total: 1, saved: 0, failed: [], state: 'interrupted', finished: false };
  await page.route('**/importSure', (route) =>
    route.fulfill({ json: { code: 200, success: true, data: brokenOff, msg: '' } }),
  );
  // Rows that the import saved before the interruption are in the list behind the dialog.
  const listed = page.waitForResponse('**/papers/list*');
  await dialog.getByRole('button', { name: '仅导入正确的 1 行' }).click();
  await listed;
  await dialog.getByText('导入已中断，未导入的行可以继续导入，不会重复').waitFor();
  await page.unroute('**/importSure');
  await dialog.getByRole('button', { name: '继续导入' }).click();
  await toast(page, '已导入 1 条').waitFor();
  await findInList(teacher, '/achievement/papers', good);
  await rowOf(page, good).getByText('草稿').waitFor();
  await pane(page).getByRole('textbox', { name: '论文题目' }).fill(bad);
  await pane(page).getByText('没有符合条件的记录').waitFor();
});

test('a file of references shows what it becomes, and its drafts afterwards', async () => {
  const titles = [freshTitle('湖泊水位变化的多源观测'), freshTitle('冻土区径流的季节分配')];
  const entries = titles.map(
    (title, index) =>
      `@article{e${index}, title={${title}}, author={林晓岚}, journal={演示学报}, year={2019}}`,
  );
  const book = '@book{b, title={演示导论}, author={林晓岚}, publisher={演示出版社}, year={2019}}';
  const teacher = await person('teacher');
  const { page } = teacher;
  await teacher.visit('/achievement/papers');
  await press(page, '导入');
  const dialog = page.getByRole('dialog', { name: '导入论文' });
  const buffer = Buffer.from([...entries, book].join('\n'));
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '题录.bib', mimeType: 'text/plain', buffer });
  await dialog.getByText('共 3 条，2 条正确，1 条属其他类别').waitFor();
  await dialog.getByText('《演示导论》是图书，不能登记为论文').waitFor();
  for (const title of titles) {
    const row = dialog.getByRole('row').filter({ hasText: title });
    await row.getByText('演示学报').waitFor();
    await row.getByText('提交前还需补全').waitFor();
  }
  await dialog.getByRole('button', { name: '仅导入正确的 2 条' }).click();
  await pane(page).getByText('刚导入的记录').waitFor();
  for (const title of titles) await rowOf(page, title).getByText('草稿').waitFor();
  await pane(page).getByText('共 2 条', { exact: true }).waitFor();
});

test('the list goes out as a workbook, as it is filtered', async () => {
  const title = freshTitle('沙地樟子松的水分利用');
  await draftPaper(title);
  const teacher = await person('teacher');
  const { page } = teacher;
  await findInList(teacher, '/achievement/papers', title);
  await press(page, '导出');
  const dialog = page.getByRole('dialog', { name: '导出论文' });
  await dialog.getByRole('radio', { name: '筛选出的 1 条' }).waitFor();
  // A column more, before the others; it is there again the next time.
  await dialog.getByRole('checkbox', { name: '摘要' }).check();
  await dialog.getByRole('checkbox', { name: '刊物（论文集）名称' }).uncheck();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '导出' }).click(),
  ]);
  await toast(page, '已导出 1 条').waitFor();
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const [grid = []] = [...(await gridsIn(Buffer.concat(chunks))).values()];
  expect(grid).toHaveLength(2);
  const heads = (grid[0] ?? []).map(cellText);
  expect(heads).toContain('论文题目');
  expect(heads.at(-1)).toBe('摘要');
  expect(heads).not.toContain('刊物（论文集）名称');
  expect((grid[1] ?? []).map(cellText)).toContain(title);
  await press(page, '导出');
  await expect.poll(() => dialog.getByRole('checkbox', { name: '摘要' }).isChecked()).toBe(true);
});
