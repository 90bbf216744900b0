import { expect, test } from 'vitest';
import { agreeTo, caller, draftPaper, freshTitle } from './support/api.ts';
import { choose, pane, press, toast } from './support/form.ts';
import { person } from './support/page.ts';
import { onBranchedRoute } from './support/route.ts';
import { openTask } from './support/work.ts';

test('a teacher sees where a paper goes before submitting it, and then it goes there', () =>
  onBranchedRoute(async () => {
    const title = freshTitle('积雪反照率的多源遥感反演');
    const { id } = await draftPaper(title);
    const { page, visit } = await person('teacher');
    await visit(`/achievement/papers/edit?id=${id}`);
    const line = pane(page).getByRole('button', { name: /^提交后/ });
    const secretary = '院系秘书初核（何敬之）';
    const office = '成果科复核（谢婉清）';
    await line.filter({ hasText: `${secretary} → ${office} → 通过` }).waitFor();
    await choose(page, '发表语种', '英文');
    const both = `${secretary} → 外文论文审定（傅弘毅） ＋ ${office} → 通过`;
    await line.filter({ hasText: both }).waitFor();
    await line.press('Enter');
    const box = page.getByRole('dialog', { name: '提交后' });
    await box.getByText('因为【发表语种】不为“中文”').waitFor();
    await box.getByText('2 路同时办理').waitFor();
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'hidden' });
    await press(page, '提交审核');
    await toast(page, '提交成功').waitFor();

    // Whoever handles it sees the same ahead, and where a return leads.
    const handler = await person('dept_secretary');
    await openTask(handler, title);
    const flow = pane(handler.page).locator('.ky-route');
    await flow.getByText('2 路同时办理').waitFor();
    await flow.getByText('外文论文审定').waitFor();
    await pane(handler.page).getByText('回到申请人').waitFor();

    for (const account of ['dept_secretary', 'rd_leader', 'rd_achieve']) {
      await agreeTo(await caller(account), id);
    }
    const { auditStatus } = await (await caller('teacher')).get<{ auditStatus: string }>(
      `kh-edu-research/papers/detail?id=${id}`,
    );
    expect(auditStatus).toBe('2');
    const lines = await (await caller('teacher')).get<readonly { nodeName: string }[]>(
      `kh-edu-research/audit/detail?businessId=${id}`,
    );
    const walked = lines.map(({ nodeName }) => nodeName);
    expect(walked).toEqual(expect.arrayContaining(['院系秘书初核', '外文论文审定', '成果科复核']));
  }));
