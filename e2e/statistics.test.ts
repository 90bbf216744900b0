import { readFile } from 'node:fs/promises';
import { unzipFiles } from '@keyan/engine/testing/unzip.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agreeTo, caller, freshTitle, paperOf } from './support/api.ts';
import { pane, toast } from './support/form.ts';
import { person } from './support/page.ts';

/** A paper of the teacher that is in the library. */
const filedPaper = async (title: string, change: object = {}): Promise<string> => {
  const teacher = await caller('teacher');
  const whole = await paperOf(teacher, title, [{ account: teacher, name: '林晓岚', rate: '100' }]);
  const { id } = await teacher.post<{ id: string }>('kh-edu-research/papers/submit', {
    ...whole,
    ...change,
  });
  await agreeTo(await caller('dept_secretary'), id);
  await agreeTo(await caller('rd_achieve'), id);
  return id;
};

/** Clicks from the right along the foot of a chart until a mark leads to its list. */
const openMark = async (page: Page, chart: string): Promise<void> => {
  const canvas = pane(page).getByRole('img', { name: chart });
  await canvas.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await canvas.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  for (let left = width - 30; left > width / 2; left -= 12) {
    await page.mouse.click(x + left, y + height - 44);
    if (new URL(page.url()).pathname !== '/wel/dashboard') return;
  }
  throw new Error(`no mark of ${chart} leads anywhere`);
};

test('a leader goes from a bar of the dashboard to one file', async () => {
  const title = freshTitle('从看板到一份文件');
  await filedPaper(title);
  const { page, visit } = await person('rd_leader');
  await visit('/wel/dashboard');
  await openMark(page, '成果年度');
  // The list says what is counted, as filters that can be taken away.
  await page.waitForURL(/papersLib.*statYear/);
  await pane(page).getByRole('textbox', { name: '论文题目' }).fill(title);
  await pane(page).getByRole('link', { name: title }).click();
  const saved = page.waitForEvent('download');
  await pane(page)
    .getByRole('button', { name: /^下载 / })
    .first()
    .click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
});

interface Report {
  readonly id: string;
  readonly status: string;
}

const annual = 'kh-edu-research/statistics/annual';

test('the office closes an annual report with two missing codes', async () => {
  const office = await caller('rd_admin');
  const known = await office.get<{ records: readonly { year: number }[] }>(
    `${annual}/list?report=keji&size=200`,
  );
  const taken = new Set(known.records.map(({ year }) => year));
  // Another try takes another year; before 2005 there are no projects.
  const year = [2000, 2001, 2002, 2003, 2004].find((one) => !taken.has(one)) ?? 2000;
  const titles = [freshTitle('缺学科的第一篇'), freshTitle('缺学科的第二篇')];
  for (const title of titles) {
    await filedPaper(title, {
      publishDate: `${year}-05-01`,
      statYear: year,
      issn: '1000-0003',
      volume: '12',
      moeDiscipline: null,
    });
  }
  const report = await office.post<Report>(`${annual}/submit`, { report: 'keji', year });
  const { page, visit } = await person('rd_admin');
  await visit(`/statistics/keji/detail?id=${report.id}`);
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(确\s?定|汇\s?总|开始收集|转入校核|上\s?报)$/ })
      .last()
      .click();
  };
  await act('汇总');
  await pane(page).getByRole('tab', { name: '报表' }).waitFor();
  await act('开始收集');
  await toast(page, '已开始收集').waitFor();

  // Gaps are listed by record, and filled in on the page.
  await pane(page).getByRole('tab', { name: '缺项 2' }).click();
  for (const title of titles) await pane(page).getByRole('link', { name: title }).waitFor();
  const bulk = pane(page).locator('.ky-gaps-bulk');
  await bulk.locator('.ky-gaps-bulk-value input').fill('计算机科学与技术');
  await page
    .locator('.ant-select-tree-title, .ant-select-item-option')
    .filter({ hasText: '计算机科学与技术' })
    .first()
    .click();
  await bulk.getByRole('button', { name: '填入本页 2 条' }).click();
  await pane(page).getByRole('button', { name: '保存补填（2）' }).click();
  await toast(page, '已补填 2 条').waitFor();
  await pane(page).getByText('资料齐全，没有缺项').waitFor();

  // The checks hold, and the college signs what it sees.
  await pane(page).getByRole('tab', { name: /^校验/ }).click();
  await pane(page).getByText('各项校验都已通过').waitFor();
  const dean = await person('dept_leader');
  await dean.visit(`/statistics/keji/detail?id=${report.id}`);
  await pane(dean.page).getByRole('tab', { name: '院系签认' }).click();
  await pane(dean.page)
    .getByRole('button', { name: /^签\s?认$/ })
    .click();
  await toast(dean.page, '已签认').waitFor();

  await visit(`/statistics/keji/detail?id=${report.id}`);
  await act('转入校核');
  await page
    .getByRole('button', { name: /^上\s?报$/ })
    .first()
    .click();
  const last = page.getByRole('dialog');
  // Colleges with nothing but a few people have not signed.
  await last
    .getByRole('textbox', { name: '未全部签认的说明' })
    .fill('其余院系仅有个别人员，已电话核对');
  await last.getByRole('button', { name: /^(上\s?报|确\s?定)$/ }).click();
  await toast(page, '已上报，报表已冻结').waitFor();
  const saved = page.waitForEvent('download');
  await pane(page).getByRole('button', { name: '导出 Excel' }).click();
  const files = await unzipFiles(await readFile(await (await saved).path()));
  const book = files.get('xl/workbook.xml')?.toString() ?? '';
  expect(book).toContain('科技人力资源');
  expect(book).toContain('科技期刊');
});
