import { gridsIn } from '@keyan/engine/testing/books.ts';
import { cellText } from '@keyan/engine/workbooks/cell.ts';
import { expect, test } from 'vitest';
import { draftPaper, freshTitle } from './support/api.ts';
import { pane } from './support/form.ts';
import { person } from './support/page.ts';
import { rowOf } from './support/work.ts';

test('several papers get one value after a preview of each; what changed meanwhile is refused by name', async () => {
  const topic = freshTitle('一起修改');
  const titles = ['甲', '乙', '丙'].map((each) => `${topic}之${each}`);
  const [first = '', second = '', sent = ''] = titles;
  const { teacher: calls } = await draftPaper(first);
  const stale = await draftPaper(second);
  const submitted = await draftPaper(sent);
  await calls.post('kh-edu-research/papers/start-process', { businessId: submitted.id });
  const teacher = await person('teacher');
  const { page, faults } = teacher;
  await teacher.visit(`/achievement/papers?artName=${encodeURIComponent(topic)}`);
  for (const title of titles) await rowOf(page, title).getByRole('checkbox').check();
  await pane(page).locator('.ky-list-foot').getByRole('button', { name: '批量修改' }).click();
  const dialog = page.getByRole('dialog', { name: '批量修改 3 条' });
  await dialog.getByRole('combobox', { name: '要修改的字段' }).fill('卷');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await dialog.getByRole('textbox', { name: '卷' }).fill('XLVII');
  await dialog.getByRole('button', { name: '预览' }).click();
  await dialog.getByText('2 条将修改，1 条不能修改').waitFor();
  const rowIn = (title: string) => dialog.getByRole('row').filter({ hasText: title });
  expect(await rowIn(first).innerText()).toMatch(/卷\s*空\s*→\s*XLVII/);
  expect(await rowIn(sent).innerText()).toContain('当前状态不允许此操作');

  // Somebody edits one of them between the preview and the change.
  const { version } = await calls.get<{ version: number }>(
    `kh-edu-research/papers/detail?id=${stale.id}`,
  );
  await calls.post('kh-edu-research/papers/save', { id: stale.id, version, issue: '9' });
  await dialog.getByRole('button', { name: '修改 2 条' }).click();
  await dialog.getByText('已修改 1 条，2 条未修改').waitFor();
  const refused = dialog.getByRole('listitem').filter({ hasText: second });
  expect(await refused.innerText()).toContain('数据已被他人修改');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: '下载未修改的记录' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const [grid = []] = (await gridsIn(Buffer.concat(chunks))).values();
  expect(
    grid
      .slice(1)
      .map(([cell]) => cellText(cell))
      .sort(),
  ).toEqual([second, sent].sort());
  await dialog.getByRole('button', { name: '关闭' }).last().click();

  // Each record has the change in its own history.
  const volumes = await Promise.all(
    [stale.id, submitted.id].map((id) =>
      calls.get<{ volume: string }>(`kh-edu-research/papers/detail?id=${id}`),
    ),
  );
  expect(volumes.map(({ volume }) => volume)).toEqual(['', '']);
  await rowOf(page, first).getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '修改历史' }).click();
  await page.getByRole('dialog', { name: '修改历史' }).getByText('XLVII').waitFor();
  expect(faults).toEqual([]);
});
