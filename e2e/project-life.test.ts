import { addMonths, dayText } from '@keyan/kernel/values/time.ts';
import { demoPeople } from '@keyan/product/demo/people.server.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  agreeTo,
  type Caller,
  caller,
  freshTitle,
  paperOf,
  runJob,
  taskOn,
} from './support/api.ts';
import { attach, choose, field, pane, press, toast, typeDate } from './support/form.ts';
import { type Person, person } from './support/page.ts';
import {
  actOn,
  agreed,
  attached,
  declaredBy,
  enterByPhone,
  filed,
  listedBy,
  outsider,
  publishedReview,
  type Row,
  readBy,
  schoolCall,
  soon,
} from './support/program.ts';
import { agree, rowOf } from './support/work.ts';

/** The life of a project from the call to its end, with both of its reviews, by those whose job each step is. */

const research = 'kh-edu-research';
const today = dayText(new Date());

interface Colleague {
  readonly account: string;
  readonly name: string;
}

interface Declared {
  readonly id: string;
  readonly member: Colleague;
}

/** Colleagues of the teacher with the right to declare and nothing else. */
const colleagues = (count: number): readonly Colleague[] => {
  const everybody = demoPeople();
  const home = everybody.find(({ account }) => account === 'teacher')?.unit;
  return everybody
    .filter(({ unit, roles }) => unit === home && roles.join() === 'teacher')
    .filter(({ account }) => account !== 'teacher')
    .slice(0, count);
};

/** The research office has members of declarations asked, or not, for as long as `during` takes. */
const askingMembers = async <T>(during: () => Promise<T>): Promise<T> => {
  const office = await caller('rd_admin');
  const set = async (paramValue: string): Promise<void> => {
    const { records } = await office.get<{ records: readonly Row[] }>(
      'blade-system/param/list?view=rules&paramKey=declare.member.confirm',
    );
    await office.post('blade-system/param/submit', { ...records[0], paramValue });
  };
  await set('1');
  try {
    return await during();
  } finally {
    await set('0');
  }
};

const cell = (page: Page, at: string) => pane(page).locator(`td[data-path="${at}"]`);

/** Picks an entry of a cell that is a list, as somebody who clicks it and types. */
const pickIn = async (page: Page, at: string, word: string): Promise<void> => {
  await cell(page, at).click();
  const box = cell(page, at).locator('input');
  if (await box.isEditable()) await box.fill(word);
  await page
    .locator('.ant-select-dropdown')
    .filter({ visible: true })
    .locator('.ant-select-item-option, .ant-select-tree-node-content-wrapper', { hasText: word })
    .first()
    .click();
};

const typeIn = async (page: Page, at: string, text: string): Promise<void> => {
  await cell(page, at).click();
  await cell(page, at).locator('input').fill(text);
  await page.keyboard.press('Tab');
};

/** The teacher writes a declaration with one member, and keeps it. */
const writeDeclaration = async (
  { page, visit }: Person,
  planName: string,
  title: string,
  member: string,
): Promise<void> => {
  await visit('/program/school/declareInfo/add');
  await choose(page, '申报计划', planName);
  await pane(page).locator('[data-path=resource]').getByText('校级科研基金').waitFor();
  await field(page, '项目名称').fill(title);
  await choose(page, '项目类别', '培育项目');
  await choose(page, '所属学科', '农业史');
  await field(page, '关键词').fill('湿地;碳汇;模型');
  await choose(page, '研究类别', '基础研究');
  await choose(page, '预期成果形式', '论文');
  await typeDate(page, '计划开始日期', '2026-06-01');
  await typeDate(page, '计划完成日期', '2028-05-31');
  await field(page, '联系电话').fill('13900001111');
  await field(page, '电子邮箱').fill('lin@example.edu.cn');
  await press(page, '添加项目组成员');
  await pickIn(page, 'members.1.userId', member);
  await pickIn(page, 'members.1.memberRole', '主要参与人');
  await typeIn(page, 'members.1.task', '野外观测');
  await field(page, '申请经费').fill('200000');
  await press(page, '添加经费预算');
  await pickIn(page, 'budget.0.itemCode', '材料费');
  await typeIn(page, 'budget.0.superiorAppropriation', '200000');
  // The whole of the line follows.
  await pane(page).getByText('预算合计 合计 200,000.00 元').waitFor();
  await field(page, '内容摘要').fill('观测与模拟湿地碳汇。');
  await choose(page, '科研诚信承诺', '是');
  await attach(page, '01', '申报书.pdf');
  await attach(page, '34', '承诺书.pdf');
  await attach(page, '36', '匿名申报书.pdf');
  await press(page, '暂存');
  await toast(page, '已暂存').waitFor();
};

