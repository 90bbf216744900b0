import { test } from 'vitest';
import { caller } from '../support/api.ts';
import { pane } from '../support/form.ts';
import { person } from '../support/page.ts';

interface Listed {
  readonly records: readonly { readonly id: string; readonly artName: string }[];
}

test('a list opens a case, its author answers, and the decision leaves drafts of reversals', async () => {
  const api = await caller('teacher');
  const { records } = await api.get<Listed>(
    'kh-edu-research/papers/list?view=register&auditStatus=2&secretLevel=0&isRetracted=0&size=5',
  );
  const paper = records.at(-1);
  if (!paper) throw new Error('the teacher has no approved paper');
  const whole = await api.get<{ readonly journalName: string }>(
    `kh-edu-research/papers/detail?id=${paper.id}`,
  );

  const office = await person('rd_achieve');
  await office.visit('/achievement/watchList');
  await pane(office.page).getByRole('button', { name: '导入名单' }).click();
  const dialog = office.page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: '撤稿名单.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `题名,刊名,撤稿日期\n"${paper.artName}","${whole.journalName}",2026-01-05\n`,
    ),
  });
  await dialog.getByRole('button', { name: '导入并核对' }).click();
  await dialog.getByText('已读入 1 条，新立案 1 件').waitFor();
  await dialog.getByRole('button', { name: '查看名单与案件' }).click();
  await pane(office.page).getByRole('link', { name: paper.artName }).first().press('Enter');
  await pane(office.page).getByRole('button', { name: '要求说明' }).click();
  await office.page
    .getByRole('dialog')
    .getByRole('textbox', { name: '说明期限' })
    .fill('2099-01-01');
  await office.page.keyboard.press('Enter');
  await office.page
    .getByRole('dialog')
    .getByRole('button', { name: /要求说明|确\s?定/ })
    .last()
    .click();
  await pane(office.page).getByText('待作者说明').first().waitFor();

  const teacher = await person('teacher');
  await teacher.visit('/achievement/myRetractionCase');
  await pane(teacher.page).getByRole('link', { name: paper.artName }).first().press('Enter');
  await pane(teacher.page)
    .getByText(/请于 2099-01-01 前/)
    .waitFor();
  await pane(teacher.page).locator('.ky-case-question').getByRole('button').click();
  const answer = teacher.page.getByRole('dialog');
  await answer.getByRole('textbox', { name: '说明' }).fill('数据由合作单位提供，已申请复核。');
  await answer
    .getByRole('button', { name: /提交说明|确\s?定/ })
    .last()
    .click();
  await pane(teacher.page).getByText('数据由合作单位提供').first().waitFor();
  await pane(teacher.page).locator('.ky-case-question').waitFor({ state: 'hidden' });
});
