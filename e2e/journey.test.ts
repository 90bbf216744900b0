import { expect, test } from 'vitest';
import { caller, freshTitle } from './support/api.ts';
import { addAuthors, attach, field, fillPaper, pane, press, toast } from './support/form.ts';
import { person } from './support/page.ts';
import { agree, findInList, openTask, rowOf, sendBack } from './support/work.ts';

interface Found {
  readonly text: string;
  readonly jobNum: string;
  readonly department: string;
}

/** Somebody of another department who can be named as an author. */
const coAuthor = async (): Promise<Found> => {
  const teacher = await caller('teacher');
  const people = await teacher.get<Found[]>('kh-edu-research/papers/people?search=200');
  const found = people.find(({ department }) => department !== '计算机与信息工程学院');
  if (!found) throw new Error('the demo university has nobody else');
  return found;
};

test('a paper goes from the desk to the library, and everybody concerned is told', async () => {
  const title = freshTitle('稻田土壤有机碳的遥感估算');
  const second = await coAuthor();
  const [teacher, secretary] = await Promise.all([person('teacher'), person('dept_secretary')]);
  const { page } = teacher;

  await teacher.visit('/achievement/papers');
  await press(page, '登记论文');
  await fillPaper(page, title);
  await addAuthors(page, ['林晓岚', second.text]);
  await press(page, '按默认系数预填');
  await attach(page, '13', '论文全文.pdf');
  await press(page, '提交审核');
  await toast(page, '提交成功').waitFor();
  await findInList(teacher, '/achievement/papers', title);
  expect(await rowOf(page, title).innerText()).toContain('审批中');

  await openTask(secretary, title);
  await sendBack(secretary.page, '请补充英文题目');

  await findInList(teacher, '/achievement/papers', title);
  await rowOf(page, title).getByRole('button', { name: '修改' }).click();
  await pane(page).getByText('请补充英文题目').waitFor();
  await field(page, '英文题目').fill('Remote sensing of soil organic carbon');
  await press(page, '提交审核');
  await toast(page, '提交成功').waitFor();

  await openTask(secretary, title);
  await agree(secretary.page, '已补充，同意');
  const office = await person('rd_achieve');
  await openTask(office, title);
  await agree(office.page, '同意入库');

  await findInList(office, '/achievement/papersLib', title);

  // The applicant hears of it, and the message leads to the record with the whole story.
  await teacher.visit('/wel/index');
  await page.getByRole('button', { name: /^消息 \d+\+? 条未读/ }).click();
  await page.locator('.ky-bell-row').filter({ hasText: title }).first().click();
  await page.getByRole('button', { name: '查看详情' }).click();
  await pane(page).getByRole('heading', { level: 1, name: title }).waitFor();
  const timeline = await pane(page).locator('.ky-timeline').innerText();
  for (const part of ['何敬之', '谢婉清', '退回', '已补充，同意', '同意入库']) {
    expect(timeline).toContain(part);
  }

  const author = await person(second.jobNum);
  await findInList(author, '/achievement/papers', title);
  await author.page.getByRole('button', { name: /^消息 \d+\+? 条未读/ }).click();
  await author.page.locator('.ky-bell-row').filter({ hasText: '论文' }).first().waitFor();

  expect([teacher, secretary, office, author].flatMap(({ faults }) => faults)).toEqual([]);
});
