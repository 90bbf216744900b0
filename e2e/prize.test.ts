import { award } from '@keyan/product/achievement/award/award.ts';
import { prizeDeclaration } from '@keyan/product/achievement/award/prize-declaration.ts';
import { prizeNotice } from '@keyan/product/achievement/award/prize-notice.ts';
import { expect, test } from 'vitest';
import { caller } from './support/api.ts';
import { attach, field, pane, press, toast } from './support/form.ts';
import { approve, filed, released } from './support/kinds.ts';
import { person } from './support/page.ts';
import { rowOf } from './support/work.ts';

test('what the university recommended and won is an award of its applicant in one step', async () => {
  const noticeId = await released(prizeNotice);
  const { id, title } = await filed(prizeDeclaration, { about: { noticeId } });

  // The office records the result.
  const office = await person('rd_achieve');
  await office.visit(`/achievement/prizeDeclarationLib/detail?id=${id}`);
  await press(office.page, '登记获奖');
  const result = office.page.getByRole('dialog', { name: '登记获奖' });
  const grade = result.getByRole('combobox', { name: '获奖等级' });
  await grade.fill('二等奖');
  await grade.press('Enter');
  const date = result.getByRole('textbox', { name: '获奖日期' });
  await date.fill('2026-01-15');
  await date.press('Enter');
  await result.getByRole('button', { name: '登记获奖' }).click();
  await toast(office.page, '获奖草稿已转给申报人').waitFor();

  // The applicant finds the award, filled in, and adds the certificate.
  const applicant = await person('teacher');
  const { page } = applicant;
  await applicant.visit(`/achievement/award?achName=${encodeURIComponent(title)}`);
  await rowOf(page, title).getByRole('button', { name: /^编辑/ }).click();
  await expect.poll(() => field(page, '获奖成果名称').inputValue()).toBe(title);
  await attach(page, '17', '获奖证书.pdf');
  await press(page, '提交审核');
  await toast(page, '提交成功').waitFor();

  // It comes to the library and leads back to the declaration.
  const calls = await caller('teacher');
  const { awardId } = await calls.get<{ awardId: string }>(
    `${prizeDeclaration.path}/detail?id=${id}`,
  );
  await approve(award, awardId);
  await office.visit(`/achievement/awardLib/detail?id=${awardId}`);
  await pane(office.page).getByText('二等奖').first().waitFor();
  expect(await calls.get<object>(`${award.path}/detail?id=${awardId}`)).toMatchObject({
    auditStatus: '2',
    awardGrade: '02',
    awardDate: '2026-01-15',
    fromDeclareId: id,
  });
  expect([office.faults, applicant.faults]).toEqual([[], []]);
});
