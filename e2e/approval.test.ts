import { timeText } from '@keyan/kernel/values/time.ts';
import { expect, test } from 'vitest';
import { agreeTo, caller, freshTitle, submittedPaper } from './support/api.ts';
import { choose, pane, toast } from './support/form.ts';
import { person, personAtHome } from './support/page.ts';
import { onConfirmedRoute } from './support/route.ts';
import { agree, findInList, openTask, opine, rowOf } from './support/work.ts';

const list = '/achievement/papers';

test('an applicant recalls what nobody has handled yet', async () => {
  const title = freshTitle('湿地甲烷排放的季节变化');
  await submittedPaper(title);
  const teacher = await person('teacher');
  await findInList(teacher, list, title);
  await rowOf(teacher.page, title).getByRole('button', { name: '撤回' }).click();
  await teacher.page.getByRole('dialog').getByRole('button', { name: '撤回' }).click();
  await toast(teacher.page, '撤回成功').waitFor();
  await rowOf(teacher.page, title).getByText('已撤回').waitFor();
});

test('recalling is refused once somebody has handled the record', async () => {
  const title = freshTitle('城市热岛的多尺度监测');
  const { id } = await submittedPaper(title);
  const teacher = await person('teacher');
  await findInList(teacher, list, title);
  await rowOf(teacher.page, title).getByRole('button', { name: '撤回' }).click();
  const dialog = teacher.page.getByRole('dialog');
  await dialog.getByRole('button', { name: '撤回' }).waitFor();
  await agreeTo(await caller('dept_secretary'), id);
  await dialog.getByRole('button', { name: '撤回' }).click();
  await teacher.page
    .getByRole('alert')
    .filter({ hasText: /审核|处理|撤回/ })
    .waitFor();
  await findInList(teacher, list, title);
  await rowOf(teacher.page, title).getByText('审批中').waitFor();
  expect(await rowOf(teacher.page, title).getByRole('button', { name: '撤回' }).count()).toBe(0);
});