/** A member answers on the page to which the message leads. */
const answer = async (account: string, id: string, word: '同意参与' | '不参与'): Promise<void> => {
  const { page, visit } = await person(account);
  await visit(`/program/school/declareInfo/detail?id=${id}`);
  await press(page, word);
  const dialog = page.getByRole('dialog');
  if (word === '不参与') await dialog.getByRole('textbox').fill('时间冲突');
  await dialog.getByRole('button', { name: word }).click();
  await toast(page, word === '不参与' ? '已告知申报人' : '已同意参与').waitFor();
};

/** One member declines and is replaced; the declaration waits for whoever is named instead. */
const declareWithMembers = async (planName: string, title: string): Promise<Declared> => {
  const [first, second] = colleagues(2) as [Colleague, Colleague];
  const teacher = await person('teacher');
  const { page, visit } = teacher;
  const id = await askingMembers(async () => {
    await writeDeclaration(teacher, planName, title, first.name);
    const query = `view=school&programName=${encodeURIComponent(title)}`;
    const [draft] = await listedBy(await caller('teacher'), 'declareInfo', query);
    const made = draft?.id ?? '';
    await answer(first.account, made, '不参与');
    await visit(`/program/school/declareInfo/edit?id=${made}`);
    await press(page, '提交审核');
    await pane(page)
      .getByText(/不同意参与/)
      .first()
      .waitFor();
    await pickIn(page, 'members.1.userId', second.name);
    await press(page, '暂存');
    await toast(page, '已暂存').waitFor();
    await answer(second.account, made, '同意参与');
    await visit(`/program/school/declareInfo/edit?id=${made}`);
    await press(page, '提交审核');
    await toast(page, '提交成功').waitFor();
    return made;
  });
  return { id, member: second };
};

/** The college puts what it recommends in order, and reports it. */
const report = async (planId: string, title: string): Promise<void> => {
  const { page, visit } = await person('dept_secretary');
  await visit(`/program/school/declarePlan/detail?id=${planId}`);
  await press(page, '确认上报');
  const dialog = page.getByRole('dialog');
  const entry = dialog.getByRole('listitem').filter({ hasText: title });
  await entry.waitFor();
  const up = entry.getByRole('button', { name: `上移：${title}` });
  if (await up.isEnabled()) await up.click();
  await dialog.getByRole('button', { name: '确认上报' }).click();
  await toast(page, '已确认上报').waitFor();
};

/** The section finds the form in order. */
const check = async (id: string): Promise<void> => {
  const { page, visit } = await person('rd_project');
  const { taskId, processInstanceId } = await taskOn(await caller('rd_project'), id);
  await visit(`/mywork/process/school/declare/handle/${taskId}/${processInstanceId}/${id}`);
  await choose(page, '形式审查结果', '通过');
  await agree(page, '同意');
};

const points = (page: Page) => page.locator('.ky-ext-points input');

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

const openSheet = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: title }).click();
  await page.getByRole('button', { name: '确认承诺，开始评审' }).click();
  await page.getByText('观测与模拟湿地碳汇。').waitFor();
  // Blind both ways: neither names nor files that tell them.
  expect(await page.getByText('林晓岚').count()).toBe(0);
  expect(await page.getByText('申报书.pdf', { exact: true }).count()).toBe(0);
  await page.getByText('匿名材料1.pdf').waitFor();
  await page.getByRole('textbox', { name: '综合意见' }).fill('选题重要，方法可行，建议资助。');
};

const handIn = async (page: Page): Promise<void> => {
  for (const why of await page.getByPlaceholder('得分较低，请填写理由').all()) {
    await why.fill('研究基础一般');
  }
  await page.getByRole('button', { name: '提交评审' }).click();
  await page.getByRole('button', { name: '确定提交' }).click();
  await page.getByText('已提交 1 / 1 项').waitFor();
};

/**
 * Three experts from outside judge on phones without knowing whom: one hands in, for one in conflict the reserve steps in,
 * one comes when it is over.
 */
