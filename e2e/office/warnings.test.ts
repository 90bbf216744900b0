import { expect, test } from 'vitest';
import { dialog, press } from '../support/acts.ts';
import { caller, runJob } from '../support/api.ts';
import { pane, toast } from '../support/form.ts';
import { type Person, person } from '../support/page.ts';
import { rowOf } from '../support/work.ts';

interface Named {
  readonly id: string;
}

const day = 86_400_000;

/** A plan that closes the day after tomorrow. */
const closingPlan = async (planName: string): Promise<string> => {
  const office = await caller('rd_project');
  const { id } = await office.post<Named>('kh-edu-research/declarePlan/submit', {
    planName,
    programKind: 'vertical',
    planYear: 2027,
    resource: '2004',
    level: '02',
    startTime: '2020-01-01 08:00:00',
    endTime: `${new Date(Date.now() + 2 * day).toISOString().slice(0, 10)} 17:00:00`,
    needReview: '0',
    fundMode: '1',
    deptQuotaMode: '0',
    personLimit: 9,
    excludeOverdue: '0',
  });
  await office.post('kh-edu-research/declarePlan/publishPlan', { ids: id });
  return id;
};

/** The list of warnings, looked at again until it says so: rules and the end of warnings are work of the background. */
const listUntil = async (who: Person, title: string, isThere: boolean): Promise<void> => {
  for (;;) {
    await who.visit('/office/warning');
    await pane(who.page).getByRole('textbox', { name: /事项/ }).fill(title);
    await pane(who.page)
      .getByText(isThere ? /共 1 条/ : /没有符合条件的记录/)
      .waitFor({ timeout: 4_000 })
      .catch(() => undefined);
    if ((await rowOf(who.page, title).count()) > 0 === isThere) return;
    await who.page.waitForTimeout(300);
  }
};

test('a deadline warns of a draft; its writer acts, and the warning disappears', {
  timeout: 120_000,
}, async () => {
  const serial = Date.now();
  const [planName, programName] = [`临期计划 ${serial}`, `湿地碳汇的监测 ${serial}`];
  const planId = await closingPlan(planName);
  const teacher = await caller('teacher');
  await teacher.post('kh-edu-research/declareInfo/save', { planId, programName });

  const office = await person('rd_admin');
  await office.visit('/office/earlyWarning');
  // The rules fill more than a page.
  await pane(office.page)
    .getByRole('textbox', { name: /^规则名称、拼音首字母/ })
    .fill('申报截止');
  await rowOf(office.page, '申报截止').getByRole('button', { name: '更多' }).click();
  await office.page.getByRole('menuitem', { name: '立即执行' }).click();
  await toast(office.page, '已开始执行').waitFor();

  const writer = await person('teacher');
  await listUntil(writer, programName, true);
  await rowOf(writer.page, programName).getByRole('link', { name: '去提交申报' }).click();
  await pane(writer.page).getByRole('heading', { level: 1, name: programName }).waitFor();
  await press(writer.page, /删除/);
  await dialog(writer.page)
    .getByRole('button', { name: /删\s*除|确\s*[定认]/ })
    .click();
  await toast(writer.page, '删除成功').waitFor();
  await runJob('end-warnings');
  await listUntil(writer, programName, false);
  expect([office, writer].flatMap(({ faults }) => faults)).toEqual([]);
});
