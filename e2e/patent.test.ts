import { patent } from '@keyan/product/achievement/property/patent.ts';
import { patentDeclaration } from '@keyan/product/achievement/property/patent-declaration.ts';
import { applicationCheck } from '@keyan/product/achievement/property/patent-numbers.ts';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { caller } from './support/api.ts';
import { attach, field, pane, press, toast, typeDate } from './support/form.ts';
import { approve, filed } from './support/kinds.ts';
import { person } from './support/page.ts';
import { findInList, rowOf } from './support/work.ts';

/** An application number that no earlier run has used, with its check digit. */
const freshNumber = (): string => {
  const digits = `20221${String(Date.now()).slice(-7)}`;
  return `${digits}.${applicationCheck(digits)}`;
};

const enter = (dialog: Locator, name: string, text: string): Promise<void> =>
  dialog.getByRole('textbox', { name, exact: true }).fill(text);

/** A date is taken when Enter is pressed, as on any form. */
const enterDate = async (dialog: Locator, name: string, date: string): Promise<void> => {
  await enter(dialog, name, date);
  await dialog.getByRole('textbox', { name, exact: true }).press('Enter');
};

test('a filing request becomes an application, and the application a patent, as one chain', async () => {
  const request = await filed(patentDeclaration, { about: { patentType: '01' } });
  const applyNum = freshNumber();
  const teacher = await person('teacher');
  const { page } = teacher;

  // The patent office has accepted what the university filed.
  await teacher.visit(`/achievement/patentDeclare/detail?id=${request.id}`);
  await press(page, '登记受理');
  const acceptance = page.getByRole('dialog', { name: '登记受理' });
  await enter(acceptance, '受理申请号', applyNum);
  await enterDate(acceptance, '受理日期', '2022-03-11');
  await acceptance.getByRole('button', { name: '登记受理' }).click();
  await toast(page, '受理信息已登记').waitFor();

  // Its patent begins with what the request said.
  await press(page, '登记专利');
  await pane(page).getByRole('heading', { level: 1, name: '登记专利' }).waitFor();
  await expect.poll(() => field(page, '申请（专利）号').inputValue()).toBe(applyNum);
  expect(await field(page, '专利名称').inputValue()).toBe(request.title);
  await pane(page).locator('[data-path=patentStatus]').getByText('已受理').waitFor();
  await typeDate(page, '申请日期', '2022-03-10');
  await field(page, '申请人（专利权人）').fill('江陵大学');
  await attach(page, '17', '受理通知书.pdf');
  await press(page, '提交审核');
  await toast(page, '提交成功').waitFor();
  const calls = await caller('teacher');
  const { patentId } = await calls.get<{ patentId: string }>(
    `${patentDeclaration.path}/detail?id=${request.id}`,
  );
  await approve(patent, patentId);

  // It is granted: the office says so, and the record has the line.
  const office = await person('rd_achieve');
  await findInList(office, '/achievement/patentLib', request.title, '专利名称');
  await rowOf(office.page, request.title).getByRole('link', { name: request.title }).click();
  await press(office.page, '法律状态');
  const status = office.page.getByRole('dialog', { name: '法律状态' });
  const now = status.getByRole('combobox', { name: '专利状态' });
  await now.fill('授权');
  await now.press('Enter');
  await enterDate(status, '日期', '2024-05-20');
  await enter(status, '授权公告号', 'CN114567890B');
  await enterDate(status, '授权日期', '2024-05-20');
  await status.getByRole('button', { name: '法律状态' }).click();
  await toast(office.page, '法律状态已登记').waitFor();
  const granted = await calls.get<object>(`${patent.path}/detail?id=${patentId}`);
  expect(granted).toMatchObject({ patentStatus: '06', statYear: 2024, declareId: request.id });

  // The request leads to the patent that came of it.
  await teacher.visit(`/achievement/patentDeclare/detail?id=${request.id}`);
  const patents = pane(page).getByRole('region', { name: '专利登记' });
  await patents.getByRole('link', { name: request.title }).waitFor();
  expect([teacher.faults, office.faults]).toEqual([[], []]);
});
