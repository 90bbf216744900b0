import { patent } from '@keyan/product/achievement/property/patent.ts';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agreeTo, caller, freshTitle, paperOf, runJob, taskOn } from './support/api.ts';
import { button, choose, pane, toast } from './support/form.ts';
import { draftOfTeacher } from './support/kinds.ts';
import { person } from './support/page.ts';
import { rowOf } from './support/work.ts';

interface Version {
  readonly id: string;
  readonly version: number;
  /** 1 active, 2 suspended. */
  readonly suspensionState: 1 | 2;
}

/** Puts the versions that a journey deployed away again. */
const rollBack = async (key: string): Promise<void> => {
  const office = await caller('rd_admin');
  const { records } = await office.get<{ records: readonly Version[] }>(
    `blade-flow/manager/list?key=${key}&size=50`,
  );
  for (const { id, version, suspensionState } of records) {
    if (version === 1 || suspensionState === 2) continue;
    const wish = { processId: id, state: 'suspend' };
    await office.post('blade-flow/manager/change-state', wish);
  }
};

/** Most stops of the Tab key between two fields of a page. */
const furthest = 120;

/** Goes on with Tab until an element has the keyboard. */
const reach = async (page: Page, element: Locator): Promise<void> => {
  await element.waitFor();
  for (let stop = 0; stop < furthest; stop += 1) {
    if (await element.evaluate((node) => node.contains(document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${element}`);
};

const enter = async (page: Page, element: Locator): Promise<void> => {
  await reach(page, element);
  await page.keyboard.press('Enter');
};

const type = async (page: Page, name: string, text: string): Promise<void> => {
  await reach(page, pane(page).getByLabel(name).first());
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
};

/** Opens a list by the keyboard and goes down it to an entry. */
const pick = async (page: Page, name: string, option: string): Promise<void> => {
  await reach(page, pane(page).getByRole('combobox', { name, exact: true }).first());
  await page.keyboard.press('ArrowDown');
  const active = page.locator('.ant-select-item-option-active').filter({ visible: true });
  await active.first().waitFor();
  for (let step = 0; step < furthest; step += 1) {
    if ((await active.first().innerText()).includes(option)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
};

const statusOf = async (id: string): Promise<string> => {
  const teacher = await caller('teacher');
  const row = await teacher.get<{ auditStatus: string }>(`${patent.path}/detail?id=${id}`);
  return row.auditStatus;
};

test('by the keyboard alone, an officer adds a step over an amount, tries it and deploys it', {
  timeout: 180_000,
}, async () => {
  const patents = await caller('teacher');
  const used = { patentUse: '2', useContract: null };
  const small = await draftOfTeacher(patent, { ...used, useAmount: '120000.00' });
  await patents.post(`${patent.path}/submit`, { ...small.row, id: small.id });
  const { page, visit } = await person('rd_admin');
  try {
    await visit('/flow/route/patentapp');
    await pane(page)
      .getByRole('button', { name: /^科研处成果科审核/ })
      .waitFor();

    await enter(page, pane(page).getByRole('button', { name: '添加环节' }));
    await page.getByRole('menuitem', { name: '审批环节' }).waitFor();
    await page.keyboard.press('Enter');
    await type(page, '环节名称', '院长审核');
    await pick(page, '添加办理人', '记录所在部门的负责人');
    await pane(page)
      .getByText(/今天是：/)
      .first()
      .waitFor();
    await pick(page, '何时经过', '满足条件时经过');
    await pick(page, '字段', '转化金额（元）');
    await type(page, '转化金额（元）：数值', '500000');
    await pane(page).getByText('仅当 转化金额（元） ≥ 500,000').waitFor();

    // The record that is too small goes past it, and says why.
    await enter(page, pane(page).getByRole('button', { name: '试走' }).first());
    await type(page, '试走的记录', small.title.slice(0, 12));
    await page.locator('.ant-select-item-option').filter({ hasText: small.title }).waitFor();
    await page.keyboard.press('Enter');
    await enter(page, pane(page).getByRole('button', { name: '试走', exact: true }).last());
    await pane(page).getByText('科研处成果科审核').nth(1).waitFor();
    expect(await pane(page).locator('.ky-route').getByText('院长审核').count()).toBe(0);

    await enter(page, pane(page).getByRole('button', { name: '部署', exact: true }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('新增').waitFor();
    await enter(page, dialog.getByRole('button', { name: '部署' }));
    await toast(page, '部署成功').waitFor();
    await pane(page).getByText('v2').waitFor();

    // A new record of a larger amount goes to the dean, and is approved by nobody before.
    const large = await draftOfTeacher(patent, { ...used, useAmount: '800000.00' });
    await patents.post(`${patent.path}/submit`, { ...large.row, id: large.id });
    await agreeTo(await caller('dept_secretary'), large.id);
    await agreeTo(await caller('rd_achieve'), large.id);
    expect(await statusOf(large.id)).toBe('1');
    await agreeTo(await caller('dept_leader'), large.id);
    expect(await statusOf(large.id)).toBe('2');
  } finally {
    await rollBack('patentapp');
  }
});

test('who draws changes a step on the canvas, sees what is wrong at once, and deploys', async () => {
  const { page, visit, faults } = await person('rd_admin');
  try {
    await visit('/flow/model');
    await pane(page).getByRole('textbox', { name: '流程标识' }).fill('patentapp');
    const model = rowOf(page, 'patentapp');
    await model.getByRole('link', { name: '画图编辑' }).click();
    const canvas = pane(page).locator('.ky-drawing-canvas');
    await canvas.locator('.djs-shape[data-element-id="deptSecretary"]').waitFor();
    await pane(page).getByRole('button', { name: '查找' }).click();
    await canvas.locator('.djs-search-container input').waitFor();
    // As an input method enters it: text without keys.
    await page.keyboard.insertText('秘书');
    await canvas.locator('.djs-search-result').filter({ hasText: '秘书' }).first().click();
    const name = pane(page).getByLabel('环节名称');
    await expect.poll(() => name.inputValue()).not.toBe('');
    await name.fill('秘书核对');
    await pane(page).getByRole('button', { name: /移除/ }).first().click();
    // A step that asks nobody is found at once.
    const panel = pane(page).getByRole('region', { name: '属性' });
    await expect.poll(() => panel.innerText()).toMatch(/检查与变化\s*1/);
    await pane(page).getByRole('button', { name: '撤销' }).click();
    await pane(page)
      .getByRole('button', { name: '部署', exact: true })
      .click({ trial: true, timeout: 15_000 });
    await pane(page).getByRole('button', { name: '部署', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('秘书核对').first().waitFor();
    await dialog.getByRole('button', { name: '部署' }).click();
    await toast(page, '部署成功').waitFor();
    await pane(page).getByRole('link', { name: '列表编辑' }).click();
    await pane(page)
      .getByRole('button', { name: /^秘书核对/ })
      .waitFor();

    // The office wants the route of before: it comes back as the next version, which says why.
    await visit('/flow/manager');
    await pane(page).getByRole('textbox', { name: '流程标识' }).fill('patentapp');
    // Every list begins with all routes: the row is named, and not counted on to be alone.
    await pane(page).getByRole('button', { name: '更多：专利登记 v1', exact: true }).click();
    await page.getByRole('menuitem', { name: '恢复使用' }).click();
    const restoring = page.getByRole('dialog');
    await restoring.getByText('秘书核对').first().waitFor();
    await restoring.getByRole('textbox', { name: '原因' }).fill('秘书不再核对');
    await restoring.getByRole('button', { name: '恢复使用' }).click();
    await toast(page, '已恢复使用').waitFor();
    await rowOf(page, '恢复 v1：秘书不再核对').getByText('使用中').waitFor();
    expect(faults).toEqual([]);
  } finally {
    await rollBack('patentapp');
  }
});

/** Local time of a moment, as the fields of a period have it. */
const local = (moment: number): string =>
  new Date(moment + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

test('a proxy decides in the name of somebody absent, and both see it', async () => {
  const { id, title, row } = await draftOfTeacher(patent, {});
  await (await caller('teacher')).post(`${patent.path}/submit`, { ...row, id });
  const secretary = await person('dept_secretary');
  const { page } = secretary;
  await secretary.visit('/mywork/absence');
  await pane(page).getByRole('button', { name: '设置代理' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '代理人' }).fill('邵维桢');
  await page.locator('.ant-select-item-option').filter({ hasText: '邵维桢' }).first().click();
  const period = dialog.locator('.ant-picker-input input');
  await period.first().click();
  await period.first().fill(local(Date.now() - 3_600_000));
  await page.keyboard.press('Enter');
  await period.last().fill(local(Date.now() + 86_400_000));
  await page.keyboard.press('Enter');
  // Patents alone: everything else stays where it is.
  await dialog.getByRole('combobox', { name: '业务类型' }).fill('专利登记');
  await page.locator('.ant-select-item-option').filter({ hasText: '专利登记' }).first().click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: /确\s*定/ }).click();
  await toast(page, '代理已设置').waitFor();
  try {
    await runJob('begin-absences');
    const account = 'legal';
    await expect
      .poll(async () => (await taskOn(await caller(account), id)).taskId, { timeout: 30_000 })
      .not.toBe('');
    await agreeTo(await caller(account), id);
    await secretary.visit('/mywork/done');
    await pane(page)
      .getByRole('textbox', { name: /事务名称/ })
      .fill(title);
    await rowOf(page, title).getByRole('link').first().click();
    await pane(page)
      .getByText(/邵维桢（代何敬之）/)
      .first()
      .waitFor();
  } finally {
    await secretary.visit('/mywork/absence');
    await pane(page)
      .getByRole('button', { name: /结束代理/ })
      .first()
      .click();
    await pane(page).getByText('已结束').waitFor();
  }
});

test('what nobody acts on is escalated by the clock', { timeout: 120_000 }, async () => {
  await runJob('remind-holders');
  const { page, visit } = await person('rd_admin');
  const told = pane(page).getByText(/督办：\d+ 项审批停留过久/);
  // The job is work of the background: its message is waited for.
  for (let looks = 0; (await told.count()) === 0; looks += 1) {
    expect(looks).toBeLessThan(10);
    await visit('/message/index');
    await pane(page).getByRole('textbox', { name: '消息' }).fill('督办');
    await told
      .first()
      .waitFor({ timeout: 8_000 })
      .catch(() => undefined);
  }
});

interface Account {
  readonly id: string;
  readonly account: string;
  readonly realName: string;
  readonly deptId: string;
  readonly version: number;
}

const holdersOf = async (role: string): Promise<readonly Account[]> => {
  const admin = await caller('admin');
  const { records } = await admin.get<{ records: readonly Account[] }>(
    `blade-user/account/list?roles=${role}&size=200`,
  );
  return records;
};

/** The secretaries of the college that two share, and one of its teachers. */
const sharedCollege = async (): Promise<readonly Account[]> => {
  const byCollege = Map.groupBy(await holdersOf('dept_secretary'), ({ deptId }) => deptId);
  const [shared = []] = [...byCollege.values()].filter((some) => some.length === 2);
  const teachers = await holdersOf('teacher');
  return [...shared, ...teachers.filter(({ deptId }) => deptId === shared[0]?.deptId)];
};

test('a secretary changes college: what they had taken is handed over on the form, the rest follows', {
  timeout: 120_000,
}, async () => {
  const [mover, stayer, teacher] = await sharedCollege();
  if (!mover || !stayer || !teacher) throw new Error('no college has two secretaries');
  const moverCalls = await caller(mover.account);
  const writer = await caller(teacher.account);
  const submitted = async () => {
    const title = freshTitle('秘书变动前提交的论文');
    const author = { account: writer, name: teacher.realName, rate: '100' };
    const body = await paperOf(writer, title, [author]);
    const { id } = await writer.post<{ id: string }>('kh-edu-research/papers/submit', body);
    return { id, title };
  };
  const [taken, open] = [await submitted(), await submitted()];
  const { taskId } = await taskOn(moverCalls, taken.id, 'claim');
  await moverCalls.post('blade-flow/work/claim-task', { taskId });
  const admin = await person('admin');
  const { page } = admin;
  try {
    await admin.visit(`/system/user/edit?id=${mover.id}`);
    await choose(page, '所属部门', '计算机');
    await button(page, '保存').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/其中 [1-9]\d* 项是凭已不再担任的角色或部门签收的/).waitFor();
    await dialog.getByRole('combobox', { name: '移交给' }).fill(stayer.realName);
    await page
      .locator('.ant-select-item-option')
      .filter({ hasText: stayer.realName })
      .first()
      .click();
    await dialog.getByRole('button', { name: '移交' }).click();
    await toast(page, /已移交 [1-9]\d* 项/).waitFor();

    // Tasks that nobody had taken lie with the one who stays, and the record goes on.
    await admin.visit('/flow/follow');
    await pane(page).getByRole('textbox', { name: '标题、编号' }).fill(open.title);
    const row = rowOf(page, open.title);
    await row.getByText(stayer.realName).waitFor();
    expect(await row.getByText(mover.realName).count()).toBe(0);
    await agreeTo(await caller(stayer.account), taken.id);
    await admin.visit('/flow/follow');
    await pane(page).getByRole('textbox', { name: '标题、编号' }).fill(taken.title);
    await rowOf(page, taken.title).getByText('成果科').first().waitFor();
  } finally {
    const calls = await caller('admin');
    const { version } = await calls.get<Account>(`blade-user/account/detail?id=${mover.id}`);
    await calls.post('blade-user/account/submit', { id: mover.id, version, deptId: mover.deptId });
  }
});