const judgeOnPhones = async (planId: string, title: string): Promise<void> => {
  const office = await caller('rd_project');
  const experts: string[] = [];
  for (const name of ['顾长风', '何见山', '段怀瑾', '闻人杰']) experts.push(await outsider(name));
  const set = await publishedReview(experts, {
    bizKind: '1',
    planId,
    blindMode: '2',
    expertPerItem: 1,
    reserves: 1,
    commentBelow: 60,
    endTime: soon(20),
  });
  const tasks = () => listedBy(office, 'reviewTask', `view=progress&setId=${set}`);
  const given = await tasks();
  const [item] = await listedBy(office, 'reviewItem', `view=all&setId=${set}`);
  const [judging = '', conflicted = ''] = experts.filter(
    (id) => !given.some(({ expertId }) => expertId === id),
  );
  for (const expertId of [judging, conflicted]) {
    await actOn(office, 'reviewItem', 'addExpert', item?.id ?? '', { expertId });
  }
  const of = (status: string) => String(given.find((one) => one.status === status)?.expertId);
  const [late, reserve] = [of('1'), of('0')];
  const statusOf = async (expert: string) =>
    (await tasks()).find(({ expertId }) => expertId === expert)?.status;

  // A draft is kept by itself, and outlives the page.
  const page = await enterByPhone(set, judging);
  await openSheet(page, title);
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

  const other = await enterByPhone(set, conflicted);
  await other.getByRole('button', { name: title }).click();
  await other.getByRole('button', { name: '申请回避' }).click();
  await other.getByRole('combobox', { name: '回避情形' }).selectOption('3');
  await other.getByRole('button', { name: '确定回避' }).click();
  await other.getByText('已回避').waitFor();
  expect(await statusOf(reserve)).toBe('1');
  const stepped = await enterByPhone(set, reserve);
  await openSheet(stepped, title);
  for (let at = 0; at < count; at += 1) await points(stepped).nth(at).fill('15');
  await handIn(stepped);

  const statusByClock = async () => {
    await runJob('ring-times');
    return statusOf(late);
  };
  await expect.poll(statusByClock, { timeout: 150_000, interval: 1000 }).toBe('6');
  const tooLate = await enterByPhone(set, late);
  await tooLate.getByText('已超时').waitFor();
  expect(await tooLate.getByRole('button', { name: title }).isDisabled()).toBe(true);
  await actOn(office, 'pssz', 'ok', set);
};

/** The office approves in one act what the university grants (批量立项), and the project that comes of it. */
const approve = async (id: string, title: string): Promise<string> => {
  const { page, visit } = await person('rd_project');
  await visit('/program/school/declareProgram/index');
  await pane(page).getByRole('textbox', { name: '项目名称' }).fill(title);
  const row = rowOf(page, title);
  await row.getByText('拟立项').first().waitFor();
  await row.getByRole('checkbox').check();
  // The button above the list, for what is chosen.
  await pane(page).locator('button.ant-btn', { hasText: '批量立项' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '立项文件号', exact: true }).fill('校科〔2026〕12号');
  for (const [name, day] of [
    ['立项日期', today],
    // It ends within six months, so that it may be concluded.
    ['立项起始日期', addMonths(today, -20)],
  ] as const) {
    const box = dialog.getByRole('textbox', { name });
    await box.fill(day);
    await box.press('Enter');
  }
  await dialog.getByRole('textbox', { name: '立项月数' }).fill('24');
  await dialog.getByRole('button', { name: '批量立项' }).click();
  await toast(page, '已立项').waitFor();
  await row.getByText('已立项').first().waitFor();
  const office = await caller('rd_project');
  const { approvalId } = await readBy(office, 'declareInfo', id);
  const { programInfoId } = await readBy(office, 'programVerticalApproval', String(approvalId));
  return String(programInfoId);
};

/** The leader reports on the project, and hands it over to a member. */
const reportAndHandOver = async (programId: string, member: Caller): Promise<void> => {
  const teacher = await caller('teacher');
  const progress = await filed(teacher, 'checkReport', {
    programId,
    checkType: '01',
    checkYear: 2026,
    checkDate: today,
    finishRate: 60,
    isChange: '0',
    progress: '<p>完成了外业调查。</p>',
    stageResult: '论文一篇',
    fundsUsage: '按预算执行',
    nextPlan: '整理数据',
    ...(await attached(teacher, '05')),
  });
  await agreed(progress.id, 'dept_secretary', 'rd_project');
  const change = await filed(teacher, 'programChange', {
    programId,
    changeTypes: ['01'],
    newLeader: member.userId,
    oldLeaderStays: '1',
    changeReason: '工作调整',
    needSuperior: '0',
    ...(await attached(teacher, '06')),
  });
  await agreed(change.id, 'dept_secretary', 'dept_leader', 'rd_project', 'rd_leader');
};

/** A paper in the library that names the project. */
const registeredPaper = async (
  programId: string,
  { account, name }: Colleague,
): Promise<string> => {
  const writer = await caller(account);
  const { programNum, programName } = await readBy(writer, 'programInfo', programId);
  const title = freshTitle('湿地碳汇通量的季节变化');
  const { id } = await filed(writer, 'papers', {
    ...(await paperOf(writer, title, [{ account: writer, name, rate: '100' }])),
    projects: [{ programId, programNum, programName, isMarked: '1' }],
  });
  await agreed(id, 'dept_secretary', 'rd_achieve');
  return title;
};

