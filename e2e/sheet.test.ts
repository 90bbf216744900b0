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
  const fault = dialog.getByRole('row').filter({ hasText: '请输入刊物(论文集)名称' });
  expect(await fault.innerText()).toMatch(/论文 4/);
  // The server breaks off in the middle: the page says so and goes on where it stopped.
  const brokenOff = { total: 1, saved: 0, failed: [], state: 'interrupted', finished: false };
  await page.route('**/importSure', (route) =>
    route.fulfill({ json: { code: 200, success: true, data: brokenOff, msg: '' } }),
  );
  // What it saved before is in the list behind.
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

test('the list goes out as a workbook, as it is filtered', async () => {
  const title = freshTitle('沙地樟子松的水分利用');
  await draftPaper(title);
  const teacher = await person('teacher');
  const { page } = teacher;
  await findInList(teacher, '/achievement/papers', title);
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, '导出')]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const [grid = []] = [...(await gridsIn(Buffer.concat(chunks))).values()];
  expect(grid).toHaveLength(2);
  expect((grid[0] ?? []).map(cellText)).toContain('论文题目');
  expect((grid[1] ?? []).map(cellText)).toContain(title);
});
