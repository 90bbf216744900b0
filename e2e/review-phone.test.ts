import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agreeTo, caller, freshTitle } from './support/api.ts';
import { stranger } from './support/page.ts';

/** Experts from outside judge on a phone, by link and code: three, of whom one declines and one is late. */

const research = 'kh-edu-research';

interface Row {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly status: string;
  readonly expertId: string;
  readonly [more: string]: unknown;
}

const listed = async (account: string, kind: string, query: string): Promise<readonly Row[]> => {
  const api = await caller(account);
  const page = await api.get<{ records: readonly Row[] }>(
    `${research}/${kind}/list?size=100&current=1&${query}`,
  );
  return page.records;
};

const plan = async (): Promise<string> => {
  const office = await caller('rd_project');
  const { id } = await office.post<Row>(`${research}/declarePlan/submit`, {
    planName: freshTitle('校外专家评审计划'),
    programKind: 'vertical',
    planYear: 2027,
    resource: '2004',
    level: '02',
    startTime: '2020-01-01 08:00:00',
    endTime: '2099-01-01 17:00:00',
    needReview: '1',
    reviewMode: '1',
    fundMode: '1',
    deptQuotaMode: '0',
    personLimit: 9,
    excludeOverdue: '0',
  });
  await office.post(`${research}/declarePlan/publishPlan`, { id, ids: id });
  return id;
};

/** A declaration of the teacher that waits for its review. */
const declared = async (planId: string, programName: string): Promise<string> => {
  const teacher = await caller('teacher');
  const attachments = [];
  for (const [name, catalog] of [
    ['申报书.pdf', '34'],
    ['匿名申报书.pdf', '36'],
    ['立项材料.pdf', '01'],
  ] as const) {
    attachments.push({ id: await teacher.upload(name, catalog), catalog });
  }
  const { departmentId } = await teacher.get<{ departmentId: string }>('blade-user/info');
  const { id } = await teacher.post<Row>(`${research}/declareInfo/submit`, {
    planId,
    programName,
    programLeader: teacher.userId,
    departmentId,
    leaderPhone: '13900001111',
    leaderEmail: 'lin@example.edu.cn',
    subjectClass: '01',
    subject: '18044',
    keywords: '湿地；碳汇；模型',
    researchType: '1',
    resultForms: ['01'],
    startDate: '2027-06-01',
    endDate: '2029-05-31',
    applyFunds: '200000.00',
    abstractText: '观测与模拟湿地碳汇。',
    ethics: '0',
    integrity: '1',
    members: [
      { sort: 1, personType: '01', userId: teacher.userId, memberRole: '01', task: '主持项目' },
    ],
    budget: [
      { itemCode: '10201', superiorAppropriation: '120000.00', selfRaiseFunds: '20000.00' },
      { itemCode: '10301', superiorAppropriation: '60000.00', selfRaiseFunds: '0.00' },
    ],
    attachments,
  });
  for (const account of ['dept_secretary', 'dept_leader', 'rd_project']) {
    await agreeTo(await caller(account), id);
  }
  return id;
};

const outsider = async (name: string): Promise<string> => {
  const office = await caller('rd_project');
  const { id } = await office.post<Row>(`${research}/experts/submit`, {
    name,
    expertType: '2',
    unit: `${name.at(0)}江大学`,
    ranks: '011',
    disciplines: ['18044'],
    keywords: '湿地；碳汇',
    email: `${Date.now().toString(36)}${name.codePointAt(0)}@elsewhere.example`,
  });
  return id;
};

/** A moment some seconds ahead, as forms write it. */
const soon = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000 + 8 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');

/** A review of one declaration that ends at once: one expert and a reserve, two more are added with days enough. */
const review = async (programName: string) => {
  const office = await caller('rd_project');
  const planId = await plan();
  const record = await declared(planId, programName);
  const experts: string[] = [];
  for (const name of ['顾长风', '何见山', '段怀瑾', '闻人杰']) experts.push(await outsider(name));
  const { id: set } = await office.post<Row>(`${research}/pssz/submit`, {
    setName: freshTitle('湿地项目通讯评审'),
    bizKind: '1',
    planId,
    reviewMode: '1',
    blindMode: '2',
    scoreScheme: '1',
    expertPerItem: 1,
    reserves: 1,
    minValid: 2,
    dropExtreme: '0',
    commentBelow: 60,
    minWords: 6,
    endTime: soon(30),
    experts: experts.map((expertId) => ({ expertId })),
  });
  const { version } = await office.get<Row>(`${research}/pssz/detail?id=${set}`);
  await office.post(`${research}/pssz/publish`, { id: set, ids: set, version });
  const given = await listed('rd_project', 'reviewTask', `view=progress&setId=${set}`);
  const [item] = await listed('rd_project', 'reviewItem', `view=all&setId=${set}`);
  const beside = experts.filter((id) => !given.some(({ expertId }) => expertId === id));
  for (const expertId of beside) {
    const { version: now } = await office.get<Row>(`${research}/reviewItem/detail?id=${item?.id}`);
    await office.post(`${research}/reviewItem/addExpert`, { id: item?.id, version: now, expertId });
  }
  const of = (status: string) => given.find((one) => one.status === status)?.expertId ?? '';
  return { set, record, late: of('1'), reserve: of('0'), beside: beside as [string, string] };
};

