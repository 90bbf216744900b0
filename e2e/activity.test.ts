import { dayText } from '@keyan/kernel/values/time.ts';
import { activityHeld } from '@keyan/product/activity/held.ts';
import { daysAfter } from '@keyan/product/shared/formats/dates.ts';
import { activityAdvanceDays } from '@keyan/product/system/parameters/limits.ts';
import { expect, onTestFinished, test } from 'vitest';
import { caller, smallPdf } from './support/api.ts';
import { button, field, pane, press, toast, typeDate } from './support/form.ts';
import { approve, draftOfTeacher, filed } from './support/kinds.ts';
import { person } from './support/page.ts';

const today = dayText(new Date());

/** Sets by how many days an activity is applied for in advance, until the test is over. */
const applyInAdvance = async (days: number): Promise<void> => {
  const admin = await caller('admin');
  interface Param {
    readonly id: string;
    readonly version: number;
    readonly paramValue: string;
  }
  const read = async (): Promise<Param> => {
    const { records } = await admin.get<{ records: readonly Param[] }>(
      `blade-system/param/list?paramKey=${activityAdvanceDays.key}`,
    );
    if (!records[0]) throw new Error('the parameter is not there');
    return records[0];
  };
  const set = async (paramValue: string): Promise<void> => {
    const { id, version } = await read();
    await admin.post('blade-system/param/submit', { id, version, paramValue });
  };
  const { paramValue } = await read();
  await set(String(days));
  onTestFinished(() => set(paramValue));
};

test('an activity is applied for a week before, and its summary waits for its end', async () => {
  const { id, title } = await draftOfTeacher(activityHeld, { isForeign: '0' });
  const { page, visit, faults } = await person('teacher');
  await visit(`/activity/jbhd/edit?id=${id}`);
  await expect.poll(() => field(page, '活动名称').inputValue()).toBe(title);
  await typeDate(page, '开始日期', daysAfter(today, 1));
  await page.keyboard.press('Tab');
  await pane(page).getByText('应在开始日期前 7 天申请').waitFor();
  await typeDate(page, '开始日期', daysAfter(today, 20));
  await typeDate(page, '结束日期', daysAfter(today, 21));
  await press(page, '提交审核');
  await toast(page, '提交成功').waitFor();
  await approve(activityHeld, id);
  await visit(`/activity/jbhd/detail?id=${id}`);
  await pane(page).getByText('已通过').first().waitFor();
  await pane(page).getByRole('button', { name: '复制' }).waitFor();
  // Not yet: the page says until when.
  await button(page, '提交总结').click({ force: true });
  await toast(page, `活动于 ${daysAfter(today, 21)} 结束，之后方可提交总结`).waitFor();
  expect(faults).toEqual([]);
});

test('the summary of an activity that is over comes with its figures and its file', async () => {
  await applyInAdvance(0);
  const { id } = await filed(activityHeld, {
    about: { isForeign: '0', startDate: today, endDate: today },
  });
  const { page, visit, faults } = await person('teacher');
  await visit(`/activity/jbhd/detail?id=${id}`);
  await press(page, '提交总结');
  const dialog = page.getByRole('dialog', { name: '提交总结' });
  await dialog.getByRole('textbox', { name: '实际人数' }).fill('76');
  await dialog.locator('[contenteditable=true]').fill('会议如期举行，交流报告二十篇。');
  await dialog
    .locator('input[data-category="24"]')
    .setInputFiles({ name: '总结.pdf', mimeType: 'application/pdf', buffer: smallPdf });
  await dialog.getByText('总结.pdf').waitFor();
  await dialog.getByRole('button', { name: '提交总结' }).click();
  await toast(page, '总结已提交').waitFor();
  await pane(page).getByText('会议如期举行').waitFor();
  const calls = await caller('teacher');
  expect(await calls.get<object>(`${activityHeld.path}/detail?id=${id}`)).toMatchObject({
    summaryStatus: '1',
    realNum: 76,
  });
  expect(faults).toEqual([]);
});
