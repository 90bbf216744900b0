import { gridsIn, inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { cellText } from '@keyan/engine/workbooks/cell.ts';
import { sheetPlans } from '@keyan/engine/workbooks/plan.ts';
import { writeWorkbook } from '@keyan/engine/workbooks/workbook.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { expect, test } from 'vitest';
import { caller, draftPaper, freshTitle } from './support/api.ts';
import { pane, press, toast } from './support/form.ts';
import { person } from './support/page.ts';

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const papers = paper as unknown as Resource;
const reader = {
  dictionaries: dictionariesAsDefined,
  permissions: new Set<string>(),
  language: 'zh' as const,
};

test('an import of papers says which journal it would make, and makes it with them', async () => {
  const office = await caller('rd_achieve');
  const journal = freshTitle('岩溶水文地质通报');
  const title = freshTitle('岩溶含水层的脆弱性');
  const { teacher, id } = await draftPaper(title);
  const content = await teacher.download(
    `kh-edu-research/papers/export?whole=1&view=register&id=${id}`,
  );
  await teacher.post('kh-edu-research/papers/remove', { ids: [id] });
  const grids = await gridsIn(content);
  const bodies = sheetPlans(papers, reader).map(({ title: sheet, rows, columns }) =>
    (grids.get(sheet[0]) ?? [])
      .slice(2)
      .map((cells) => [
        cellText(cells[0]),
        ...columns.map(({ name }, at) =>
          rows === null && name === 'journalId' ? journal : cellText(cells[at + 1]),
        ),
      ]),
  );
  const book = await writeWorkbook(inProcessBookMaker, papers, reader, bodies);

  const who = await person('rd_achieve');
  const { page, faults } = who;
  await who.visit('/achievement/papers');
  await press(page, '导入');
  const dialog = page.getByRole('dialog', { name: '导入论文' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '论文.xlsx', mimeType, buffer: book });
  const made = dialog.getByRole('region', { name: '将一并新建' });
  await made.getByRole('row').filter({ hasText: journal }).waitFor();
  expect(await made.getByRole('row').filter({ hasText: journal }).innerText()).toContain('期刊库');
  const named = async (): Promise<number> =>
    (
      await office.get<{ total: number }>(
        `kh-edu-research/journal/list?journalName=${encodeURIComponent(journal)}`,
      )
    ).total;
  expect(await named()).toBe(0);
  await dialog.getByRole('button', { name: /导入/ }).last().click();
  await toast(page, '已导入 1 条').waitFor();
  expect(await named()).toBe(1);
  await pane(page).getByText(title).first().waitFor();
  expect(faults).toEqual([]);
});