/** The office hands link and code over; the expert opens the link on a phone and enters. */
const enter = async (set: string, expertId: string): Promise<Page> => {
  const invitation = () =>
    listed('rd_project', 'reviewInvitation', `view=all&setId=${set}`).then((rows) =>
      rows.find((row) => row.expertId === expertId),
    );
  // The program writes the letter by itself, in the background.
  await expect.poll(invitation, { timeout: 60_000 }).toBeDefined();
  const office = await caller('rd_project');
  const { token, code } = await office.post<{ token: string; code: string }>(
    `${research}/reviewInvitation/handOver`,
    { id: (await invitation())?.id },
  );
  const { page, visit } = await stranger({ width: 390, height: 844 });
  await visit(`/r#${token}`);
  await page.getByRole('textbox', { name: '验证码' }).fill(code);
  await page.getByRole('button', { name: '进入评审' }).click();
  return page;
};

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

const judgeOn = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: title }).click();
  await page.getByRole('button', { name: '确认承诺，开始评审' }).click();
  await page.getByText('观测与模拟湿地碳汇。').waitFor();
  // Blind both ways: neither names nor files that tell them.
  expect(await page.getByText('林晓岚').count()).toBe(0);
  expect(await page.getByText('申报书.pdf', { exact: true }).count()).toBe(0);
  await page.getByText('匿名材料1.pdf').waitFor();
  await page.getByRole('textbox', { name: '综合意见' }).fill('选题重要，方法可行，建议资助。');
};

const points = (page: Page) => page.locator('.ky-ext-points input');

const handIn = async (page: Page): Promise<void> => {
  for (const why of await page.getByPlaceholder('得分较低，请填写理由').all()) {
    await why.fill('研究基础一般');
  }
  await page.getByRole('button', { name: '提交评审' }).click();
  await page.getByRole('button', { name: '确定提交' }).click();
  await page.getByText('已提交 1 / 1 项').waitFor();
};

test('three experts judge blindly on a phone; one is late, for one a reserve steps in', async () => {
  const title = freshTitle('湿地碳汇的观测与模拟');
  const { set, record, late, reserve, beside } = await review(title);
  const [judging, conflicted] = beside;
  const tasks = () => listed('rd_project', 'reviewTask', `view=progress&setId=${set}`);
  const taskOf = async (expert: string) =>
    (await tasks()).find(({ expertId }) => expertId === expert);

  // One judges: a draft is kept by itself, and outlives the page.
  const page = await enter(set, judging);
  await judgeOn(page, title);
  await points(page).first().fill('99');
  await page.getByText('不能超过该项分值').waitFor();
  const count = await points(page).count();
  for (let at = 0; at < count; at += 1) await points(page).nth(at).fill('10');
  expect(await fits(page)).toBe(true);
  await page.getByText(/^已暂存/).waitFor();
  await page.reload();
  await page.getByRole('button', { name: title }).click();
  await expect.poll(() => points(page).first().inputValue()).toBe('10.00');
  await handIn(page);

  // One may not judge it: the reserve steps in and is written to.
  const other = await enter(set, conflicted);
  await other.getByRole('button', { name: title }).click();
  await other.getByRole('button', { name: '申请回避' }).click();
  await other.getByRole('combobox', { name: '回避情形' }).selectOption('3');
  await other.getByRole('button', { name: '确定回避' }).click();
  await other.getByText('已回避').waitFor();
  expect(await taskOf(reserve)).toMatchObject({ status: '1' });
  const stepped = await enter(set, reserve);
  await judgeOn(stepped, title);
  for (let at = 0; at < count; at += 1) await points(stepped).nth(at).fill('15');
  await handIn(stepped);

  // One comes when it is over, and may write no more; two valid reviews suffice.
  await expect
    .poll(async () => (await taskOf(late))?.status, { timeout: 150_000, interval: 2000 })
    .toBe('6');
  const tooLate = await enter(set, late);
  await tooLate.getByText('已超时').waitFor();
  expect(await tooLate.getByRole('button', { name: title }).isDisabled()).toBe(true);

  const office = await caller('rd_project');
  const { version } = await office.get<Row>(`${research}/pssz/detail?id=${set}`);
  await office.post(`${research}/pssz/ok`, { id: set, ids: set, version });
  const teacher = await caller('teacher');
  const stored = await teacher.get<Row>(`${research}/declareInfo/detail?id=${record}`);
  expect(stored.currentNode).toBe('科研处领导审批');
});