test('the research office refuses with an opinion and a file, and the applicant reads why', async () => {
  const title = freshTitle('黄土高原侵蚀沟的演化');
  const { id } = await submittedPaper(title);
  await agreeTo(await caller('dept_secretary'), id);
  const office = await person('rd_achieve');
  await openTask(office, title);
  const refuse = pane(office.page).getByRole('button', { name: '不通过' });
  await refuse.click();
  await pane(office.page).getByRole('alert').filter({ hasText: '请填写不通过的理由' }).waitFor();
  await opine(office.page, '作者单位不符');
  const arrival = Promise.withResolvers<void>();
  await office.page.route('**/put-file*', async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await pane(office.page)
    .getByLabel('意见附件')
    .setInputFiles({ name: '单位证明.txt', mimeType: 'text/plain', buffer: Buffer.from('证明') });
  // The page waits for an upload that is under way, and marks the tab as unsaved.
  const unsaved = office.page.locator('.ky-tab[data-active] .ky-tab-dot');
  await unsaved.waitFor();
  await refuse.click();
  await toast(office.page, '附件还没有传完').waitFor();
  arrival.resolve();
  await pane(office.page).getByRole('button', { name: '移除 单位证明.txt' }).waitFor();
  await unsaved.waitFor({ state: 'detached' });
  await refuse.click();
  await office.page.getByRole('dialog').getByRole('button', { name: '不通过' }).click();
  await toast(office.page, '已办理为不通过').waitFor();

  const teacher = await person('teacher');
  await findInList(teacher, list, title);
  await rowOf(teacher.page, title).getByText('不通过').first().waitFor();
  await rowOf(teacher.page, title).getByRole('link', { name: title }).click();
  const records = pane(teacher.page).locator('.ky-timeline');
  await records.getByText('作者单位不符').waitFor();
  const saved = teacher.page.waitForEvent('download');
  await records.getByRole('button', { name: '下载 单位证明.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('单位证明.txt');
});

test('whoever comes second to a task is told so', async () => {
  const title = freshTitle('高寒草甸的碳通量观测');
  const { id } = await submittedPaper(title);
  const second = await person('dept_secretary');
  // Without the stream of events this window does not hear what the other did.
  await second.context.route('**/message/stream*', (route) => route.abort());
  await openTask(second, title);
  await agreeTo(await caller('dept_secretary'), id);
  await opine(second.page, '同意');
  await pane(second.page).getByTitle('Alt+A').click();
  await toast(second.page, '该任务已被处理，请刷新后重试').waitFor();
  await pane(second.page).getByText('该任务已被处理，经过见审批记录').waitFor();
});

test('what a handler wrote is there again after a crash, what they wrote elsewhere since is offered, and all is gone with the task', async () => {
  const title = freshTitle('冻融循环对边坡稳定的影响');
  const { id } = await submittedPaper(title);
  await agreeTo(await caller('dept_secretary'), id);
  const office = await person('rd_achieve', { serverPreferences: true });
  await openTask(office, title);
  const address = office.page.url();
  const opinion = pane(office.page).getByRole('textbox', { name: '审批意见' });
  const zone = pane(office.page).locator('.ky-fact').filter({ hasText: '中科院分区' });
  await opine(office.page, '级别以目录为准');
  await choose(office.page, '中科院分区', '1区');
  const kept = () =>
    office.page.evaluate(
      () => Object.keys(localStorage).filter((name) => /draft-.*handle/.test(name)).length,
    );
  await expect.poll(kept).toBe(1);
  // A crash asks nobody.
  await office.page.goto('about:blank');
  await office.page.goto(address);
  await expect.poll(() => opinion.inputValue()).toBe('级别以目录为准');
  await zone.getByText('1区').first().waitFor();

  // On another machine of theirs the same person wrote on.
  const [key, draft] = await office.page.evaluate(() => {
    const name = Object.keys(localStorage).find((each) => /draft-.*handle/.test(each)) ?? '';
    const { content } = JSON.parse(localStorage.getItem(name) ?? '{}');
    return [content.key as string, content.values as object];
  });
  const answer = (data: unknown) => ({ json: { code: 200, success: true, data, msg: '操作成功' } });
  const saveTime = timeText(new Date(Date.now() + 60_000));
  await office.context.route('**/keyan/drafts/list', (route) =>
    route.fulfill(answer([{ key, path: '', title, saveTime }])),
  );
  await office.context.route('**/keyan/drafts/detail*', (route) =>
    route.fulfill(answer({ values: { ...draft, opinion: '级别以目录为准，已核对' } })),
  );
  await office.page.goto('about:blank');
  await office.page.goto(address);
  await expect.poll(() => opinion.inputValue()).toBe('级别以目录为准');
  const offer = pane(office.page).getByRole('region', { name: '恢复草稿？' });
  await offer.getByText('在另一台设备上填写的内容').waitFor();
  await offer.getByRole('button', { name: '恢复' }).click();
  await expect.poll(() => opinion.inputValue()).toBe('级别以目录为准，已核对');
  await offer.waitFor({ state: 'hidden' });

  // Somebody changed the record meanwhile, as far as the server knows.
  await office.page.route(
    '**/complete-task',
    async (route) => {
      const sent = route.request().postDataJSON();
      const form = { ...sent.form, version: sent.form.version - 1 };
      await route.continue({ postData: { ...sent, form } });
    },
    { times: 1 },
  );
  await pane(office.page).getByTitle('Alt+A').click();
  const conflict = office.page.getByRole('dialog', { name: /修改/ });
  await conflict.getByRole('button', { name: '按所选合并并同意' }).click();
  await toast(office.page, '已同意').waitFor();
  expect(await kept()).toBe(0);
});

test('an applicant confirms in the middle of a drawn route, or closes the application', async () => {
  const [kept, dropped] = [freshTitle('湖泊沉积记录的再分析'), freshTitle('河口盐沼的固碳潜力')];
  const [first, second] = await onConfirmedRoute(async () => [
    await submittedPaper(kept),
    await submittedPaper(dropped),
  ]);
  const secretary = await caller('dept_secretary');
  await agreeTo(secretary, first.id);
  await agreeTo(secretary, second.id);

  // The file has no drawing, and the step on which the applicant began is not in it.
  const reader = await person('teacher');
  await openTask(reader, kept);
  await pane(reader.page).getByRole('button', { name: '放大流程图' }).click();
  const drawn = (id: string, mark: string) =>
    // A level line has no height, which counts as hidden.
    reader.page
      .locator(`.ky-diagram [data-element-id="${id}"].ky-mark-${mark}`)
      .waitFor({ state: 'attached' });
  await drawn('secretary', 'done');
  await drawn('confirm', 'active');
  await drawn('f3', 'flows');

  const teacher = await person('teacher');
  await openTask(teacher, kept);
  await agree(teacher.page, '确认无误');
  const office = await person('rd_achieve');
  await openTask(office, kept);
  await agree(office.page, '');
  await findInList(teacher, list, kept);
  await rowOf(teacher.page, kept).getByText('已通过').waitFor();

  await openTask(teacher, dropped);
  const foot = pane(teacher.page).locator('.ky-task-footer');
  const close = foot.getByRole('button', { name: '关闭申请' });
  await close.click();
  await foot.getByRole('alert').filter({ hasText: '请填写关闭申请的理由' }).waitFor();
  expect(await foot.getByRole('button', { name: '转办' }).count()).toBe(0);
  await opine(teacher.page, '改投其他成果');
  await close.click();
  await teacher.page.getByRole('dialog').getByRole('button', { name: '关闭申请' }).click();
  await toast(teacher.page, '已关闭申请').waitFor();
});

test('whoever approved takes it back as long as nobody went on, and decides again', async () => {
  const title = freshTitle('农田氮淋失的长期观测');
  const { id } = await submittedPaper(title);
  const secretary = await person('dept_secretary');
  const done = pane(secretary.page);
  await agreeTo(await caller('dept_secretary'), id);
  await secretary.visit('/mywork/done');
  await done.getByRole('textbox', { name: '事务名称' }).fill(title);
  const takeBack = rowOf(secretary.page, title).getByRole('button', { name: '取回' });
  await takeBack.click();
  await secretary.page.getByRole('dialog').getByRole('button', { name: '取回' }).click();
  await toast(secretary.page, '已取回，现由您重新办理').waitFor();
  await done.getByRole('heading', { level: 1, name: title }).waitFor();
  await agree(secretary.page, '再次核对，同意');

  // The page of the record offers it, too; once the next step went on, it says why not.
  await secretary.visit('/mywork/done');
  await done.getByRole('textbox', { name: '事务名称' }).fill(title);
  await takeBack.first().waitFor();
  await rowOf(secretary.page, title).getByRole('link', { name: '查看' }).first().click();
  await done.getByRole('button', { name: '取回' }).waitFor();
  await agreeTo(await caller('rd_achieve'), id);
  await done.getByRole('button', { name: '取回' }).click();
  await secretary.page.getByRole('dialog').getByRole('button', { name: '取回' }).click();
  await toast(secretary.page, '流程已结束，不能操作').waitFor();
  await done.getByRole('button', { name: '取回' }).waitFor({ state: 'detached' });
});

test('a manager hands on, suspends, lets go on and deletes the process of somebody else', async () => {
  const title = freshTitle('沙地樟子松的水分利用');
  const { teacher, id } = await submittedPaper(title);
  const secretary = await person('dept_secretary');
  await openTask(secretary, title);
  await opine(secretary.page, '数据来源已核对');
  await expect
    .poll(() => secretary.page.evaluate(() => JSON.stringify({ ...localStorage })))
    .toContain('数据来源已核对');
  const manager = await person('rd_admin');
  const { page } = manager;
  await manager.visit('/mywork/todo');
  await pane(page)
    .getByRole('button', { name: /^全部待办/ })
    .click();
  await pane(page).getByRole('textbox', { name: '事务名称' }).fill(title);
  // The whole list has the row, too: what is done to it there comes before the filtered list.
  await expect.poll(() => pane(page).locator('tbody tr').count()).toBe(1);
  const more = rowOf(page, title).getByRole('button', { name: /^更多/ });
  const choose = async (verb: string) => {
    await more.click();
    await page.getByRole('menuitem', { name: verb }).click();
  };
  const dialog = page.getByRole('dialog');
  await choose('挂起');
  await dialog.getByRole('button', { name: '挂起' }).click();
  await toast(page, '流程已挂起').waitFor();
  await rowOf(page, title).getByText('已挂起').waitFor();
  // Text that was written meanwhile is not lost through the suspension.
  await secretary.page.reload();
  await pane(secretary.page).getByText('流程已挂起，激活后才能办理').waitFor();
  await choose('激活');
  await toast(page, '流程已激活，从原处继续').waitFor();
  await secretary.page.reload();
  const opinion = pane(secretary.page).getByRole('textbox', { name: '审批意见' });
  await expect.poll(() => opinion.inputValue()).toBe('数据来源已核对');

  await rowOf(page, title).getByRole('link', { name: '查看' }).click();
  const flow = pane(page).locator('.ky-process-actions');
  await flow.getByRole('button', { name: '转办' }).click();
  await dialog.getByText('何敬之').waitFor();
  await dialog.getByRole('combobox', { name: '转办给' }).fill('顾绍庭');
  await page.locator('.ant-select-item-option').filter({ hasText: '顾绍庭' }).first().click();
  await dialog.getByRole('button', { name: '转办' }).click();
  await toast(page, '已转办给顾绍庭').waitFor();
  // Whoever had the task has none of it left.
  await pane(secretary.page).getByText('该任务已被处理，经过见审批记录').waitFor();

  await flow.getByRole('button', { name: '删除流程' }).click();
  await dialog.getByRole('button', { name: '删除流程' }).click();
  await dialog.getByText('请输入原因').waitFor();
  await dialog.getByRole('textbox', { name: '原因' }).fill('重复登记');
  await dialog.getByRole('button', { name: '删除流程' }).click();
  await toast(page, '流程已删除，记录已退回草稿').waitFor();
  const { auditStatus } = await teacher.get<{ auditStatus: string }>(
    `kh-edu-research/papers/detail?id=${id}`,
  );
  expect(auditStatus).toBe('0');
});

test('the bell counts a new message without being asked', async () => {
  const { page } = await personAtHome('dept_secretary');
  const bell = page.getByRole('button', { name: /^消息 \d+\+? 条未读/ });
  const unread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0]);
  await page.getByRole('link', { name: /待办事务 \d+/ }).waitFor();
  const before = await unread();
  await submittedPaper(freshTitle('冻土退化与水文响应'));
  await expect.poll(unread, { timeout: 20_000 }).toBe(before + 1);
});

test('attachments stand beside the facts for whoever decides, until they are folded away', async () => {
  const title = freshTitle('附件与事实并排');
  await submittedPaper(title);
  const officer = await person('dept_secretary');
  await openTask(officer, title);
  const files = pane(officer.page).locator('.ky-files-beside');
  await files.getByText('第 1 / 1 页').waitFor();
  await files.getByRole('button', { name: '收起' }).click();
  await officer.page.reload();
  await files.getByRole('button', { name: '对照查看' }).click();
  await files.getByText('第 1 / 1 页').waitFor();
});

test('an opinion is written on while the attachment beside it loads', async () => {
  const title = freshTitle('焦点留在意见里');
  await submittedPaper(title);
  const secretary = await person('dept_secretary');
  const { page } = secretary;
  await openTask(secretary, title);
  const opinion = pane(page).getByRole('textbox', { name: '审批意见' });
  await opinion.click();
  await pane(page).locator('.pdfViewer canvas').waitFor();
  await page.keyboard.type('同意入库');
  expect(await opinion.inputValue()).toBe('同意入库');
});
