import { demoPeople } from '@keyan/product/demo/people.server.ts';
import { expect, test } from 'vitest';
import { caller, freshTitle } from './support/api.ts';
import { choose, field, pane, press, toast, typeDate } from './support/form.ts';
import { person } from './support/page.ts';
import { agree, findInList, openTask, rowOf } from './support/work.ts';

const people = new Map(demoPeople().map((one) => [one.account, one]));

/** A collected record of these people, with the e-mail address of the first, released by the office. */
const release = async (title: string, accounts: readonly string[]): Promise<void> => {
  const authors = accounts.flatMap((account) => people.get(account) ?? []);
  const names = authors.map(({ name }) => name);
  const office = await caller('rd_achieve');
  const { id } = await office.post<{ readonly id: string }>(
    'kh-edu-research/collectionThesis/submit',
    {
      title,
      authorsText: names.join('; '),
      addresses: `[${names.join('; ')}] 江陵大学，湖北 江陵`,
      reprintAuthor: `${names[0]}, ${authors[0]?.email}`,
      source: '虚构学报',
      publishYear: 2025,
      indexType: '16',
      accessionNum: `E2E:${Date.now()}`,
    },
  );
  await office.post('kh-edu-research/collectionThesis/release', { ids: id });
};

test('two people claim one place of a paper, and the office decides with both views', async () => {
  const title = freshTitle('湖泊沉积物的年代测定');
  const accounts = ['teacher', 'dept_leader'];
  const [first = '', second = ''] = accounts.map((account) => people.get(account)?.name);
  await release(title, accounts);
  const [teacher, rival] = await Promise.all([person('teacher'), person('dept_leader')]);

  // It stands on the home page, with its points, and is claimed from there.
  await teacher.visit('/wel/index');
  await pane(teacher.page)
    .getByRole('button', { name: `认领 ${title}` })
    .click();
  await pane(teacher.page).getByRole('heading', { level: 1, name: '认领论文' }).waitFor();
  await expect.poll(() => field(teacher.page, '本人排名').inputValue()).toBe('1');
  await typeDate(teacher.page, '发表（出版）日期', '2025-06-01');
  await choose(teacher.page, '所属学科', '农业史');
  await press(teacher.page, '提交审核');
  await toast(teacher.page, '提交成功').waitFor();

  // The other one claims the same place from the page, and has to say why.
  await findInList(rival, '/achievement/papersClaim', title, '题目、拼音首字母、作者原文');
  await rowOf(rival.page, title)
    .getByRole('button', { name: `认领 ${title}` })
    .click();
  await field(rival.page, '本人排名').fill('1');
  await typeDate(rival.page, '发表（出版）日期', '2025-06-01');
  await choose(rival.page, '所属学科', '农业史');
  await press(rival.page, '提交审核');
  await pane(rival.page).getByText(`【${first}】已认领第 1 作者`).first().waitFor();
  await field(rival.page, '争议说明').fill('本人为第一作者，投稿邮件可证。');
  await press(rival.page, '提交审核');
  await toast(rival.page, '提交成功').waitFor();
  await findInList(teacher, '/achievement/papersClaimRecord', title, '题目、拼音首字母、作者原文');
  await rowOf(teacher.page, title).getByText('争议中').first().waitFor();

  // The office sees both and decides.
  const office = await person('rd_achieve');
  await office.visit('/achievement/papersClaimRecord');
  await pane(office.page).getByRole('textbox', { name: '题目、拼音首字母、作者原文' }).fill(title);
  const claimed = rowOf(office.page, title).filter({ hasText: second });
  await claimed.getByRole('link', { name: title }).first().click();
  const dispute = pane(office.page).getByRole('region', { name: '认领争议' });
  await dispute.getByText('投稿邮件可证').waitFor();
  expect(await dispute.getByRole('listitem').count()).toBe(2);
  const view = dispute.getByRole('listitem').filter({ hasText: second });
  await view.getByRole('button', { name: '认定此人' }).click();
  const dialog = office.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('投稿邮件显示其为第一作者');
  await dialog.getByRole('button', { name: '裁定' }).click();
  await toast(office.page, '已裁定').waitFor();
  await dispute.waitFor({ state: 'detached' });

  // The other claim has ended; this one goes its way into the library.
  await findInList(teacher, '/achievement/papersClaimRecord', title, '题目、拼音首字母、作者原文');
  await rowOf(teacher.page, title).getByText('不通过').first().waitFor();
  const secretary = await person('dept_secretary');
  await openTask(secretary, title);
  await agree(secretary.page, '情况属实');
  await openTask(office, title);
  await choose(office.page, '期刊级别（校定）', 'B1级');
  await choose(office.page, '刊物范围', '全国性学术刊物');
  await agree(office.page, '同意入库');
  await findInList(rival, '/achievement/papers', title);
  await rowOf(rival.page, title).getByText('已入库').first().waitFor();
});