/** The new leader concludes the project from its page, by letter, with the paper. */
const conclude = async (programId: string, leader: Colleague, paper: string): Promise<string> => {
  const { page, visit } = await person(leader.account);
  await visit(`/program/school/programInfo/detail?id=${programId}`);
  await press(page, '结题');
  await choose(page, '结题方式', '通讯评审');
  await typeDate(page, '申请日期', today);
  await typeDate(page, '实际完成日期', today);
  await pane(page).locator('[data-path=summary] [contenteditable]').fill('完成全部任务。');
  for (const [name, text] of [
    ['成果简介', '论文一篇'],
    ['考核指标完成情况', '全部完成'],
  ] as const) {
    await field(page, name).fill(text);
  }
  await press(page, '从成果库选取');
  const dialog = page.getByRole('dialog', { name: '选取成果' });
  await dialog.getByRole('checkbox', { name: new RegExp(paper) }).check();
  await dialog.getByRole('button', { name: '加入' }).click();
  await attach(page, '08', '结题报告.pdf');
  await attach(page, '10', '成果材料.pdf');
  await press(page, '提交审核');
  await toast(page, '提交成功').waitFor();
  const leading = await caller(leader.account);
  const [row] = await listedBy(leading, 'processConclusion', `view=school&programId=${programId}`);
  return row?.id ?? '';
};

/** One expert judges the conclusion by letter; its grade is proposed by the score. */
const judgeConclusion = async (id: string): Promise<void> => {
  await agreed(id, 'dept_secretary', 'dept_leader', 'rd_project', 'finance');
  const [office, expert] = [await caller('rd_project'), await caller('expert')];
  const experts = await listedBy(office, 'experts', 'name=');
  const own = experts.find(({ userId }) => userId === expert.userId);
  const { batchId } = await readBy(office, 'processConclusion', id);
  const set = await publishedReview([own?.id ?? ''], {
    bizKind: '2',
    batchId,
    blindMode: '1',
    expertPerItem: 1,
    reserves: 0,
    endTime: '2099-01-01 17:00:00',
  });
  const mine = await listedBy(expert, 'reviewTask', `view=mine&setId=${set}`);
  for (const task of mine) {
    await expert.post(`${research}/reviewTask/pledge`, { id: task.id });
    const sheet = await expert.get<Row>(`${research}/reviewTask/sheet?id=${task.id}`);
    const scores = (sheet.lines as readonly Row[]).map(({ sort, weight }) => ({
      sort,
      score: (Number(weight) * 0.8).toFixed(2),
    }));
    const { version } = sheet;
    const said = { id: task.id, version, scores, comment: '任务完成，同意结题。' };
    await expert.post(`${research}/reviewTask/handIn`, said);
  }
  await actOn(office, 'pssz', 'ok', set);
};

test('a project from the call to its end: declared, ranked, judged, approved, handed over, concluded', {
  timeout: 400_000,
}, async () => {
  const planName = freshTitle('校级基金申报');
  const planId = await schoolCall(planName);
  const title = freshTitle('湿地碳汇的观测与模拟');
  const { id, member } = await declareWithMembers(planName, title);
  const rival = await declaredBy(await caller(member.account), planId, freshTitle('城市内涝'));
  for (const one of [rival, id]) await agreed(one, 'dept_secretary', 'dept_leader');
  await report(planId, title);
  const office = await caller('rd_project');
  expect(await readBy(office, 'declareInfo', id)).toMatchObject({
    deptOpinionRank: 1,
    isReported: '1',
  });
  await check(id);
  await judgeOnPhones(planId, title);
  const teacher = await caller('teacher');
  expect((await readBy(teacher, 'declareInfo', id)).currentNode).toBe('科研处领导审批');
  await agreeTo(await caller('rd_leader'), id);

  const programId = await approve(id, title);
  const leading = await caller(member.account);
  await reportAndHandOver(programId, leading);
  const paper = await registeredPaper(programId, member);
  const conclusion = await conclude(programId, member, paper);
  await judgeConclusion(conclusion);
  // The grade is nobody's news before the director has decided.
  expect((await readBy(leading, 'processConclusion', conclusion)).conclusionGrade).toBeFalsy();
  await agreeTo(await caller('rd_leader'), conclusion);
  const { page, visit } = await person(member.account);
  await visit(`/program/school/programInfo/detail?id=${programId}`);
  await pane(page).getByText('已结题').first().waitFor();
  expect(await readBy(leading, 'programInfo', programId)).toMatchObject({
    status: '40',
    programLeader: leading.userId,
    conclusionGrade: '02',
  });
});
